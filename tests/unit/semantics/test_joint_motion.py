"""How joints move: coordinates of every type, batches, Jacobians."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.ir.joints import AxisRecord, CurveRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build, get_kinematics
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy, shortest_rotation
from bodyplan.semantics.spatial.transform import Transform
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

BuildChain = Callable[..., WorldIR]

MOVING = [motion for motion in Motion if motion not in (Motion.FIXED, Motion.GEARBOX)]
ALL = tuple(MOVING)


def one_joint(motion: Motion, **more: object) -> Scene:
    """A joint from the world to a link, everything at the origin."""
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("l", scope="m")
    description.add_joint("j", scope="m", type="x", motion=motion, parent="world", child="l", **more)  # type: ignore[arg-type]
    return build(description)


def at(scene: Scene, *q: float) -> np.ndarray:
    return scene.pose("m::l", q={"m::j": np.array(q)}).matrix


def turn(axis: str, angle: float) -> Transform:
    return Transform.from_rpy(rpy=[angle if letter == axis else 0.0 for letter in "xyz"])


def move(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Transform:
    return Transform.from_rpy((x, y, z))


def two_links(joint: tuple[float, float, float]) -> Scene:
    """The two models of the kinematics document that differ in where the joint is only."""
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("link1", scope="m")
    description.add_link("link2", scope="m", pose=pose_from_rpy(0.1, 0, 0.1, 0, 0, 0))
    description.add_joint(
        "joint12",
        scope="m",
        type="revolute",
        motion=Motion.REVOLUTE,
        parent="link1",
        child="link2",
        axes=[AxisRecord(xyz=(0.0, 1.0, 0.0))],
        pose=pose_from_rpy(*joint, 0, 0, 0),
    )
    description.add_joint("joint_world", scope="m", type="fixed", motion=Motion.FIXED, parent="world", child="link1")
    return build(description)


def test_two_models_with_one_pose_at_rest_differ_at_078_rad() -> None:
    """sin 0.78 = 0.7032794192, cos 0.78 = 0.7109135380; a turn about y takes z to x and x to -z.

    Joint below the link: (0.1, 0, 0) + 0.1 (sin, 0, cos). Joint beside it: (0, 0, 0.1) + 0.1 (cos, 0, -sin).
    """
    below, beside = two_links((0, 0, -0.1)), two_links((-0.1, 0, 0))
    for scene in (below, beside):
        np.testing.assert_allclose(scene.pose("m::link2").translation, [0.1, 0, 0.1], atol=1e-15)
    q = {"m::joint12": 0.78}
    np.testing.assert_allclose(below.pose("m::link2", q=q).translation, [0.17032794192, 0, 0.07109135380], atol=1e-11)
    np.testing.assert_allclose(beside.pose("m::link2", q=q).translation, [0.07109135380, 0, 0.02967205808], atol=1e-11)
    np.testing.assert_allclose(below.pose("m::link2", q=q).rpy, [0, 0.78, 0], atol=1e-12)


def test_the_joint_frames_are_one_in_space_at_rest() -> None:
    scene = two_links((0, 0, -0.1))
    joint = scene.joints["m::joint12"]
    np.testing.assert_allclose(joint.X_PF.translation, [0.1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(joint.X_BM.translation, [0, 0, -0.1], atol=1e-15)
    on_parent = scene.pose("m::link1") @ joint.X_PF
    on_child = scene.pose("m::link2") @ joint.X_BM
    np.testing.assert_allclose(on_parent.matrix, on_child.matrix, atol=1e-15)


def test_a_screw_advances_by_its_pitch_in_a_turn() -> None:
    scene = one_joint(Motion.SCREW, axes=[AxisRecord(xyz=(0.0, 0.0, 3.0))], pitch=0.5)
    expected = move(z=0.5 * 0.3 / (2 * pi)) @ turn("z", 0.3)
    np.testing.assert_allclose(at(scene, 0.3), expected.matrix, atol=1e-15)
    np.testing.assert_allclose(at(scene, 2 * pi)[:3, 3], [0, 0, 0.5], atol=1e-15)


def test_a_prismatic_joint_slides_along_its_unit_axis() -> None:
    scene = one_joint(Motion.PRISMATIC, axes=[AxisRecord(xyz=(0.0, 3.0, 4.0))])
    np.testing.assert_allclose(at(scene, 2.0)[:3, 3], [0, 1.2, 1.6], atol=1e-15)


def test_the_second_axis_of_a_universal_joint_is_moved_by_the_first() -> None:
    scene = one_joint(Motion.UNIVERSAL)
    np.testing.assert_allclose(at(scene, 0.3, 0.4), (turn("x", 0.3) @ turn("y", 0.4)).matrix, atol=1e-15)


def test_a_ball_joint_in_roll_pitch_yaw() -> None:
    scene = one_joint(Motion.BALL_RPY)
    np.testing.assert_allclose(at(scene, 0.3, 0.4, 0.5), Transform.from_rpy(rpy=(0.3, 0.4, 0.5)).matrix, atol=1e-15)


def test_coordinates_without_an_axis_have_no_limits() -> None:
    scene = one_joint(Motion.BALL_RPY)
    assert scene.lower_limits.tolist() == [-np.inf] * 3
    assert scene.upper_limits.tolist() == [np.inf] * 3


def test_a_ball_joint_in_rotation_vectors() -> None:
    """(2, 2, 1)/3 is a unit vector; a third of a turn about (1, 1, 1)/√3 takes x to y to z."""
    scene = one_joint(Motion.BALL_ROTATION_VECTOR)
    third = 2 * pi / 3 / np.sqrt(3)
    expected = np.eye(4)
    expected[:3, :3] = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    np.testing.assert_allclose(at(scene, third, third, third), expected, atol=1e-15)
    np.testing.assert_allclose(at(scene, 0, 0, 0.7), turn("z", 0.7).matrix, atol=1e-15)
    np.testing.assert_array_equal(at(scene, 0, 0, 0), np.eye(4))


def test_a_free_joint_has_its_rotation_vector_first() -> None:
    scene = one_joint(Motion.FREE_ROTATION_VECTOR)
    np.testing.assert_allclose(at(scene, 0.7, 0, 0, 1, 2, 3), (move(1, 2, 3) @ turn("x", 0.7)).matrix, atol=1e-15)


def test_a_floating_joint_has_roll_pitch_yaw_first() -> None:
    scene = one_joint(Motion.FLOATING_RPY)
    expected = Transform.from_rpy((1, 2, 3), (0.3, 0.4, 0.5))
    np.testing.assert_allclose(at(scene, 0.3, 0.4, 0.5, 1, 2, 3), expected.matrix, atol=1e-15)


@pytest.mark.parametrize("order", ["xyz", "zyx", "zxz"])
def test_an_euler_joint_turns_about_moved_axes_in_its_order(order: str) -> None:
    scene = one_joint(Motion.EULER, axis_order=order)
    expected = turn(order[0], 0.3) @ turn(order[1], 0.4) @ turn(order[2], 0.5)
    np.testing.assert_allclose(at(scene, 0.3, 0.4, 0.5), expected.matrix, atol=1e-15)


def test_a_translational_joint_moves_along_x_y_z() -> None:
    np.testing.assert_allclose(at(one_joint(Motion.TRANSLATIONAL), 1, 2, 3), move(1, 2, 3).matrix)
    np.testing.assert_allclose(at(one_joint(Motion.TRANSLATIONAL_2D), 1, 2), move(1, 2).matrix)


def test_a_planar_joint_moves_in_its_plane_and_turns_about_the_normal() -> None:
    np.testing.assert_allclose(at(one_joint(Motion.PLANAR), 1, 2, 0.3), (move(1, 2) @ turn("z", 0.3)).matrix)
    zx = one_joint(Motion.PLANAR, axes=[AxisRecord(xyz=(0.0, 0.0, 1.0)), AxisRecord(xyz=(1.0, 0.0, 0.0))])
    np.testing.assert_allclose(at(zx, 1, 2, 0.3), (move(x=2, z=1) @ turn("y", 0.3)).matrix)


def test_the_second_axis_of_a_plane_is_made_perpendicular() -> None:
    scene = one_joint(Motion.PLANAR, axes=[AxisRecord(xyz=(2.0, 0.0, 0.0)), AxisRecord(xyz=(1.0, 1.0, 0.0))])
    np.testing.assert_allclose(at(scene, 1, 2, 0.3), (move(1, 2) @ turn("z", 0.3)).matrix, atol=1e-15)


def test_a_plane_turned_onto_an_axis_moves_across_it() -> None:
    """z goes onto y by a quarter turn about -x, which takes y to -z."""
    scene = one_joint(Motion.PLANAR, turned=shortest_rotation((0, 0, 1), (0, 1, 0)))
    np.testing.assert_allclose(at(scene, 1, 2, 0.0)[:3, 3], [1, 0, -2], atol=1e-15)
    np.testing.assert_allclose(at(scene, 0, 0, 0.3), turn("y", 0.3).matrix, atol=1e-15)
    np.testing.assert_allclose(scene.joints["m::j"].X_PF.rpy, [-pi / 2, 0, 0], atol=1e-15)


def test_a_curvilinear_joint_follows_its_lines_and_arcs() -> None:
    """One metre along y, then an arc of radius 0.5 m to the left as seen against the normal x, which is towards z."""
    curve = CurveRecord([(1.0, 0.0), (0.75, 1.5)], tangent=(0.0, 1.0, 0.0), normal=(1.0, 0.0, 0.0))
    scene = one_joint(Motion.CURVILINEAR, curve=curve)
    start = np.eye(4)
    start[:3, :3] = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    np.testing.assert_allclose(at(scene, 0.0), start, atol=1e-15)
    np.testing.assert_allclose(at(scene, 0.4)[:3, 3], [0, 0.4, 0], atol=1e-15)
    turned = (1.6 - 1.0) / 0.5
    pose = at(scene, 1.6)
    np.testing.assert_allclose(pose[:3, 3], [0, 1 + 0.5 * sin(turned), 0.5 * (1 - cos(turned))], atol=1e-15)
    np.testing.assert_allclose(pose[:3, 0], [0, cos(turned), sin(turned)], atol=1e-15)


def test_a_periodic_curve_begins_again() -> None:
    curve = CurveRecord([(1.0, 2 * pi)], periodic=True)
    scene = one_joint(Motion.CURVILINEAR, curve=curve)
    np.testing.assert_allclose(at(scene, 2.25), at(scene, 0.25), atol=1e-14)


def test_axes_are_measured_along_the_frame_they_are_expressed_in_and_made_unit() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m")
    description.add_link("b", scope="m", pose=pose_from_rpy(0, 0, 0, pi / 2, 0, 0))
    axis = AxisRecord(xyz=(0.0, 0.0, 2.0), expressed_in="__model__")
    description.add_joint("j", scope="m", type="revolute", motion=Motion.REVOLUTE, parent="a", child="b", axes=[axis])
    scene = build(description)
    np.testing.assert_allclose(scene.joints["m::j"].axes[0].xyz, [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(scene.pose("m::b", q={"m::j": 0.3}).matrix[:3, :3] @ [0, 1, 0], [0, 0, 1], atol=1e-15)


def test_a_zero_axis_is_reported_and_z_stands_for_it() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("l", scope="m")
    description.add_joint(
        "j",
        scope="m",
        type="revolute",
        motion=Motion.REVOLUTE,
        parent="world",
        child="l",
        axes=[AxisRecord(xyz=(0.0, 0.0, 0.0))],
    )
    sink = Sink()
    scene = build(description, sink)
    assert [diagnostic.name for diagnostic in sink.found] == ["zero-joint-axis"]
    np.testing.assert_array_equal(scene.joints["m::j"].axes[0].xyz, [0, 0, 1])


@pytest.mark.parametrize(
    ("parent", "child", "name"),
    [
        ("missing", "a", "unknown-joint-parent"),
        ("a", "missing", "unknown-joint-child"),
        ("a", "a", "joint-parent-is-child"),
        ("a", "on_a", "joint-within-one-link"),
        ("a", "world", "world-as-joint-child"),
    ],
)
def test_a_joint_that_joins_nothing_is_reported(parent: str, child: str, name: str) -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m")
    description.add_frame("on_a", scope="m", attached_to="a")
    description.add_joint(
        "j", scope="m", type="revolute", motion=Motion.REVOLUTE, parent=parent, child=child, axes=[AxisRecord()]
    )
    sink = Sink()
    scene = build(description, sink)
    assert [diagnostic.name for diagnostic in sink.found] == [name]
    scene.forward_kinematics({"m::j": 1.0})


def test_thousands_of_configurations_are_exactly_those_of_fewer_at_a_time(chain: BuildChain) -> None:
    scene = build(chain(Motion.FIXED, *ALL, Motion.FIXED))
    q = scene.vector(scene.random_configuration(7, 2100))
    together = scene.forward_kinematics(q)
    stacked = together.stack()
    for start in range(0, 2100, 700):
        some = scene.forward_kinematics(q[start : start + 700])
        for name, poses in zip(scene.frames, stacked):
            np.testing.assert_array_equal(some[name], together[name][start : start + 700])
            np.testing.assert_array_equal(some[name], poses[start : start + 700])
    assert scene.forward_kinematics(q[:0]).stack().shape == (len(scene.frames), 0, 4, 4)


@pytest.mark.parametrize("backwards", [False, True])
def test_many_configurations_at_once_are_exactly_those_one_by_one(chain: BuildChain, backwards: bool) -> None:
    scene = build(chain(*ALL, backwards=backwards))
    q = scene.random_configuration(7, 50)
    together = scene.forward_kinematics(q)
    jacobians = scene.jacobian(f"m::l{len(ALL)}", q)
    for i in range(50):
        single = {name: values[i] for name, values in q.items()}  # type: ignore[index]
        alone = scene.forward_kinematics(single)
        for name in scene.frames:
            np.testing.assert_array_equal(alone[name], together[name][i])
        np.testing.assert_array_equal(scene.jacobian(f"m::l{len(ALL)}", single), jacobians[i])


@pytest.mark.parametrize("backwards", [False, True])
def test_the_pose_of_one_frame_agrees_with_those_of_all(chain: BuildChain, backwards: bool) -> None:
    scene = build(chain(*ALL, backwards=backwards))
    q = scene.random_configuration(3)
    poses = scene.forward_kinematics(q)
    for name in scene.frames:
        np.testing.assert_allclose(scene.pose(name, q=q).matrix, poses[name], atol=1e-12)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("motion", MOVING)
def test_at_zero_every_joint_leaves_the_document_as_it_is(chain: BuildChain, motion: Motion, backwards: bool) -> None:
    if motion is Motion.CURVILINEAR:
        return  # its M stands along the curve at zero, wherever the document puts the child
    scene = build(chain(motion, motion, backwards=backwards))
    poses = scene.forward_kinematics({})
    for name, frame in scene.frames.items():
        np.testing.assert_allclose(poses[name], frame.pose.matrix, atol=1e-12)


@pytest.mark.parametrize("motion", MOVING)
def test_a_joint_met_from_its_child_moves_its_links_alike(chain: BuildChain, motion: Motion) -> None:
    """Which of the links stands still changes nothing about where they are to each other."""
    forwards, backwards = build(chain(motion, seed=4)), chain(motion, seed=4)
    joint = backwards.joints[0]
    joint.child = backwards.frames[3].attached_to = "l1"
    turned = build(backwards)
    assert list(turned._kinematics.tree.reversed) == [1]
    q = forwards.random_configuration(5)
    np.testing.assert_allclose(
        turned.pose("m::l1", "m::l0", q).matrix, forwards.pose("m::l1", "m::l0", q).matrix, atol=1e-12
    )
    rested = turned.frames["m::l1"].pose.matrix
    np.testing.assert_allclose(turned.pose("m::l1", q=q).matrix, rested, atol=1e-12)


def numeric_jacobian(scene: Scene, frame: str, q: np.ndarray, relative_to: str) -> np.ndarray:
    step = 1e-6
    columns = []
    kinematics = get_kinematics(scene)
    for i in range(len(scene.velocities)):
        delta = np.zeros((len(scene.velocities), 1))
        delta[i] = step
        ahead = scene.pose(frame, relative_to, kinematics.move(q[:, None], delta)[:, 0]).matrix
        behind = scene.pose(frame, relative_to, kinematics.move(q[:, None], -delta)[:, 0]).matrix
        here = scene.pose(frame, relative_to, q).matrix
        linear = (ahead[:3, 3] - behind[:3, 3]) / (2 * step)
        spin = (ahead[:3, :3] - behind[:3, :3]) @ here[:3, :3].T / (2 * step)
        columns.append([*linear, spin[2, 1], spin[0, 2], spin[1, 0]])
    jacobian: np.ndarray = np.array(columns).T
    return jacobian


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("motion", MOVING)
def test_jacobians_agree_with_finite_differences(chain: BuildChain, motion: Motion, backwards: bool) -> None:
    scene = build(chain(motion, Motion.REVOLUTE, motion, seed=2, backwards=backwards))
    rng = np.random.default_rng(1)
    q = rng.uniform(0.1, 1.2, scene.dofs)
    for frame, base in (("m::l3", "world"), ("m::l3", "m::l1"), ("m::l1", "m::l3")):
        expected = numeric_jacobian(scene, frame, q, base)
        np.testing.assert_allclose(scene.jacobian(frame, q, relative_to=base), expected, atol=2e-8)


@given(motions=st.lists(st.sampled_from(MOVING), min_size=1, max_size=5), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_chain_moves_rigidly(chain: BuildChain, motions: list[Motion], seed: int) -> None:
    scene = build(chain(*motions, seed=seed, backwards=seed % 2 == 1))
    for pose in scene.forward_kinematics(scene.random_configuration(seed)).values():
        np.testing.assert_allclose(pose[:3, :3] @ pose[:3, :3].T, np.eye(3), atol=1e-12)
        assert np.linalg.det(pose[:3, :3]) == pytest.approx(1)


def test_links_without_joints_stay_where_the_document_puts_them() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("loose", scope="m", pose=pose_from_rpy(1, 2, 3, 0, 0, 0))
    description.add_link("hung", scope="m", pose=pose_from_rpy(1, 2, 4, 0, 0, 0))
    description.add_joint(
        "j", scope="m", type="prismatic", motion=Motion.PRISMATIC, parent="loose", child="hung", axes=[AxisRecord()]
    )
    scene = build(description)
    poses = scene.forward_kinematics({"m::j": 0.5})
    np.testing.assert_allclose(poses["m::loose"][:3, 3], [1, 2, 3])
    np.testing.assert_allclose(poses["m::hung"][:3, 3], [1, 2, 4.5])


def test_frames_given_apart_are_brought_together_at_zero() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m")
    description.add_link("b", scope="m", pose=pose_from_rpy(9, 9, 9, 1, 1, 1))
    description.add_frame("f", scope="m", attached_to="a", pose=pose_from_rpy(1, 0, 0, 0, 0, 0.5))
    description.add_frame("g", scope="m", attached_to="b", pose=pose_from_rpy(0, 0, 2, 0.3, 0, 0))
    description.add_joint("j", scope="m", type="ball", motion=Motion.BALL_RPY, parent="f", child="g", own_frames=True)
    scene = build(description)
    np.testing.assert_allclose(scene.pose("m::g", "m::f", {}).matrix, np.eye(4), atol=1e-14)
    np.testing.assert_allclose(scene.joints["m::j"].X_BM.translation, [0, 0, 2], atol=1e-14)


# Configurations


def test_configurations_of_the_wrong_shape_are_refused(chain: BuildChain) -> None:
    scene = build(chain(Motion.BALL_RPY, Motion.REVOLUTE))
    with pytest.raises(ValueError, match="'m::j0' has 3 coordinates"):
        scene.forward_kinematics({"m::j0": [1.0, 2.0]})
    with pytest.raises(ValueError, match="others have 4"):
        scene.forward_kinematics({"m::j0": np.zeros((4, 3)), "m::j1": np.zeros(5)})
    with pytest.raises(KeyError, match="did you mean 'm::j0'"):
        scene.forward_kinematics({"m::j00": 0.0})
    with pytest.raises(ValueError, match="many configurations"):
        scene.pose("m::l1", q={"m::j1": np.zeros(5)})
    with pytest.raises(ValueError, match="4 coordinates"):
        scene.forward_kinematics(np.zeros(5))


def test_one_number_in_an_array_is_one_configuration(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE))
    assert scene.forward_kinematics({"m::j0": np.array([0.5])})["m::l1"].shape == (4, 4)
    assert scene.forward_kinematics({"m::j0": np.array([[0.5]])})["m::l1"].shape == (1, 4, 4)


def test_floats_hold_for_all_configurations_of_a_batch(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE, Motion.BALL_RPY))
    poses = scene.forward_kinematics({"m::j0": 0.5, "m::j1": np.zeros((3, 3))})
    assert poses["m::l2"].shape == (3, 4, 4)
    np.testing.assert_array_equal(poses["m::l2"][0], poses["m::l2"][2])


def test_vectors_and_mappings_are_the_same_configuration(chain: BuildChain) -> None:
    scene = build(chain(Motion.UNIVERSAL, Motion.PRISMATIC))
    q = scene.random_configuration(1)
    vector = scene.vector(q)
    assert vector.shape == (3,)
    back = scene.configuration(vector)
    assert list(back) == ["m::j0", "m::j1"]
    np.testing.assert_array_equal(back["m::j0"], q["m::j0"])
    assert [c.unit for c in scene.coordinates] == ["rad", "rad", "m"]


def test_random_configurations_keep_to_the_limits() -> None:
    description = WorldIR(format="urdf")
    description.add_model("m")
    description.add_link("l0", scope="m")
    limits = [(-0.5, 0.25), (1.0, float("inf")), (float("-inf"), -7.0), (float("-inf"), float("inf"))]
    for i, (lower, upper) in enumerate(limits):
        description.add_link(f"l{i + 1}", scope="m")
        description.add_joint(
            f"j{i}",
            scope="m",
            type="prismatic",
            motion=Motion.PRISMATIC,
            parent=f"l{i}",
            child=f"l{i + 1}",
            axes=[AxisRecord(lower=lower, upper=upper)],
        )
    scene = build(description)
    vectors = scene.vector(scene.random_configuration(0, 500))
    assert vectors.shape == (500, 4)
    assert (vectors >= scene.lower_limits).all()
    assert (vectors <= scene.upper_limits).all()
    assert np.ptp(vectors, axis=0) == pytest.approx([0.75, 1.0, 1.0, 2.0], rel=0.05)
    np.testing.assert_array_equal(
        scene.vector(scene.random_configuration(3)), scene.vector(scene.random_configuration(3))
    )


def test_the_default_configuration_names_every_joint_that_moves() -> None:
    scene = one_joint(Motion.PLANAR, default_position=(1.0, 2.0, 0.5))
    np.testing.assert_array_equal(scene.default_configuration["m::j"], [1.0, 2.0, 0.5])
    assert one_joint(Motion.REVOLUTE, default_position=(0.4,)).default_configuration == {"m::j": 0.4}
    assert one_joint(Motion.REVOLUTE).default_configuration == {"m::j": 0.0}
    assert one_joint(Motion.FIXED).default_configuration == {}
