"""The page in a real browser: it moves as the scene does, needs nothing, bears anything, and follows changes."""

from __future__ import annotations

import io
import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import bodyplan
import numpy as np
import pytest
from bodyplan.cli.main import main
from bodyplan.cli.viewing.documents import ViewRequest
from bodyplan.cli.viewing.live_documents import LiveView
from bodyplan.cli.viewing.server import PageServer
from bodyplan.semantics.document.loader import resolve_options
from numpy.typing import NDArray

from .browsing import SIZE, Opened, a_browser, page_of, until
from .mesh_files import stl, wedge

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

SKEL = """<skel version="1.0"><world name="w"><skeleton name="s"><body name="a"><transformation>0 0 1 0 0 0</transformation>
<visualization_shape><geometry><box><size>0.2 0.2 0.2</size></box></geometry></visualization_shape></body>
<body name="b"><transformation>0.5 0 1 0.1 0.2 0.3</transformation></body><body name="c"/>
<joint type="free" name="f"><parent>world</parent><child>a</child></joint>
<joint type="ball" name="g"><transformation>0.1 0 0 0.4 0 0</transformation><parent>a</parent><child>b</child></joint>
<joint type="euler" name="e"><axis_order>zyx</axis_order><parent>b</parent><child>c</child></joint>
</skeleton></world></skel>"""
SDF = """<sdf version="1.9"><world name="w"><model name="m"><pose>1 2 3 0.1 0.2 0.3</pose><link name="a"><visual name="v"><geometry>
<sphere><radius>0.1</radius></sphere></geometry></visual></link><link name="b"><pose>1 0 0 0 0.5 0</pose></link>
<link name="c"/><link name="d"/><link name="e"/>
<joint name="i" type="universal"><parent>a</parent><child>b</child><axis><xyz>1 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
<joint name="j" type="screw"><screw_thread_pitch>0.4</screw_thread_pitch><parent>c</parent><child>b</child>
<axis><xyz>0 1 1</xyz></axis></joint>
<joint name="k" type="ball"><parent>c</parent><child>d</child></joint>
<joint name="l" type="prismatic"><pose>0 0 1 1 0 0</pose><parent>d</parent><child>e</child><axis><xyz>1 0 0</xyz></axis></joint>
</model></world></sdf>"""
PLANAR = """<robot name="r"><link name="a"/><link name="b"/><link name="c"/><joint name="p" type="planar"><parent link="a"/>
<child link="b"/><axis xyz="1 0 1"/></joint><joint name="q" type="floating"><parent link="b"/><child link="c"/></joint></robot>"""
DIRECTIVES = """directives:
- add_model: {file: "package://robots/arm.sdf", name: left}
- add_model: {file: "package://robots/arm.sdf", name: right}
- add_weld: {parent: left::forearm, child: right::base}
"""
FOUR_BARS = """<sdf version="1.9"><model name="m"><link name="ground"/><link name="a"/><link name="b"><pose>0 0 1 0 0 0</pose></link>
<link name="c"><pose>1 0 0 0 0 0</pose></link>
<joint name="stand" type="fixed"><parent>world</parent><child>ground</child></joint>
<joint name="ja" type="revolute"><parent>ground</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="jb" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="jc" type="revolute"><parent>ground</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="jd" type="revolute"><pose>0 0 1 0 0 0</pose><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""

OF_ALL_FORMATS = {
    "r.urdf": PLANAR,
    "w.sdf": SDF,
    "s.skel": SKEL,
    "two.dmd.yaml": DIRECTIVES,
    "arm.urdf": (EXAMPLES / "arm.urdf").read_text(encoding="utf-8"),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


def document(folder: Path, name: str) -> Path:
    """A document in a folder that is a package."""
    (folder / "package.xml").write_text("<package><name>robots</name></package>", encoding="utf-8")
    (folder / "arm.sdf").write_bytes((EXAMPLES / "arm.sdf").read_bytes())
    (folder / name).write_text(OF_ALL_FORMATS.get(name, ""), encoding="utf-8")
    return folder / name


@pytest.mark.parametrize("name", OF_ALL_FORMATS)
def test_pages_need_nothing_and_move_as_scenes_do(name: str, browser: Browser, tmp_path: Path) -> None:
    path = document(tmp_path, name)
    scene = bodyplan.load(path, search_paths=[tmp_path]).scene
    opened = Opened(browser, page_of(tmp_path, path, "--search-path", str(tmp_path)))
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:"))] == []
    assert opened.told == []
    rng = np.random.default_rng(7)
    for _ in range(3):
        q = {joint: np.asarray(value) for joint, value in scene.random_configuration(rng).items()}
        opened.set({joint: value.tolist() for joint, value in q.items()})
        poses = scene.forward_kinematics(q)
        for link in scene.links:
            assert np.abs(opened.pose(link) - poses[link]).max() <= 1e-9, link
    opened.close()


def test_what_follows_others_follows_in_the_page(browser: Browser, tmp_path: Path) -> None:
    path = document(tmp_path, "arm.urdf")
    opened = Opened(browser, page_of(tmp_path, path))
    opened.set({"arm::left_slide": 0.01})
    assert opened.ask("() => window.bodyplan.values()")["right_slide"] == pytest.approx(0.01)
    opened.close()


def test_loops_are_closed_in_the_page(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "m.sdf"
    path.write_text(FOUR_BARS, encoding="utf-8")
    scene = bodyplan.load(path).scene
    opened = Opened(browser, page_of(tmp_path, path))
    opened.set({"m::ja": 0.4})
    values = opened.ask("() => window.bodyplan.values()")
    assert values["ja"] == pytest.approx(0.4)
    assert abs(values["jc"]) > 0.1
    q = {f"m::{name}": value for name, value in values.items()}
    (loop,) = (each for each in scene.constraints if each.is_loop_joint)
    assert np.abs(loop.residual(scene, q)).max() < 1e-6
    opened.close()


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def test_hostile_names_and_numbers_do_no_harm(browser: Browser, tmp_path: Path) -> None:
    name = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
    path = tmp_path / "r.urdf"
    visual = f'<visual name="{name}"><origin xyz="nan 0 0"/><geometry><box size="nan inf 1"/></geometry></visual>'
    far = '<visual><origin xyz="1e300 0 0"/><geometry><sphere radius="1e308"/></geometry></visual>'
    path.write_text(
        f'<robot name="r"><link name="{name}">{visual}{far}<visual><geometry><mesh filename="{name}.stl"/></geometry>'
        "</visual></link></robot>",
        encoding="utf-8",
    )
    opened = Opened(browser, page_of(tmp_path, path))
    assert opened.told == []
    assert HOSTILE in opened.ask("() => document.body.textContent")
    assert opened.ask("() => document.querySelectorAll('img[src=x]').length") == 0
    opened.close()


def test_hostile_meshes_do_no_harm(browser: Browser, tmp_path: Path) -> None:
    facet = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    (tmp_path / "many.stl").write_bytes(b"\0" * 80 + struct.pack("<I", 1_000_000) + facet * 1_000_000)
    nan = struct.pack("<12fH", *[float("nan")] * 12, 0)
    (tmp_path / "nan.stl").write_bytes(b"\0" * 80 + struct.pack("<I", 2) + nan + facet)
    (tmp_path / "junk.stl").write_bytes(os.urandom(5000))
    (tmp_path / "junk.obj").write_text("v 1 2\nf 9999999999 -5 x\nmtllib <script>\n" * 50, encoding="utf-8")
    (tmp_path / "junk.dae").write_text("<COLLADA><scene><script>alert(3)</script></scene>", encoding="utf-8")
    (tmp_path / "junk.glb").write_bytes(b"glTF" + os.urandom(500))
    names = sorted(path.name for path in tmp_path.iterdir())
    links = "".join(
        f'<link name="l{n}"><visual name="v"><geometry><mesh><uri>{name}</uri></mesh></geometry></visual></link>'
        for n, name in enumerate(names)
    )
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m">{links}</model></sdf>', encoding="utf-8")
    opened = Opened(browser, page_of(tmp_path, path, "--embed"))
    assert [line for line in opened.told if "dialog" in line or "Uncaught" in line] == []
    assert opened.ask("() => window.bodyplan.stats()")["shapes"] >= len(names)
    opened.close()


def test_a_million_facets_are_borne(browser: Browser, tmp_path: Path) -> None:
    many = 1_000_000
    rng = np.random.default_rng(5)
    facets = rng.uniform(-1, 1, (many, 1, 3)) + rng.uniform(-0.01, 0.01, (many, 3, 3))
    (tmp_path / "many.stl").write_bytes(stl(facets))
    path = tmp_path / "m.sdf"
    mesh = '<visual name="v"><geometry><mesh><uri>many.stl</uri></mesh></geometry></visual>'
    joint = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>'
    path.write_text(
        f'<sdf version="1.9"><model name="m"><link name="a">{mesh}</link><link name="b"/>{joint}</model></sdf>',
        encoding="utf-8",
    )
    opened = Opened(browser, page_of(tmp_path, path, "--embed"))
    assert opened.ask("() => window.bodyplan.stats().facets") == many
    # as soon as nothing moves all of them are drawn, and as soon as something does fewer where that takes long
    opened.wait("many => window.bodyplan.stats().drawn >= many", many)
    opened.set({"m::j": 0.5})
    opened.draw()
    opened.page.mouse.click(SIZE[0] / 2, SIZE[1] / 2)
    assert opened.ask("() => window.bodyplan.selected()") == "m::a"
    opened.ask("() => window.bodyplan.pace(6)")
    assert opened.ask("() => window.bodyplan.stats().drawn") < many / 3
    assert opened.told == []
    opened.close()


def test_gltf_meshes_have_the_pictures_of_their_colours(browser: Browser, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    image.new("RGB", (4, 4), (20, 200, 40)).save(tmp_path / "skin 1.png")
    data = struct.pack("<12f8f", *(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0), *[0.5] * 8) + struct.pack(
        "<6H", 0, 1, 2, 0, 2, 3
    )
    (tmp_path / "points.bin").write_bytes(data)
    views = [(0, 48), (48, 32), (80, 12)]
    kinds = [(5126, 4, "VEC3"), (5126, 4, "VEC2"), (5123, 6, "SCALAR")]
    described = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
        "materials": [
            {
                "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                "normalTexture": {"index": 1},
                "doubleSided": True,
            }
        ],
        "textures": [{"source": 0}, {"source": 1}],
        "images": [{"uri": "skin%201.png"}, {"uri": "skin%201.png", "name": "bumps"}],
        "buffers": [{"uri": "points.bin", "byteLength": len(data)}],
        "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": size} for at, size in views],
        "accessors": [
            {"bufferView": n, "componentType": kind, "count": count, "type": name, "min": [-1, -1, 0], "max": [1, 1, 0]}
            if n == 0
            else {"bufferView": n, "componentType": kind, "count": count, "type": name}
            for n, (kind, count, name) in enumerate(kinds)
        ],
    }
    (tmp_path / "part.gltf").write_text(json.dumps(described), encoding="utf-8")
    path = tmp_path / "r.urdf"
    path.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="part.gltf"/></geometry></visual></link></robot>',
        encoding="utf-8",
    )
    opened = Opened(browser, page_of(tmp_path, path) + "#layers=visuals&look=0,-4,0,0,0,0")
    opened.wait("() => window.bodyplan.resting()")
    view = opened.page.locator("#view").bounding_box()
    seen = image.open(io.BytesIO(opened.page.screenshot())).convert("RGB")
    assert view is not None
    red, green, blue = seen.getpixel((int(view["x"] + view["width"] / 2), int(view["y"] + view["height"] / 2)))
    assert green > 2 * max(red, blue)
    assert opened.ask("() => window.bodyplan.notes()") == []
    assert opened.told == []
    opened.close()


GRID = 100


def sheet() -> NDArray[np.float64]:
    """The facets of a square of 2 m that faces upwards, shape (n, 3, 3)."""
    x, y = np.meshgrid(np.arange(GRID), np.arange(GRID))
    low = np.stack([x, y, 0 * x], axis=-1).reshape(-1, 1, 3)
    corners = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]])
    return (low[:, None] + corners[None]).reshape(-1, 3, 3) * (2 / GRID) - [1, 1, 0]


def cube() -> NDArray[np.float64]:
    """The facets of a closed box, from six sheets."""
    upright = [np.diag([1.0, 1.0, 1.0]), np.diag([1.0, -1.0, -1.0])]
    turns = [np.roll(turn, shift, axis=1) for shift in range(3) for turn in upright]
    return np.concatenate([(sheet() + np.array([0, 0, 1])) @ turn for turn in turns])


@pytest.mark.parametrize(
    ("facets", "eye"),
    [
        (sheet(), (0.5, 0.5, -14)),
        (cube(), (0.5, 0.5, 14)),
        (cube(), (0.3, 0.3, 0.3)),
    ],
    ids=["back of a sheet", "box", "box from within"],
)
def test_meshes_are_whole_while_they_move(
    facets: NDArray[np.float64], eye: tuple[float, float, float], browser: Browser, tmp_path: Path
) -> None:
    # where the processor draws, a moving mesh has fewer facets, and one that is closed is drawn without their backs
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    (tmp_path / "mesh.stl").write_bytes(stl(facets))
    path = tmp_path / "m.urdf"
    red = '<material name="red"><color rgba="1 0 0 1"/></material>'
    path.write_text(
        f'<robot name="m"><link name="a"><visual><geometry><mesh filename="mesh.stl"/></geometry>{red}</visual></link></robot>',
        encoding="utf-8",
    )
    look = ",".join(str(part) for part in (*eye, 0, 0, 0))
    opened = Opened(browser, page_of(tmp_path, path, "--embed") + f"#layers=visuals&look={look}")
    opened.ask("() => window.bodyplan.pace(20)")
    if max(eye) > 2:
        assert opened.ask("() => window.bodyplan.stats().drawn") < len(facets)
    opened.ask("() => { void window.bodyplan.pace(100000); }")
    opened.page.wait_for_timeout(300)
    view = opened.page.locator("#view").bounding_box()
    seen = np.asarray(image.open(io.BytesIO(opened.page.screenshot())).convert("RGB"), dtype=float)
    assert view is not None
    row, column = int(view["y"] + view["height"] / 2), int(view["x"] + view["width"] / 2)
    middle = seen[row - 25 : row + 25, column - 25 : column + 25]
    assert (middle[..., 0] > middle[..., 1:].max(axis=-1) + 20).all()
    opened.close()


def test_pictures_of_surfaces_are_kept_while_they_move(browser: Browser, tmp_path: Path) -> None:
    # where the processor draws, they have fewer pixels then; what is seen through stays so
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    pixels = np.zeros((1024, 1024, 4), dtype=np.uint8)
    pixels[:, :512] = (255, 0, 0, 255)
    image.fromarray(pixels).save(tmp_path / "half.png")
    (tmp_path / "half.mtl").write_text("newmtl half\nKd 1 1 1\nmap_Kd half.png\n", encoding="utf-8")
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    lines = [f"v {x} {y} 0\nvt {(x + 1) / 2} {(y + 1) / 2}" for x, y in corners]
    (tmp_path / "half.obj").write_text(
        "\n".join(["mtllib half.mtl", *lines, "usemtl half", "f 1/1 2/2 3/3", "f 1/1 3/3 4/4"]), encoding="utf-8"
    )
    path = tmp_path / "m.urdf"
    path.write_text(
        '<robot name="m"><link name="a"><visual><geometry><mesh filename="half.obj"/></geometry></visual></link></robot>',
        encoding="utf-8",
    )
    opened = Opened(browser, page_of(tmp_path, path) + "#layers=visuals&look=0,-0.01,5,0,0,0&theme=light")
    opened.ask("() => { setTimeout = () => 0; }")  # so that it does not come to rest
    opened.ask("() => window.bodyplan.pace(8)")
    opened.ask("() => { location.hash = 'layers=visuals&look=0,-0.01,5,0,0,0&theme=light'; }")
    opened.draw()
    seen = np.asarray(image.open(io.BytesIO(opened.page.screenshot())).convert("RGB"), dtype=float)
    (x, y) = opened.ask(
        "() => { const box = document.querySelector('#view').getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    left, right = (seen[int(y) - 10 : int(y) + 10, int(x) + side - 10 : int(x) + side + 10] for side in (-60, 60))
    assert (left[..., 0] > left[..., 1:].max(axis=-1) + 60).all()
    assert (abs(right - right[0, 0]) < 3).all()
    assert right.min() > 200
    assert opened.told == []
    opened.close()


LIVE_MESHES = ("part.stl", "part.obj", "part.gltf", "part.dae")


def test_the_live_page_shows_meshes_and_follows_them(browser: Browser, tmp_path: Path) -> None:
    image: Any = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    image.new("RGB", (4, 4), (255, 0, 0)).save(tmp_path / "red.png")
    (tmp_path / "part.stl").write_bytes(stl(np.eye(3)[None]))
    (tmp_path / "part.gltf").write_text(wedge(), encoding="utf-8")
    (tmp_path / "part.obj").write_text(
        "mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl red\nf 1/1 2/2 3/3\n",
        encoding="utf-8",
    )
    (tmp_path / "part.mtl").write_text("newmtl red\nKd 1 1 1\nmap_Kd red.png\n", encoding="utf-8")
    (tmp_path / "part.dae").write_text(DAE, encoding="utf-8")
    links = "".join(
        f'<link name="l{n}"><pose>{n} 0 0 0 0 0</pose><visual name="v"><geometry><mesh><uri>{name}</uri></mesh></geometry></visual></link>'
        for n, name in enumerate(LIVE_MESHES)
    )
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m">{links}</model></sdf>', encoding="utf-8")
    with served(path) as address:
        opened = Opened(browser, address)
        stats = opened.ask("() => window.bodyplan.stats()")
        assert (stats["shapes"], stats["missing"]) == (len(LIVE_MESHES), 0)
        asked = {re.sub(r"\d+\?.*", "", url.removeprefix(address)) for url in opened.asked}
        assert {"mesh/", "texture/"} <= asked
        assert opened.asked.count(f"{address}scene.json") == 1
        (tmp_path / "part.stl").write_bytes(stl(np.stack([np.eye(3) * n for n in range(1, 6)])))
        opened.wait("more => window.bodyplan.stats().facets === more", stats["facets"] + 4)
        (tmp_path / "part.stl").unlink()
        opened.wait("() => window.bodyplan.stats().missing === 1")
        assert opened.told == []
        opened.close()


DAE = """<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n">
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def test_of_several_worlds_one_is_chosen(browser: Browser, tmp_path: Path) -> None:
    def world(name: str, model: str) -> str:
        joint = '<joint name="j" type="revolute"><parent>world</parent><child>l</child><axis><xyz>0 0 1</xyz></axis></joint>'
        return f'<world name="{name}"><model name="{model}"><link name="l"/>{joint}</model></world>'

    path = tmp_path / "w.sdf"
    path.write_text(f'<sdf version="1.9">{world("day", "bird")}{world("night", "bat")}</sdf>', encoding="utf-8")
    address = page_of(tmp_path, path)
    opened = Opened(browser, address)
    choice = opened.page.get_by_label("World", exact=True)
    assert choice.locator("option").all_inner_texts() == ["day", "night"]
    assert opened.ask("() => window.bodyplan.pose('bird::l')") is not None
    choice.select_option("night")
    assert opened.ask("() => window.bodyplan.pose('bat::l')") is not None
    assert opened.ask("() => window.bodyplan.pose('bird::l')") is None
    opened.draw()
    assert opened.told == []
    opened.close()
    opened = Opened(browser, f"{address}#world=night")
    assert opened.page.get_by_label("World", exact=True).input_value() == "night"
    assert opened.ask("() => window.bodyplan.pose('bat::l')") is not None
    opened.close()


