"""The files that documents name are listed, and a bundle of them loads elsewhere with an equal scene."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import zipfile
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.cli.scene_json import scene_data
from bodyplan.runtime.budget import LIMITS
from bodyplan.runtime.element import Element
from bodyplan.semantics.assets.bundle import LONGEST_NAME, UniqueFileNames, safe
from bodyplan.semantics.core.uri_fields import find_uri_fields

MESH = '<visual name="v"><geometry><mesh><uri>{}</uri></mesh></geometry>{}</visual>'
CONFIG = '<model><name>m</name><sdf version="1.9">model.sdf</sdf></model>'


def write(path: Path, text: str | bytes = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def model(name: str, inside: str) -> str:
    return f'<sdf version="1.9"><model name="{name}"><link name="a">{inside}</link></model></sdf>'


def mesh(uri: str, more: str = "") -> str:
    return MESH.format(uri, more)


def meaning(document: Any) -> Any:
    """The scene as data, with the content of meshes in the place of their paths."""

    def told(value: Any) -> Any:
        if isinstance(value, dict):
            made = {key: told(each) for key, each in value.items() if key not in ("uri", "path")}
            if value.get("path"):
                made["content"] = hashlib.sha256(Path(value["path"]).read_bytes()).hexdigest()
            return made
        return [told(each) for each in value] if isinstance(value, list) else value

    return [told(json.loads(json.dumps(scene_data(scene)))) for scene in document.scenes]


def kinds(found: bodyplan.Assets) -> list[tuple[str, str, bool]]:
    return [(asset.kind, asset.uri, asset.path is not None) for asset in found.files]


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """A world with two models that are called alike, and one that lies beside."""
    home = tmp_path / "yard"
    write(home / "a/lamp/model.config", CONFIG)
    write(
        home / "a/lamp/model.sdf",
        model("lamp", mesh("model://lamp/meshes/lamp.obj") + mesh("meshes/two.stl").replace('"v"', '"w"')),
    )
    write(home / "a/lamp/meshes/lamp.obj", "mtllib lamp.mtl\nv 0 0 0\n")
    write(
        home / "a/lamp/meshes/lamp.mtl", "newmtl m\nmap_Kd -s 1 1 1 ../textures/red lamp.png\nbump -bm 0.5 gone.png\n"
    )
    write(home / "a/lamp/textures/red lamp.png", "png")
    write(home / "a/lamp/meshes/two.stl", "same")
    write(home / "b/lamp/model.sdf", model("lamp", mesh("meshes/two.stl")))
    write(home / "b/lamp/meshes/two.stl", "same")
    text = """<?xml version='1.0'?>
<!-- a yard -->
<sdf version="1.9">
  <world name="yard">
    <include><uri>model://lamp</uri><pose>1 0 0 0 0 0</pose></include>   <!-- one -->
    <include><uri>b/lamp/model.sdf</uri><name>other</name></include>
    <model name="own"><link name='a'>
      <visual name="v"><geometry><mesh><uri>  file://a/lamp/meshes/lamp.obj </uri></mesh></geometry>
        <material><script><uri>none.material</uri><name>x</name></script></material></visual>
    </link></model>
  </world>
