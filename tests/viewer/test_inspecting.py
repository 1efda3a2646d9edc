"""Looking into a robot: links that are hidden, sections, sensors, inertias, frames and the ground."""

from __future__ import annotations

import base64
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from bodyplan.cli.main import main

from ..viewing.browsing import Opened, a_browser
from .scenes import arm, box, document, link, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIDE = ((0.0, -6.0, 1.0), (0.0, 0.0, 1.0), 0.7)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    opened = Opened(browser, f"{page(tmp_path, arm()).as_uri()}#look=0,-6,1,0,0,1", size=(1100, 700))
    yield opened
    assert opened.told == []
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:", "file:"))] == []
    opened.close()


def seen(opened: Opened) -> int:
    """How many pixels show a visual."""
    found = opened.silhouette(SIDE)
    return int(found.sum())


def press(opened: Opened, *keys: str) -> None:
    opened.page.locator("#view").focus()
    for key in keys:
        opened.page.keyboard.press(key)


def test_links_are_hidden_and_shown_alone_by_keys(shown: Opened) -> None:
    whole = seen(shown)
    shown.ask("() => bodyplan.select('upper')")
    press(shown, "h")
    without = seen(shown)
    assert without < whole
    press(shown, "h")
    assert seen(shown) == whole
    press(shown, "H")  # with the ball that it carries
    assert seen(shown) < without
    press(shown, "u", "o")
    alone = seen(shown)
    assert without < whole > alone > 0
    assert "hide=world,base" in shown.ask("() => bodyplan.address()")
    press(shown, "u", "b")
    assert seen(shown) == whole
    assert "fade=upper" in shown.ask("() => bodyplan.address()")


def test_the_address_hides_links_and_the_tree_says_so(browser: Browser, tmp_path: Path) -> None:
    opened = Opened(browser, f"{page(tmp_path, arm()).as_uri()}#hide=upper,lower&fade=base")
    assert opened.page.locator(".row.unseen .label").all_inner_texts() == ["upper", "lower"]
    assert opened.page.locator(".row.faded .label").all_inner_texts() == ["base"]
    opened.close()


def test_a_link_has_a_menu_in_the_picture_and_in_the_tree(shown: Opened) -> None:
    picture = shown.page.locator("#view").bounding_box()
    assert picture is not None
    x, y = shown.ask("() => bodyplan.project('upper', [0, 0, 0.25])")
    shown.page.mouse.click(picture["x"] + x, picture["y"] + y, button="right")
    assert shown.ask("() => bodyplan.selected()") == "upper"
    shown.page.get_by_role("menuitem", name="Hide h", exact=True).click()
    assert shown.page.locator(".row.unseen .label").all_inner_texts() == ["upper"]
    # what is hidden is not in the way of what is behind it
    shown.page.mouse.click(picture["x"] + x, picture["y"] + y)
    assert shown.ask("() => bodyplan.selected()") is None
    shown.page.get_by_role("treeitem", name="upper, joint shoulder").click(button="right")
    shown.page.get_by_role("menuitem", name="Show all links").click()
    assert shown.page.locator(".row.unseen").count() == 0
    tree = shown.page.get_by_role("tree")
    tree.focus()
    for key in ("Home", "ArrowDown", "Shift+F10"):
        shown.page.keyboard.press(key)
    shown.page.keyboard.press("Enter")
    assert shown.page.locator(".row.unseen .label").all_inner_texts() == ["base"]
    # a drag with the right button moves the picture and opens nothing
    shown.page.mouse.move(picture["x"] + x, picture["y"] + y)
    shown.page.mouse.down(button="right")
    shown.page.mouse.move(picture["x"] + x + 60, picture["y"] + y, steps=4)
    shown.page.mouse.up(button="right")
    assert shown.page.get_by_role("menu").count() == 0


