"""Files that documents name and that are not there, in every format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import kind_of, parts_of
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.core.uri_fields import find_uri_fields
from bodyplan.semantics.formats.sdformat.file_checks import THROUGH

URDF = '<robot name="r"><link name="a">{}</link></robot>'
URDF_MESH = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
SDF = '<sdf version="1.11"><model name="m"><link name="a">{}</link></model></sdf>'
SDF_MESH = '<visual name="v{1}"><geometry><mesh><uri>{0}</uri></mesh></geometry></visual>'
SKEL = """<skel version="1.0"><world name="w"><skeleton name="s"><body name="b"><inertia><mass>1</mass></inertia>{}</body>
<joint name="j" type="weld"><parent>world</parent><child>b</child></joint></skeleton></world></skel>"""
SKEL_MESH = """<visualization_shape><geometry><mesh><file_name>{}</file_name><scale>1 1 1</scale></mesh></geometry>
</visualization_shape>"""


def document(format: str, *uris: str) -> str:
    if format == "urdf":
        return URDF.format("".join(URDF_MESH.format(uri) for uri in uris))
    if format == "skel":
        return SKEL.format("".join(SKEL_MESH.format(uri) for uri in uris))
    return SDF.format("".join(SDF_MESH.format(uri, number) for number, uri in enumerate(uris)))


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(path: Path, **options: object) -> list[tuple[str, str]]:
    codes = ("BP404", "BP407", "BP657", "BP658", "BP676", "BP677")
    report = bodyplan.check(path, **options)  # type: ignore[arg-type]
    return [(each.code, each.severity) for each in report.diagnostics if each.code in codes]


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH", "ROS_PACKAGE_PATH", "SDF_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
def test_is_reported_alike_in_every_format(format: str, tmp_path: Path) -> None:
    package = tmp_path / "arm"
    write(package / "package.xml", "<package><name>arm</name></package>")
    write(package / "meshes/there.obj")
    cases: Mapping[str, list[tuple[str, str]]] = {
        "../meshes/there.obj": [],
        "../meshes/gone.obj": [("BP657", "warning")],
        "package://arm/meshes/there.obj": [],
        "package://arm/meshes/gone.obj": [("BP657", "warning")],
        "package://elsewhere/meshes/a.obj": [("BP658", "note")],
        "model://elsewhere/meshes/a.obj": [("BP658", "note")],
        "model:///arm/meshes/there.obj": [],
        "https://example.org/a.obj": [("BP658", "note")],
        "https://fuel.gazebosim.org/1.0/a/models/b/2/files/meshes/a.obj": [],
        "package://amr/meshes/there.obj": [("BP676", "warning")],
        "package://amr/meshes/gone.obj": [("BP658", "note")],
        "pakage://arm/meshes/there.obj": [("BP676", "warning")],
    }
    for uri, expected in cases.items():
        assert found(write(package / f"robots/r.{format}", document(format, uri))) == expected, uri


@pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
def test_what_is_unknown_as_a_whole_is_reported_once(format: str, tmp_path: Path) -> None:
    uris = [
        "package://p/a.obj",
        "package://p/b.obj",
        "model://p/b.obj",
        "no/a.obj",
        "no/b.obj",
        "no/inner/c.obj",
        "d.obj",
    ]
    path = write(tmp_path / f"r.{format}", document(format, *uris))
    expected = [("BP658", "note"), ("BP658", "note"), ("BP657", "warning"), ("BP657", "warning")]
    assert found(path) == expected
    folder = next(each for each in bodyplan.check(path).diagnostics if "folder" in each.arguments)
    assert folder.message == "there is no folder 'no', where 'no/a.obj' should be"


@pytest.mark.parametrize("format", ["urdf", "sdf", "skel"])
def test_nothing_outside_is_looked_at(format: str, tmp_path: Path) -> None:
    outside = write(tmp_path / "secret.obj")
    path = write(tmp_path / f"in/r.{format}", document(format, str(outside), "/no/such.obj", "../secret.obj"))
    assert found(path, confine=True) == [("BP407", "warning")] * 3
    assert ("BP657", "warning") not in found(path, confine=True)


def test_a_file_above_is_no_missing_file(tmp_path: Path) -> None:
    write(tmp_path / "shared/a.obj")
    path = write(tmp_path / "robots/r.urdf", document("urdf", "../shared/a.obj", "../shared/gone.obj"))
    assert found(path) in ([("BP657", "warning")], [])
    assert "BP657" not in dict(found(write(path, document("urdf", "../shared/a.obj"))))


def test_the_name_that_was_meant_is_written_by_the_fix(tmp_path: Path) -> None:
    write(tmp_path / "package.xml", "<package><name>arm_description</name></package>")
    write(tmp_path / "meshes/a.obj")
    path = write(tmp_path / "urdf/r.urdf", document("urdf", "package://arm_descripton/meshes/a.obj"))
    (finding,) = bodyplan.check(path).diagnostics
    assert finding.hint == "did you mean 'package://arm_description/meshes/a.obj'?"
    (fixed,) = bodyplan.attach_fixes(bodyplan.check(path)).diagnostics
    assert fixed.fix is not None
    assert [edit.text for edit in fixed.fix.edits] == ["package://arm_description/meshes/a.obj"]


SCENE = """
<sdf version="1.11">
  <world name="w">
    <scene><sky><cubemap_uri>sky.dds</cubemap_uri></sky></scene>
    <actor name="walker">
      <skin><filename>{skin}</filename></skin>
      <animation name="walk"><filename>walk.bvh</filename></animation>
    </actor>
    <model name="m">
      <static>true</static>
      <link name="a">
        <collision name="c"><geometry><heightmap><uri>height.png</uri><texture><diffuse>dirt.png</diffuse><normal>flat.png</normal>
          <size>1</size></texture></heightmap></geometry></collision>
        <visual name="v">
          <geometry><box><size>1 1 1</size></box></geometry>
          <material>
            <script><uri>file://media/materials/scripts/gazebo.material</uri><name>{name}</name></script>
            <pbr><metal><albedo_map>albedo.png</albedo_map></metal></pbr>
          </material>
        </visual>
        <audio_source><uri>horn.mp3</uri></audio_source>
      </link>
    </model>
  </world>
