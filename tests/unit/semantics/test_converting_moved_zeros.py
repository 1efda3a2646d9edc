"""What other formats say of zeros that were moved, of quaternions, and of links that are none."""

from __future__ import annotations

import bodyplan
import numpy as np
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.convert.coverage.ledger import Ledger
from bodyplan.semantics.convert.moved_zeros import move_zeros
from bodyplan.semantics.convert.reparse import document_of
from bodyplan.semantics.convert.targets import ANY, TARGETS, ConversionTarget
from bodyplan.semantics.convert.to_sdformat.model_writer import ModelWriter
from bodyplan.semantics.convert.to_urdf.chains import split_joints
from bodyplan.semantics.convert.to_urdf.relations import add_mimics
from bodyplan.semantics.convert.to_urdf.writer import RobotWriter
from bodyplan.semantics.convert.workspace import RobotWorkspace, Workspace
from bodyplan.semantics.ir.constraints import TendonRecord
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import InertialRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from lxml import etree

Q = {"arm": 0.9, "tilt": 0.1, "roll": -0.4}
REFERENCES = {"arm": 0.5, "tilt": -0.25, "roll": 0.0}


def robot() -> WorldIR:
    """An arm with a reference, and a hand on two hinges that is also said to follow."""
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("base", scope="m", inertial=InertialRecord(4.0))
    description.add_link("arm", scope="m", pose=pose_from_rpy(0.1, 0.2, 0.3, 0.4, 0.5, 0.6), relative_to="base")
    place = pose_from_rpy(1, 0, 0.2, 0.3, 0, 0)
    description.add_link("hand_0", scope="m", pose=place, relative_to="arm", virtual=True)
    description.add_link("hand", scope="m", pose=place, relative_to="arm", inertial=InertialRecord(2.0))
    for name, parent, child in (("arm_joint", "base", "arm"), ("tilt", "arm", "hand_0"), ("roll", "hand_0", "hand")):
        axis = AxisRecord((0.0, 0.6, 0.8), lower=-1.0, upper=2.0, reference=REFERENCES[name.removesuffix("_joint")])
        description.add_joint(
            name, scope="m", type="hinge", motion=Motion.REVOLUTE, parent=parent, child=child, axes=[axis],
            pose=pose_from_rpy(0, 0, 0.05, 0, 0, 0),
        )  # fmt: skip
    return description


def ledger() -> Ledger:
    return Ledger(etree.Element("document"), Sink(), "URDF")


def as_robot(description: WorldIR, target: ConversionTarget = ANY) -> bodyplan.Document[bodyplan.urdf.Robot]:
    kept = ledger()
    work = RobotWorkspace(
        description=move_zeros(description, kept), scope="m", ledger=kept, target=target, version="1.0", has_drake=False
    )
    writer = RobotWriter(work)
    made = work.make("Robot", name="m")
    writer.write(made)
    add_mimics(writer)
    return bodyplan.loads(document_of(made, "urdf").dumps())  # type: ignore[return-value]


def test_joints_move_alike_from_a_zero_that_is_elsewhere() -> None:
    before = build(robot())
    made = as_robot(robot()).scene
    names = {"m::arm_joint": "arm", "m::tilt": "tilt", "m::roll": "roll"}
    old = {name: Q[short] for name, short in names.items()}
    new = {name: Q[short] - REFERENCES[short] for name, short in names.items()}
    where = before.pose("m::hand", "m::base", old) @ before.joints["m::roll"].X_BM
    np.testing.assert_allclose(made.pose("m::hand", "m::base", new).matrix, where.matrix, atol=1e-9)
    (axis,) = made.joints["m::tilt"].axes
    assert (axis.lower, axis.upper, axis.reference) == (-0.75, 2.25, 0.0)
    assert (made.links["m::hand_0"].mass, made.links["m::hand"].mass) == (0.0, 2.0)


def test_links_that_are_none_get_a_little_mass_for_readers_that_need_it() -> None:
    made = as_robot(robot(), TARGETS["urdf"]["mujoco"]).scene
    assert made.links["m::hand_0"].mass == 1e-6


def test_what_follows_and_what_is_bound_moves_along() -> None:
    description = robot()
    description.add_coupling(
        scope="m", joint="roll", leader="tilt", coefficients=(0.1, 2.0, 0, 0, 0), references=(0.0, -0.25)
    )
    description.add_coupling(scope="m", joint="tilt", leader="arm_joint", coefficients=(0.1, 2.0, 0.5, 0, 0))
    description.add_coupling(scope="m", joint="roll", leader="arm_joint", coefficients=(0, 1, 0, 0, 0), active=False)
    description.constraints.append(TendonRecord("m", [("tilt", 2.0), ("arm_joint", 3.0)], 0.5, -1.0, 1.0))
    kept = ledger()
    before, after = build(description), build(move_zeros(description, kept))
    old = np.array([0.9, 0.1, -0.4])
    new = old - np.array([0.5, -0.25, 0.0])
    for one, other in zip(before.constraints, after.constraints):
        assert one.residual(before, old) == pytest.approx(other.residual(after, new))
    made = as_robot(description).scene
    assert made.expand({"m::tilt": 0.35})["m::roll"] == pytest.approx(before.expand({"m::tilt": 0.1})["m::roll"])
    assert [type(each).__name__ for each in made.constraints] == ["MimicConstraint"]


def test_nothing_is_moved_where_all_is_zero() -> None:
    description = robot()
    for joint in description.joints:
        joint.axes[0].reference = 0.0
    assert move_zeros(description, ledger()) is description


@pytest.mark.parametrize("target", [ANY, TARGETS["sdformat"]["drake"]])
def test_balls_and_free_bodies_in_other_formats(target: ConversionTarget) -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("base", scope="m", pose=pose_from_rpy(1, 2, 3, 0, 0, 0.5))
    description.add_joint("root", scope="m", type="free", motion=Motion.FREE_QUATERNION, parent="world", child="base")
    description.add_link("hand", scope="m", pose=pose_from_rpy(0, 0, 1, 0, 0, 0), relative_to="base")
    description.add_joint("ball", scope="m", type="ball", motion=Motion.BALL_QUATERNION, parent="base", child="hand")
    robot = as_robot(description).scene
    assert {joint.motion for joint in robot.joints.values()} == {Motion.REVOLUTE}
    assert len(robot.joints) == 3
    kept = ledger()
    work = Workspace(format="sdformat", description=split_joints(description, kept, target), ledger=kept, target=target)
    model = ModelWriter(work, in_world=False).model()
    assert [(joint.name, joint.type) for joint in model.joint] == [("ball", "ball")]
    assert len(model.link) == 2