def test_a_long_touch_opens_the_menu(browser: Browser, tmp_path: Path) -> None:
    opened = Opened(browser, f"{page(tmp_path, arm()).as_uri()}#look=0,-6,1,0,0,1", size=(390, 760))
    touch = """() => { const view = document.getElementById('view'); const box = view.getBoundingClientRect();
      const [x, y] = bodyplan.project('upper', [0, 0, 0.5]);
      view.setPointerCapture = view.releasePointerCapture = () => {};
      view.dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'touch', pointerId: 7, isPrimary: true, button: 0, buttons: 1,
        clientX: box.left + x, clientY: box.top + y, pageX: box.left + x, pageY: box.top + y, bubbles: true})); }"""
    opened.ask(touch)
    opened.wait("() => document.querySelector('[role=menu]') !== null")
    menu = opened.page.get_by_role("menu").bounding_box()
    assert menu is not None
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 390
    opened.page.get_by_role("menuitem", name="Fade b", exact=True).click()
    assert "fade=upper" in opened.ask("() => bodyplan.address()")
    opened.close()


def test_a_section_cuts_what_is_beyond_it(shown: Opened) -> None:
    whole = seen(shown)
    shown.page.locator("#tab-layers").click()
    shown.page.get_by_label("Axis of the section").select_option("z")
    half = seen(shown)
    assert 0.2 * whole < half < 0.8 * whole
    shown.page.get_by_role("slider", name="Where the section is").fill("0.1")
    assert seen(shown) < half
    shown.page.get_by_label("Axis of the section").select_option("")
    assert seen(shown) == whole


def test_visuals_are_seen_through(shown: Opened) -> None:
    before = shown.ask("() => bodyplan.picture(200)")
    shown.page.locator("#tab-layers").click()
    shown.page.get_by_role("slider", name="How much visuals are seen").fill("0.3")
    assert shown.ask("() => bodyplan.picture(200)") != before


def test_a_search_finds_frames(shown: Opened) -> None:
    labels = shown.page.locator(".row .label")
    assert "tip" not in labels.all_inner_texts()
    shown.page.get_by_role("searchbox", name="Search links and joints").fill("tip")
    assert labels.all_inner_texts()[-1] == "tip"
    shown.page.keyboard.press("Enter")
    assert "frame" in shown.page.locator("#details").inner_text()


def test_the_lowest_point_is_told(shown: Opened) -> None:
    shown.page.get_by_role("tab", name="Measure").click()
    shown.wait("() => document.getElementById('measure').textContent.includes('base: 0.1 m below the ground')")


def test_the_inertia_of_a_light_link_does_not_fill_the_picture(browser: Browser, tmp_path: Path) -> None:
    links = [
        link("l", 0, visuals=[box(0.2, 0.2, 0.2)], inertia_box=[2.4, 2.4, 2.4], com=[0, 0, 0]),
        link("m", 0, pose=[0, 1, 0, 1, 0, 0, 0], visuals=[box(0.2, 0.2, 0.2)], inertia_box=[0.2, 0.2, 0.2]),
        link(
            "n",
            0,
            pose=[0, 0.5, 0, 1, 0, 0, 0],
            visuals=[box(0.1, 0.8, 0.02)],
            inertia_box=[0.1, 0.8, 0.02],
            com=[0, 0, 0],
        ),
    ]
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    for layer in ("inertias", "ellipsoids"):
        opened = Opened(browser, f"{page(tmp_path, document(links)).as_uri()}#layers={layer}", size=(500, 500))
        seen = opened.ask(
            "() => { bodyplan.look([10, 0.5, 0], [0, 0.5, 0], [0, 0, 1], 0.3); return bodyplan.picture(500); }"
        )
        picture = np.asarray(image.open(io.BytesIO(base64.b64decode(seen.partition(",")[2]))).convert("RGB"), dtype=int)
        red = (picture[..., 0] - picture[..., 2] > 30).any(axis=1).sum() / (500 / (2 * 10 * math.tan(0.15)))
        assert 0.05 < red < 0.6  # metres, of 2.4; what is as long as its link has its own colour
        across = (picture[..., 0] - picture[..., 2] > 30).any(axis=0).sum() / (500 / (2 * 10 * math.tan(0.15)))
        assert across < 0.45
        assert opened.told == []
        opened.close()


