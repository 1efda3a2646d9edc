"""Odd limits of joints are reported with ``--plausible``, once each, and right ones are not."""

from __future__ import annotations

import pytest
from bodyplan.semantics.document.loader import check_bytes

LINK = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'


def findings(document: str) -> list[tuple[str, str, str]]:
    """Code, severity and message of what is odd about limits."""
    name = "r.sdf" if document.startswith("<sdf") else "r.skel" if document.startswith("<skel") else "r.urdf"
    found = check_bytes(name, {"plausible": True}, data=document.encode()).diagnostics
    return [(each.code, each.severity, each.message) for each in found if "BP692" <= each.code <= "BP699"]


def urdf(*limits: str, type: str = "revolute", more: str = "") -> str:
    """A chain of joints ``j0``, ``j1`` … with these limits; ``more`` is in the last."""
    parts = [LINK.format("l0")]
    for i, limit in enumerate(limits):
        ends = f'<parent link="l{i}"/><child link="l{i + 1}"/><axis xyz="0 0 1"/>'
        inside = more if i + 1 == len(limits) else ""
        parts.append(
            f'{LINK.format(f"l{i + 1}")}<joint name="j{i}" type="{type}">{ends}<limit {limit}/>{inside}</joint>'
        )
    return f'<robot name="r">{"".join(parts)}</robot>'


def limit(lower: float, upper: float, effort: float = 1, velocity: float = 1) -> str:
    return f'lower="{lower}" upper="{upper}" effort="{effort}" velocity="{velocity}"'


@pytest.mark.parametrize(("lower", "upper"), [(0.2, 1), (-2, -0.5)])
def test_zero_outside_the_limits_is_a_note(lower: float, upper: float) -> None:
    ((code, severity, message),) = findings(urdf(limit(lower, upper)))
    assert (code, severity) == ("BP692", "note")
    assert message.startswith(f"joint 'j0' may move from {lower:g} to {upper:g} rad, which leaves out zero")


@pytest.mark.parametrize(("lower", "upper"), [(0, 1), (-1, 0), (0, 0), (-1, 1)])
def test_zero_at_a_limit_is_within(lower: float, upper: float) -> None:
    assert findings(urdf(limit(lower, upper))) == []


def test_limits_in_the_wrong_order_are_another_finding() -> None:
    assert findings(urdf(limit(2, 1, effort=0, velocity=0))) == []


def skel(position: str) -> str:
    joint = (
        '<joint type="revolute" name="j"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz><limit><lower>1</lower>'
        f"<upper>2</upper></limit></axis>{position}</joint>"
    )
    body = '<body name="a"><transformation>0 0 0 0 0 0</transformation><inertia><mass>1</mass></inertia></body>'
    return f'<skel version="1.0"><world name="w"><skeleton name="s">{body}{joint}</skeleton></world></skel>'


def test_joint_that_starts_elsewhere_need_not_have_zero() -> None:
    assert [code for code, *_ in findings(skel(""))] == ["BP692"]
    assert findings(skel("<init_pos>1.5</init_pos>")) == []


def test_velocity_of_zero_is_a_warning() -> None:
    ((code, severity, message),) = findings(urdf(limit(-1, 1, velocity=0)))
    assert (code, severity) == ("BP693", "warning")
    assert "limit of zero on its velocity" in message
    ((_, _, message),) = findings(urdf(limit(-1, 1, effort=0, velocity=0)))
    assert "limit of zero on its velocity and effort" in message


def test_no_force_at_any_speed_is_a_note() -> None:
    assert [(code, severity) for code, severity, _ in findings(urdf(limit(-1, 1, effort=0)))] == [("BP693", "note")]


def test_effort_that_an_actuator_is_said_to_lack_is_not_said_again() -> None:
    driven = (
        "<transmission name='t'><type>transmission_interface/SimpleTransmission</type><joint name='j0'/>"
        "<actuator name='m'/></transmission></robot>"
    )
    assert findings(urdf(limit(-1, 1, effort=0)).replace("</robot>", driven)) == []
    ((_, _, message),) = findings(urdf(limit(-1, 1, effort=0, velocity=0)).replace("</robot>", driven))
    assert message.endswith("limit of zero on its velocity")