def test_three_thousand_shapes_take_few_calls(browser: Browser, tmp_path: Path) -> None:
    kinds = ("<box><size>0.1 0.1 0.1</size></box>", "<sphere><radius>0.05</radius></sphere>",
             "<cylinder><radius>0.05</radius><length>0.1</length></cylinder>")  # fmt: skip
    models = "".join(
        f'<model name="m{n}"><pose>{n % 60 * 0.2} {n // 60 * 0.2} 0 0 0 0</pose><link name="l"><visual name="v"><geometry>'
        f"{kinds[n % 3]}</geometry><material><diffuse>{n % 7 / 7:.3f} 0.5 0.5 1</diffuse></material></visual></link></model>"
        for n in range(3000)
    )
    path = tmp_path / "w.sdf"
    path.write_text(f'<sdf version="1.9"><world name="w">{models}</world></sdf>', encoding="utf-8")
    opened = Opened(browser, page_of(tmp_path, path))
    stats = opened.ask("() => window.bodyplan.stats()")
    assert stats["shapes"] == 3000
    assert stats["calls"] <= 60
    opened.close()


def test_two_documents_are_shown_over_each_other(browser: Browser, tmp_path: Path) -> None:
    both = page_of(tmp_path, document(tmp_path, "arm.urdf"), "--with", str(tmp_path / "arm.sdf"))
    opened = Opened(browser, both)
    assert opened.told == []
    for number in (0, 1):
        assert opened.ask("number => window.bodyplan.pose('arm::forearm', number)", number) is not None
    opened.close()


