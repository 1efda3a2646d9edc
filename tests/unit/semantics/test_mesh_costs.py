"""Meshes and what they name are read once, counted before, and believed about their size only after a look."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime.budget import Budget, OverBudget
from bodyplan.runtime.contents import Contents
from bodyplan.runtime.files import FILES, Files, TooLarge
from bodyplan.semantics.assets.mesh_references import names_in, reach_of
from bodyplan.semantics.view.mesh_files import mesh_file

from tests.bounding import at_most

OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Counted(Files):
    """Files that note what is read."""

    __slots__ = ("read_paths",)

    def __init__(self) -> None:
        super().__init__()
        self.read_paths: list[str] = []

    def only_in(self, folders: Any) -> Files:
        return self

    def read(self, path: Any, most: int) -> bytes:
        self.read_paths.append(os.path.basename(path))
        return super().read(path, most)


def test_a_file_is_read_once_and_counted_before(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "x").write_bytes(b"1" * 60)
    (tmp_path / "link").symlink_to("x")
    files = Counted()
    contents = Contents(Budget(100))
    for name in ("x", "./x", "a/../x", "link"):
        assert contents.read(str(tmp_path / name), 80, files) == b"1" * 60
    assert files.read_paths == ["x"]
    (tmp_path / "y").write_bytes(b"2" * 60)
    with pytest.raises(OverBudget):
        contents.read(str(tmp_path / "y"), 80, files)
    with pytest.raises(TooLarge):
        contents.read(str(tmp_path / "y"), 50, files)
    assert files.read_paths == ["x"]


def test_materials_with_many_names_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "x.mtl").write_text("newmtl a\nmap_Kd t.png\n" * 5000)
    (tmp_path / "y.mtl").symlink_to("x.mtl")
    names = [
        "x.mtl",
        "./x.mtl",
        "a/../x.mtl",
        "./a/../x.mtl",
        "a/.././x.mtl",
        "y.mtl",
        "./y.mtl",
        "a/../y.mtl",
        "././x.mtl",
    ]
    (tmp_path / "o.obj").write_text("".join(f"mtllib {name}\n" for name in names) + OBJ)
    files = Counted()
    with at_most(200_000):
        found = mesh_file(str(tmp_path / "o.obj"), files)
    assert files.read_paths == ["o.obj", "x.mtl"]
    assert found.materials is not None
    assert len(found.materials) == (tmp_path / "x.mtl").stat().st_size


def test_a_buffer_that_many_name_is_in_the_page_once(tmp_path: Path) -> None:
    (tmp_path / "b.bin").write_bytes(bytes(range(36)))
    (tmp_path / "c.bin").write_bytes(bytes(36))
    uris = ["b.bin", "./b.bin", "c.bin", "b.bin"]
    described = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": uri, "byteLength": 12 * number + 12} for number, uri in zip((0, 1, 0, 2), uris)],
        "bufferViews": [{"buffer": number, "byteLength": 12} for number in range(4)],
        "images": [{"uri": "p.png"}, {"uri": "p.png"}],
        "textures": [{"source": 1}, {"extensions": {"EXT_texture_webp": {"source": 1}}}],
    }
    (tmp_path / "p.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    (tmp_path / "g.gltf").write_text(json.dumps(described))
    files = Counted()
    made = json.loads(mesh_file(str(tmp_path / "g.gltf"), files).data)
    assert files.read_paths == ["g.gltf", "b.bin", "c.bin", "p.png"]
    assert [base64.b64decode(each["uri"].partition(",")[2]) for each in made["buffers"]] == [
        bytes(range(36)),
        bytes(36),
    ]
    assert made["buffers"][0]["byteLength"] == 36
    assert [each["buffer"] for each in made["bufferViews"]] == [0, 0, 1, 0]
    assert len(made["images"]) == 1
    assert made["textures"] == [{"source": 0}, {"extensions": {"EXT_texture_webp": {"source": 0}}}]


@pytest.mark.parametrize(
    ("ending", "data"),
    [
        (".obj", b"mtllib " + b" " * 400_000 + b"x"),
        (".mtl", b"map_Kd a" + b" " * 400_000 + b"x"),
        (".mtl", b"map_Kd t.png\n" * 100_000),
        (".mtl", b"map_Kd " + b"-o 1 " * 100_000),
        (".dae", b"<init_from>" + b" " * 400_000),
        (".dae", b"<init_from" * 40_000),
        (".dae", b"<init_from><ref" * 40_000),
        (".material", b" " * 400_000 + b"texture"),
    ],
)
def test_names_are_found_in_one_go(ending: str, data: bytes, tmp_path: Path) -> None:
    path = str(tmp_path / f"a{ending}")
    with at_most(1_000_000):
        names_in(path, data, reach_of(path, FILES, ()))


def test_names_are_those_that_stand_there(tmp_path: Path) -> None:
    def names(ending: str, data: bytes) -> list[str]:
        path = str(tmp_path / f"a{ending}")
        return list(names_in(path, data, reach_of(path, FILES, ())))

    assert names(".obj", b"mtllib a b.mtl \t\r\n  mtllib \tc.mtl") == ["a b.mtl", "c.mtl"]
    assert names(".mtl", b"map_Kd -s 1 1 1 a.png \r\nbump -bm 0.5 b.png\nmap_kd c.png") == ["a.png", "b.png", "c.png"]
    collada = b"<init_from> a.png </init_from><x:init_from><ref>b.png</ref></x:init_from><init_from>surface</init_from>"
    assert names(".dae", collada) == ["a.png", "b.png"]


def world(mesh: str) -> str:
    return (
        '<sdf version="1.11"><model name="m"><link name="l"><inertial auto="true"/><collision name="c">'
        f"<geometry><mesh><uri>{mesh}</uri></mesh></geometry></collision></link></model></sdf>"
    )


def reason(folder: Path, name: str, data: bytes) -> str:
    pytest.importorskip("trimesh", reason="the extra trimesh is not installed")
    (folder / name).write_bytes(data)
    (found,) = (each for each in bodyplan.loads(world(name), base_dir=folder).diagnostics if each.code == "BP622")
    return found.message


def gltf(**more: Any) -> bytes:
    buffer = {"uri": "data:;base64," + base64.b64encode(bytes(36)).decode(), "byteLength": 36}
    described = {
        "asset": {"version": "2.0"},
        "buffers": [buffer],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    return json.dumps({**described, **more}).encode()


@pytest.mark.slow
def test_counts_that_a_mesh_does_not_hold_are_not_believed(tmp_path: Path) -> None:
    accessor = {"componentType": 5126, "count": 10**10, "type": "VEC3"}
    assert "more elements than" in reason(tmp_path, "a.gltf", gltf(accessors=[{**accessor, "bufferView": 0}]))
    assert "more elements than" in reason(tmp_path, "b.gltf", gltf(accessors=[accessor]))
    ply = b"ply\nformat binary_little_endian 1.0\nelement vertex 9999999999\nproperty float x\nend_header\n"
    assert "more elements than" in reason(tmp_path, "c.ply", ply)
