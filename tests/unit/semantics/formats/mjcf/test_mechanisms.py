"""Joints, actuators, tendons, equalities, contacts, sites and keyframes of MJCF mean what MuJoCo makes of them."""

from __future__ import annotations

from math import inf, pi, radians
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.document.loader import check_bytes
from bodyplan.semantics.scene.scene import Scene

GEOM = '<geom size=".1"/>'


def document(bodies: str = "", after: str = "", before: str = "") -> str:
    return f'<mujoco model="m">{before}<worldbody>{bodies}</worldbody>{after}</mujoco>'


def arm(joint: str, after: str = "", before: str = "") -> str:
    """One body with a joint, a site and a geom."""
    return document(
        f'<body name="b">{joint}<site name="s" pos="0 0 1"/><geom name="g" size=".1"/></body>', after, before
    )


@pytest.fixture
def scene_of(tmp_path: Path) -> Any:
    def load(text: str) -> Scene:
        path = tmp_path / "model.xml"
        path.write_text(text)
        return bodyplan.load(path).scene

    return load


def faults(text: str) -> list[tuple[str, str]]:
    """Code and text of every fault."""
    found = check_bytes("model.xml", {}, data=text.encode()).diagnostics
    return [(each.code, each.message) for each in found if each.severity != "note"]


def codes(text: str) -> list[str]:
    return [code for code, _ in faults(text)]


# Joints


def test_joints_of_one_body_act_in_order_with_links_between(scene_of: Any) -> None:
    joints = (
        '<joint name="x" type="slide" axis="1 0 0"/><joint name="y" axis="0 1 0" pos="0 0 .5"/><joint axis="1 0 0"/>'
    )
    scene = scene_of(document(f'<body name="b" pos="0 0 1">{joints}{GEOM}</body>', before='<compiler angle="radian"/>'))
    assert [link.virtual for link in scene.links.values()] == [False, True, True]
    assert list(scene.joints) == ["m::x", "m::y", "m::#j2"]
    q = {"m::x": 0.2, "m::y": 0.7, "m::#j2": 0.3}
    # X = T(x, .2) · turn by .7 about y through (0 0 .5) · turn by .3 about x
    turn_y = np.array([[np.cos(0.7), 0, np.sin(0.7)], [0, 1, 0], [-np.sin(0.7), 0, np.cos(0.7)]])
    turn_x = np.array([[1, 0, 0], [0, np.cos(0.3), -np.sin(0.3)], [0, np.sin(0.3), np.cos(0.3)]])
    at = np.array([0.2, 0, 1]) + np.array([0, 0, 0.5]) - turn_y @ np.array([0, 0, 0.5])
    pose = scene.pose("m::b", q=q).matrix
    np.testing.assert_allclose(pose[:3, 3], at, atol=1e-12)
    np.testing.assert_allclose(pose[:3, :3], turn_y @ turn_x, atol=1e-12)


def test_names_of_unnamed_things_are_never_written_ones(scene_of: Any) -> None:
    bodies = f'<body name="b"><joint name="#j1"/><joint axis="0 1 0"/>{GEOM}<body name="b_1">{GEOM}</body></body>'
    scene = scene_of(document(bodies))
    assert [name for name, joint in scene.joints.items() if joint.type != "fixed"] == ["m::#j1", "m::#j1_"]
    assert [name for name, link in scene.links.items() if link.virtual] == ["m::b_1_"]


def test_body_without_joints_is_fixed_to_its_parent_and_a_mocap_body_to_nothing(scene_of: Any) -> None:
    scene = scene_of(document(f'<body name="a">{GEOM}<body name="b">{GEOM}</body></body><body name="c" mocap="true"/>'))
    assert [(joint.type, joint.parent, joint.child) for joint in scene.joints.values()] == [
        ("fixed", "world", "m::a"),
        ("fixed", "m::a", "m::b"),
    ]


