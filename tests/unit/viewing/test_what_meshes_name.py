"""What a mesh names is read near to it alone, confined or not, and only if it is what it should be."""

from __future__ import annotations

import base64
import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main

from .test_meshes import COLLADA, CORNERS, gltf, png, shown, stl

SECRET = b"root:x:0:0:root:/root:/bin/sh\n" + bytes(64)
OBJ = "mtllib {}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n"
POINTS = struct.pack("<9f", *(number for corner in CORNERS for number in corner))


def mesh_naming(folder: Path, kind: str, name: str) -> str:
    """A mesh that names a file."""
    images = [{"uri": name}] if kind == "image" else []
    buffer = {"uri": name if kind == "buffer" else "points.bin", "byteLength": 36}
    texts = {
        "buffer": ("a.gltf", json.dumps(gltf(buffers=[buffer]))),
        "image": ("a.gltf", json.dumps(gltf(buffers=[buffer], images=images))),
        "mtllib": ("a.obj", OBJ.format(name)),
        "map": ("a.obj", OBJ.format("own.mtl")),
        "init_from": ("a.dae", COLLADA.replace("skin.png", name)),
    }
    file, text = texts[kind]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    (folder / "own.mtl").write_text(f"newmtl m\nmap_Kd {name}\n", encoding="utf-8")
    (folder / "points.bin").write_bytes(POINTS)
    return file


def holds(data: dict[str, Any], content: bytes) -> bool:
    """Whether a page holds what a file does: as it is, or as base64, be it twice."""
    text = json.dumps(data)
    for mesh in data["meshes"]:
        text += (zlib.decompress(base64.b64decode(mesh["data"])).decode("latin-1") if mesh["data"] else "") + (
            mesh["mtl"] or ""
        )
    marks = (content[:24].decode("latin-1"), base64.b64encode(content[:24]).decode())
    return any(mark in text for mark in marks)


KINDS = ["buffer", "image", "mtllib", "map", "init_from"]
ENDINGS = {"buffer": ".bin", "mtllib": ".mtl"}
CONTENTS = {
    "buffer": POINTS * 9,
    "mtllib": b"newmtl of somebody else\n",
    "image": png(),
    "map": png(),
    "init_from": png(),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["by name", "absolute", "by link", "by folder"])
@pytest.mark.parametrize("is_confined", [True, False])
def test_files_elsewhere_are_not_in_the_page(kind: str, way: str, is_confined: bool, tmp_path: Path) -> None:
    robot = tmp_path / "home" / "checkout" / "robot"
    secret = tmp_path / "home" / f"secret{ENDINGS.get(kind, '.png')}"
    named = {
        "by name": f"../../{secret.name}",
        "absolute": str(secret),
        "by link": f"link{secret.suffix}",
        "by folder": f"folder/{secret.name}",
    }
    file = mesh_naming(robot, kind, named[way])
    content = CONTENTS[kind]
    secret.write_bytes(content)
    (robot / f"link{secret.suffix}").symlink_to(secret)
    (robot / "folder").symlink_to(secret.parent)
    data, embedding = shown(robot, file, confine=is_confined)
    assert not holds(data, content)
    assert {uri for _, uri in embedding.refused} == {named[way]}
    # the same is shown where it is said to be
    data, embedding = shown(robot, file, confine=is_confined, search_paths=[secret.parent])
    assert holds(data, content)
    assert not embedding.refused


@pytest.mark.parametrize("kind", ["image", "mtllib", "map", "init_from"])
def test_what_is_something_else_is_not_in_the_page(kind: str, tmp_path: Path) -> None:
    name = f"passwd{ENDINGS.get(kind, '.png')}"
    file = mesh_naming(tmp_path, kind, name)
    (tmp_path / name).write_bytes(SECRET)
    data, embedding = shown(tmp_path, file)
    assert not holds(data, SECRET)
    assert data["meshes"][0]["missing"] is None  # the shape is there
    assert [uri for _, uri in embedding.refused] == ([name] if kind in ("image", "mtllib") else [])


def test_a_buffer_has_as_many_bytes_as_is_said(tmp_path: Path) -> None:
    file = mesh_naming(tmp_path, "buffer", "short.bin")
    (tmp_path / "short.bin").write_bytes(POINTS[:-1])
    assert "35 of 36 bytes" in shown(tmp_path, file)[0]["meshes"][0]["missing"]


