"""Meshes that Draco packed look as their files do, and need nothing from elsewhere; broken ones do no harm."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from bodyplan.semantics.view import draco_meshes
from numpy.typing import NDArray

from .browsing import Camera, Opened, a_browser, overlap, page_of
from .mesh_files import stl

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]
pytest.importorskip("DracoPy", reason="DracoPy is not installed (the extra draco)")

CAMERA: Camera = ((2.5, -2.0, 1.5), (0.0, 0.0, 0.0), 0.8)
NAME = "</script><script>alert(1)</script>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as opened:
        yield opened


def shell(count: int = 40) -> NDArray[np.float64]:
    """The facets of a ball with dents, one of whose sides is open."""
    turns, heights = np.linspace(0, 2 * np.pi, count), np.linspace(0.2, 2.8, count)
    turn, height = np.meshgrid(turns, heights, indexing="ij")
    reach = 0.8 + 0.15 * np.sin(5 * turn) * np.sin(4 * height)
    at = np.stack([np.cos(turn) * np.sin(height), np.sin(turn) * np.sin(height), np.cos(height)], 2) * reach[..., None]
    one, two, three, four = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    halves = [np.stack(each, axis=2).reshape(-1, 3, 3) for each in ([one, three, two], [one, four, three])]
    return np.concatenate(halves)


def _source(name: str, rows: NDArray[np.float64]) -> str:
    numbers = " ".join(f"{number:.7g}" for number in rows.ravel())
    return (
        f'<source id="{name}"><float_array id="{name}-a" count="{rows.size}">{numbers}</float_array><technique_common>'
        f'<accessor source="#{name}-a" count="{len(rows)}" stride="3"/></technique_common></source>'
    )


def _material(name: str, colour: str) -> tuple[str, str]:
    effect = f"<effect id='{name}-e'><profile_COMMON><technique sid='t'><lambert><diffuse><color>{colour}</color></diffuse></lambert>"
    return (
        f"{effect}</technique></profile_COMMON></effect>",
        f"<material id='{name}' name='{name}'><instance_effect url='#{name}-e'/></material>",
    )


def collada(facets: NDArray[np.float64]) -> str:
    """The facets as two parts of a mesh, red and green, with normals of their own, turned and moved."""
    sides = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    sides /= np.linalg.norm(sides, axis=1)[:, None]
    half = len(facets) // 2
    parts = ""
    for name, start, end in (("red", 0, half), ("green", half, len(facets))):
        rows = " ".join(f"{3 * facet + k} {facet}" for facet in range(start, end) for k in range(3))
        parts += (
            f'<triangles material="{name}" count="{end - start}"><input semantic="VERTEX" source="#v" offset="0"/>'
            f'<input semantic="NORMAL" source="#n" offset="1"/><p>{rows}</p></triangles>'
        )
    effects, materials = zip(_material("red", "0.9 0.1 0.1 1"), _material("green", "0.1 0.8 0.1 1"))
    bound = "".join(f'<instance_material symbol="{name}" target="#{name}"/>' for name in ("red", "green"))
    hostile = NAME.replace("<", "&lt;")
    return (
        '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
        '<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>'
        f"<library_effects>{''.join(effects)}</library_effects><library_materials>{''.join(materials)}</library_materials>"
        f'<library_geometries><geometry id="g" name="{hostile}"><mesh>{_source("p", facets.reshape(-1, 3))}{_source("n", sides)}'
        f'<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>{parts}</mesh></geometry></library_geometries>'
        f'<library_visual_scenes><visual_scene id="s"><node id="k" name="{hostile}"><rotate>0 0 1 30</rotate>'
        f'<instance_geometry url="#g"><bind_material><technique_common>{bound}</technique_common></bind_material>'
        "</instance_geometry></node></visual_scene></library_visual_scenes>"
        '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )


def robot(folder: Path, mesh: str) -> Path:
    made = folder / "shell.urdf"
    made.write_text(
        f'<robot name="r"><link name="a"><visual><geometry><mesh filename="{mesh}"/></geometry></visual></link></robot>'
    )
    return made


def opened(browser: Browser, address: str) -> tuple[Opened, dict[str, Any]]:
    """A page, and what it shows; it asks for nothing but itself."""
    page = Opened(browser, address)
    stats = page.ask("() => bodyplan.stats()")
    assert page.told == []
    assert [each for each in page.asked if not each.startswith(("data:", "blob:"))] == [address]
    return page, stats


def pixels(page: Opened, read: Callable[[bytes], NDArray[np.uint8]]) -> NDArray[np.int16]:
    page.ask("() => bodyplan.look([2.5, -2, 1.5], [0, 0, 0], [0, 0, 1], 0.8)")
    page.ask("() => bodyplan.resting()")
    url = page.ask("() => bodyplan.picture(800)")
    return read(base64.b64decode(url.partition("base64,")[2])).astype(np.int16)


@pytest.mark.parametrize("kind", ["stl", "dae"])
def test_packed_meshes_look_as_their_files_do(
    kind: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    import io

    def read(data: bytes) -> NDArray[np.uint8]:
        return np.asarray(image.open(io.BytesIO(data)).convert("RGB"))

    facets = shell()
    file = tmp_path / f"shell.{kind}"
    file.write_bytes(stl(facets) if kind == "stl" else collada(facets).encode())
    seen = []
    for installed in (True, False):
        monkeypatch.setattr(draco_meshes, "is_installed", lambda installed=installed: installed)
        (tmp_path / str(installed)).mkdir()
        address = page_of(tmp_path / str(installed), robot(tmp_path, file.name))
        text = (tmp_path / str(installed) / "shell.urdf.html").read_text()
        assert ('"packed":"draco"' in text) is installed
        page, stats = opened(browser, address)
        seen.append((len(text), stats["facets"], page.silhouette(CAMERA), pixels(page, read)))
        page.close()
    packed, plain = seen
    assert packed[1] == plain[1] == len(facets)
    assert overlap(packed[2], plain[2]) > 0.998
    assert (np.abs(packed[3] - plain[3]).max(axis=2) > 24).mean() < 0.002
    assert plain[3].std() > 5  # it is not empty


def test_broken_blocks_are_told_of_and_do_no_harm(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "shell.stl").write_bytes(stl(shell()))
    address = page_of(tmp_path, robot(tmp_path, "shell.stl"))
    page = tmp_path / "shell.urdf.html"
    text = page.read_text()
    (block,) = json.loads(re.search(r'"blocks":(\[.*?\])', text)[1])  # type: ignore[index]
    whole = bytearray(base64.b64decode(block))
    random = np.random.default_rng(3)
    for change in ("cut", "head", "noise", "nothing"):
        data = bytearray(whole)
        if change == "cut":
            del data[len(data) // 3 :]
        elif change == "head":
            data[:11] = b"DRACO\xff\xff\1\1\xff\xff"
        elif change == "nothing":
            data.clear()
        else:
            for at in random.integers(11, len(data), 60):
                data[at] = random.integers(256)
        page.write_text(text.replace(block, base64.b64encode(data).decode("ascii")))
        shown, stats = opened(browser, address)
        assert stats["missing"] == 1 or change == "noise", change
        assert shown.ask("() => document.querySelectorAll('script').length") == 4
        shown.close()
