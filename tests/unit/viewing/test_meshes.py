"""Meshes and pictures of a page: found as the document's reader finds them, bounded, whole."""

from __future__ import annotations

import base64
import json
import random
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bodyplan.runtime.files import FILES
from bodyplan.semantics.core.options import LoadOptions
from bodyplan.semantics.document.loader import resolve_options
from bodyplan.semantics.view import mesh_files
from bodyplan.semantics.view.documents import open_document
from bodyplan.semantics.view.mesh_files import NO_PICTURE, NotShown, mesh_file
from bodyplan.semantics.view.mesh_precision import round_mesh
from bodyplan.semantics.view.meshes import EmbeddedAssets
from bodyplan.semantics.view.scene_json import document_data

CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
OBJ = "mtllib look.mtl\n" + "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "usemtl m\nf 1 2 3\n"


def stl(facets: int = 1) -> bytes:
    """A binary STL file."""
    facet = struct.pack("<12fH", 0, 0, 1, *(number for corner in CORNERS for number in corner), 0)
    return b"\0" * 80 + struct.pack("<I", facets) + facet * facets


def png() -> bytes:
    """A picture of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")


def gltf(**more: Any) -> dict[str, Any]:
    """The description of a glTF file with one triangle, whose buffer is another file."""
    return {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "points%201.bin", "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        **more,
    }


def shown(folder: Path, *uris: str, limit: int | None = None, **options: Any) -> tuple[dict[str, Any], EmbeddedAssets]:
    """A robot whose links have the meshes that are named."""
    links = "".join(
        f'<link name="l{n}"><visual><geometry><mesh filename="{uri}"/></geometry></visual></link>'
        + (f'<joint name="j{n}" type="fixed"><parent link="l0"/><child link="l{n}"/></joint>' if n else "")
        for n, uri in enumerate(uris)
    )
    path = folder / "robot.urdf"
    path.write_text(f'<robot name="r">{links}</robot>', encoding="utf-8")
    embedding = EmbeddedAssets(limit)
    given: LoadOptions = options  # type: ignore[assignment]
    return document_data(open_document(path, resolve_options(given, folder)), embedding), embedding


def test_meshes_are_in_the_page_once(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_bytes(stl(3))
    data, _ = shown(tmp_path, "a.stl", "./a.stl", "missing.stl")
    assert [link["visuals"][0]["geometry"]["mesh"] for link in data["links"][1:]] == [0, 0, 1]
    first, second = data["meshes"]
    assert zlib.decompress(base64.b64decode(first["data"])) == round_mesh("stl", stl(3))
    assert (first["format"], first["facets"], first["missing"]) == ("stl", 3, None)
    assert second["data"] is None
    assert "missing.stl" in second["missing"]


def test_packages_are_found_as_when_loading(tmp_path: Path) -> None:
    package = tmp_path / "arm_description"
    (package / "meshes").mkdir(parents=True)
    (package / "urdf").mkdir()
    (package / "package.xml").write_text("<package><name>arm_description</name></package>", encoding="utf-8")
    (package / "meshes" / "a.STL").write_bytes(stl())
    data, _ = shown(package / "urdf", "package://arm_description/meshes/a.STL")
    assert data["meshes"][0]["facets"] == 1
    data, _ = shown(package / "urdf", "package://arm_description/meshes/a.STL", confine=True)
    assert data["meshes"][0]["facets"] == 1


def test_nothing_outside_is_read_where_reading_is_confined(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.stl").write_bytes(stl())
    (tmp_path / "inner" / "b.obj").write_text("mtllib ../look.mtl\nf 1 1 1\n", encoding="utf-8")
    (tmp_path / "look.mtl").write_text("newmtl secret\n", encoding="utf-8")
    (tmp_path / "inner" / "a.stl").symlink_to(tmp_path / "secret.stl")
    free, _ = shown(tmp_path / "inner", "a.stl", "b.obj")
    assert free["meshes"][0]["data"] is not None
    assert "secret" in free["meshes"][1]["mtl"]
    data, _ = shown(tmp_path / "inner", "a.stl", "b.obj", confine=True)
    assert data["meshes"][0]["data"] is None
    assert "leads out" in data["meshes"][0]["missing"]
    assert data["meshes"][1]["mtl"] is None


def test_a_limit_is_kept_and_what_is_left_out_is_told(tmp_path: Path) -> None:
    for name, facets in (("a.stl", 1), ("b.stl", 100), ("c.stl", 2)):
        (tmp_path / name).write_bytes(stl(facets))
    noise = stl(100)[:84] + random.Random(1).randbytes(5001)  # which cannot be compressed, and is not rounded
    (tmp_path / "b.stl").write_bytes(noise)
    data, embedding = shown(tmp_path, "a.stl", "b.stl", "c.stl", limit=400)
    assert [mesh["data"] is not None for mesh in data["meshes"]] == [True, False, True]
    assert [each.uri for each in embedding.left_out] == ["b.stl"]
    assert 5000 < embedding.left_out[0].size <= len(noise)
    assert "not in the page" in data["meshes"][1]["missing"]


def test_materials_and_pictures_of_wavefront_files(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ, encoding="utf-8")
    (tmp_path / "look.mtl").write_text(
        "newmtl m\nKd 1 0 0\nmap_Kd -s 2 2 2 skin.png\nmap_Bump bumps.png\n", encoding="utf-8"
    )
    for name in ("skin.png", "bumps.png"):
        (tmp_path / name).write_bytes(png())
    data, _ = shown(tmp_path, "a.obj")
    (mesh,) = data["meshes"]
    assert "newmtl m" in mesh["mtl"]
    assert mesh["textures"] == {"skin.png": "picture:0"}
    assert data["pictures"] == ["data:image/png;base64," + base64.b64encode(png()).decode()]
    assert mesh["facets"] == 1


COLLADA = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema">
  <library_images>
    <image id="skin"><init_from>skin.png</init_from></image>
    <image id="bumps"><init_from>bumps.png</init_from></image>
  </library_images>
  <library_effects><effect id="e"><profile_COMMON>
    <newparam sid="s"><surface type="2D"><init_from>skin</init_from></surface></newparam>
    <newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
    <technique sid="common"><phong><diffuse><texture texture="t"/></diffuse></phong>
      <extra><technique profile="FCOLLADA"><bump><texture texture="bumps"/></bump></technique></extra></technique>
  </profile_COMMON></effect></library_effects>
  <triangles material="m" count="12"/>
</COLLADA>"""