@pytest.mark.parametrize("mark", ["package.xml", "model.config", ".git"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_package_a_model_and_a_project_are_near(mark: str, kind: str, tmp_path: Path) -> None:
    name = f"../../common/skin{ENDINGS.get(kind, '.png')}"
    file = mesh_naming(tmp_path / "arm" / "meshes" / "visual", kind, name)
    (tmp_path / "arm" / "common").mkdir()
    (tmp_path / "arm" / "common" / os.path.basename(name)).write_bytes(CONTENTS[kind])
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    mesh = f"file://{tmp_path}/arm/meshes/visual/{file}"
    assert not holds(shown(folder, mesh)[0], CONTENTS[kind])
    (tmp_path / "arm" / mark).mkdir() if mark == ".git" else (tmp_path / "arm" / mark).write_text("<package/>")
    assert holds(shown(folder, mesh)[0], CONTENTS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_and_materials_stand_beside_the_folder_of_a_mesh(kind: str, tmp_path: Path) -> None:
    name = f"../textures/skin{ENDINGS.get(kind, '.png')}"
    file = mesh_naming(tmp_path / "meshes", kind, name)
    (tmp_path / "textures").mkdir()
    (tmp_path / "textures" / os.path.basename(name)).write_bytes(CONTENTS[kind])
    (tmp_path / "urdf").mkdir()
    assert holds(shown(tmp_path / "urdf", f"file://{tmp_path}/meshes/{file}")[0], CONTENTS[kind]) == (kind != "buffer")


def test_not_so_where_that_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda _: str(tmp_path))
    (tmp_path / ".git").mkdir()  # a user's own settings under version control are no project
    file = mesh_naming(tmp_path / "robot", "map", "../skin.png")
    (tmp_path / "skin.png").write_bytes(png())
    assert not holds(shown(tmp_path / "robot", file)[0], png())


def test_what_is_near_to_a_linked_mesh_is_near(tmp_path: Path) -> None:
    file = mesh_naming(tmp_path / "src" / "arm", "map", "skin.png")
    (tmp_path / "src" / "arm" / "skin.png").write_bytes(png())
    install = tmp_path / "install" / "arm"
    install.mkdir(parents=True)
    for each in (tmp_path / "src" / "arm").iterdir():  # as builds with links have it
        (install / each.name).symlink_to(each)
    assert holds(shown(install, file)[0], png())


def test_the_command_tells_what_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = tmp_path / "a" / "b"
    file = mesh_naming(robot, "buffer", "../../../secret.bin")
    shown(robot, file)
    assert main(["view", "--isolated", str(robot / "robot.urdf"), "-o", str(tmp_path / "page.html")]) == 0
    assert f"{robot / file}: warning BP407: '../../../secret.bin'" in capsys.readouterr().err


@pytest.mark.parametrize("kind", KINDS)
def test_assets_leaves_files_elsewhere(kind: str, tmp_path: Path) -> None:
    robot = tmp_path / "checkout" / "robot"
    file = mesh_naming(robot, kind, "../../secret.txt")
    (tmp_path / "secret.txt").write_bytes(SECRET)
    (robot / "linked.bin").symlink_to(tmp_path / "secret.txt")
    (robot / "b.gltf").write_text(json.dumps(gltf(buffers=[{"uri": "linked.bin", "byteLength": 9}])), encoding="utf-8")
    shown(robot, file, "b.gltf")
    found = bodyplan.assets(robot / "robot.urdf")
    missing = {asset.uri: asset.reason for asset in found.missing}
    assert {"../../secret.txt", "linked.bin"} <= set(missing)
    assert all("leads out" in reason for uri, reason in missing.items() if uri != "bumps.png")
    found.copy(tmp_path / "out")
    copied = [each.read_bytes() for each in (tmp_path / "out").rglob("*") if each.is_file()]
    assert not any(SECRET in each for each in copied)
    assert len(copied) > 2
    found = bodyplan.assets(robot / "robot.urdf", search_paths=[tmp_path])
    assert {each.uri for each in found.missing} <= {"bumps.png"}


def test_links_in_a_folder_of_scripts_do_not_bring_files_from_elsewhere(tmp_path: Path) -> None:
    robot = tmp_path / "checkout" / "robot"
    (robot / "scripts").mkdir(parents=True)
    (robot / "scripts" / "own.material").write_text("material m\n", encoding="utf-8")
    (robot / "scripts" / "passwd.material").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "secret.txt").write_bytes(SECRET)
    (robot / "m.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="a"><visual name="v"><geometry><box/></geometry><material><script>'
        "<uri>scripts</uri><name>m</name></script></material></visual></link></model></sdf>",
        encoding="utf-8",
    )
    bodyplan.assets(robot / "m.sdf").copy(tmp_path / "out")
    assert [each.name for each in (tmp_path / "out").rglob("*.material")] == ["own.material"]


def test_the_live_view_follows_what_meshes_name(tmp_path: Path, small_page: None) -> None:
    from .test_live import live_of, write

    (tmp_path / "a.stl").write_bytes(stl())
    file = mesh_naming(tmp_path, "map", "skin.png")
    shown(tmp_path, file)
    live = live_of(str(tmp_path / "robot.urdf"))
    while live.look():
        pass
    assert not live.serving.pictures
    (tmp_path / "skin.png").write_bytes(png())
    assert live.look()
    assert [each.data for each in live.serving.pictures] == [png()]
    write(tmp_path / "own.mtl", "newmtl m\n")
    assert live.look()
    assert not any(live.serving.pictures)  # a number that was given away is not given again
