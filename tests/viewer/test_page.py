"""What the page does in a browser, with scenes written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ..viewing.browsing import Opened, a_browser
from .scenes import Data, arm, box, coordinate, document, embedded, joint, link, mesh, page, shape, stl

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FACET = (0, 0, 0, 1, 0, 0, 0, 1, 0)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """The arm; it must not have complained or asked for anything."""
    opened = Opened(browser, page(tmp_path, arm()).as_uri(), size=(1100, 700))
    yield opened
    assert opened.told == []
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:"))] == []
    opened.close()


def open_page(
    browser: Browser, folder: Path, *documents: Data, after: str = "", size: tuple[int, int] = (900, 700)
) -> Opened:
    return Opened(browser, page(folder, *documents).as_uri() + after, size=size)


def layers_on(opened: Opened) -> set[str]:
    return set(opened.ask("() => [...document.querySelectorAll('[data-layer]:checked')].map(box => box.dataset.layer)"))


def rows(opened: Opened) -> list[str]:
    return [row.strip() for row in opened.page.locator(".row .label").all_inner_texts()]


def test_a_slider_moves_its_link_and_what_follows(shown: Opened) -> None:
    before = shown.pose("lower")
    slider = shown.page.get_by_role("slider", name="elbow", exact=True)
    slider.fill("0.5")
    assert shown.ask("() => bodyplan.values()") == pytest.approx({"shoulder": 0, "elbow": 0.5, "wrist": -0.9})
    assert abs(shown.pose("lower") - before).max() > 0.1
    assert shown.page.get_by_role("slider", name="wrist, follows others").is_disabled()
    shown.page.get_by_role("button", name="Reset").click()
    assert shown.ask("() => bodyplan.values().elbow") == 0


def test_numbers_are_taken_in_degrees_and_radians_and_kept_within_limits(shown: Opened) -> None:
    entry = shown.page.get_by_role("spinbutton", name="shoulder, °")
    entry.fill("30")
    entry.press("Enter")
    assert shown.ask("() => bodyplan.values().shoulder") == pytest.approx(0.5235987755982988)
    entry.fill("90")
    entry.press("Enter")
    assert shown.ask("() => bodyplan.values().shoulder") == 1
    assert entry.input_value() == "57.3"
    shown.page.get_by_role("button", name="Angles in degrees").click()
    assert shown.page.get_by_role("spinbutton", name="shoulder, rad").input_value() == "1"


def test_a_distance_without_limits_is_moved_around_where_it_starts(browser: Browser, tmp_path: Path) -> None:
    lift = {**arm(), "coordinates": [coordinate("lift", 0, None, None, unit="m", value=1.25)]}
    lift["joints"] = [
        joint("lift", 1, 2, [{"kind": "translation", "axis": [0, 0, 1], "coordinate": 0}], type="prismatic"),
        *(joint(f"weld{link}", link, link + 1, [], type="fixed") for link in (2, 3)),
    ]
    lift["couplings"] = []
    opened = open_page(browser, tmp_path, lift)
    slider = opened.page.get_by_role("slider", name="lift")
    assert [float(slider.get_attribute(end) or "nan") for end in ("min", "max")] == [0.25, 2.25]
    assert opened.told == []
    opened.close()


def test_where_nothing_moves_nothing_is_offered_for_it(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(browser, tmp_path, document([link("base", 0, visuals=[box(1, 1, 1)])]))
    assert opened.page.get_by_text("Nothing here moves.").is_visible()
    assert not opened.page.get_by_role("button", name="Random").is_visible()
    assert opened.told == []
    opened.close()


def test_random_values_stay_within_limits(shown: Opened) -> None:
    for _ in range(5):
        shown.page.get_by_role("button", name="Random").click()
        values = shown.ask("() => bodyplan.values()")
        assert -1 <= values["shoulder"] <= 1
        assert values["wrist"] == pytest.approx(-2 * values["elbow"] + 0.1)


def test_the_tree_is_searched_by_links_and_joints(shown: Opened) -> None:
    assert rows(shown) == ["world", "base", "upper", "lower", "hand"]
    shown.page.get_by_role("searchbox", name="Search links and joints").fill("elbow")
    assert rows(shown) == ["world", "base", "upper", "lower"]
    shown.page.keyboard.press("Enter")
    assert shown.ask("() => bodyplan.selected()") in ("lower", "upper", "base", "world", "hand")
    assert shown.ask("() => bodyplan.selected()") == "lower"


def test_the_tree_is_gone_through_by_keys(shown: Opened) -> None:
    tree = shown.page.get_by_role("tree")
    tree.focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "Enter"):
        shown.page.keyboard.press(key)
    assert shown.ask("() => bodyplan.selected()") == "upper"
    shown.page.keyboard.press("ArrowLeft")
    assert rows(shown) == ["world", "base", "upper"]


def test_a_click_on_a_shape_tells_of_it(shown: Opened) -> None:
    shown.page.keyboard.press("v")  # begins to go to the front, which the next line breaks off
    picture = shown.page.locator("#view").bounding_box()
    assert picture is not None
    at = shown.ask("() => { bodyplan.look([6, 0, 0.7], [0, 0, 0.7], [0, 0, 1], 0.7); return 0; }")
    assert at == 0
    shown.page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
    details = shown.page.locator("#details").inner_text()
    for text in ("upper", "cylinder, radius 0.1 m, length 1 m", "m.urdf:7", "1.5 kg", "paint", "shoulder"):
        assert text in details
    shown.page.keyboard.press("Escape")
    assert shown.ask("() => bodyplan.selected()") is None


def test_layers_are_switched_by_boxes_and_keys(shown: Opened) -> None:
    assert layers_on(shown) == {"visuals", "planes", "findings", "names", "grid"}
    shown.page.locator("#tab-layers").click()
    calls = shown.ask("() => bodyplan.stats().calls")
    shown.page.get_by_label("Collisions").check()
    shown.wait("calls => bodyplan.stats().calls > calls", calls)
    shown.page.locator("#view").focus()
    for key in "34567890ing":
        shown.page.keyboard.press(key)
    assert layers_on(shown) == {
        "visuals", "collisions", "frames", "joints", "masses", "inertias", "contacts", "sensors", "lights",
    }  # fmt: skip
    shown.draw()


def test_a_finding_leads_to_its_link(shown: Opened) -> None:
    shown.page.get_by_role("tab", name="Findings 1").click()
    shown.page.get_by_role("button", name="BP999").click()
    assert shown.ask("() => bodyplan.selected()") == "upper"
    assert "m.urdf:9:2" in shown.page.locator("#findings").inner_text()


def test_two_frames_are_measured(shown: Opened) -> None:
    shown.page.get_by_role("tab", name="Measure").click()
    shown.page.get_by_label("From frame").fill("base")
    shown.page.get_by_label("To frame").fill("tip")
    shown.ask("() => bodyplan.set({elbow: 0.05})")  # the wrist undoes it: -2 * 0.05 + 0.1
    told = shown.page.locator(".measured").inner_text()
    x, z = 1.0 * 0.049979, 0.1 + 1 + 0.99875
    assert f"{(x**2 + z**2) ** 0.5:.4g}"[:4] in told
    assert "2.864" in told  # degrees of pitch


def test_keys_are_listed_and_the_list_closes(shown: Opened) -> None:
    shown.page.keyboard.press("?")
    assert shown.page.get_by_role("dialog", name="Keys").is_visible()
    shown.page.keyboard.press("Escape")
    assert not shown.page.get_by_role("dialog", name="Keys").is_visible()


def test_everything_that_can_be_pressed_has_a_name(shown: Opened) -> None:
    nameless = """() => [...document.querySelectorAll('button, input, [role=tab], [role=tree], canvas:not([aria-hidden])')]
      .filter(one => !(one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent).trim())
      .map(one => one.outerHTML)"""
    assert shown.ask(nameless) == []


def test_arrows_turn_the_picture(shown: Opened) -> None:
    before = shown.ask("() => bodyplan.eye().position")
    shown.page.locator("#view").focus()
    shown.page.keyboard.press("ArrowLeft")
    assert shown.ask("() => bodyplan.eye().position") != before
    shown.page.keyboard.press("+")
    turned = shown.ask("() => bodyplan.eye().position")
    shown.page.keyboard.press("a")
    shown.wait("turned => bodyplan.eye().position.some((part, i) => part !== turned[i])", turned)


def test_light_and_dark_follow_the_system_until_they_are_chosen(shown: Opened) -> None:
    for scheme in ("dark", "light", "dark"):
        shown.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        shown.wait("scheme => document.documentElement.dataset.theme === scheme", scheme)
    shown.page.get_by_role("button", name="Light or dark").click()
    assert shown.ask("() => document.documentElement.dataset.theme") == "light"


def test_panels_fold_on_a_narrow_screen(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(browser, tmp_path, arm(), size=(390, 760))
    assert not opened.page.locator("#left").is_visible()
    assert not opened.page.locator("#right").is_visible()
    opened.page.locator("#show-tree").click()
    assert opened.page.locator("#left").is_visible()
    opened.page.locator("#show-side").click()
    assert opened.page.locator("#right").is_visible()
    assert not opened.page.locator("#left").is_visible()
    assert opened.ask("() => document.documentElement.scrollWidth") <= 390
    opened.close()


def test_what_is_selected_is_told_without_its_panel(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(browser, tmp_path, arm(), size=(390, 760))
    details = opened.page.locator("#details")
    assert not details.is_visible()
    opened.ask("() => bodyplan.select('upper')")
    assert details.is_visible()
    assert "m.urdf:3" in details.inner_text()
    for _ in range(2):  # in the panel while it is open
        opened.page.locator("#show-tree").click()
        assert details.is_visible()
    opened.page.keyboard.press("Escape")
    assert not details.is_visible()
    opened.close()


def test_the_address_says_how_to_begin(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(
        browser, tmp_path, arm(), after="#layers=collisions,frames&q=shoulder:0.25&theme=dark&select=hand"
    )
    assert layers_on(opened) == {"collisions", "frames"}
    assert opened.ask("() => bodyplan.values().shoulder") == 0.25
    assert opened.ask("() => bodyplan.selected()") == "hand"
    assert opened.told == []
    opened.close()


def test_a_bare_picture_has_nothing_around_it(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(browser, tmp_path, arm(), after="#bare&layers=visuals")
    assert not opened.page.locator("header").is_visible()
    size = opened.ask("() => { const c = document.getElementById('view'); return [c.clientWidth, c.clientHeight]; }")
    assert size == [900, 700]
    opened.close()


def test_a_silhouette_is_as_large_as_the_shape(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(
        browser, tmp_path, document([link("l", 0, visuals=[box(1, 1, 1)])]), after="#bare", size=(400, 400)
    )
    # seen from 10.5 m the face at 10 m is as high as 2 * 10 * tan(fov / 2) metres are 400 pixels
    seen = opened.silhouette(((10.5, 0, 0), (0, 0, 0), 0.2))
    assert seen.shape == (400, 400)
    width = 400 / (2 * 10 * 0.10033467208545055)
    assert seen.any(axis=0).sum() == pytest.approx(width, abs=1)
    assert seen.any(axis=1).sum() == pytest.approx(width, abs=1)
    opened.close()


def test_every_kind_of_geometry_is_drawn_in_its_size(browser: Browser, tmp_path: Path) -> None:
    kinds: list[tuple[Data, float, float]] = [
        ({"type": "box", "size": [1, 2, 3]}, 2, 3),
        ({"type": "sphere", "radius": 0.5}, 1, 1),
        ({"type": "ellipsoid", "radii": [1, 0.5, 0.25]}, 1, 0.5),
        ({"type": "cylinder", "radius": 0.5, "length": 2}, 1, 2),
        ({"type": "cone", "radius": 0.5, "length": 2}, 1, 2),
        ({"type": "capsule", "radius": 0.5, "length": 1}, 1, 2),
        ({"type": "heightmap", "size": [1, 2, 0.5], "uri": "height.png"}, 2, 0.5),
        ({"type": "polyline", "points": [[[0, -1], [0.1, -1], [0.1, 1], [0, 1]]], "height": 1}, 2, 1),
        ({"type": "points", "points": [[0, -1, 0], [0, 1, 0], [0.1, 0, 0], [0, 0, 1]]}, 2, 1),
    ]
    links = [
        link(f"l{i}", 0, pose=[0, 10 * i, 0, 1, 0, 0, 0], visuals=[shape(kind)]) for i, (kind, _, _) in enumerate(kinds)
    ]
    opened = open_page(browser, tmp_path, document(links), after="#bare", size=(400, 400))
    assert opened.ask("() => bodyplan.stats().shapes") == len(kinds)
    metre = 400 / (2 * 100 * 0.02500521)  # pixels, seen from 100 m by an angle of 0.05
    for i, (kind, width, height) in enumerate(kinds):
        seen = opened.silhouette(((100, 10 * i, 0.5), (0, 10 * i, 0.5), 0.05))
        assert seen.any(axis=0).sum() == pytest.approx(width * metre, abs=0.02 * width * metre + 1), kind
        assert seen.any(axis=1).sum() == pytest.approx(height * metre, abs=0.02 * height * metre + 1), kind
    assert opened.told == []
    opened.close()


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def test_hostile_names_are_only_texts(browser: Browser, tmp_path: Path) -> None:
    doc = arm()
    for one in [*doc["links"][1:], *doc["joints"], *doc["frames"], *doc["coordinates"], *doc["materials"]]:
        one["name"] = one["short"] = HOSTILE
    doc["findings"][0]["message"] = doc["name"] = doc["files"][0] = HOSTILE
    opened = open_page(browser, tmp_path, doc, after="#layers=visuals,frames,joints,names,findings")
    opened.ask(f"() => bodyplan.select({HOSTILE!r})")
    for tab in ("layers", "findings", "measure", "motion"):
        opened.page.locator(f"#tab-{tab}").click()
    assert opened.told == []
    assert opened.ask("() => document.querySelectorAll('img').length") == 0
    assert opened.ask("() => document.scripts.length") == 2
    assert HOSTILE in opened.page.locator("#details").inner_text()
    opened.close()


def test_broken_meshes_are_boxes_with_their_reason(browser: Browser, tmp_path: Path) -> None:
    nan = float("nan")
    meshes = [
        embedded(stl(FACET), "stl"),
        embedded(stl((nan,) * 9, FACET), "stl", uri="half.stl"),
        embedded(stl((nan,) * 9), "stl", uri="none.stl"),
        embedded(b"\0" * 80 + b"\xff\xff\xff\x7f", "stl", uri="short.stl"),
        embedded(b"v 1 2\nf 9 9 x\n", "obj", uri="junk.obj"),
        embedded(b"<COLLADA><b>", "dae", uri="junk.dae"),
        embedded(b"glTF....", "glb", uri="junk.glb"),
        embedded(b"{}", "gltf", uri="empty.gltf"),
        embedded(b"", "ply", uri="other.ply"),
        {**embedded(b"", "stl", uri="package://lost/part.stl"), "data": None, "missing": "cannot find it"},
    ]
    doc = document([link(f"l{i}", 0, visuals=[mesh(i)]) for i in range(len(meshes))], meshes=meshes)
    opened = open_page(browser, tmp_path, doc)
    assert opened.told == []
    assert opened.ask("() => bodyplan.stats().missing") == len(meshes) - 2
    opened.page.locator("#tab-findings").click()
    told = opened.page.locator("#findings").inner_text()
    for text in (
        "cannot find it",
        "half.stl",
        "ends before them",
        "not well-formed",
        "no facet of finite numbers",
        "package://lost/part.stl",
    ):
        assert text in told
    opened.close()


def test_numbers_that_are_none_do_no_harm(browser: Browser, tmp_path: Path) -> None:
    bad = [
        shape({"type": "box", "size": [None, -1, 1e300]}),
        shape({"type": "sphere", "radius": 1e308}),
        shape({"type": "polyline", "points": [[[0, 0], [1, None]]], "height": 1}),
        shape({"type": "points", "points": [[0, 0, 0]]}),
        shape({"type": "empty", "what": "nothing"}),
        shape({"type": "sphere", "radius": 0.1}, pose=[None, 0, 0, 0, 0, 0, 0]),
        box(1, 1, 1),
    ]
    opened = open_page(
        browser, tmp_path, document([link("l", 0, visuals=bad, mass=None, inertia_box=[1e300, 0, None])])
    )
    assert opened.told == []
    assert opened.ask("() => bodyplan.stats().shapes") == 2
    opened.close()


def test_pages_of_another_version_say_so(browser: Browser, tmp_path: Path) -> None:
    path = page(tmp_path, arm())
    path.write_text(path.read_text(encoding="utf-8").replace('"version": 1', '"version": 2'), encoding="utf-8")
    opened = Opened(browser, path.as_uri())
    assert "version 2" in opened.page.locator("#busy").inner_text()
    opened.close()


def test_two_documents_have_a_legend_and_move_together(browser: Browser, tmp_path: Path) -> None:
    other = arm()
    other["name"] = "other.sdf"
    other["links"][3]["pose"] = [0, 0, 0.1, 1, 0, 0, 0]
    first = {**arm(), "differences": [{"link": 4, "what": "removed", "text": "the hand is gone"}]}
    second = {**other, "differences": [{"link": 3, "what": "changed", "text": "another mass"}]}
    opened = open_page(browser, tmp_path, first, second)
    assert "only in the first" in opened.page.locator("#legend").inner_text()
    opened.ask("() => bodyplan.set({shoulder: 0.5})")
    for number in (0, 1):
        assert opened.ask(f"() => bodyplan.pose('upper', {number})")[0][2] == pytest.approx(0.479425538604203)
    opened.page.locator("#tab-findings").click()
    opened.page.get_by_role("button", name="hand removed").click()
    assert opened.ask("() => bodyplan.selected()") == "hand"
    opened.page.locator("#tab-layers").click()
    opened.page.get_by_label("Colour what differs").uncheck()
    assert not opened.page.locator("#legend").is_visible()
    assert opened.told == []
    opened.close()


def test_links_below_those_of_other_models_are_told_apart(browser: Browser, tmp_path: Path) -> None:
    parts = [(None, "arm", "base"), (0, "arm", "hand"), (1, "left", "body"), (1, "right", "body"), (3, "right", "tip")]
    links = [link(f"{model}::{name}", 0 if above is None else above + 1, model=model) for above, model, name in parts]
    opened = open_page(browser, tmp_path, document(links))
    assert rows(opened) == ["world", "arm", "base", "hand", "left::body", "right::body", "tip"]
    opened.close()


def test_many_shapes_are_few_calls_and_the_tree_stays_small(browser: Browser, tmp_path: Path) -> None:
    kinds = [
        {"type": "box", "size": [0.1, 0.1, 0.1]}, {"type": "sphere", "radius": 0.05},
        {"type": "cylinder", "radius": 0.05, "length": 0.1},
    ]  # fmt: skip
    links = [
        link(f"l{i}", 0, pose=[i % 60 * 0.2, i // 60 * 0.2, 0, 1, 0, 0, 0], visuals=[shape(kinds[i % 3])])
        for i in range(3000)
    ]
    opened = open_page(browser, tmp_path, document(links))
    stats = opened.ask("() => bodyplan.stats()")
    assert stats["shapes"] == 3000
    assert stats["calls"] < 30
    assert stats["drawn"] < 300_000
    assert opened.page.locator(".row").count() < 100
    picture = opened.page.locator("#view").bounding_box()
    assert picture is not None
    for distance in (1.0, 20.0):  # large, and a few pixels of a crowd
        opened.ask("z => bodyplan.look([6, 6, z], [6, 6, 0], [0, 1, 0], 0.5)", distance)
        opened.page.wait_for_timeout(300)
        opened.page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
        assert opened.ask("() => bodyplan.selected()") == "l1830"
        opened.ask("() => bodyplan.select('')")
    opened.page.get_by_role("searchbox", name="Search links and joints").fill("l2999")
    assert rows(opened) == ["world", "l2999"]
    opened.close()


def test_a_touch_turns_and_selects(browser: Browser, tmp_path: Path) -> None:
    opened = open_page(browser, tmp_path, document([link("l", 0, visuals=[box(1, 1, 1)])]), size=(390, 700))
    tap = """([x, y, end]) => { const view = document.getElementById('view');
      const send = (type, px, py) => view.dispatchEvent(new PointerEvent(type, {pointerType: 'touch', pointerId: 7,
        isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1,
        clientX: px, clientY: py, pageX: px, pageY: py, bubbles: true}));
      view.setPointerCapture = view.releasePointerCapture = () => {};
      send('pointerdown', x, y); if (end !== x) send('pointermove', end, y); send('pointerup', end, y); }"""
    opened.ask(tap, [195, 380, 195])
    assert opened.ask("() => bodyplan.selected()") == "l"
    before = opened.ask("() => bodyplan.eye().position")
    opened.ask(tap, [195, 380, 290])
    opened.wait("before => bodyplan.eye().position.some((part, i) => part !== before[i])", before)
    opened.close()
