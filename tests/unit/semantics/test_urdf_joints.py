"""Joints of URDF: axes, limits, what resists, what follows, and Drake's types."""

from __future__ import annotations

from math import inf, pi, sqrt
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.semantics.scene.scene import Scene

LIMIT = '<limit lower="-1" upper="2" effort="30" velocity="4"/>'
DRAKE = 'xmlns:drake="http://drake.mit.edu"'


def text_of(*joints: str, links: str = "abc", rest: str = "", version: str = "") -> str:
    """A robot of three links; the first joint stands on line 3."""
    declared = f' version="{version}"' if version else ""
    return "\n".join(
        (
            f'<robot name="r"{declared} {DRAKE}>',
            "".join(f'<link name="{name}"/>' for name in links),
            *joints,
            rest,
            "</robot>",
        )
    )


def joint(inner: str, type: str = "revolute", name: str = "j", parent: str = "a", child: str = "b") -> str:
    prefix = "drake:" if type in ("ball", "screw", "universal", "curvilinear") else ""
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<{prefix}joint name="{name}" type="{type}">{ends}{inner}</{prefix}joint>'


def scene_of(inner: str, type: str = "revolute", **options: str) -> Scene:
    return bodyplan.loads(text_of(joint(inner, type), links="ab"), **options).scene  # type: ignore[arg-type]


def findings(text: str, **options: object) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, **options).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def codes(inner: str, type: str = "revolute", **options: object) -> list[str]:
    return [finding.code for finding in findings(text_of(joint(inner, type), links="ab"), **options)]


def test_the_joint_frame_is_the_child_frame() -> None:
    scene = scene_of(LIMIT + '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0 2"/>')
    found = scene.joints["r::j"]
    np.testing.assert_allclose(found.X_PF.translation, [1, 2, 3])
    np.testing.assert_allclose(found.X_PF.rpy, [0.1, 0.2, 0.3], atol=1e-15)
    np.testing.assert_allclose(found.X_BM.matrix, np.eye(4), atol=1e-15)
    np.testing.assert_allclose(found.axes[0].xyz, [0, 0, 1])
    np.testing.assert_allclose(scene.pose("r::b").matrix, found.X_PF.matrix, atol=1e-15)


@pytest.mark.parametrize("axis", ["", "<axis/>"])
def test_the_axis_is_x_where_none_is_written(axis: str) -> None:
    assert scene_of(LIMIT + axis).joints["r::j"].axes[0].xyz.tolist() == [1, 0, 0]


@pytest.mark.parametrize("xyz", ["0 0 0", "1e-9 0 0"])
@pytest.mark.parametrize(("type", "expected"), [("revolute", ["BP506"]), ("planar", ["BP506"]), ("ball", [])])
def test_an_axis_without_length_is_an_error_where_there_is_an_axis(xyz: str, type: str, expected: list[str]) -> None:
    limit = LIMIT if type == "revolute" else ""
    assert codes(f'{limit}<axis xyz="{xyz}"/>', type) == expected


def test_limits_are_those_written_and_none_otherwise() -> None:
    axis = scene_of(LIMIT).joints["r::j"].axes[0]
    assert (axis.lower, axis.upper, axis.effort, axis.velocity, axis.acceleration) == (-1, 2, 30, 4, inf)
    axis = scene_of("", "continuous").joints["r::j"].axes[0]
    assert (axis.lower, axis.upper, axis.effort, axis.velocity) == (-inf, inf, inf, inf)


def test_the_acceleration_limit_has_drakes_prefix_or_stands_in_a_newer_file() -> None:
    limit = '<limit lower="0" upper="1" effort="1" velocity="1" drake:acceleration="9" acceleration="8"/>'
    assert scene_of(limit).joints["r::j"].axes[0].acceleration == 9
    plain = joint('<limit lower="0" upper="1" acceleration="8"/>')
    newer = bodyplan.loads(text_of(plain, links="ab", version="1.2")).scene
    assert newer.joints["r::j"].axes[0].acceleration == 8


