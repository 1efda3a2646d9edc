"""Meshes in millimetres are reported, whatever kind of file they are in; those of any other size are not."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.files import FILES
from bodyplan.semantics.checks.mesh_extent import least_extent

TETRAHEDRON = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3))


def corners(size: float) -> list[tuple[float, ...]]:
    """Of each face of a tetrahedron the three corners."""
    return [tuple(size * part for part in TETRAHEDRON[index]) for face in FACES for index in face]


def binary_stl(size: float) -> bytes:
    numbers = corners(size)
    faces = [numbers[index : index + 3] for index in range(0, len(numbers), 3)] * 100
    data = b"".join(struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in faces)
    return b"solid which it is not".ljust(80) + struct.pack("<I", len(faces)) + data


def text_stl(size: float) -> bytes:
    lines = [f"      vertex {x:e} {y} {z}\n" for x, y, z in corners(size)]
    return ("solid s\n  facet normal 0 0 1\n    outer loop\n" + "".join(lines) + "    endloop\n").encode()


def obj(size: float) -> bytes:
    lines = [f"v {x} {y} {z} 1 0 0\nvn 0 0 1\nvt 900 900\n" for x, y, z in corners(size)]
    return ("# 1 of 2\nmtllib s.mtl\n" + "".join(lines) + "f 1 2 3\n").encode()


def collada(size: float, unit: str = "1", matrix: str = "1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1") -> bytes:
    numbers = [number for corner in corners(size) for number in corner]
    return f"""<?xml version="1.0"?><COLLADA version="1.4.1"><asset><unit name="u" meter="{unit}"/></asset>
<library_geometries><geometry><mesh><source id="p"><float_array id="a" count="{len(numbers)}">
{" ".join(map(str, numbers))} </float_array></source></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene><node><matrix sid="transform">{matrix}</matrix></node></visual_scene>
</library_visual_scenes></COLLADA>""".encode()


MAKERS = {"b.stl": binary_stl, "t.STL": text_stl, "o.obj": obj, "c.dae": collada}
EACH_KIND = pytest.mark.parametrize(("name", "make"), MAKERS.items(), ids=MAKERS)
Maker = Callable[[float], bytes]

URDF = """<robot name="arm">
  <link name="base">
    <visual>
      <geometry>
        <mesh filename="{mesh}"{scale}/></geometry>
    </visual>
  </link>
  <link name="fore"/>
  <joint name="elbow" type="fixed">
    <parent link="base"/><child link="fore"/><origin xyz="0 0 {step}"/>
  </joint>
</robot>"""
SDF = """<sdf version="1.12"><model name="arm">
  <link name="base">
    <visual name="v">
      <geometry>
        <mesh><uri>{mesh}</uri>{scale}</mesh></geometry>
    </visual>
  </link>
  <link name="fore"><pose>0 0 {step} 0 0 0</pose></link>
  <joint name="elbow" type="fixed"><parent>base</parent><child>fore</child></joint>
</model></sdf>"""
SKEL = """<skel version="1.0"><world name="w"><skeleton name="arm">
  <body name="base">
    <visualization_shape>
      <geometry>
        <mesh><file_name>{mesh}</file_name>{scale}</mesh></geometry>
    </visualization_shape>
    <inertia>
      <mass>1</mass>
      <moment_of_inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></moment_of_inertia>
    </inertia>
  </body>
  <body name="fore"><transformation>0 0 {step} 0 0 0</transformation></body>
  <joint name="root" type="free"><parent>world</parent><child>base</child></joint>
  <joint name="elbow" type="weld"><parent>base</parent><child>fore</child></joint>