</sdf>
"""
    return write(home / "yard.sdf", text)


def test_everything_that_a_world_names_is_listed(yard: Path) -> None:
    found = bodyplan.assets(yard, search_paths=[yard.parent / "a"])
    assert set(kinds(found)) == {
        ("model", "model://lamp", True),
        ("config", "model.config", True),
        ("model", "b/lamp/model.sdf", True),
        ("mesh", "file://a/lamp/meshes/lamp.obj", True),
        ("script", "none.material", False),
        ("inside", "lamp.mtl", True),
        ("inside", "../textures/red lamp.png", True),
        ("inside", "gone.png", False),
        ("mesh", "model://lamp/meshes/lamp.obj", True),
        ("mesh", "meshes/two.stl", True),
    }
    assert len([asset for asset in found.files if asset.uri == "meshes/two.stl"]) == 2
    (mesh,) = (asset for asset in found.files if asset.uri.startswith("file:"))
    assert (mesh.line, mesh.file, mesh.size) == (8, str(yard), 24)
    assert mesh.sha256 == hashlib.sha256(b"mtllib lamp.mtl\nv 0 0 0\n").hexdigest()
    assert not found.ok
    assert {asset.uri for asset in found.missing} == {"none.material", "gone.png"}
    assert found.missing[0].reason


@pytest.mark.parametrize("is_zip", [False, True])
def test_a_bundle_loads_elsewhere_with_an_equal_scene(is_zip: bool, yard: Path, tmp_path: Path) -> None:
    document = bodyplan.load(yard, search_paths=[yard.parent / "a"])
    before, text = meaning(document), yard.read_text()
    found = bodyplan.assets(document)
    target = tmp_path / "out"
    if is_zip:
        name = found.zip(tmp_path / "out.zip")
        with zipfile.ZipFile(tmp_path / "out.zip") as archive:
            assert all(not part.startswith(("/", "..")) for part in archive.namelist())
            archive.extractall(target)
        copy = target / name
    else:
        copy = Path(found.copy(target))
    shutil.rmtree(yard.parent)
    moved = tmp_path / "elsewhere"
    target.rename(moved)
    copy = moved / copy.relative_to(target)
    assert meaning(bodyplan.load(copy)) == before
    changed = (
        text.replace("model://lamp", "lamp/model.sdf")
        .replace("b/lamp/model.sdf", "lamp_2/model.sdf")
        .replace("file://a/lamp/meshes/lamp.obj", "lamp/meshes/lamp.obj")
    )
    assert copy.read_text() == changed
    names = {path.relative_to(moved).as_posix() for path in moved.rglob("*") if path.is_file()}
    assert names == {
        "yard.sdf", "lamp/model.sdf", "lamp/model.config", "lamp_2/model.sdf", "lamp/meshes/lamp.obj",
        "lamp/meshes/lamp.mtl", "lamp/textures/red lamp.png", "lamp/meshes/two.stl",
    }  # fmt: skip
    assert {asset.uri for asset in bodyplan.assets(copy).missing} == {"none.material", "gone.png"}


def test_the_document_of_the_caller_stays_as_it_is(yard: Path, tmp_path: Path) -> None:
    document = bodyplan.load(yard, search_paths=[yard.parent / "a"])
    bodyplan.assets(document).copy(tmp_path / "out")
    assert document.dumps() == yard.read_text()
    document.root.world[0].model[0].name = "renamed"  # type: ignore[union-attr]
    copy = bodyplan.assets(document).copy(tmp_path / "two")
    assert 'name="renamed"' in Path(copy).read_text()


def test_a_robot_of_a_package_is_bundled(tmp_path: Path) -> None:
    home = tmp_path / "src/arm"
    write(home / "package.xml", "<package><name>arm</name></package>")
    write(home / "meshes/a.dae", "<COLLADA><image><init_from>../textures/a.png</init_from></image></COLLADA>")
    write(home / "textures/a.png", "png")
    write(home / "textures/b.png", "other")
    write(tmp_path / "src/hand/b.stl", "solid")
    text = """<robot name="r">
  <material name="m"><texture filename="package://arm/textures/b.png"/></material>
  <link name="a">
    <visual><geometry><mesh filename="package://arm/meshes/a.dae" scale="1 1 1"/></geometry></visual>
    <collision><geometry><mesh filename='package://hand/b.stl'/></geometry></collision>
  </link>
  <gazebo reference="a"><visual><material><script><uri>file://textures</uri></script></material></visual></gazebo>
</robot>
"""
    document = write(home / "urdf/r.urdf", text)
    found = bodyplan.assets(document)
    assert {asset.kind for asset in found.files} == {"texture", "mesh", "inside", "script"}
    assert found.ok
    assert repr(found) == f"<Assets of {document}: {len(found.files)}, 0 missing>"
    before = meaning(bodyplan.load(document))
    copy = Path(found.copy(tmp_path / "out"))
    assert meaning(bodyplan.load(copy)) == before
    written = copy.read_text()
    assert '"arm/textures/b.png"' in written
    assert "'hand/b.stl'" in written
    assert "<uri>arm/textures</uri>" in written
    assert (tmp_path / "out/arm/textures/a.png").read_text() == "png"


def test_directives_are_bundled_as_a_package(tmp_path: Path) -> None:
    home = tmp_path / "src/arm"
    write(home / "package.xml", "<package><name>arm</name></package>")
    write(home / "meshes/a.obj", "v 0 0 0")
    write(home / "arm.sdf", model("arm", mesh("meshes/a.obj")))
    inner = "directives:\n- add_model:\n    name: arm\n    file: package://arm/arm.sdf  # here\n"
    write(home / "inner.dmd.yaml", inner)
    text = "directives:\n- add_directives:\n    file: package://arm/inner.dmd.yaml\n"
    document = write(tmp_path / "top.dmd.yaml", text)
    loaded = bodyplan.load(document, search_paths=[home])
    found = bodyplan.assets(loaded)
    assert [(asset.kind, asset.path is not None) for asset in found.files] == [
        ("directives", True), ("model", True), ("mesh", True),
    ]  # fmt: skip
    before = meaning(loaded)
    copy = Path(found.copy(tmp_path / "my bundle"))
    shutil.rmtree(tmp_path / "src")
    assert meaning(bodyplan.load(copy, search_paths=[tmp_path / "my bundle"])) == before
    assert "# here" in (tmp_path / "my bundle/arm/inner.dmd.yaml").read_text()


def test_a_skeleton_is_bundled(tmp_path: Path) -> None:
    text = """<skel version="1.0"><world name="w"><skeleton name="s"><body name="b">