def test_revolute_and_prismatic_joints_need_limits() -> None:
    assert codes("", "revolute") == codes("", "prismatic") == ["BP210"]
    assert codes("", "continuous") == codes("", "planar") == codes("", "floating") == []


@pytest.mark.parametrize(
    ("limit", "type", "expected"),
    [
        ('<limit lower="2" upper="1" effort="1" velocity="1"/>', "revolute", "BP550"),
        ('<limit effort="1" velocity="1"/>', "revolute", "BP551"),
        ('<limit upper="1" effort="1" velocity="1"/>', "prismatic", "BP551"),
        ('<limit lower="0" upper="1" effort="1" velocity="1"/>', "continuous", "BP552"),
        ('<limit lower="0" upper="1" effort="-1" velocity="1"/>', "revolute", "BP553"),
        ('<limit lower="0" upper="1" effort="1" velocity="-1"/>', "revolute", "BP553"),
    ],
)
def test_limits_that_make_no_sense(limit: str, type: str, expected: str) -> None:
    assert codes(limit, type) == [expected]


def test_a_continuous_joint_keeps_the_limits_that_are_written() -> None:
    axis = scene_of('<limit lower="-3" upper="3" effort="1" velocity="1"/>', "continuous").joints["r::j"].axes[0]
    assert (axis.lower, axis.upper) == (-3, 3)


@pytest.mark.parametrize(
    ("soft", "expected"),
    [
        ('k_velocity="1" soft_lower_limit="-0.5" soft_upper_limit="1.5"', []),
        ('k_velocity="1"', []),
        ('k_velocity="1" soft_lower_limit="-1.5" soft_upper_limit="2.5"', ["BP555", "BP555"]),
        ('k_velocity="1" soft_lower_limit="1" soft_upper_limit="0"', ["BP554"]),
    ],
)
def test_soft_limits_lie_between_the_limits(soft: str, expected: list[str]) -> None:
    assert codes(f"{LIMIT}<safety_controller {soft}/>") == expected


def test_damping_and_friction() -> None:
    axis = scene_of(LIMIT + '<dynamics damping="0.5" friction="0.25"/>').joints["r::j"].axes[0]
    assert (axis.damping, axis.friction) == (0.5, 0.25)
    assert codes(LIMIT + "<dynamics/>") == ["BP557"]
    assert codes(LIMIT + '<dynamics damping="-1"/>') == ["BP558"]


def test_a_fixed_joint_has_no_coordinates() -> None:
    assert scene_of('<axis xyz="0 0 0"/>', "fixed").joints["r::j"].dofs == 0


def test_the_plane_of_a_planar_joint_is_across_its_axis() -> None:
    scene = scene_of('<axis xyz="1 0 0"/><dynamics damping="1 2 3"/>', "planar")
    found = scene.joints["r::j"]
    np.testing.assert_allclose(found.X_PF.quaternion, [sqrt(0.5), 0, sqrt(0.5), 0])
    np.testing.assert_allclose(found.X_BM.matrix, found.X_PF.matrix)
    assert [axis.damping for axis in found.axes] == [1, 2, 3]
    # along the plane's x, which is -z here, then along y, then about the axis
    moved = scene.pose("r::b", q={"r::j": [1.0, 2.0, pi / 2]})
    np.testing.assert_allclose(moved.translation, [0, 2, -1], atol=1e-15)
    np.testing.assert_allclose(moved.rpy, [pi / 2, 0, 0], atol=1e-15)


def test_a_floating_joint_has_six_coordinates_and_is_none_to_drake() -> None:
    scene = scene_of('<origin xyz="1 2 3"/>', "floating")
    assert scene.joints["r::j"].dofs == 6
    assert scene.pose("r::b").translation.tolist() == [1, 2, 3]
    drake = scene_of('<origin xyz="1 2 3"/>', "floating", target="drake")
    assert list(drake.joints) == []
    assert drake.pose("r::b").translation.tolist() == [0, 0, 0]