@pytest.mark.parametrize(
    ("old", "new", "pictures"),
    [
        ("", "", ["skin.png"]),
        ('texture="t"', 'texture="skin"', ["skin.png"]),  # as some exporters write it
        ("<source>s</source>", '<instance_image url="#skin"/>', ["skin.png"]),  # COLLADA 1.5
        ("<init_from>skin.png</init_from>", "<init_from><ref>skin.png</ref></init_from>", ["skin.png"]),
        ('texture="t"', 'texture="unknown"', ["skin.png", "bumps.png"]),  # it is not clear which
        ("<library_effects>", "<library_effects><oh>", ["skin.png", "bumps.png"]),
        ("<source>s</source>", "<source>t</source>", ["skin.png", "bumps.png"]),  # a circle
    ],
)
def test_pictures_of_colours_in_collada_files(old: str, new: str, pictures: list[str], tmp_path: Path) -> None:
    for name in ("skin.png", "bumps.png"):
        (tmp_path / name).write_bytes(png())
    (tmp_path / "a.dae").write_text(COLLADA.replace(old, new, 1) if old else COLLADA, encoding="utf-8")
    data, _ = shown(tmp_path, "a.dae")
    assert list(data["meshes"][0]["textures"]) == pictures
    assert data["meshes"][0]["facets"] == 12


def test_collada_files_with_entities_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "b.dae").write_text(f'<!DOCTYPE x [<!ENTITY a "b">]>{COLLADA}', encoding="utf-8")
    data, _ = shown(tmp_path, "b.dae")
    assert "entities" in data["meshes"][0]["missing"]


def test_pictures_of_gltf_files_are_in_the_page_once_and_those_of_colours_alone(tmp_path: Path) -> None:
    looks = {
        "images": [{"uri": "bump.png"}, {"uri": "skin%201.png"}, {"uri": "glow.ktx2"}],
        "textures": [{"source": 1}, {"source": 0}, {"source": 2}],
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, "normalTexture": {"index": 1}},
            {"emissiveTexture": {"index": 2}},
        ],
    }
    for name in ("bump.png", "skin 1.png"):
        (tmp_path / name).write_bytes(png())
    (tmp_path / "glow.ktx2").write_bytes(b"\xabKTX 20\xbb")
    (tmp_path / "points 1.bin").write_bytes(struct.pack("<9f", *sum(CORNERS, ())))
    for name in ("a.gltf", "b.gltf"):
        (tmp_path / name).write_text(json.dumps(gltf(**looks, extras=name)), encoding="utf-8")
    data, embedding = shown(tmp_path, "a.gltf", "b.gltf")
    assert embedding.refused == {}
    assert data["pictures"] == ["data:image/png;base64," + base64.b64encode(png()).decode()]
    for mesh in data["meshes"]:
        assert mesh["textures"] == {"skin%201.png": "picture:0"}
        images = json.loads(zlib.decompress(base64.b64decode(mesh["data"])))["images"]
        assert images[0]["uri"] == images[2]["uri"] == NO_PICTURE
        assert unquote(images[1]["uri"]) == "skin%201.png"  # by which the page finds it among the textures