def test_what_sensors_see_is_in_the_scene(tmp_path: Path) -> None:
    sensors = """<sensor name="c" type="camera"><camera><horizontal_fov>1.2</horizontal_fov><image><width>640</width>
      <height>480</height></image><clip><near>0.1</near><far>50</far></clip></camera></sensor>
      <sensor name="g" type="gpu_lidar"><lidar><scan><horizontal><samples>360</samples><min_angle>-1.5</min_angle>
      <max_angle>1.5</max_angle></horizontal></scan><range><min>0.1</min><max>12</max></range></lidar></sensor>"""
    sdf, mjcf = tmp_path / "s.sdf", tmp_path / "s.xml"
    sdf.write_text(
        f'<sdf version="1.9"><model name="m"><link name="l">{sensors}</link></model></sdf>', encoding="utf-8"
    )
    mjcf.write_text(
        '<mujoco><worldbody><body><geom size="0.1"/><camera name="c" fovy="60"/></body></worldbody></mujoco>',
        encoding="utf-8",
    )
    (camera, lidar), (other,) = sights(sdf, tmp_path), sights(mjcf, tmp_path)
    assert (camera["kind"], camera["forward"], camera["near"], camera["far"]) == ("camera", "x", 0.1, 50)
    assert (camera["horizontal"], camera["vertical"]) == pytest.approx((1.2, 0.9481493309478067))
    assert lidar == {
        "kind": "rays", "horizontal": [-1.5, 1.5], "vertical": [0, 0], "range": [0.1, 12], "samples": [360, 1],
    }  # fmt: skip
    assert (other["forward"], other["far"]) == ("-z", None)
    assert other["vertical"] == pytest.approx(1.0471975511965976)


def sights(path: Path, folder: Path) -> list[dict[str, Any]]:
    site = folder / "site"
    assert main(["view", str(path), "--bundle", str(site)]) in (0, 1)
    doc = json.loads((site / "scene.json").read_text(encoding="utf-8"))["documents"][0]
    return [mark["sight"] for mark in doc["marks"]]