def test_a_screw_moves_by_its_pitch() -> None:
    scene = scene_of('<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.04"/>', "screw")
    assert scene.joints["r::j"].pitch == 0.04
    np.testing.assert_allclose(scene.pose("r::b", q={"r::j": pi}).translation, [0, 0, 0.02])


def test_universal_and_ball_joints() -> None:
    universal = scene_of('<dynamics damping="0.1"/>', "universal").joints["r::j"]
    assert (universal.dofs, [axis.damping for axis in universal.axes]) == (2, [0.1, 0.1])
    ball = scene_of("", "ball")
    np.testing.assert_allclose(ball.pose("r::b", q={"r::j": [0.1, 0.2, 0.3]}).rpy, [0.1, 0.2, 0.3], atol=1e-15)


CURVE = (
    '<drake:curves><drake:line_segment length="1"/><drake:circular_arc radius="2" angle="1.5"/>'
    '<drake:line_segment length="3"/></drake:curves>'
)


def test_a_curve_keeps_the_order_of_its_pieces() -> None:
    scene = scene_of(CURVE, "curvilinear")
    axis = scene.joints["r::j"].axes[0]
    assert (axis.lower, axis.upper) == (0, 7)
    np.testing.assert_allclose(scene.pose("r::b", q={"r::j": 0.5}).translation, [0.5, 0, 0], atol=1e-15)
    around = scene.pose("r::b", q={"r::j": 4.0})
    np.testing.assert_allclose(around.translation, [1 + 2 * np.sin(1.5), 2 - 2 * np.cos(1.5), 0], atol=1e-12)


@pytest.mark.parametrize(
    ("inner", "code"),
    [
        ("", "BP560"),
        ('<drake:curves><drake:circular_arc radius="1" angle="0"/></drake:curves>', "BP560"),
        (CURVE + '<drake:initial_tangent xyz="0 0 1"/>', "BP561"),
    ],
)
def test_a_curve_that_leads_nowhere(inner: str, code: str) -> None:
    assert code in codes(inner, "curvilinear")


def chain(first: str, second: str) -> str:
    return text_of(joint(LIMIT + first, name="j"), joint(LIMIT + second, name="k", parent="b", child="c"))


def test_a_joint_follows_another() -> None:
    scene = bodyplan.loads(chain("", '<mimic joint="j" multiplier="2" offset="0.5"/>')).scene
    (constraint,) = scene.constraints
    assert type(constraint).__name__ == "MimicConstraint"
    assert scene.forward_kinematics({"r::j": 0.25})


def test_a_joint_may_follow_one_that_follows() -> None:
    text = text_of(
        joint(LIMIT, name="j"),
        joint(LIMIT + '<mimic joint="l" multiplier="2"/>', name="k", parent="b", child="c"),
        joint(LIMIT + '<mimic joint="j" multiplier="3"/>', name="l", parent="c", child="d"),
        links="abcd",
    )
    assert findings(text) == []
    scene = bodyplan.loads(text).scene
    turned = scene.pose("r::d", q={"r::j": 0.1})
    np.testing.assert_allclose(turned.rpy, [0.1 + 0.6 + 0.3, 0, 0], atol=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("", '<mimic joint="nowhere"/>', "BP508"),
        ("", '<mimic joint="k"/>', "BP509"),
        ('<mimic joint="k"/>', '<mimic joint="j"/>', "BP509"),
    ],
)
def test_following_what_cannot_be_followed(first: str, second: str, code: str) -> None:
    found = findings(chain(first, second))
    assert [finding.code for finding in found] == [code]


def test_a_mimic_is_between_single_coordinates() -> None:
    text = text_of(joint("", "planar"), joint(LIMIT + '<mimic joint="j"/>', name="k", parent="b", child="c"))
    assert [(finding.code, finding.severity) for finding in findings(text)] == [("BP556", "warning")]
    assert ("BP556", "error") in [(finding.code, finding.severity) for finding in findings(text, target="drake")]
    assert bodyplan.loads(text).scene.constraints == ()