</sdf>
"""


def test_all_kinds_of_files_are_looked_up(tmp_path: Path) -> None:
    names = ("sky.dds", "skin.dae", "walk.bvh", "height.png", "dirt.png", "flat.png", "albedo.png", "horn.mp3")
    path = write(tmp_path / "w.sdf", SCENE.format(skin="skin.dae", name="Gazebo/Grey"))
    missing = [each for each in bodyplan.check(path).diagnostics if each.code == "BP657"]
    assert sorted(str(each.arguments["uri"]) for each in missing) == sorted(names)
    assert all(
        each.line > 1 and str(each.arguments["uri"]) in path.read_text().splitlines()[each.line - 1] for each in missing
    )
    for name in names:
        write(tmp_path / name)
    assert found(path) == []


def test_skins_that_gazebo_brings_are_not_missing(tmp_path: Path) -> None:
    path = write(tmp_path / "w.sdf", SCENE.format(skin="walk.dae", name="Gazebo/Grey"))
    assert "walk.dae" not in {each.arguments.get("uri") for each in bodyplan.check(path).diagnostics}


def test_an_included_file_is_looked_through_once(tmp_path: Path) -> None:
    write(tmp_path / "part/model.sdf", document("sdf", "meshes/a.obj", "b.obj"))
    write(tmp_path / "part/b.obj")
    include = "<include><uri>part/model.sdf</uri><name>p{}</name></include>"
    text = f'<sdf version="1.11"><world name="w">{"".join(map(include.format, range(5)))}</world></sdf>'
    report = bodyplan.check(write(tmp_path / "w.sdf", text))
    assert [(each.code, Path(str(each.file)).name) for each in report.diagnostics] == [("BP657", "model.sdf")]


def test_a_large_document_is_checked_too(tmp_path: Path) -> None:
    links = "".join(f'<link name="l{number}"/>\n' for number in range(30_000))
    mesh = SDF_MESH.format("gone.obj", 0)
    text = f'<sdf version="1.11"><model name="m">\n{links}<link name="a">{mesh}</link></model></sdf>'
    (finding,) = [each for each in bodyplan.check(write(tmp_path / "m.sdf", text)).diagnostics if each.code == "BP657"]
    assert finding.line == 30_002


MATERIAL = """<visual name="v"><geometry><box><size>1 1 1</size></box></geometry>
<material><script>{}<name>{}</name></script></material></visual>"""


@pytest.mark.parametrize(
    ("uri", "name", "expected"),
    [
        ("file://media/materials/scripts/gazebo.material", "Gazebo/Grey", []),
        ("file://media/materials/scripts/gazebo.material", "Gazebo/grey", [("BP677", "warning")]),
        ("file://media/materials/scripts/gazebo.material", "Gazebo/Nothing", [("BP677", "warning")]),
        ("scripts/own.material", "Own/Paint", []),
        ("scripts", "Own/Paint", []),
        ("scripts", "Gazebo/Red", []),
        ("scripts", "Own/Pain", [("BP677", "warning")]),
        ("model://unknown/scripts", "Any/Name", [("BP658", "note")]),
        ("model://unknown/scripts", "Gazebo/Gren", [("BP658", "note"), ("BP677", "warning")]),
        ("gone.material", "Any/Name", [("BP657", "warning")]),
    ],
)
def test_materials_are_looked_up_in_scripts(
    uri: str, name: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    write(tmp_path / "scripts/own.material", "// material Commented/Out\nmaterial Own/Paint : Base\n{\n}\n")
    path = write(tmp_path / "m.sdf", SDF.format(MATERIAL.format(f"<uri>{uri}</uri>", name)))
    assert found(path) == expected


def test_a_script_of_another_visual_counts(tmp_path: Path) -> None:
    write(tmp_path / "own.material", 'material "Own/Paint"\n{\n}\n')
    visuals = MATERIAL.format("<uri>own.material</uri>", "Own/Paint")
    other = MATERIAL.format("<uri>file://media/materials/scripts/gazebo.material</uri>", "Own/Paint")
    path = write(tmp_path / "m.sdf", SDF.format(visuals + other.replace('"v"', '"w"')))
    assert found(path) == []


def test_textures_of_robots_are_looked_up(tmp_path: Path) -> None:
    texture = '<material name="m"><texture filename="{}"/></material>'
    visual = "<visual><geometry><sphere radius='1'/></geometry>{}</visual>"
    path = write(tmp_path / "r.urdf", URDF.format(visual.format(texture.format("gone.png"))))
    assert found(path) == [("BP657", "warning")]
    assert found(write(path, URDF.format(visual.format(texture.format(""))))) == []


def test_fields_that_are_gone_through_lead_to_all_names_of_files() -> None:
    bindings = bindings_of("sdformat")
    classes = [bindings.attribute(name) for name in bindings.names()]
    inner = {
        each: {name: kind_of(each, name) for name, part in parts_of(each).by_field.items() if part.kind == "Element"}
        for each in classes
        if isinstance(each, type) and issubclass(each, Element)
    }
    reaching = {each for each in inner if find_uri_fields(each)}
    while more := {each for each in inner if each not in reaching and not reaching.isdisjoint(inner[each].values())}:
        reaching |= more
    fields = {name for each in reaching for name, kind in inner[each].items() if kind in reaching}
    # includes and states are not files of this kind; shaders and projectors name what the renderer knows
    assert fields - THROUGH == {"include", "state", "insertions", "shader", "projector"}
