"""Poses and Jacobians against pinocchio."""

from __future__ import annotations

import numpy as np
import pytest
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy

pinocchio = pytest.importorskip("pinocchio")
pytestmark = pytest.mark.oracle

KINDS = [Motion.REVOLUTE, Motion.PRISMATIC, Motion.REVOLUTE, Motion.REVOLUTE, Motion.PRISMATIC, Motion.REVOLUTE]


def branched(seed: int) -> tuple[Scene, str]:
    """A tree of random joints, in our records and as URDF."""
    rng = np.random.default_rng(seed)
    description = WorldIR(format="urdf")
    description.add_model("r")
    description.add_link("l0", scope="r")
    urdf = ['<robot name="r"><link name="l0"/>']
    for i, motion in enumerate(KINDS, 1):
        parent = f"l{rng.integers(0, i)}"
        x, y, z, roll, pitch, yaw = rng.uniform(-1, 1, 6).tolist()
        axis = tuple((v := rng.normal(size=3)) / np.linalg.norm(v))
        description.add_joint(
            f"j{i}",
            scope="r",
            type=motion.value,
            motion=motion,
            parent=parent,
            child=f"l{i}",
            axes=[AxisRecord(xyz=axis)],
            pose=pose_from_rpy(x, y, z, roll, pitch, yaw),
            relative_to=parent,
        )
        description.add_link(f"l{i}", scope="r", relative_to=f"j{i}")
        numbers = " ".join(repr(float(value)) for value in axis)
        urdf.append(
            f'<link name="l{i}"/><joint name="j{i}" type="{motion.value}"><parent link="{parent}"/>'
            f'<child link="l{i}"/><origin xyz="{x!r} {y!r} {z!r}" rpy="{roll!r} {pitch!r} {yaw!r}"/>'
            f'<axis xyz="{numbers}"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>'
        )
    return build(description), "".join([*urdf, "</robot>"])


@pytest.mark.parametrize("seed", range(5))
def test_poses_and_jacobians_agree_with_pinocchio(seed: int) -> None:
    scene, text = branched(seed)
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    order = [model.joints[model.getJointId(f"j{i}")].idx_q for i in range(1, len(KINDS) + 1)]
    for sample in range(5):
        ours = scene.random_configuration(sample)
        q = np.zeros(len(KINDS))
        q[order] = scene.vector(ours)
        pinocchio.framesForwardKinematics(model, data, q)
        for i in range(1, len(KINDS) + 1):
            frame = model.getFrameId(f"l{i}")
            np.testing.assert_allclose(scene.pose(f"r::l{i}", q=ours).matrix, data.oMf[frame].homogeneous, atol=1e-12)
            theirs = pinocchio.computeFrameJacobian(model, data, q, frame, pinocchio.LOCAL_WORLD_ALIGNED)
            np.testing.assert_allclose(scene.jacobian(f"r::l{i}", ours), theirs[:, order], atol=1e-12)