def test_limits_are_ranges_in_order_in_the_unit_of_the_compiler(scene_of: Any) -> None:
    joints = "".join(
        f'<body><joint name="{name}" {words}/>{GEOM}</body>'
        for name, words in {
            "auto": 'range="-30 60"',
            "off": 'range="-30 60" limited="false"',
            "equal": 'range="1 1"',
            "slide": 'type="slide" range="-30 60" actuatorfrcrange="-2 5"',
        }.items()
    )
    axes = {name: joint.axes[0] for name, joint in scene_of(document(joints)).joints.items()}
    assert (axes["m::auto"].lower, axes["m::auto"].upper) == pytest.approx((radians(-30), radians(60)))
    for name in ("m::off", "m::equal"):
        assert (axes[name].lower, axes[name].upper) == (-inf, inf)
    assert (axes["m::slide"].lower, axes["m::slide"].upper, axes["m::slide"].effort) == (-30, 60, 5)


def test_what_resists_a_joint_comes_from_element_and_class(scene_of: Any) -> None:
    before = '<default><joint damping="1 2 3" stiffness="4" armature=".1"/></default>'
    joint = '<joint name="j" damping="5" frictionloss="6" ref="90" springref="180"/>'
    found = scene_of(arm(joint, before=before)).joints["m::j"]
    (axis,) = found.axes
    assert (axis.damping, axis.stiffness, axis.armature, axis.friction) == (5, 4, 0.1, 6)
    assert (axis.reference, axis.rest_position) == pytest.approx((pi / 2, pi))
    assert found.properties["damping_polynomial"] == (5, 2, 3)


@pytest.mark.parametrize(
    ("joints", "reason"),
    [
        ('<joint type="ball"/><joint/>', "a hinge joint cannot come after a ball joint"),
        ("<freejoint/><joint/>", "with this one they have 7 degrees of freedom, and a body has 6 at most"),
        (7 * "<joint/>", "with this one they have 7 degrees of freedom, and a body has 6 at most"),
    ],
)
def test_joints_that_do_not_go_together_are_refused(joints: str, reason: str) -> None:
    message = f"the joints of body 'b' don't go together: {reason}"
    assert faults(arm(joints)) == [("BP533", message)]


def test_free_joint_inside_of_a_body_is_refused() -> None:
    bodies = f'<body name="a">{GEOM}<body name="b"><joint type="free"/>{GEOM}</body></body>'
    assert codes(document(bodies)) == ["BP533"]


@pytest.mark.parametrize(
    "joint",
    [
        '<joint limited="true" range="1 -1"/>',
        '<joint limited="true"/>',
        '<joint type="ball" range="1 2"/>',
        '<joint actuatorfrclimited="true"/>',
    ],
)
def test_ranges_that_cannot_be_limits_are_refused(joint: str) -> None:
    assert codes(arm(joint)) == ["BP534"]


def test_range_needs_a_word_where_limits_are_not_automatic() -> None:
    off = '<compiler autolimits="false"/>'
    assert codes(arm('<joint range="0 1"/>', before=off)) == ["BP534"]
    assert codes(arm('<joint range="0 1" limited="true"/>', before=off)) == []


@pytest.mark.parametrize(
    ("joint", "code"),
    [
        ('<joint axis="0 0 1e-7"/>', "BP506"),
        ('<joint springdamper="1 0"/>', "BP106"),
        ('<joint springyield="-1"/>', "BP106"),
    ],
)
def test_values_that_are_refused(joint: str, code: str) -> None:
    assert codes(arm(joint)) == [code]


@pytest.mark.parametrize("joint", ['<joint axis="0 0 1e-6"/>', '<joint type="free" range="1 2" limited="true"/>'])
def test_values_that_are_taken(joint: str) -> None:
    assert codes(arm(joint)) == []


def test_odd_values_of_a_class_are_found_once_where_they_are_written() -> None:
    before = '<default><joint range="40 -30" damping="-1"/></default>'
    joints = "".join(f"<body><joint/>{GEOM}</body>" for _ in range(3))
    found = check_bytes("model.xml", {}, data=document(joints, before=f"\n{before}\n").encode()).diagnostics
    assert [(each.code, each.severity, each.line) for each in found] == [
        ("BP550", "warning", 2),
        ("BP558", "warning", 2),
    ]


@pytest.mark.parametrize(
    ("joint", "code"),
    [
        ('<joint actuatorfrcrange="2 1"/>', "BP527"),
        ('<joint actuatorfrcrange="2 1" actuatorfrclimited="false"/>', "BP527"),
        ('<joint actuatorfrcrange="1 1"/>', None),
        ('<joint type="ball" range="0 -1"/>', "BP527"),
        ('<joint type="ball" range="0 1"/>', None),
    ],
)
def test_reversed_ranges_that_are_no_limits_are_warned_of(joint: str, code: str | None) -> None:
    found = check_bytes("model.xml", {}, data=arm(joint).encode()).diagnostics
    assert [(each.code, each.severity) for each in found] == ([(code, "warning")] if code else [])