def test_differences_select_what_they_are_about(browser: Browser, tmp_path: Path) -> None:
    first = document(tmp_path, "arm.urdf")
    text = first.read_text(encoding="utf-8")
    second = tmp_path / "heavier.urdf"
    for before, after in (
        ('mass value="1.2"', 'mass value="1.4"'),
        ('lower="-2" upper="2"', 'lower="-2" upper="1.75"'),
    ):
        assert before in text
        text = text.replace(before, after)
    second.write_text(text, encoding="utf-8")
    page = tmp_path / "diff.html"
    assert main(["diff", str(first), str(second), "--format", "html", "-o", str(page)]) == 1
    opened = Opened(browser, page.as_uri(), size=(1000, 700))
    rows = opened.page.locator("#findings").get_by_role("button")
    assert opened.page.locator("#legend").is_visible()
    told = rows.all_inner_texts()
    assert sum("mass: 1.2 -> 1.4" in row for row in told) == 1
    for sign, link in (("mass: 1.2 -> 1.4", "arm::upper_arm"), ("1.75", "arm::forearm")):
        row = rows.filter(has_text=sign).first
        row.click()
        assert opened.ask("() => bodyplan.selected()") == link
        opened.ask("() => bodyplan.select('')")
        row.press("Enter")
        assert opened.ask("() => bodyplan.selected()") == link, "by keys, too"
    assert opened.told == []
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:"))] == []
    opened.close()