def test_a_misspelt_part_of_a_joint_is_one_finding() -> None:
    text = text_of(joint(LIMIT + '<axis xzy="0 0 1"/>'), links="ab")
    assert [(finding.code, finding.line) for finding in findings(text)] == [("BP202", 3)]


def test_a_number_that_cannot_be_read_is_one_finding() -> None:
    assert codes('<limit lower="x" upper="1" effort="1" velocity="1"/>') == ["BP101"]
    assert codes(LIMIT + '<dynamics damping="x"/>') == ["BP101"]


def test_a_quaternion_stands_for_the_angles_in_newer_files() -> None:
    half = sqrt(0.5)
    text = text_of(joint(f'<origin quat_xyzw="0 0 {half!r} {half!r}"/>', "fixed"), links="ab", version="1.1")
    np.testing.assert_allclose(bodyplan.loads(text).scene.pose("r::b").rpy, [0, 0, pi / 2], atol=1e-15)
    both = text_of(joint('<origin quat_xyzw="0 0 0 1" rpy="0 0 0"/>', "fixed"), links="ab", version="1.1")
    assert [finding.code for finding in findings(both)] == ["BP559"]


def test_frames_of_drake_are_fixed_to_links() -> None:
    text = text_of(
        joint(LIMIT + '<origin xyz="1 0 0"/>'),
        links="ab",
        rest='<frame name="tool" link="b" xyz="0 0 1" rpy="0 0 1"/><frame name="mark" link="world" xyz="5 0 0"/>',
    )
    scene = bodyplan.loads(text).scene
    assert scene.pose("r::tool").translation.tolist() == [1, 0, 1]
    assert scene.frames["r::tool"].attached_to == "r::b"
    assert scene.frames["r::mark"].attached_to == "world"
    wrong = text_of(joint(LIMIT), links="ab", rest='<frame name="f" link="bb"/>')
    assert [finding.code for finding in findings(wrong)] == ["BP548"]


BODY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'


@pytest.mark.parametrize(
    ("kind", "written", "ours", "theirs"),
    [
        ("revolute", "", (-inf, inf), (0, 0)),
        ("prismatic", 'lower="-1"', (-1, inf), (-1, 0)),
        ("revolute", 'lower="2" upper="1"', (2, 1), (1, 2)),
        ("revolute", 'lower="1" upper="2"', (1, 2), (1, 2)),
        ("continuous", 'lower="-1" upper="1"', (-1, 1), (-inf, inf)),
    ],
)
def test_limits_as_libsdformat_has_them(
    kind: str, written: str, ours: tuple[float, float], theirs: tuple[float, float]
) -> None:
    text = (
        f'<robot name="r"><link name="a">{BODY}</link><link name="b">{BODY}</link><joint name="j" type="{kind}">'
        f'<parent link="a"/><child link="b"/><limit {written} effort="1" velocity="1"/></joint></robot>'
    )
    for target, expected in ((None, ours), ("libsdformat", theirs)):
        (axis,) = bodyplan.loads(text, target=target).scene.joints["r::j"].axes  # type: ignore[call-overload]
        assert (axis.lower, axis.upper) == expected


@pytest.mark.parametrize(("target", "about"), [(None, ["effort", "velocity"]), ("drake", ["velocity"])])
def test_drake_looks_at_a_negative_effort_only_where_it_is_made_use_of(target: Any, about: list[str]) -> None:
    text = (
        '<robot name="r"><link name="l"/><link name="k"/><joint name="j" type="revolute"><parent link="l"/>'
        '<child link="k"/><limit lower="-1" upper="1" effort="-1" velocity="-2"/></joint></robot>'
    )
    try:
        found = bodyplan.loads(text, target=target).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    assert [finding.xpath.rpartition("@")[2] for finding in found if finding.name == "negative-limit"] == about


def test_limits_of_a_joint_of_no_known_type_are_looked_at() -> None:
    inner = (
        '<limit lower="2" upper="1" effort="1" velocity="1"/><safety_controller k_velocity="1" soft_lower_limit="5"/>'
    )
    found = codes(inner, "hinge")
    assert found.count("BP550") == 1
