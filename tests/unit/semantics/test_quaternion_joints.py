"""Joints whose coordinates hold a quaternion, and coordinates that are not zero where the document places things."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from bodyplan.semantics.constraints.points import Spring
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import pose_from_quaternion, pose_from_rpy
from bodyplan.semantics.spatial.transform import Transform


def robot() -> WorldIR:
    """A body that floats, a hinge and a slide with references on it, then a ball."""
    description = WorldIR(format="test")
    description.add_link("trunk", scope="world", pose=pose_from_quaternion(1, 2, 3, 0.5, 0.5, 0.5, 0.5))
    description.add_joint(
        "root", scope="world", type="free", motion=Motion.FREE_QUATERNION, parent="world", child="trunk"
    )
    description.add_link("arm", scope="world", pose=pose_from_rpy(0.1, 0.2, 0.3, 0.4, 0, 0), relative_to="trunk")
    description.add_joint(
        "hinge",
        scope="world",
        type="hinge",
        motion=Motion.REVOLUTE,
        parent="trunk",
        child="arm",
        axes=[AxisRecord((0, 1, 0), lower=-1, upper=2, reference=0.5, armature=0.02)],
        pose=pose_from_rpy(0, 0, 0.05, 0, 0, 0),
    )
    description.add_link("sled", scope="world", pose=pose_from_rpy(0, 0, 0.4, 0, 0, 0), relative_to="arm")
    description.add_joint(
        "slide",
        scope="world",
        type="slide",
        motion=Motion.PRISMATIC,
        parent="arm",
        child="sled",
        axes=[AxisRecord((1, 0, 0), reference=-0.25)],
    )
    description.add_link("hand", scope="world", pose=pose_from_rpy(0, 0, 0.1, 0.3, 0.2, 0.1), relative_to="sled")
    description.add_joint(
        "wrist", scope="world", type="ball", motion=Motion.BALL_QUATERNION, parent="sled", child="hand"
    )
    return description


MJCF = """
<mujoco><compiler angle="radian" inertiafromgeom="true"/><worldbody>
  <body name="trunk" pos="1 2 3" quat=".5 .5 .5 .5"><freejoint name="root"/><geom size=".1"/>
    <body name="arm" pos=".1 .2 .3" euler=".4 0 0">
      <joint name="hinge" axis="0 1 0" pos="0 0 .05" ref=".5"/><geom size=".1"/>
      <body name="sled" pos="0 0 .4"><joint name="slide" type="slide" axis="1 0 0" ref="-.25"/><geom size=".1"/>
        <body name="hand" pos="0 0 .1" quat="{}"><joint name="wrist" type="ball"/><geom size=".1"/></body>
      </body></body></body></worldbody></mujoco>"""


@pytest.fixture
def scene() -> Scene:
    return build(robot())


def test_without_coordinates_everything_is_where_the_document_places_it(scene: Scene) -> None:
    assert scene.vector().tolist() == pytest.approx([1, 2, 3, 0.5, 0.5, 0.5, 0.5, 0.5, -0.25, 1, 0, 0, 0])
    trunk = Transform.from_quaternion((1, 2, 3), (0.5, 0.5, 0.5, 0.5))
    arm = trunk @ Transform.from_rpy((0.1, 0.2, 0.3), (0.4, 0, 0))
    for poses in (scene.forward_kinematics(), scene.forward_kinematics({}), scene.forward_kinematics(scene.vector())):
        np.testing.assert_allclose(poses["trunk"], trunk.matrix, atol=1e-15)
        np.testing.assert_allclose(poses["arm"], arm.matrix, atol=1e-15)
    np.testing.assert_allclose(scene.pose("arm", q=scene.default_configuration).matrix, arm.matrix, atol=1e-15)
    np.testing.assert_allclose(scene.frames["arm"].pose.matrix, arm.matrix, atol=1e-15)
    assert scene.default_configuration["hinge"] == 0.5


def test_coordinates_and_velocities_are_counted_each_by_itself(scene: Scene) -> None:
    assert scene.dofs == len(scene.coordinates) == 13
    assert [unit for joint, _, unit in scene.coordinates if joint == "root"] == ["m", "m", "m", "1", "1", "1", "1"]
    assert [unit for joint, _, unit in scene.velocities if joint == "root"] == ["m", "m", "m", "rad", "rad", "rad"]
    assert [(joint, axis) for joint, axis, _ in scene.velocities][6:] == [
        ("hinge", 0),
        ("slide", 0),
        ("wrist", 0),
        ("wrist", 1),
        ("wrist", 2),
    ]
    assert scene.lower_limits.shape == (13,)
    assert scene.effort_limits.shape == (11,)
    assert scene.jacobian("hand").shape == scene.jacobian("hand", independent=True).shape == (6, 11)
    (axis,) = scene.joints["hinge"].axes
    assert (axis.reference, axis.armature, len(scene.joints["wrist"].axes)) == (0.5, 0.02, 3)


def test_quaternions_of_any_length_are_taken_and_zero_is_no_rotation(scene: Scene) -> None:
    here = scene.pose("hand", q={"wrist": [2.0, 0.0, 2.0, 0.0], "root": [0, 0, 0, 3, 0, 0, 0]})
    there = scene.pose("hand", q={"wrist": [1, 0, 1, 0], "root": np.zeros(7)})
    np.testing.assert_allclose(here.matrix, there.matrix, atol=1e-15)
    assert np.allclose(scene.pose("trunk", q=np.zeros(13)).matrix, np.eye(4))


def test_it_moves_as_in_mujoco(scene: Scene) -> None:
    mujoco = pytest.importorskip("mujoco")
    quat = " ".join(map(str, pose_from_rpy(0, 0, 0, 0.3, 0.2, 0.1)[3:]))
    model = mujoco.MjModel.from_xml_string(MJCF.format(quat))
    data = mujoco.MjData(model)
    np.testing.assert_allclose(scene.vector(), model.qpos0, atol=1e-12)
    rng = np.random.default_rng(1)
    for q in (model.qpos0, *rng.normal(size=(3, model.nq))):
        data.qpos = q
        mujoco.mj_forward(model, data)
        poses = scene.forward_kinematics(q)
        for number, name in enumerate(("trunk", "arm", "sled", "hand"), 1):
            np.testing.assert_allclose(poses[name][:3, 3], data.xpos[number], atol=1e-12)
            np.testing.assert_allclose(poses[name][:3, :3].ravel(), data.xmat[number], atol=1e-12)
            linear, angular = np.zeros((3, model.nv)), np.zeros((3, model.nv))
            mujoco.mj_jacBody(model, data, linear, angular, number)
            np.testing.assert_allclose(scene.jacobian(name, q), np.concatenate([linear, angular]), atol=1e-12)


def test_many_configurations_and_pickles(scene: Scene) -> None:
    many = scene.random_configuration(3, 20)
    assert np.allclose(np.linalg.norm(many["wrist"], axis=1), 1)
    again = pickle.loads(pickle.dumps(scene))
    for name in scene.frames:
        together = again.forward_kinematics(many)[name]
        alone = [scene.pose(name, q={joint: values[i] for joint, values in many.items()}) for i in range(20)]
        np.testing.assert_allclose(together, [pose.matrix for pose in alone], atol=1e-12)


def test_random_rotations_are_spread_evenly(scene: Scene) -> None:
    drawn = np.asarray(scene.random_configuration(0, 4000)["wrist"])
    assert np.all(np.abs(drawn.mean(axis=0)) < 0.05)
    np.testing.assert_allclose(drawn.T @ drawn / len(drawn), np.eye(4) / 4, atol=0.02)


def test_solving_turns_quaternions(scene: Scene) -> None:
    """A spring's rates and a weld lead there through rotations that no step of plain numbers would keep."""
    from bodyplan import WeldConstraint

    goal = scene.pose("hand", q=scene.random_configuration(8))
    solution = scene.solve(constraints=[WeldConstraint("world", "hand", goal)])
    assert solution.converged
    np.testing.assert_allclose(scene.pose("hand", q=solution.q).matrix, goal.matrix, atol=1e-9)
    assert np.linalg.norm(solution.q["wrist"]) == pytest.approx(1)
    spring = Spring("world", (0, 0, 0), "hand", (0.1, 0, 0), 0.5, stiffness=20.0, damping=0.0)
    assert spring.jacobian(scene).shape == (11, 11)
    assert spring.residual(scene).shape == (11,)


def test_a_quaternion_cannot_be_coupled() -> None:
    from bodyplan.runtime.sink import Sink

    description = robot()
    description.add_coupling(scope="world", joint="hinge", leader="wrist", coefficients=(0, 1, 0, 0, 0))
    sink = Sink()
    build(description, sink)
    assert [finding.name for finding in sink.found] == ["mimic-without-coordinate"]