@contextmanager
def served(path: Path) -> Iterator[str]:
    """The address where the command serves a document."""
    command = [sys.executable, "-m", "bodyplan", "view", str(path), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            (address,) = re.findall(r"http://\S+", server.stdout.readline())
            yield address
        finally:
            server.terminate()


def test_the_live_page_follows_the_document_and_keeps_its_sliders(browser: Browser, tmp_path: Path) -> None:
    path = document(tmp_path, "arm.urdf")
    with served(path) as address:
        opened = Opened(browser, address)
        opened.set({"arm::elbow": 0.5})
        before = opened.ask("() => window.bodyplan.eye()")
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('<link name="tool"', '<link name="added"/><joint name="more" type="fixed">'
                        '<parent link="base"/><child link="added"/></joint><link name="tool"'), encoding="utf-8")  # fmt: skip
        opened.wait("() => window.bodyplan.pose('arm::added') !== null")
        assert opened.ask("() => window.bodyplan.values()")["elbow"] == pytest.approx(0.5)
        after = opened.ask("() => window.bodyplan.eye()")
        assert after["position"] == pytest.approx(before["position"])
        assert after["target"] == pytest.approx(before["target"])
        path.write_text(text.replace("revolute", "hinge"), encoding="utf-8")
        opened.wait("() => document.body.textContent.includes('BP107')")
        assert opened.ask("() => window.bodyplan.pose('arm::added')") is not None
        assert opened.told == []
        opened.close()