def test_a_reversed_range_of_a_class_is_found_once() -> None:
    joints = "".join(f"<body><joint/>{GEOM}</body>" for _ in range(3))
    assert codes(document(joints, before='<default><joint actuatorfrcrange="2 1"/></default>')) == ["BP527"]


# Actuators


def test_actuators_have_gear_ranges_and_gains(scene_of: Any) -> None:
    after = (
        '<actuator><position name="p" joint="j" kp="3" kv="2" gear="5" ctrlrange="-1 2" forcerange="-4 3"/></actuator>'
    )
    (actuator,) = scene_of(arm('<joint name="j"/>', after)).actuators
    assert (actuator.joint, actuator.gear_ratio, actuator.gains) == ("m::j", 5, (3, 2))
    assert (actuator.control_range, actuator.force_range, actuator.effort_limit) == ((-1, 2), (-4, 3), 4)


def test_effort_of_a_joint_is_its_own_or_that_of_all_its_actuators(scene_of: Any) -> None:
    both = '<motor joint="j" gear="-3" forcerange="-1 2"/><motor joint="j" forcerange="-1 1"/>'
    one = '<motor joint="j" forcerange="-1 1"/><motor joint="j"/>'

    def effort(joint: str, motors: str) -> float:
        found: float = scene_of(arm(joint, f"<actuator>{motors}</actuator>")).joints["m::j"].axes[0].effort
        return found

    assert effort('<joint name="j"/>', both) == 7
    assert effort('<joint name="j"/>', one) == inf
    assert effort('<joint name="j" actuatorfrcrange="-5 4"/>', both) == 5


def test_defaults_of_other_shortcuts_give_ranges_and_those_of_general_gains_too(scene_of: Any) -> None:
    # ``general`` goes on from what ``velocity`` left, and ``position`` from ``general``
    before = '<default><motor gear="2" ctrlrange="-1 1"/><velocity kv="9"/><general gainprm="4"/></default>'
    (actuator,) = scene_of(arm('<joint name="j"/>', '<actuator><position joint="j"/></actuator>', before)).actuators
    assert (actuator.gear_ratio, actuator.control_range, actuator.gains) == (2, (-1, 1), (4, 9))


def test_range_is_taken_from_the_joint(scene_of: Any) -> None:
    after = '<actuator><position joint="j" inheritrange=".5"/></actuator>'
    joint = '<joint name="j" type="slide" range="0 4"/>'
    assert scene_of(arm(joint, after)).actuators[0].control_range == (1, 3)
    assert codes(arm('<joint name="j" type="slide"/>', after)) == ["BP535"]


def test_actuators_move_other_things_than_joints(scene_of: Any) -> None:
    after = '<actuator><motor site="s" refsite="s" gear="0 0 1"/></actuator>'
    (actuator,) = scene_of(arm('<joint name="j"/>', after)).actuators
    assert actuator.joint is None
    assert (actuator.transmission.kind, actuator.transmission.target, actuator.transmission.reference) == (
        "site",
        "s",
        "s",
    )


@pytest.mark.parametrize(
    "actuator",
    [
        "<motor/>",
        '<motor joint="j" refsite="s"/>',
        '<motor joint="j" cranklength="1"/>',
        '<motor cranksite="s" slidersite="s"/>',
        '<motor site="s" armature="1"/>',
        '<motor joint="j" delay="1"/>',
        '<position joint="j" kv="1" dampratio="1"/>',
        '<position joint="j" ctrlrange="0 1" inheritrange="1"/>',
        '<general joint="j" actdim="1"/>',
        '<general joint="j" dyntype="filter" actdim="0"/>',
        '<general joint="j" actrange="0 1"/>',
        '<muscle joint="j" range="1 .5"/>',
        '<dcmotor joint="j" motorconst="1"/>',
        '<damper joint="j" ctrlrange="-1 1"/>',
    ],
)
def test_actuators_that_are_refused(actuator: str) -> None:
    assert codes(arm('<joint name="j" range="-9 9"/>', f"<actuator>{actuator}</actuator>")) == ["BP535"]


