"""Constraints: couplings, closed loops, springs; residuals, Jacobians, solving."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.constraints.base import Constraint, ForceElement
from bodyplan.semantics.constraints.coordinates import GearboxConstraint, MimicConstraint
from bodyplan.semantics.constraints.poses import LoopJointConstraint, WeldConstraint
from bodyplan.semantics.ir.constraints import (
    BallRecord,
    BushingRecord,
    DistanceRecord,
    GearboxRecord,
    MimicRecord,
    SpringRecord,
    TendonRecord,
)
from bodyplan.semantics.ir.joints import ActuatorRecord, AxisRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build, get_kinematics
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from bodyplan.semantics.spatial.transform import Transform

BuildChain = Callable[..., WorldIR]
MOVING = [motion for motion in Motion if motion not in (Motion.FIXED, Motion.GEARBOX)]


def names(sink: Sink) -> list[str]:
    return [diagnostic.name for diagnostic in sink.found]


def numeric(scene: Scene, value: Callable[[np.ndarray], np.ndarray], q: np.ndarray) -> np.ndarray:
    step = 1e-6
    columns = []
    kinematics = get_kinematics(scene)
    for i in range(len(scene.velocities)):
        delta = np.zeros((len(scene.velocities), 1))
        delta[i] = step
        ahead, behind = (kinematics.move(q[:, None], by)[:, 0] for by in (delta, -delta))
        columns.append((value(ahead) - value(behind)) / (2 * step))
    slopes: np.ndarray = np.array(columns).T
    return slopes


def check_jacobian(scene: Scene, constraint: Constraint, q: np.ndarray) -> None:
    expected = numeric(scene, lambda at: constraint.residual(scene, at), q)
    np.testing.assert_allclose(constraint.jacobian(scene, q), expected, atol=1e-7)
    assert len(constraint.residual(scene, q)) == len(constraint.units)


def check_batch(scene: Scene, constraint: Constraint, q: np.ndarray) -> None:
    """Many configurations at once give the same numbers as one by one."""
    batch = np.stack([q, 2 * q, -q, q / 3, q])
    residuals, jacobians = constraint.residual(scene, batch), constraint.jacobian(scene, batch)
    for index, single in enumerate(batch):
        np.testing.assert_array_equal(residuals[index], constraint.residual(scene, single))
        np.testing.assert_array_equal(jacobians[index], constraint.jacobian(scene, single))


# Couplings


def test_a_joint_that_is_not_named_follows_and_one_that_is_named_does_not(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.REVOLUTE)
    description.constraints.append(MimicRecord("m", "j1", "j0", multiplier=2.0, offset=0.5, reference=0.1))
    scene = build(description)
    assert scene.expand({"m::j0": 0.4}) == pytest.approx({"m::j0": 0.4, "m::j1": 2 * (0.4 - 0.1) + 0.5})
    assert scene.expand({"m::j0": 0.4, "m::j1": 0.0}) == {"m::j0": 0.4, "m::j1": 0.0}
    (mimic,) = scene.constraints
    assert isinstance(mimic, MimicConstraint)
    assert not mimic.is_loop_joint
    assert mimic.residual(scene, {"m::j0": 0.4}) == pytest.approx([0.0])
    assert mimic.residual(scene, {"m::j0": 0.4, "m::j1": 0.0}) == pytest.approx([-1.1])
    check_jacobian(scene, mimic, np.array([0.3, 0.9]))
    check_batch(scene, mimic, np.array([0.3, 0.9]))


def test_chains_of_mimics_are_followed_in_any_order_of_the_document(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.REVOLUTE, Motion.REVOLUTE, Motion.REVOLUTE)
    description.constraints.append(MimicRecord("m", "j3", "j2", multiplier=-1.0))
    description.constraints.append(MimicRecord("m", "j2", "j0", multiplier=3.0, offset=1.0))
    scene = build(description)
    q = scene.expand({"m::j0": np.array([0.0, 1.0])})
    np.testing.assert_array_equal(q["m::j3"], [-1.0, -4.0])
    assert [c.joint for c in scene.free_coordinates] == ["m::j0", "m::j1"]
    assert scene.expand({"m::j0": 1.0, "m::j2": 0.25})["m::j3"] == -0.25


def test_the_jacobian_by_free_coordinates_counts_in_what_follows(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.PRISMATIC, Motion.REVOLUTE)
    description.constraints.append(MimicRecord("m", "j2", "j0", multiplier=-0.5, offset=0.2))
    scene = build(description)
    full = scene.jacobian("m::l3", {"m::j0": 0.7, "m::j1": 0.1})
    free = scene.jacobian("m::l3", {"m::j0": 0.7, "m::j1": 0.1}, independent=True)
    np.testing.assert_allclose(free, np.stack([full[:, 0] - 0.5 * full[:, 2], full[:, 1]], axis=1))


def test_a_cycle_of_mimics_names_its_members(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.REVOLUTE, Motion.REVOLUTE)
    for follower, leader in (("j0", "j1"), ("j1", "j2"), ("j2", "j0")):
        description.constraints.append(MimicRecord("m", follower, leader))
    sink = Sink()
    scene = build(description, sink)
    assert names(sink) == ["mimic-cycle"]
    assert sink.found[0].message.endswith("itself: j0 -> j1 -> j2 -> j0")
    scene.expand({})


def test_a_joint_that_follows_itself_or_two_others_or_none_is_reported(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.REVOLUTE, Motion.REVOLUTE, Motion.FIXED)
    description.constraints.append(MimicRecord("m", "j0", "j0"))
    description.constraints.append(MimicRecord("m", "j1", "j0"))
    description.constraints.append(MimicRecord("m", "j1", "j2"))
    description.constraints.append(MimicRecord("m", "j2", "nobody"))
    description.constraints.append(MimicRecord("m", "j2", "j3"))
    description.constraints.append(MimicRecord("m", "j2", "j0", leader_axis=1))
    sink = Sink()
    build(description, sink)
    assert sorted(names(sink)) == [
        "mimic-conflict",
        "mimic-cycle",
        "mimic-without-coordinate",
        "mimic-without-coordinate",
        "unknown-mimic-joint",
    ]


def gearbox(*, hinges: bool, flip: bool = False) -> Scene:
    """Two links on a base, geared one to two; hung by hinges about z, or by ball joints."""
    description = WorldIR(format="sdformat")
    description.add_model("m", pose=pose_from_rpy(1, 2, 3, 0.4, 0.5, 0.6))
    description.add_link("base", scope="m")
    motion = Motion.REVOLUTE if hinges else Motion.BALL_ROTATION_VECTOR
    for name, x in (("p", 1.0), ("c", 2.0)):
        description.add_link(name, scope="m", pose=pose_from_rpy(x, 0, 0, 0, 0, 0))
        ends = (name, "base") if flip and name == "c" else ("base", name)
        description.add_joint(
            f"j{name}",
            scope="m",
            type="x",
            motion=motion,
            parent=ends[0],
            child=ends[1],
            axes=[AxisRecord(xyz=(0.0, 0.0, 1.0))] if hinges else [],
        )
    description.add_joint(
        "g",
        scope="m",
        type="gearbox",
        motion=Motion.GEARBOX,
        parent="p",
        child="c",
        axes=[AxisRecord(xyz=(0.0, 0.0, 1.0)), AxisRecord(xyz=(0.0, 0.0, 1.0))],
    )
    description.constraints.append(GearboxRecord("m", "g", "base", ratio=2.0))
    return build(description)


@pytest.mark.parametrize("flip", [False, True])
def test_a_gearbox_turns_its_child_the_other_way_by_its_ratio(flip: bool) -> None:
    scene = gearbox(hinges=True, flip=flip)
    q = scene.expand({"m::jp": 0.4})
    assert q["m::jc"] == pytest.approx(0.8 if flip else -0.8)
    (constraint,) = scene.constraints
    assert isinstance(constraint, GearboxConstraint)
    assert constraint.residual(scene, q) == pytest.approx([0.0])
    assert constraint.residual(scene, {"m::jp": 4.0, "m::jc": 0.0}) == pytest.approx([8.0])
    check_jacobian(scene, constraint, np.array([0.3, 0.4]))
    check_batch(scene, constraint, np.array([0.3, 0.4]))


def test_a_gearbox_of_links_that_hang_otherwise_measures_the_angles() -> None:
    scene = gearbox(hinges=False)
    (constraint,) = scene.constraints
    q = np.array([0, 0, 0.3, 0, 0, 0.1])
    assert constraint.residual(scene, q) == pytest.approx([0.7])
    check_jacobian(scene, constraint, q)
    check_batch(scene, constraint, q)
    assert scene.solve(q).converged


def test_a_tendon_is_missed_by_what_it_is_too_long_or_too_short(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.REVOLUTE)
    description.constraints.append(TendonRecord("m", [("j0", 2.0), ("j1", -1.0)], 0.5, -1.0, 1.0))
    scene = build(description)
    (tendon,) = scene.constraints
    assert tendon.residual(scene, np.array([0.0, 0.0])) == pytest.approx([0.0])
    assert tendon.residual(scene, np.array([1.0, 0.0])) == pytest.approx([1.5])
    assert tendon.residual(scene, np.array([0.0, 2.0])) == pytest.approx([-0.5])
    check_jacobian(scene, tendon, np.array([1.0, 0.3]))
    check_batch(scene, tendon, np.array([1.0, 0.3]))


# Points and poses


def test_points_and_poses_have_residuals_in_metres_and_radians(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.BALL_RPY, Motion.PRISMATIC)
    description.constraints += [
        BallRecord("m", "l1", (0.1, 0.2, 0.3), "l3", (0.4, 0.5, 0.6)),
        DistanceRecord("m", "l1", (0.1, 0.2, 0.3), "l3", (0.4, 0.5, 0.6), 0.7),
    ]
    sink = Sink()
    scene = build(description, sink)
    assert not sink.found
    ball, distance = scene.constraints
    weld = WeldConstraint("m::l1", "m::l3", scene.pose("m::l3", "m::l1"))
    turned = Transform.from_rpy((1, 2, 3), (0.4, 0.5, 0.6))
    weld_at = WeldConstraint("m::l0", "m::l2", turned)
    q = np.array([0.3, 0.2, -0.4, 0.1, 0.5])
    a = scene.pose("m::l1", q=q).apply((0.1, 0.2, 0.3))
    b = scene.pose("m::l3", q=q).apply((0.4, 0.5, 0.6))
    np.testing.assert_allclose(ball.residual(scene, q), a - b)
    np.testing.assert_allclose(distance.residual(scene, q), [np.linalg.norm(a - b) - 0.7])
    np.testing.assert_allclose(weld.residual(scene, np.zeros(5)), np.zeros(6), atol=1e-12)
    assert weld.units == ("m", "m", "m", "rad", "rad", "rad")
    for constraint in (ball, distance, weld, weld_at):
        check_jacobian(scene, constraint, q)
        check_batch(scene, constraint, q)


def test_references_of_constraints_that_lead_nowhere_are_reported(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE)
    description.constraints += [
        BallRecord("m", "l1", (0, 0, 0), "missing", (0, 0, 0)),
        BallRecord("m", "l1", (0, 0, 0), "l1", (1, 0, 0)),
        TendonRecord("m", [("missing", 1.0)]),
        GearboxRecord("m", "j0", "missing"),
    ]
    description.actuators.append(ActuatorRecord("a", "m", "missing"))
    sink = Sink()
    scene = build(description, sink)
    assert sorted(names(sink)) == [
        "constraint-within-one-link",
        "unknown-constraint-frame",
        "unknown-constraint-joint",
        "unknown-constraint-joint",
        "unknown-gearbox-body",
    ]
    assert scene.constraints == ()


# Loops


def test_a_joint_that_closes_a_loop_is_kept_out_of_the_tree_and_becomes_a_constraint(four_bar: Scene) -> None:
    (loop,) = four_bar.constraints
    assert isinstance(loop, LoopJointConstraint)
    assert loop.is_loop_joint
    assert four_bar.joints["m::close"].closes_loop
    assert loop.units == ("m", "m", "m", "rad", "rad")
    # at zero the tip of bar b is at (4, 0, 2) and that of bar c at (5, 0, 3)
    np.testing.assert_allclose(loop.residual(four_bar, {}), [1, 0, 1, 0, 0], atol=1e-14)


def test_solving_closes_a_four_bar_linkage(four_bar: Scene) -> None:
    solution = four_bar.solve({"m::ja": 0.3}, held=["m::ja"])
    assert solution.converged
    assert solution.q["m::ja"] == 0.3
    tip_b, tip_c = four_bar.pose("m::tip_b", q=solution.q), four_bar.pose("m::tip_c", q=solution.q)
    np.testing.assert_allclose(tip_b.translation, tip_c.translation, atol=1e-9)
    assert np.linalg.norm(tip_b.translation - (2 * sin(0.3), 0, 2 * cos(0.3))) == pytest.approx(4)
    assert np.linalg.norm(tip_c.translation - (5, 0, 0)) == pytest.approx(3)
    assert solution.q["m::close"] == pytest.approx(
        solution.q["m::jc"] - solution.q["m::ja"] - solution.q["m::jb"], abs=1e-9
    )


def test_solving_says_when_it_cannot(four_bar: Scene) -> None:
    """The tips of bars a and c are held at (-2, 0, 0) and (5, 0, 3), further apart than the 4 m of bar b."""
    solution = four_bar.solve({"m::ja": -pi / 2}, held=["m::ja", "m::jc"])
    assert not solution.converged
    assert solution.residual > 1
    assert solution.worst is four_bar.constraints[0]
    assert solution.message


def test_solving_says_why_it_cannot(four_bar: Scene) -> None:
    joints = list(four_bar.joints)
    assert "no coordinate that may move" in four_bar.solve(held=joints).message
    assert four_bar.solve(iterations=0).message == "not met after 0 steps"
    assert "not finite" in four_bar.solve(np.full(four_bar.dofs, np.inf)).message


def test_a_scene_without_constraints_is_solved_at_once(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE))
    solution = scene.solve({"m::j0": 0.4})
    assert solution.converged
    assert solution.q == {"m::j0": 0.4}


@pytest.mark.parametrize("motion", [*MOVING, Motion.FIXED])
def test_a_loop_joint_is_met_wherever_its_own_motion_leads(chain: BuildChain, motion: Motion) -> None:
    """A twin of a joint between the same links closes a loop; what the first does, the second allows."""
    description = chain(motion, Motion.REVOLUTE, seed=3)
    twin = description.joints[1]
    record = description.frames[5]
    pose, on_parent = record.pose, twin.parent
    assert record.name == "m::j0"
    description.add_joint(
        "twin",
        scope="m",
        type=twin.type,
        motion=motion,
        parent=on_parent,
        child=twin.child,
        axes=twin.axes,
        pitch=twin.pitch,
        axis_order=twin.axis_order,
        curve=twin.curve,
        pose=pose,
    )
    scene = build(description)
    (loop,) = scene.constraints
    q = scene.random_configuration(2)
    if motion is Motion.CURVILINEAR:
        q["m::twin"] = q["m::j0"]
    np.testing.assert_allclose(loop.residual(scene, q), np.zeros(len(loop.units)), atol=1e-12)
    freedom = sum(each.joint == "m::twin" for each in scene.velocities)
    assert len(loop.units) == (6 if motion is Motion.CURVILINEAR else 6 - freedom)
    # away from the joint's own motion the rates are those of the residual
    away = chain(Motion.FREE_ROTATION_VECTOR, seed=3)
    away.add_joint(
        "loop",
        scope="m",
        type="x",
        motion=motion,
        parent="l0",
        child="l1",
        axes=twin.axes,
        pitch=0.3,
        axis_order="zxy",
        curve=twin.curve,
        pose=pose,
    )
    other = build(away)
    (constraint,) = other.constraints
    near = np.zeros(other.dofs)
    near[:6] = [0.02, -0.03, 0.01, 0.1, 0.2, 0.3]
    if motion is Motion.SCREW:
        near[:3] = 0  # the measured turn is that about the axis only where there is no other
    check_jacobian(other, constraint, near)
    check_batch(other, constraint, near)


def test_a_loop_with_a_jacobian_of_full_rank_is_closed_from_far_away(four_bar: Scene) -> None:
    rng = np.random.default_rng(0)
    for _ in range(10):
        start = rng.uniform(-0.6, 0.6, four_bar.dofs)
        assert four_bar.solve(start).converged


# Force elements


def test_a_bushing_pushes_back_along_its_deformation(chain: BuildChain) -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m")
    description.add_link("c", scope="m")
    description.add_joint("j", scope="m", type="x", motion=Motion.FLOATING_RPY, parent="world", child="c")
    description.force_elements.append(BushingRecord("m", "a", "c", (1, 2, 3), (0, 0, 0), (40, 50, 60), (0, 0, 0)))
    scene = build(description)
    (bushing,) = scene.force_elements
    q = np.array([0.1, 0.2, 0.3, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(bushing.deformation(scene, q), [0.1, 0.2, 0.3, 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(bushing.force(scene, q), [-0.1, -0.4, -0.9, 0, 0, 0], atol=1e-12)
    # turned by a right angle about z, frame B is turned by half of that: 1 m along x is cos 45°, -sin 45° in it
    turned = np.array([0, 0, pi / 2, 1.0, 0.0, 0.0])
    np.testing.assert_allclose(bushing.deformation(scene, turned)[3:], [cos(pi / 4), -sin(pi / 4), 0], atol=1e-12)


def test_generalised_forces_are_the_slope_of_the_energy(chain: BuildChain) -> None:
    description = chain(Motion.REVOLUTE, Motion.BALL_RPY, Motion.PRISMATIC)
    description.force_elements += [
        BushingRecord("m", "l0", "l3", (1, 2, 3), (0, 0, 0), (4, 5, 6), (0, 0, 0)),
        SpringRecord("m", "l0", (0.1, 0.2, 0.3), "l3", (0.4, 0.5, 0.6), 0.5, 7.0, 0.1),
    ]
    scene = build(description)
    bushing, spring = scene.force_elements
    q = np.array([0.3, 0.2, -0.4, 0.1, 0.5])
    weights = {bushing: np.array([1, 2, 3, 4, 5, 6]), spring: np.array([7.0])}

    def energy(element: ForceElement) -> Callable[[np.ndarray], np.ndarray]:
        return lambda at: np.array([0.5 * (weights[element] * element.deformation(scene, at) ** 2).sum()])

    for element in (bushing, spring):
        slope = numeric(scene, energy(element), q)[0]
        np.testing.assert_allclose(element.residual(scene, q), -slope, atol=1e-6)
        stiffness = element.jacobian(scene, q)
        np.testing.assert_allclose(stiffness, numeric(scene, lambda at, e=element: e.residual(scene, at), q), atol=1e-5)
        # a force that has an energy has a symmetric stiffness
        np.testing.assert_allclose(stiffness, stiffness.T, atol=1e-5)
        batch = np.stack([q, 0.5 * q])
        np.testing.assert_allclose(element.jacobian(scene, batch)[0], stiffness, atol=1e-9)
        assert element.jacobian(scene, batch).shape == (2, 5, 5)