def test_a_picture_is_taken(browser: Browser, tmp_path: Path) -> None:
    image: Any = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    path, shot = document(tmp_path, "arm.urdf"), tmp_path / "arm.png"
    command = [sys.executable, "-m", "bodyplan", "view", str(path), "--png", str(shot), "--size", "400x300"]
    subprocess.run(command, check=True)
    picture = image.open(shot)
    assert picture.size == (400, 300)
    assert len(picture.getcolors(1 << 20)) > 20


def test_a_scene_draws_itself_in_a_notebook(browser: Browser, tmp_path: Path) -> None:
    cell = bodyplan.load(EXAMPLES / "arm.urdf").scene._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><meta charset=utf-8><div>{cell}</div>", encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    told: list[str] = []
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto((tmp_path / "notebook.html").as_uri())
    (frame,) = page.frames[1:]
    until(lambda: frame.evaluate("() => document.documentElement.dataset.ready === 'true'"), page)
    assert frame.evaluate("() => window.bodyplan.stats().shapes") > 0
    assert told == []
    context.close()


def test_the_live_page_shares_its_selection_with_an_editor(browser: Browser, tmp_path: Path) -> None:
    path = document(tmp_path, "arm.urdf")
    options = resolve_options({"partial": True}, tmp_path)
    live = LiveView(lambda: ViewRequest(((str(path), options),)), is_reporting=False)
    told: list[tuple[str, int] | None] = []
    server = PageServer(live, "arm", 0, lambda document, link: told.append(live.find_place(document, link)))
    Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    try:
        opened = Opened(browser, server.url)
        robot = bodyplan.urdf.load(path)
        joint = robot.root.joint[0]
        live.select(str(path), bodyplan.location_of(joint).line + 1)
        opened.wait("name => window.bodyplan.selected()?.endsWith(name)", joint.child.link)
        assert told == []
        opened.ask("() => window.bodyplan.select(window.bodyplan.selected().split('::')[0] + '::base')")
        until(lambda: told, opened.page)
        assert told == [(str(path), bodyplan.location_of(robot.root.link[0]).line)]
        opened.close()
    finally:
        live.end()
        server.shutdown()
        server.server_close()