<visualization_shape><geometry><mesh><file_name>m/a.obj</file_name><scale>1 1 1</scale></mesh></geometry></visualization_shape>
</body></skeleton></world></skel>"""
    write(tmp_path / "in/m/a.obj", "v 0 0 0")
    document = write(tmp_path / "in/s.skel", text)
    found = bodyplan.assets(document)
    assert kinds(found) == [("mesh", "m/a.obj", True)]
    copy = found.copy(tmp_path / "out")
    assert bodyplan.assets(copy).ok


@pytest.mark.parametrize("version", ["1.2", "1.4", "1.6"])
def test_older_versions_stay_what_they_are(version: str, tmp_path: Path) -> None:
    field = "filename" if version == "1.2" else "uri"
    visual = f'<visual name="v"><geometry><mesh><{field}>../m/a.obj</{field}></mesh></geometry></visual>'
    text = f'<sdf version="{version}"><model name="m"><link name="a">{visual}</link></model></sdf>'
    write(tmp_path / "m/a.obj", "v")
    document = write(tmp_path / "in/m.sdf", text)
    found = bodyplan.assets(document, search_paths=[tmp_path])
    assert kinds(found) == [("mesh", "../m/a.obj", True)]
    assert Path(found.copy(tmp_path / "out")).read_text() == text.replace("../m/a.obj", "m/a.obj")


def test_what_files_name_is_told_by_their_kind(tmp_path: Path) -> None:
    write(tmp_path / "m/b.bin", "b")
    write(tmp_path / "m/a b.png", "p")
    parts = {"buffers": [{"uri": "b.bin"}, {"uri": "data:x"}], "images": [{"uri": "a%20b.png"}, {"bufferView": 1}]}
    text = json.dumps(parts).encode()
    write(tmp_path / "m/a.gltf", text)
    write(tmp_path / "m/a.glb", b"glTF" + struct.pack("<III", 2, 20 + len(text), len(text)) + b"JSON" + text)
    write(tmp_path / "m/broken.gltf", "[[[")
    write(
        tmp_path / "materials/scripts/x.material",
        "material x { texture_unit { texture wood.jpg } }\n texture wood.jpg\n",
    )
    write(tmp_path / "materials/textures/wood.jpg", "w")
    names = ["m/a.gltf", "m/a.glb", "m/broken.gltf"]
    visuals = "".join(mesh(name).replace('"v"', f'"{name}"') for name in names)
    visuals += mesh("m/a.gltf", "<material><script><uri>materials/scripts</uri><name>x</name></script></material>")
    found = bodyplan.assets(write(tmp_path / "m.sdf", model("m", visuals)))
    assert found.ok
    inside = [(os.path.basename(asset.file or ""), asset.uri) for asset in found.files if asset.kind == "inside"]
    assert sorted(inside) == [
        ("a.glb", "a b.png"), ("a.glb", "b.bin"), ("a.gltf", "a b.png"), ("a.gltf", "b.bin"),
        ("x.material", "../textures/wood.jpg"),
    ]  # fmt: skip
    copy = Path(found.copy(tmp_path / "out"))
    assert bodyplan.assets(copy).ok
    assert (tmp_path / "out/materials/textures/wood.jpg").is_file()


HOSTILE = [
    "../../../../../../../../etc/hostname",
    "file:///etc/hostname",
    "/etc/hostname",
    "x/" * 3000 + "y.obj",
    "a" * 5000,
    "model://../../../etc/hostname",
    "package://..%2f..%2fetc/hostname",
    "meshes/%00.obj",
    "link.obj",
    "CON.obj",
    "we:ird.obj",
    "fifo",
]


@pytest.mark.parametrize("uri", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("confine", [False, True])
def test_hostile_names_write_nothing_elsewhere(uri: str, confine: bool, tmp_path: Path) -> None:
    home = tmp_path / "in"
    write(tmp_path / "secret.obj", "secret")
    write(home / "CON.obj", "c")
    write(home / "we:ird.obj", "w")
    (home / "link.obj").symlink_to(tmp_path / "secret.obj")
    os.mkfifo(home / "fifo")
    document = write(home / "m.sdf", model("m", mesh(uri)))
    found = bodyplan.assets(document, confine=confine)
    before = set(tmp_path.rglob("*"))
    copy = Path(found.copy(tmp_path / "out/deep"))
    assert copy == tmp_path / "out/deep/m.sdf"
    inside = [path for path in tmp_path.rglob("*") if path not in before]
    assert all(path.is_relative_to(tmp_path / "out") and not path.is_symlink() for path in inside)
    if confine:
        held = [path.read_text() for path in inside if path.is_file()]
        assert "secret" not in held
        assert all(asset.path is None or Path(asset.path).is_relative_to(home) for asset in found.files)
    found.zip(tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.testzip() is None
        assert all(".." not in name.split("/") and name[0] != "/" for name in archive.namelist())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    found = bodyplan.assets(write(tmp_path / "m.sdf", model("m", "")))
    write(tmp_path / "full/there", "x")
    write(tmp_path / "out.zip", "x")
    with pytest.raises(FileExistsError):
        found.copy(tmp_path / "full")
    with pytest.raises(FileExistsError):
        found.zip(tmp_path / "out.zip")
    assert (tmp_path / "out.zip").read_text() == "x"
    found.copy(tmp_path / "new/and/deep")
    assert sorted(path.name for path in (tmp_path / "new/and/deep").iterdir()) == ["m.sdf"]


def test_equal_bundles_are_equal_zips(yard: Path, tmp_path: Path) -> None:
    found = bodyplan.assets(yard, search_paths=[yard.parent / "a"])
    found.zip(tmp_path / "one/../a.zip")
    found.zip(tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("a.obj", "a.obj"),
        ("a:b?.obj", "a_b_.obj"),
        ("..", "_"),
        ("", "_"),
        ("con.obj", "_con.obj"),
        ("a. ", "a"),
        ("é.obj", "é.obj"),
    ],
)
def test_names_are_safe_on_every_system(name: str, made: str) -> None:
    assert safe(name) == made


def test_names_are_given_once() -> None:
    names = UniqueFileNames()
    assert [names.free(each) for each in ("a.obj", "A.obj", "a.OBJ")] == ["a.obj", "A_2.obj", "a_3.OBJ"]
    long = safe("x" * 300 + ".obj")
    assert len(long) < LONGEST_NAME
    assert long.endswith(".obj")
    assert long != safe("x" * 301 + ".obj")


def test_documents_that_include_each_other_end(tmp_path: Path) -> None:
    text = '<sdf version="1.9"><model name="m"><include><uri>{}</uri></include></model></sdf>'
    document = write(tmp_path / "a.sdf", text.format("b.sdf"))
    write(tmp_path / "b.sdf", text.format("a.sdf"))
    found = bodyplan.assets(document)
    assert kinds(found) == [("model", "b.sdf", True), ("model", "a.sdf", True)]
    found.copy(tmp_path / "out")


def test_the_command_lists_copies_and_tells_what_is_missing(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    search = str(yard.parent / "a")
    assert main(["assets", str(yard), "--search-path", search, "--copy", str(tmp_path / "out")]) == 1
    out, err = capsys.readouterr()
    assert "none.material" in out
    assert f"the document is {tmp_path / 'out/yard.sdf'}" in err
    assert "2 files missing" in err
    assert main(["assets", str(yard), "--search-path", search, "--copy", str(tmp_path / "out")]) == 2
    capsys.readouterr()
    assert main(["assets", str(yard.parent / "b/lamp/model.sdf"), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert [asset["size"] for asset in data["assets"]] == [4]
    assert main(["assets", str(tmp_path / "none.sdf")]) == 2


@pytest.mark.parametrize("call", [["assets"], ["convert", "--to", "sdformat"]])
def test_nothing_is_written_of_what_is_more_than_the_budget(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "a.stl", "solid" * 300)
    mesh = '<visual><geometry><mesh filename="a.stl"/></geometry></visual>'
    document = write(tmp_path / "r.urdf", f'<robot name="r"><link name="l">{mesh}</link></robot>')
    monkeypatch.setitem(LIMITS, "bytes to write", 1000)
    option = "--copy" if call[0] == "assets" else "--assets"
    assert main([*call, str(document), option, str(tmp_path / "out")]) == 1
    out, err = capsys.readouterr()
    assert "BP015" in err
    assert "more than 1000 bytes to write" in err
    assert out == ""
    assert not (tmp_path / "out").exists()


def test_every_uri_of_the_schemas_is_one_of_a_known_kind() -> None:
    told = {
        (cls.__name__, *each)
        for package in (bodyplan.sdformat.v1_12, bodyplan.skel.v1_0, bodyplan.urdf.v1_2)
        for cls in map(package.__getattr__, dir(package))
        if isinstance(cls, type) and issubclass(cls, Element)
        for each in find_uri_fields(cls)
    }
    assert {("Mesh", "uri", "mesh"), ("Mesh", "filename", "mesh"), ("Mesh", "file_name", "mesh")} <= told
    assert len(told) >= 20
    assert not any(field in ("name", "pose") for _, field, _ in told)