</skeleton></world></skel>"""
DOCUMENTS = {"urdf": URDF, "sdf": SDF, "skel": SKEL}


def findings(folder: Path, format: str, mesh: str, scale: str = "", step: float = 0.3) -> list[bodyplan.Diagnostic]:
    """What is said of units in a document with a mesh, whose links are ``step`` m apart."""
    scale = scale or ("1 1 1" if format == "skel" else "")
    written = "" if not scale else f' scale="{scale}"' if format == "urdf" else f"<scale>{scale}</scale>"
    path = folder / f"arm.{format}"
    path.write_text(DOCUMENTS[format].format(mesh=mesh, scale=written, step=step))
    report = bodyplan.check(path)
    assert report.ok, report
    return [finding for finding in report.diagnostics if finding.code == "BP634"]


@EACH_KIND
def test_least_extent(name: str, make: Maker, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(make(250))
    assert max(least_extent(FILES, str(tmp_path / name)) or ()) == 250


@EACH_KIND
@pytest.mark.parametrize("format", DOCUMENTS)
def test_a_mesh_in_millimetres(name: str, make: Maker, format: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(make(250))
    (finding,) = findings(tmp_path, format, name)
    assert (finding.severity, finding.line) == ("warning", 5)
    assert finding.message.startswith(f"mesh {name!r} of link 'base' is 250 m long or more")
    assert finding.message.endswith("the scale is '0.001 0.001 0.001'")


@EACH_KIND
@pytest.mark.parametrize("format", DOCUMENTS)
def test_meshes_that_are_meant_so(name: str, make: Maker, format: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(make(250))
    assert findings(tmp_path, format, name, scale="0.001 0.001 0.001") == []
    assert findings(tmp_path, format, name, step=40) == []  # a large machine
    assert findings(tmp_path, format, name, step=0) == []  # nothing to compare it with
    assert findings(tmp_path, format, name, step=1e-4) == []  # millimetres would not help
    (tmp_path / name).write_bytes(make(0.25))
    assert findings(tmp_path, format, name) == []
    assert len(findings(tmp_path, format, name, scale="1000 1000 1000")) == 1


def test_the_other_shapes_of_a_link_say_how_large_it_is(tmp_path: Path) -> None:
    (tmp_path / "b.stl").write_bytes(binary_stl(250))
    link = (
        '<robot name="r"><link name="l"><visual><geometry><mesh filename="b.stl"/></geometry></visual>'
        '<collision><geometry><box size="{0} 0.2 0.2"/></geometry></collision></link></robot>'
    )
    path = tmp_path / "r.urdf"
    for size, count in ((0.2, 1), (200, 0)):
        path.write_text(link.format(size))
        assert sum(finding.code == "BP634" for finding in bodyplan.check(path).diagnostics) == count


def test_each_shape_with_such_a_mesh_is_reported(tmp_path: Path) -> None:
    (tmp_path / "b.stl").write_bytes(binary_stl(250))
    path = tmp_path / "r.urdf"
    mesh = '<geometry><mesh filename="b.stl"/></geometry>'
    joint = (
        '<link name="k"/><joint name="j" type="fixed"><parent link="l"/><child link="k"/><origin xyz="0 0 1"/></joint>'
    )
    path.write_text(
        f'<robot name="r"><link name="l">\n<visual>{mesh}</visual>\n<collision>{mesh}</collision></link>{joint}</robot>'
    )
    assert [finding.line for finding in bodyplan.check(path).diagnostics if finding.code == "BP634"] == [2, 3]


@pytest.mark.parametrize(
    ("unit", "matrix"),
    [
        ("0.001", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"),
        ("odd", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"),
        ("1", "0.001 0 0 0 0 0.001 0 0 0 0 0.001 0 0 0 0 1"),
        ("1", "0 0.001 0 0 -0.001 0 0 0 0 0 0.001 0 0 0 0 1"),
        ("1", "one 0 0"),
    ],
)
def test_collada_with_a_unit_of_its_own_is_left_alone(unit: str, matrix: str, tmp_path: Path) -> None:
    (tmp_path / "c.dae").write_bytes(collada(250, unit, matrix))
    assert least_extent(FILES, str(tmp_path / "c.dae")) is None


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"solid",
        bytes(84),
        bytes(80) + b"\xff\xff\xff\xff",
        bytes(80) + b"\x04\0\0\0" + 200 * b"\xff",  # no numbers
        bytes(80) + b"\x04\0\0\0" + 4 * struct.pack("<12fH", *12 * [3e38], 0),
        b"v " + 5000 * b"9",
        b"v" + 50000 * b" ",
        b"v 1 1 " + b"1" * 400 + b"\n" + b"v 1 1 1\n",
        b"v 1 1\nv 1e999 0 0\nv 0 0 0\n",
        b"<float_array count='999999999'>1e999 nan x",
        b"<float_array count='3'>" + 5000 * b"1 " + b"<visual_scene",
        b"<float_array count='9'>1 nan inf 4 5 6 7 8 9 <visual_scene>",
        b"<unit meter='" + 5000 * b"9" + b"'/><float_array count='6'>0 0 0 1 1 1 </float_array><visual_scene><scale>",
        "<float_array".encode("utf-16"),
    ],
)
def test_no_file_does_harm(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    extent = least_extent(FILES, str(tmp_path / name))
    assert extent is None or all(0 <= length < float("inf") for length in extent)


def test_what_is_no_file_has_no_extent(tmp_path: Path) -> None:
    (tmp_path / "folder.stl").mkdir()
    for name in ("folder.stl", "none.stl", "none", "", "nul\0.stl", "robot.gltf"):
        assert least_extent(FILES, str(tmp_path / name)) is None


def test_a_mesh_out_of_the_folders_that_may_be_read_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "b.stl").write_bytes(binary_stl(250))
    path = tmp_path / "inside" / "arm.urdf"
    path.write_text(URDF.format(mesh=(tmp_path / "b.stl").as_uri(), scale="", step=0.3))
    assert [finding.code for finding in bodyplan.check(path).diagnostics] == ["BP634"]
    codes = [finding.code for finding in bodyplan.check(path, confine=True).diagnostics]
    assert "BP634" not in codes
    assert codes