def test_joint_that_has_no_room_or_follows_another_needs_no_motor() -> None:
    assert findings(urdf(limit(0, 0, effort=0, velocity=0))) == []
    assert findings(urdf(limit(-1, 1), limit(-1, 1, effort=0, velocity=0), more='<mimic joint="j0"/>')) == []
    assert findings(urdf("", type="fixed").replace("<limit />", "")) == []


@pytest.mark.parametrize(
    ("leader", "follower", "multiplier", "offset", "reached"),
    [
        ((0, 1), (0, 1), -1, 0, "-1"),
        ((0, 1), (0, 1), 1.2, 0, "1.2"),
        ((0, 1), (0, 1), 1, 0.5, "1.5"),
        ((-1, 1), (0, 2), -1, 0, "-1"),
    ],
)
def test_follower_that_is_led_beyond_its_limits_is_reported(
    leader: tuple[float, float], follower: tuple[float, float], multiplier: float, offset: float, reached: str
) -> None:
    mimic = f'<mimic joint="j0" multiplier="{multiplier}" offset="{offset}"/>'
    ((code, severity, message),) = findings(urdf(limit(*leader), limit(*follower), more=mimic))
    assert (code, severity) == ("BP694", "warning")
    assert f"joint 'j1' follows 'j0' to {reached} rad, beyond its limits {follower[0]} and {follower[1]}" in message


@pytest.mark.parametrize(
    ("leader", "follower", "mimic"),
    [
        ((0, 1), (0, 1), ""),
        ((0, 1), (-1, 0), 'multiplier="-1"'),
        ((0, 1), (0, 0.995), ""),
        ((0, 1), (-5, 5), 'multiplier="-2" offset="1"'),
    ],
)
def test_follower_that_stays_within_its_limits_is_no_finding(
    leader: tuple[float, float], follower: tuple[float, float], mimic: str
) -> None:
    assert findings(urdf(limit(*leader), limit(*follower), more=f'<mimic joint="j0" {mimic}/>')) == []


def test_leader_without_limits_is_no_finding() -> None:
    text = urdf('effort="1" velocity="1"', 'lower="-1" upper="1" effort="1" velocity="1"', more='<mimic joint="j0"/>')
    assert findings(text.replace('type="revolute"', 'type="continuous"', 1)) == []


@pytest.mark.parametrize(("lower", "upper"), [(-31.4, 31.4), (-1e6, 1e6), (0, 1000.5)])
def test_many_turns_are_a_note(lower: float, upper: float) -> None:
    ((code, severity, message),) = findings(urdf(limit(lower, upper)))
    assert (code, severity) == ("BP695", "note")
    assert f"turns from {lower:g} to {upper:g} rad" in message


@pytest.mark.parametrize(
    ("lower", "upper", "type"),
    [
        (-6.2832, 6.2832, "revolute"),
        (-12.566, 12.566, "revolute"),
        (-1e16, 1e16, "revolute"),
        (-180, 180, "revolute"),
        (-90, 45, "revolute"),
        (-50, 50, "prismatic"),
    ],
)
def test_two_turns_degrees_and_no_limit_at_all_are_not(lower: float, upper: float, type: str) -> None:
    assert findings(urdf(limit(lower, upper), type=type)) == []


def test_limits_of_both_axes_of_a_joint_are_looked_at() -> None:
    axis = "<{0}><xyz>{1}</xyz><limit><lower>0.5</lower><upper>1</upper></limit></{0}>"
    joint = f'<joint name="j" type="universal"><parent>a</parent><child>b</child>{axis.format("axis", "1 0 0")}{axis.format("axis2", "0 1 0")}</joint>'
    text = f'<sdf version="1.10"><model name="m"><link name="a"/><link name="b"/>{joint}</model></sdf>'
    assert [code for code, *_ in findings(text)] == ["BP692", "BP692"]
