"""Moving joints in the picture and by buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bodyplan.cli.main import main

from ..viewing.browsing import Opened, a_browser
from .scenes import Data, arm, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CLOSE = 3.0
"""Pixels between the pointer and what it holds."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Seen from the side, so that joints turn in the plane of the picture."""
    opened = Opened(browser, f"{page(tmp_path, moving()).as_uri()}#look=0,-6,1,0,0,1", size=(1100, 700))
    yield opened
    assert opened.told == []
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:", "file:"))] == []
    opened.close()


def moving() -> Data:
    doc = arm()
    doc["states"] = [
        {"name": "bent", "group": "", "values": [[0, 0.5], [1, 0.25]]},
        {"name": "up", "group": "arm", "values": [[1, 0]]},
    ]
    return doc


class Hand:
    """A mouse on the picture."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        box = opened.page.locator("#view").bounding_box()
        assert box is not None
        self._left, self._top = box["x"], box["y"]

    def at(self, link: str, point: list[float]) -> tuple[float, float]:
        x, y = self._opened.ask("([link, point]) => bodyplan.project(link, point)", [link, point])
        return x, y

    def drag(self, link: str, point: list[float], by: tuple[float, float], *, up: bool = True) -> tuple[float, float]:
        """From a point of a link; where the pointer is then."""
        x, y = self.at(link, point)
        mouse = self._opened.page.mouse
        mouse.move(self._left + x, self._top + y)
        mouse.down()
        mouse.move(self._left + x + by[0], self._top + y + by[1], steps=8)
        if up:
            mouse.up()
        return x + by[0], y + by[1]


def values(opened: Opened) -> dict[str, Any]:
    found: dict[str, Any] = opened.ask("() => bodyplan.values()")
    return found


def test_a_drag_moves_the_joint_of_a_link_and_not_the_camera(shown: Opened) -> None:
    hand, eye = Hand(shown), shown.ask("() => bodyplan.eye()")
    pointer = hand.drag("upper", [0, 0, 0.8], (60, 10))
    assert values(shown)["shoulder"] > 0.2
    assert (values(shown)["elbow"], values(shown)["wrist"]) == (0, 0.1)
    assert shown.ask("() => bodyplan.eye().position") == pytest.approx(eye["position"])
    # the pointer is not on the circle that the place goes around on, which is as near as it can be
    place = hand.at("upper", [0, 0, 0.8])
    assert abs(place[0] - pointer[0]) < 12
    shown.page.mouse.click(30, 400)
    hand.drag("world", [1.2, 0, 0.3], (80, 0))
    assert shown.ask("() => bodyplan.eye().position") != pytest.approx(eye["position"], abs=1e-3)


def test_limits_resist_until_they_are_ignored(shown: Opened) -> None:
    hand = Hand(shown)
    hand.drag("upper", [0, 0, 0.8], (500, 300))
    assert values(shown)["shoulder"] == pytest.approx(1)
    shown.page.get_by_label("Ignore limits").check()
    hand.drag("upper", [0, 0, 0.8], (-20, 200))
    assert values(shown)["shoulder"] > 1.1
    entry = shown.page.get_by_role("spinbutton", name="shoulder, °")
    entry.fill("120")
    entry.press("Enter")
    assert values(shown)["shoulder"] == pytest.approx(2.0943951023931953)


def test_what_is_fixed_to_a_link_moves_with_it_and_a_follower_moves_its_leader(
    browser: Browser, tmp_path: Path
) -> None:
    doc = moving()
    ball = {"name": "s", "place": None, "pose": [0, 0, 0.4, 1, 0, 0, 0], "material": 0, "transparency": 0}
    doc["links"][4]["visuals"] = [{**ball, "geometry": {"type": "sphere", "radius": 0.1}}]
    opened = Opened(browser, f"{page(tmp_path, doc).as_uri()}#look=0,-6,1.5,0,0,1.5", size=(1100, 700))
    Hand(opened).drag("hand", [0, 0, 0.4], (-40, 5))
    found = values(opened)
    assert abs(found["elbow"]) > 0.02
    assert found["wrist"] == pytest.approx(-2 * found["elbow"] + 0.1)
    opened.close()


@pytest.mark.parametrize("way", ["shift", "choice"])
def test_a_chain_follows_what_is_pulled(shown: Opened, way: str) -> None:
    hand = Hand(shown)
    if way == "shift":
        shown.page.keyboard.down("Shift")
    else:
        shown.page.get_by_label("A drag on a link").select_option("reach")
    pointer = hand.drag("lower", [0, 0, 0.8], (90, 60))
    shown.page.keyboard.up("Shift")
    place = hand.at("lower", [0, 0, 0.8])
    assert place == pytest.approx(pointer, abs=CLOSE)
    found = values(shown)
    assert abs(found["shoulder"]) > 0.02
    assert abs(found["elbow"]) > 0.02


def test_a_drag_turns_the_view_where_that_is_chosen(shown: Opened) -> None:
    shown.page.get_by_label("A drag on a link").select_option("turn")
    eye = shown.ask("() => bodyplan.eye().position")
    Hand(shown).drag("upper", [0, 0, 0.8], (60, 10))
    assert values(shown)["shoulder"] == 0
    assert shown.ask("() => bodyplan.eye().position") != eye


def test_a_finger_moves_the_link_that_is_selected_and_turns_the_view_elsewhere(
    browser: Browser, tmp_path: Path
) -> None:
    opened = Opened(browser, f"{page(tmp_path, moving()).as_uri()}#look=0,-6,1,0,0,1", size=(390, 760))
    touch = """([x, y, by]) => { const view = document.getElementById('view');
      const box = view.getBoundingClientRect();
      const send = (type, px, py) => view.dispatchEvent(new PointerEvent(type, {pointerType: 'touch', pointerId: 7,
        isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1,
        clientX: box.left + px, clientY: box.top + py, pageX: box.left + px, pageY: box.top + py, bubbles: true}));
      view.setPointerCapture = view.releasePointerCapture = () => {};
      send('pointerdown', x, y); for (let i = 1; i < 6; i++) send('pointermove', x + by * i / 5, y); send('pointerup', x + by, y); }"""
    x, y = Hand(opened).at("upper", [0, 0, 0.6])
    opened.ask(touch, [x, y, 40])
    assert values(opened)["shoulder"] == 0
    opened.ask("() => { location.hash = '#look=0,-6,1,0,0,1&select=upper'; }")
    opened.wait("() => Math.abs(bodyplan.eye().position[0]) < 1e-3")
    x, y = Hand(opened).at("upper", [0, 0, 0.6])
    eye = opened.ask("() => bodyplan.eye()")
    opened.ask(touch, [x, y, 40])
    assert values(opened)["shoulder"] > 0.1
    assert opened.ask("() => bodyplan.eye().position") == pytest.approx(eye["position"])
    assert opened.told == []
    opened.close()


def test_states_are_buttons(shown: Opened) -> None:
    shown.page.get_by_role("group", name="States", exact=True).get_by_role("button", name="bent").click()
    assert values(shown) == pytest.approx({"shoulder": 0.5, "elbow": 0.25, "wrist": -0.4})
    shown.page.get_by_role("group", name="States of arm").get_by_role("button", name="up").click()
    assert values(shown) == pytest.approx({"shoulder": 0.5, "elbow": 0, "wrist": 0.1})


def test_a_sweep_moves_a_joint_until_it_is_stopped(shown: Opened) -> None:
    shown.page.get_by_role("button", name="Sweep shoulder").click()
    shown.wait("() => Math.abs(bodyplan.values().shoulder) > 0.1")
    assert values(shown)["elbow"] == 0
    shown.page.get_by_role("button", name="Stop").click()
    stopped = values(shown)
    shown.draw()
    assert values(shown) == stopped
    assert shown.page.get_by_role("button", name="Sweep", exact=True).is_visible()
    shown.page.locator("#view").focus()
    shown.page.keyboard.press("w")
    shown.wait("stopped => bodyplan.values().shoulder !== stopped", stopped["shoulder"])
    shown.page.keyboard.press("r")
    assert values(shown)["shoulder"] == 0


def test_keys_move_the_joint_of_the_selected_link(shown: Opened) -> None:
    shown.ask("() => bodyplan.select('upper')")
    shown.page.locator("#view").focus()
    for _ in range(3):
        shown.page.keyboard.press("]")
    assert values(shown)["shoulder"] == pytest.approx(0.12)
    for _ in range(80):
        shown.page.keyboard.press("[")
    assert values(shown)["shoulder"] == -1


def test_another_axis_can_be_up(shown: Opened) -> None:
    shown.page.locator("#tab-layers").click()
    shown.page.get_by_label("Axis that is up").select_option("y")
    eye = shown.ask("() => bodyplan.eye()")
    assert eye["position"][1] > eye["target"][1]
    assert shown.ask("() => bodyplan.address()").startswith("up=y")
    shown.draw()


def test_states_of_keyframes_and_groups_come_from_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = Path(__file__).resolve().parents[2] / "examples"
    srdf = tmp_path / "arm.srdf"
    srdf.write_text(
        '<robot name="arm"><group name="g"><joint name="elbow"/></group>'
        '<group_state name="bent" group="g"><joint name="elbow" value="1"/><joint name="none" value="1"/></group_state></robot>',
        encoding="utf-8",
    )
    site = tmp_path / "site"
    assert main(["view", str(examples / "arm.urdf"), "--srdf", str(srdf), "--bundle", str(site)]) == 0
    doc = json.loads((site / "scene.json").read_text(encoding="utf-8"))["documents"][0]
    elbow = [each["name"] for each in doc["coordinates"]].index("elbow")
    assert doc["states"] == [{"name": "bent", "group": "g", "values": [[elbow, 1.0]]}]
    assert main(["view", str(examples / "arm.urdf"), "--srdf", str(examples / "arm.sdf"), "--bundle", str(site)]) == 2
    assert "this is no SRDF document" in capsys.readouterr().err
    mjcf = tmp_path / "keys.xml"
    mjcf.write_text(
        '<mujoco><worldbody><body name="b"><joint name="j" type="hinge"/><geom size="0.1"/></body></worldbody>'
        '<keyframe><key name="half" qpos="0.5"/></keyframe></mujoco>',
        encoding="utf-8",
    )
    assert main(["view", str(mjcf), "--bundle", str(site)]) == 0
    doc = json.loads((site / "scene.json").read_text(encoding="utf-8"))["documents"][0]
    assert doc["states"] == [{"name": "half", "group": "", "values": [[0, 0.5]]}]