@pytest.mark.parametrize("ending", ["gltf", "glb"])
def test_gltf_files_are_made_whole(ending: str, tmp_path: Path) -> None:
    points = struct.pack("<9f", *(number for corner in CORNERS for number in corner))
    text = json.dumps(gltf()).encode()
    text += b" " * (-len(text) % 4)
    rest = struct.pack("<I", 4) + b"BIN\0" + b"rest"
    binary = b"glTF" + struct.pack("<III", 2, 20 + len(text) + len(rest), len(text)) + b"JSON" + text + rest
    (tmp_path / f"a.{ending}").write_bytes(text if ending == "gltf" else binary)
    data, _ = shown(tmp_path, f"a.{ending}")
    assert "points%201.bin" in data["meshes"][0]["missing"]
    (tmp_path / "points 1.bin").write_bytes(points)
    data, _ = shown(tmp_path, f"a.{ending}")
    (mesh,) = data["meshes"]
    made = zlib.decompress(base64.b64decode(mesh["data"]))
    if ending == "glb":
        _, size, length = struct.unpack_from("<III", made, 4)
        assert size == len(made)
        assert made[20 + length :] == rest
        made = made[20 : 20 + length]
    (buffer,) = json.loads(made)["buffers"]
    assert base64.b64decode(buffer["uri"].partition("base64,")[2]) == points
    assert mesh["facets"] == 1


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.ply", b"ply", "kind"),
        ("a.stl", b"", "empty"),
        ("a.gltf", b"[1, 2]", "no glTF"),
        ("a.gltf", b"{" * 100_000, "no glTF"),
        ("a.gltf", json.dumps(gltf(meshes=[{"primitives": [{"indices": 99}]}])).encode(), "no glTF"),
        ("a.glb", b"glTF", "no binary glTF"),
        ("a.dae", b'<triangles count="99999999999"/>', "facets"),
        ("a.obj", b"\nf 1 1 1" * 5, "facets"),
        ("a.stl", b"solid a\n" + b"endfacet\n" * 5, "facets"),
    ],
)
def test_hostile_and_unknown_files_are_not_shown(
    name: str, data: bytes, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_files, "MOST_FACETS", 4)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(NotShown, match=reason):
        mesh_file(str(tmp_path / name), FILES)


def test_large_files_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_files, "MOST_BYTES", 1 << 20)
    (tmp_path / "a.stl").write_bytes(stl(30_000))
    with pytest.raises(NotShown, match="at most 1 MB"):
        mesh_file(str(tmp_path / "a.stl"), FILES)


def test_an_stl_file_that_lies_about_its_size_counts_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_bytes(stl(2)[:80] + b"\xff\xff\xff\x7f" + stl(2)[84:])
    assert mesh_file(str(tmp_path / "a.stl"), FILES).facets == 2


def test_textures_of_visuals_are_looked_up(tmp_path: Path) -> None:
    (tmp_path / "skin.png").write_bytes(png())
    (tmp_path / "m.sdf").write_text(
        """<sdf version="1.9"><model name="m"><link name="a">
        <visual name="v"><geometry><box/></geometry><material><pbr><metal><albedo_map>skin.png</albedo_map></metal></pbr>
        </material></visual>
        <visual name="w"><geometry><box/></geometry><material><pbr><metal><albedo_map>none.png</albedo_map></metal></pbr>
        </material></visual></link></model></sdf>""",
        encoding="utf-8",
    )
    options = replace(resolve_options({}, tmp_path))
    data = document_data(open_document(tmp_path / "m.sdf", options), EmbeddedAssets(None))
    assert [material["texture"] is not None for material in data["materials"]] == [True, False]
    assert data["materials"][0]["texture"] == "picture:0"
    assert data["pictures"][0].startswith("data:image/png;base64,")
