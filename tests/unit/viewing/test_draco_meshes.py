"""Meshes that Draco packs: no place moves by more than a step, and a file of which something would be lost stays whole."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.view import draco_meshes
from bodyplan.semantics.view.draco_meshes import DracoMesh, pack_mesh
from bodyplan.semantics.view.mesh_precision import STEPS
from numpy.typing import NDArray

draco = pytest.importorskip("DracoPy", reason="DracoPy is not installed (the extra draco)")

RANDOM = np.random.default_rng(1)


@pytest.fixture(autouse=True)
def _small_files_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draco_meshes, "LEAST_BYTES", 0)


def packed(format: str, data: bytes) -> DracoMesh:
    found = pack_mesh(format, data)
    assert found is not None
    return found


def stl(corners: NDArray[np.float64], attribute: int = 0, head: bytes = b"") -> bytes:
    rows = np.zeros(len(corners), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    with np.errstate(all="ignore"):
        rows["corners"], rows["attribute"] = corners, attribute
    return head.ljust(80, b"\0") + struct.pack("<I", len(corners)) + rows.tobytes()


def sheet(count: int = 12) -> NDArray[np.float64]:
    """The facets of a bent sheet, which share their corners."""
    across = np.arange(count, dtype=float)
    at = np.stack([*np.meshgrid(across, across, indexing="ij"), np.add.outer(across, across**2) / count], axis=2)
    one, two, three, four = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    halves = [np.stack(each, axis=2).reshape(-1, 3, 3) for each in ([one, two, three], [one, three, four])]
    return np.concatenate(halves)


def in_order(facets: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Facets by the place of their middles, each with its first corner first, as Draco keeps no order."""
    begun = np.array([np.roll(facet, -np.lexsort(np.round(facet, 2).T)[0], axis=0) for facet in facets])
    return begun[np.lexsort(np.round(begun.mean(axis=1), 2).T)]


@pytest.mark.parametrize("size", [1e-3, 1.0, 2.5e3])
def test_corners_of_stl_move_by_no_more_than_a_step(size: float) -> None:
    facets = sheet() * size
    made = packed("stl", stl(facets))
    assert made.text == ""
    (block,) = made.blocks
    found = draco.decode(block)
    assert len(found.points) == 12 * 12
    back = found.points[found.faces]
    assert back.shape == facets.shape
    moved = np.abs(in_order(back / size) - in_order(facets / size)).max()
    assert moved <= facets.max() / size / STEPS
    assert len(block) < len(stl(facets)) / 15


def source(name: str, numbers: NDArray[np.float64]) -> str:
    text = " ".join(map(repr, numbers.ravel().tolist()))
    width = numbers.shape[1]
    return (
        f'<source id="{name}"><float_array id="{name}-a" count="{numbers.size}">{text}</float_array><technique_common>'
        f'<accessor source="#{name}-a" count="{len(numbers)}" stride="{width}"/></technique_common></source>'
    )


POINTS = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 1.5, 0), (0, 0, 1)], dtype=float)
NORMALS = np.array([(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, 1), (0.6, 0, 0.8)], dtype=float)
PLACES = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
MATERIALS = "<library_effects><effect id='</script>&lt;!--'/></library_effects>".replace("'</", "'&lt;/")


def collada(parts: str, sources: str = "", vertices: str = "", more: str = "") -> bytes:
    return (
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">' + MATERIALS + more + ""
        '<library_geometries><geometry id="g"><mesh>'
        + source("points", POINTS)
        + source("normals", NORMALS)
        + sources
        + ""
        f'<vertices id="v"><input semantic="POSITION" source="#points"/>{vertices}</vertices>{parts}</mesh></geometry>'
        "</library_geometries></COLLADA>"
    ).encode()


def holes(made: DracoMesh) -> list[str]:
    return made.text.split("\0")[1::2]


TRIANGLES = (
    '<triangles material="one" count="2"><input semantic="VERTEX" source="#v" offset="0"/>'
    '<input semantic="NORMAL" source="#normals" offset="1"/><p>0 0 1 1 2 2 0 3 2 4 3 5</p></triangles>'
)