@pytest.mark.parametrize(
    ("actuator", "code"),
    [
        ('<position joint="j" kv="-1"/>', "BP106"),
        ('<damper joint="j"/>', "BP534"),
        ('<motor joint="j" forcelimited="true" forcerange="2 1"/>', "BP534"),
        ('<motor joint="j" gear="0"/>', "BP526"),
        ('<motor joint="j" ctrlrange="2 1"/>', "BP527"),
    ],
)
def test_ranges_and_values_of_actuators(actuator: str, code: str) -> None:
    assert code in codes(arm('<joint name="j"/>', f"<actuator>{actuator}</actuator>"))


# Tendons and equalities

TWO = (
    '<site name="w"/><body name="a"><joint name="j" ref="30"/><joint name="k" type="slide" axis="1 0 0"/><geom name="g"'
    ' size=".1"/><site name="s"/><body name="b" pos="1 0 0"><joint name="ball" type="ball"/><geom name="box" type="box"'
    ' size=".1 .1 .1"/><site name="t"/></body></body>'
)


def test_limited_sum_of_joints_is_a_tendon(scene_of: Any) -> None:
    steps = '<joint joint="j" coef=".5"/><joint joint="k" coef="2"/>'
    scene = scene_of(document(TWO, f'<tendon><fixed range="-1 2">{steps}</fixed><fixed>{steps}</fixed></tendon>'))
    (tendon,) = scene.constraints
    assert (tendon.lower, tendon.upper) == (-1, 2)


@pytest.mark.parametrize(
    "path",
    [
        "<fixed/>",
        '<fixed><joint joint="j" coef="1"/><joint joint="j" coef="1"/></fixed>',
        '<fixed><joint joint="ball" coef="1"/></fixed>',
        '<spatial><site site="s"/></spatial>',
        '<spatial><site site="s"/><site site="s"/></spatial>',
        '<spatial><site site="s"/><site site="t"/><pulley divisor="2"/></spatial>',
        '<spatial><site site="s"/><pulley divisor="2"/><site site="t"/><site site="w"/></spatial>',
        '<spatial><geom geom="g"/><site site="t"/></spatial>',
        '<spatial><site site="s"/><geom geom="box"/><site site="t"/></spatial>',
        '<spatial armature="1"><site site="s"/><geom geom="g"/><site site="t"/></spatial>',
    ],
)
def test_paths_that_cannot_be_followed(path: str) -> None:
    assert codes(document(TWO, f"<tendon>{path}</tendon>")) == ["BP536"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ('<spatial width="0"><site site="s"/><site site="t"/></spatial>', "BP106"),
        ('<fixed springlength="2 1"><joint joint="j" coef="1"/></fixed>', "BP534"),
        ('<fixed actuatorfrcrange="1 2"><joint joint="j" coef="1"/></fixed>', "BP534"),
        ('<fixed><joint joint="j"/></fixed>', "BP204"),
    ],
)
def test_values_of_tendons(path: str, code: str) -> None:
    assert codes(document(TWO, f"<tendon>{path}</tendon>")) == [code]


def test_path_with_pulleys_is_taken() -> None:
    path = '<site site="s"/><geom geom="g"/><site site="t"/><pulley divisor="2"/><site site="s"/><site site="w"/>'
    assert codes(document(TWO, f"<tendon><spatial>{path}</spatial></tendon>")) == []


def test_connect_holds_points_that_are_one_where_the_document_places_them(scene_of: Any) -> None:
    after = '<equality><connect body1="b" body2="a" anchor="1 2 3"/><connect body1="b" anchor="0 0 1" active="false"/></equality>'
    first, second = scene_of(document(TWO, after)).constraints
    assert first.point_a == pytest.approx((1, 2, 3))
    assert first.point_b == pytest.approx((2, 2, 3))
    assert second.point_b == pytest.approx((1, 0, 1))
    assert (first.active, second.active) == (True, False)


def test_joint_equality_relates_coordinates_about_their_references(scene_of: Any) -> None:
    after = '<equality><joint joint1="k" joint2="j" polycoef="0 2"/><joint joint1="k" joint2="j" polycoef="1 2 3"/></equality>'
    linear, cubic = scene_of(document(TWO, after)).constraints
    assert linear.multiplier == 2
    assert cubic.coefficients == (1, 2, 3, 0, 0)
    assert cubic.references == pytest.approx((0, radians(30)))