def test_limits_of_joints_are_arcs_as_wide_as_they_are(browser: Browser, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    areas = []
    for reach in (0.1, 0.7, 1.4):
        robot = arm()
        robot["coordinates"][0] |= {"lower": -reach, "upper": reach}
        (tmp_path / str(reach)).mkdir()
        address = page(tmp_path / str(reach), robot).as_uri()
        opened = Opened(browser, f"{address}#bare&background=white&layers=joints&look=0,-6,1,0,0,1", size=(800, 800))
        read = image.open(
            io.BytesIO(base64.b64decode(opened.ask("() => bodyplan.picture(800)").partition("base64,")[2]))
        )
        pixels = np.asarray(read.convert("RGB"), dtype=int)
        areas.append(int((pixels[..., 0] - pixels[..., 2] > 30).sum()))
        assert opened.told == []
        opened.close()
    first, second = areas[1] - areas[0], areas[2] - areas[1]
    assert first > 100
    assert second == pytest.approx(first * 0.7 / 0.6, rel=0.25)


def test_frusta_and_rays_are_lines(browser: Browser, tmp_path: Path) -> None:
    mark = {"kind": "sensor", "type": "camera", "name": "c", "place": None, "link": 1, "pose": [0, 0, 0, 1, 0, 0, 0]}
    camera = {"kind": "camera", "forward": "x", "horizontal": 1.2, "vertical": 0.9, "near": 0.1, "far": 50}
    rays = {"kind": "rays", "horizontal": [-1, 1], "vertical": [0, 0], "range": [0.1, None], "samples": [10, 1]}
    doc = document(
        [link("l", 0, visuals=[box(1, 1, 1)])], marks=[{**mark, "sight": camera}, {**mark, "sight": rays}, mark]
    )
    opened = Opened(browser, f"{page(tmp_path, doc).as_uri()}#layers=visuals")
    before = opened.ask("() => { bodyplan.picture(100); return bodyplan.stats().calls; }")
    opened.ask("() => bodyplan.layers(['visuals', 'sensors'])")
    assert opened.ask("() => { bodyplan.picture(100); return bodyplan.stats().calls; }") == before + 3
    assert opened.told == []
    opened.close()


BALL = '<collision name="c"><geometry><sphere><radius>{}</radius></sphere></geometry></collision>'


def overlaps(opened: Opened) -> list[list[str]]:
    """Pairs of links that overlap, by their short names."""
    return sorted(
        sorted(name.split("::")[-1] for name in pair) for pair in opened.ask("() => window.bodyplan.overlaps()")
    )


def calls(opened: Opened) -> int:
    """How often the renderer is called for a frame."""
    opened.draw()
    return int(opened.ask("() => window.bodyplan.stats().calls"))


def view(browser: Browser, path: Path, options: str) -> Opened:
    """The page of a document."""
    main(["view", str(path), "-o", str(path.with_suffix(".html"))])
    return Opened(browser, f"{path.with_suffix('.html').as_uri()}#{options}", size=(900, 600))


def test_shapes_that_overlap_are_found_where_the_joints_are(browser: Browser, tmp_path: Path) -> None:
    links = "".join(
        f'<link name="{name}"><pose>{x} 0 1 0 0 0</pose>{BALL.format(radius)}</link>'
        for name, x, radius in (("a", 0, 0.5), ("b", 0.9, 0.5), ("c", 1.9, 0.45), ("d", 9, 0.3))
    )
    slides = (
        '<joint name="j" type="prismatic"><parent>world</parent><child>d</child><axis><xyz>1 0 0</xyz></axis></joint>'
    )
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m">{links}{slides}</model></sdf>', encoding="utf-8")
    opened = view(browser, path, "layers=collisions,overlaps,names")
    assert overlaps(opened) == [["a", "b"]]
    opened.set({"j": -7.6})
    assert overlaps(opened) == [["a", "b"], ["b", "d"], ["c", "d"]]
    red = calls(opened)
    press(opened, "z")
    assert calls(opened) < red
    assert opened.told == []
    opened.close()


def test_links_whose_contact_is_excluded_do_not_overlap(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "m.xml"
    path.write_text(
        """<mujoco><worldbody><body name="a"><freejoint/><geom size="0.5"/></body>
        <body name="b" pos="0.5 0 0"><freejoint/><geom size="0.5"/></body>
        <body name="c" pos="0 0.5 0"><freejoint/><geom size="0.5"/></body></worldbody>
        <contact><exclude body1="a" body2="b"/></contact></mujoco>""",
        encoding="utf-8",
    )
    opened = view(browser, path, "layers=collisions,exclusions")
    assert overlaps(opened) == [["a", "c"], ["b", "c"]]
    with_lines = calls(opened)
    press(opened, "y")
    assert calls(opened) == with_lines - 1
    assert opened.told == []
    opened.close()


Box = tuple[np.ndarray, np.ndarray, np.ndarray]


def _is_apart(one: Box, other: Box, gap: float) -> bool:
    """Whether two boxes (centre, axes, half of the edges) are apart by more than ``gap``: one of 15 axes says so."""
    (center, axes, half), (center_b, axes_b, half_b) = one, other
    crossed = [np.cross(a, b) for a in axes.T for b in axes_b.T]
    for axis in (*axes.T, *axes_b.T, *(each / np.linalg.norm(each) for each in crossed)):
        reach = np.abs(axis @ axes) @ half + np.abs(axis @ axes_b) @ half_b
        if abs(axis @ (center_b - center)) > reach + gap:
            return True
    return False


def test_boxes_overlap_as_their_axes_say(browser: Browser, tmp_path: Path) -> None:
    random = np.random.default_rng(4)
    boxes: list[Box] = []
    bodies = ""
    for n in range(24):
        axes, _ = np.linalg.qr(random.normal(size=(3, 3)))
        axes = axes * np.sign(np.linalg.det(axes))
        center, half = random.uniform(-1, 1, 3), random.uniform(0.05, 0.5, 3)
        boxes.append((center, axes, half))
        at, size, turn = (
            " ".join(map(repr, part.tolist())) for part in (center, half, np.concatenate((axes[:, 0], axes[:, 1])))
        )
        bodies += f'<body name="b{n}" pos="{at}" xyaxes="{turn}"><freejoint/><geom type="box" size="{size}"/></body>'
    path = tmp_path / "m.xml"
    path.write_text(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>", encoding="utf-8")
    opened = view(browser, path, "layers=collisions")
    told = {
        (int(a[1:]), int(b[1:])) for pair in overlaps(opened) for a, b in [sorted(pair, key=lambda name: int(name[1:]))]
    }
    opened.close()
    wrong = 0
    for a in range(24):
        for b in range(a + 1, 24):
            touches = not _is_apart(boxes[a], boxes[b], 0.0)
            if touches == (not _is_apart(boxes[a], boxes[b], -5e-3)):  # what only just touches may be either
                wrong += touches != ((a, b) in told)
    assert wrong == 0
    assert 20 < len(told) < 250


LAMP = """<sdf version="1.9"><world name="w"><light name="lamp" type="point"><pose>-3 0 1 0 0 0</pose><diffuse>1 0 0 1</diffuse>
<attenuation><range>20</range></attenuation></light><model name="m"><static>true</static>
<link name="a"><pose>0 0 1 0 0 0</pose><visual name="v"><geometry><box><size>1 1 1</size></box></geometry><material>
<diffuse>1 1 1 1</diffuse><pbr><metal><metalness>0.5</metalness><roughness>0.25</roughness></metal></pbr></material></visual></link>
</model></world></sdf>"""


def pixels(opened: Opened) -> np.ndarray:
    """The picture as numbers from 0 to 255, without what is around it."""
    image: Any = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    opened.wait("() => window.bodyplan.resting()")
    url = opened.ask("() => window.bodyplan.picture(400)")
    return np.asarray(image.open(io.BytesIO(base64.b64decode(url.partition("base64,")[2]))).convert("RGB"), dtype=int)


def test_shadows_are_drawn_anew_where_something_moves_but_the_camera(shown: Opened) -> None:
    shown.ask("() => bodyplan.layers(['visuals', 'shadows'])")
    start = pixels(shown)
    # a machine that is slow takes to other forms at times, of which shadows are drawn, too
    turned = min(calls_after(shown, "() => bodyplan.pace(1)") for _ in range(6))
    anew = max(calls_after(shown, "() => bodyplan.set({shoulder: 0.6})") for _ in range(3))
    assert anew > turned
    moved = pixels(shown)
    shown.ask("() => { bodyplan.reset(); location.hash = '#layers=visuals,shadows&look=0,-6,1,0,0,1'; }")
    shown.draw()
    assert (np.abs(pixels(shown) - start).max(axis=2) > 8).mean() < 0.001
    assert (np.abs(moved - start).max(axis=2) > 8).mean() > 0.01


def calls_after(opened: Opened, script: str) -> int:
    """What the renderer was called for in the frame that something asked for."""
    opened.ask(script)
    return calls(opened)


def test_a_document_can_light_itself_with_shadows_and_edges_apart(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "w.sdf"
    path.write_text(LAMP, encoding="utf-8")
    opened = view(browser, path, "layers=visuals&look=-4,-4,3,0,0,1&theme=light")
    plain = pixels(opened)
    material = json.loads(opened.page.locator("#scene").text_content() or "")["documents"][0]["materials"][0]
    assert (material["metalness"], material["roughness"]) == (0.5, 0.25)
    opened.ask("() => window.bodyplan.layers(['visuals', 'lamps'])")
    lit = pixels(opened)
    redder = (lit[..., 0] - lit[..., 1] > 60).sum()
    assert (plain[..., 0] - plain[..., 1] > 60).sum() == 0
    assert redder > 1000  # the side that the lamp is at
    opened.ask("() => window.bodyplan.layers(['visuals', 'shadows'])")
    shadowed = pixels(opened)
    ground = (plain == plain[2, 2]).all(axis=2)
    darker = ground & (plain.sum(axis=2) - shadowed.sum(axis=2) > 30)
    assert 300 < darker.sum() < 0.5 * ground.sum()
    tones = np.unique(shadowed[darker].sum(axis=1))
    assert len(tones) > 5, "the rim of a shadow is soft"
    opened.ask("() => window.bodyplan.layers(['visuals', 'edges'])")
    edged = pixels(opened)
    drawn = (np.abs(edged - plain).sum(axis=2) > 60).sum()
    assert 100 < drawn < 6000
    assert opened.told == []
    opened.close()