def test_a_part_of_collada_has_its_corners_and_normals_apart_and_its_looks_in_the_rest() -> None:
    made = packed("dae", collada(TRIANGLES))
    (block,) = made.blocks
    found = draco.decode(block)
    facets = np.array([POINTS[[0, 1, 2]], POINTS[[0, 2, 3]]])
    np.testing.assert_allclose(in_order(found.points[found.faces]), in_order(facets), atol=2 / STEPS)
    np.testing.assert_allclose(np.linalg.norm(found.normals, axis=1), 1, atol=0.01)
    assert holes(made) == ["VERTEX:0:0", "NORMAL:0:0", "COUNT:0:0", "CORNERS:0:0"]
    assert 'material="one"' in made.text
    assert "&lt;/script>" in made.text or "&lt;/script&gt;" in made.text
    assert "float_array" in made.text
    assert not re.search(r"\d \d", made.text)


def test_parts_of_a_mesh_share_their_positions() -> None:
    second = TRIANGLES.replace("one", "two").replace("0 0 1 1 2 2 0 3 2 4 3 5", "0 0 1 1 5 2 3 3 4 4 5 5")
    made = packed("dae", collada(TRIANGLES + second))
    assert len(made.blocks) == 2
    assert {"VERTEX:0:1", "CORNERS:0:0", "CORNERS:0:1", "NORMAL:1:1", "COUNT:1:1"} <= set(holes(made))


def test_polygons_become_triangles() -> None:
    polygons = (
        '<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4 5</vcount>'
        "<p>0 1 2 3 0 1 2 4 3</p></polylist>"
    )
    made = packed("dae", collada(polygons))
    found = draco.decode(made.blocks[0])
    cut = [(0, 1, 3), (1, 2, 3), (0, 1, 2), (0, 2, 4), (0, 4, 3)]
    facets = np.array([POINTS[list(each)] for each in cut])
    np.testing.assert_allclose(in_order(found.points[found.faces]), in_order(facets), atol=2 / STEPS)
    assert "<polylist" not in made.text
    assert "vcount" not in made.text
    assert "PLACES:0:0" in holes(made)


def test_what_is_said_of_all_corners_together_is_said_of_each_part() -> None:
    together = '<input semantic="NORMAL" source="#normals"/>'
    alone = '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'
    made = packed("dae", collada(alone, vertices=together))
    assert len(draco.decode(made.blocks[0]).normals) == 3
    assert "NORMAL:0:0" in holes(made)


def test_places_in_pictures_are_kept() -> None:
    part = (
        '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/>'
        '<input semantic="TEXCOORD" source="#places" offset="1" set="0"/><p>0 0 1 1 2 2</p></triangles>'
    )
    made = packed("dae", collada(part, sources=source("places", PLACES)))
    found = draco.decode(made.blocks[0])
    order = [int(np.abs(found.points - point).sum(axis=1).argmin()) for point in POINTS[:3]]
    np.testing.assert_allclose(found.tex_coord[order], PLACES[:3], atol=2**-16)


PLAIN = '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/>{}<p>0 1 2</p></triangles>'