@pytest.mark.parametrize(
    "equality",
    [
        '<connect body1="a" body2="a" anchor="0 0 0"/>',
        '<weld site1="s" site2="s"/>',
        '<weld body1="world"/>',
        '<joint joint1="j" joint2="j"/>',
        '<joint joint1="ball"/>',
    ],
)
def test_equalities_that_are_refused(equality: str) -> None:
    assert codes(document(TWO, f"<equality>{equality}</equality>")) == ["BP537"]


# Contacts, sites, cameras, keyframes


def test_bodies_touch_but_for_parents_and_what_is_excluded(scene_of: Any) -> None:
    bodies = "".join(f'<body name="{name}"><joint/>{GEOM}</body>' for name in "xyz")
    text = document(bodies, '<contact><exclude body1="x" body2="z"/></contact>')
    excludes = scene_of(text).collision_filter.excludes
    assert excludes("m::x", "m::z")
    assert not excludes("m::x", "m::y")
    inner = f'<body name="x"><joint/>{GEOM}<body name="y"><joint/>{GEOM}</body></body>'
    assert scene_of(document(inner)).collision_filter.excludes("m::x", "m::y")
    allowed = '<option><flag filterparent="disable"/></option>'
    assert not scene_of(document(inner, before=allowed)).collision_filter.excludes("m::x", "m::y")


def test_site_may_have_the_name_of_its_body(scene_of: Any) -> None:
    scene = scene_of(document(f'<body name="b" pos="1 0 0"><site name="b" pos="0 2 0"/>{GEOM}</body>'))
    (site,) = scene.sites.values()
    assert scene.pose(site.name).translation == pytest.approx((1, 2, 0))
    assert scene.pose("m::b").translation == pytest.approx((1, 0, 0))


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ('<camera fovy="180"/>', "BP106"),
        ('<camera focal="1 1"/>', "BP538"),
        ('<camera sensorsize="1 1" resolution="0 1"/>', "BP538"),
        ('<light dir="0 0 0"/>', "BP538"),
        ('<site size="0"/>', "BP655"),
    ],
)
def test_sites_cameras_and_lights_that_are_refused(part: str, code: str) -> None:
    assert codes(document(part)) == [code]


def test_keyframes_are_completed_and_their_quaternions_normalised(scene_of: Any) -> None:
    bodies = f'<body name="a" pos="1 2 3"><freejoint/>{GEOM}</body><body name="b"><joint ref="90"/>{GEOM}</body>'
    scene = scene_of(document(bodies, '<keyframe><key name="k" time="2" qpos="0 0 1 2 0 0 0"/><key/></keyframe>'))
    first, second = scene.keyframes
    assert (first.name, first.time) == ("k", 2)
    assert first.qpos == pytest.approx((0, 0, 1, 1, 0, 0, 0, pi / 2))
    assert second.qpos == pytest.approx((1, 2, 3, 1, 0, 0, 0, pi / 2))
    assert len(second.qvel) == 7


@pytest.mark.parametrize(
    ("key", "expected"),
    [('qpos="1 2"', 1), ('qvel="1 2"', 1), ('act="1 2"', 1), ('ctrl="1 2 3 4"', 3), ('mpos="1"', 0)],
)
def test_keyframes_with_too_many_numbers_are_refused(key: str, expected: int) -> None:
    actuators = '<position joint="j" timeconst="1"/><pid joint="j" kp="1"/>'
    text = arm('<joint name="j"/>', f"<actuator>{actuators}</actuator><keyframe><key {key}/></keyframe>")
    ((code, message),) = faults(text)
    assert code == "BP539"
    assert message.endswith(f"the model has {expected}")


def test_gravity_can_be_switched_off(scene_of: Any) -> None:
    assert scene_of(arm("<joint/>")).gravity == pytest.approx((0, 0, -9.81))
    assert scene_of(arm("<joint/>", before='<option gravity="1 0 0"/>')).gravity == pytest.approx((1, 0, 0))
    off = '<option gravity="1 0 0"><flag gravity="disable"/></option>'
    assert scene_of(arm("<joint/>", before=off)).gravity == pytest.approx((0, 0, 0))