@pytest.mark.parametrize(
    ("format", "data"),
    [
        pytest.param("stl", b"solid a\nfacet normal 0 0 1\n", id="text"),
        pytest.param("stl", stl(sheet())[:-1], id="cut"),
        pytest.param("stl", stl(sheet(), attribute=0x801F), id="colours of facets"),
        pytest.param("stl", stl(sheet(), head=b"COLOR=\x01\x02\x03\xff"), id="a colour"),
        pytest.param("stl", stl(sheet() * np.nan), id="no numbers"),
        pytest.param("stl", stl(np.zeros((5, 3, 3))), id="all in one place"),
        pytest.param("stl", stl(np.concatenate([sheet(), np.full((1, 3, 3), 1e38)])), id="far away"),
        pytest.param("obj", b"v 0 0 0\n", id="another kind"),
        pytest.param("dae", b"<COLLADA>", id="no XML"),
        pytest.param("dae", b"<COLLADA/>", id="no surface"),
        pytest.param("dae", collada(PLAIN.format("").replace("0 1 2", "0 1 9")), id="no such corner"),
        pytest.param("dae", collada(PLAIN.format("").replace("0 1 2", "0 -1 2")), id="a negative one"),
        pytest.param("dae", collada(PLAIN.format("").replace("0 1 2", "0 1 many")), id="no integer"),
        pytest.param("dae", collada(PLAIN.format("").replace("0 1 2", "9" * 400)), id="a long integer"),
        pytest.param("dae", collada(PLAIN.format("").replace('offset="0"', 'offset="-1"')), id="an odd offset"),
        pytest.param(
            "dae", collada(PLAIN.format("") + PLAIN.format("").replace("triangles", "tristrips")), id="strips"
        ),
        pytest.param(
            "dae",
            collada(PLAIN.format('<input semantic="COLOR" source="#normals" offset="0"/>')),
            id="colours of corners",
        ),
        pytest.param(
            "dae",
            collada(PLAIN.format(""), more="<library_controllers><controller id='c'/></library_controllers>"),
            id="skins",
        ),
        pytest.param(
            "dae",
            collada(
                '<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>99</vcount><p>0 1 2</p></polylist>'
            ),
            id="more corners than there are",
        ),
        pytest.param(
            "dae",
            collada(
                '<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4611686018427387904 4611686018427387904</vcount><p>0 1 2</p></polylist>'
            ),
            id="too many corners",
        ),
    ],
)
def test_what_would_lose_something_stays_as_it_is(format: str, data: bytes) -> None:
    assert pack_mesh(format, data) is None


def test_small_files_need_no_decoder(monkeypatch: pytest.MonkeyPatch) -> None:
    data = stl(sheet())
    monkeypatch.setattr(draco_meshes, "LEAST_BYTES", len(data) + 1)
    assert pack_mesh("stl", data) is None


def view(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, dict[str, Any], str]:
    """A page with a mesh, the mesh's row, and what was said."""
    (folder / "a.stl").write_bytes(stl(sheet(60)))
    robot = folder / "a.urdf"
    robot.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual></link></robot>'
    )
    main(["view", str(robot), "-o", str(folder / "a.html"), *more])
    page = (folder / "a.html").read_text()
    scene = json.loads(re.search(r'<script type="application/json" id="scene">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    return page, scene["documents"][0]["meshes"][0], capsys.readouterr().err


def test_a_page_has_the_decoder_where_it_needs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, mesh, _ = view(tmp_path, capsys)
    assert mesh["packed"] == "draco"
    assert len(mesh["blocks"]) == 1
    assert "'wasm-unsafe-eval'" in page
    monkeypatch.setattr(draco_meshes, "is_installed", lambda: False)
    page, mesh, _ = view(tmp_path, capsys)
    assert mesh["packed"] == "deflate"
    assert "blocks" not in mesh
    assert "wasm-unsafe-eval" not in page.partition("</head>")[0]


def test_the_extra_is_named_where_the_limit_leaves_meshes_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bodyplan.semantics.view.page.LIMIT", 10)
    assert "bodyplan[draco]" not in view(tmp_path, capsys)[2]
    monkeypatch.setattr(draco_meshes, "is_installed", lambda: False)
    said = view(tmp_path, capsys)[2]
    assert "--embed includes all of them; pip install 'bodyplan[draco]' makes meshes smaller" in said


def test_surfaces_that_draco_searches_for_hours_stay_whole() -> None:
    """It looks through all faces that meet in a corner, for each of them."""
    many = 200_000
    angles = np.linspace(0, 2 * np.pi, many)
    fan = np.zeros((many, 3, 3))
    for corner, at in ((1, angles), (2, np.roll(angles, -1))):
        fan[:, corner, 0], fan[:, corner, 1] = np.cos(at), np.sin(at)
    same = np.repeat(np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]]), many, axis=0)
    hinge = np.zeros((many, 3, 3))
    hinge[:, 1, 0], hinge[:, 2] = 1, RANDOM.normal(size=(many, 3))
    for faces in (fan, same, hinge):
        assert pack_mesh("stl", stl(faces)) is None
    assert pack_mesh("stl", stl(fan[: many // 200])) is not None
