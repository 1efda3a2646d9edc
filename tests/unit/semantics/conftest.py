"""Scenes that several tests of frames, joints and constraints use."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from bodyplan.semantics.ir.joints import AxisRecord, CurveRecord, JointRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy

BuildChain = Callable[..., WorldIR]


@pytest.fixture
def chain() -> BuildChain:
    """Makes a chain of links from the world: world, a fixed joint, l0, j0, l1, j1, …, in odd places."""

    def make(*motions: Motion, seed: int = 0, backwards: bool = False) -> WorldIR:
        rng = np.random.default_rng(seed)
        description = WorldIR(format="sdformat")
        description.add_model("m", pose=pose_from_rpy(*rng.normal(size=6)))
        description.add_link("l0", scope="m", pose=pose_from_rpy(*rng.normal(size=6)))
        description.add_joint("base", scope="m", type="fixed", motion=Motion.FIXED, parent="world", child="l0")
        for i, motion in enumerate(motions):
            description.add_link(f"l{i + 1}", scope="m", pose=pose_from_rpy(*rng.normal(size=6)))
            ends = (f"l{i + 1}", f"l{i}") if backwards else (f"l{i}", f"l{i + 1}")
            add_joint(description, f"j{i}", motion, ends[0], ends[1], rng)
        return description

    return make


def add_joint(
    description: WorldIR, name: str, motion: Motion, parent: str, child: str, rng: np.random.Generator
) -> JointRecord:
    """A joint with random axes and place."""
    count = {Motion.UNIVERSAL: 2, Motion.PLANAR: 2, Motion.TRANSLATIONAL_2D: 2}.get(motion, 1)
    has_axes = motion in (
        Motion.REVOLUTE,
        Motion.PRISMATIC,
        Motion.SCREW,
        Motion.UNIVERSAL,
        Motion.PLANAR,
        Motion.TRANSLATIONAL_2D,
    )
    curve = None
    if motion is Motion.CURVILINEAR:
        curve = CurveRecord([(0.5, 0.0), (0.6, 0.9), (0.4, -1.1)], tangent=(0.0, 1.0, 0.0), normal=(1.0, 0.0, 0.0))
    x, y, z, roll, pitch, yaw = rng.normal(size=6)
    return description.add_joint(
        name,
        scope="m",
        type=motion.value,
        motion=motion,
        parent=parent,
        child=child,
        axes=[AxisRecord(xyz=tuple(rng.normal(size=3))) for _ in range(count)] if has_axes else [],
        pitch=0.3,
        axis_order="zxy",
        curve=curve,
        pose=pose_from_rpy(x, y, z, roll, pitch, yaw),
    )


@pytest.fixture
def four_bar() -> Scene:
    """Bars of 2, 4, 3 m on two bearings 5 m apart, turning about y; the joint ``close`` closes the loop.

    At zero, bar a points up from the origin, bar c up from (5, 0, 0), and bar b lies from the tip of a along x: the
    loop is open.
    """
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m")
    description.add_link("b", scope="m", pose=pose_from_rpy(0, 0, 2, 0, 0, 0))
    description.add_link("c", scope="m", pose=pose_from_rpy(5, 0, 0, 0, 0, 0))
    axes = [AxisRecord(xyz=(0.0, 1.0, 0.0))]
    for name, parent, child in (("ja", "world", "a"), ("jb", "a", "b"), ("jc", "world", "c")):
        description.add_joint(
            name, scope="m", type="revolute", motion=Motion.REVOLUTE, parent=parent, child=child, axes=axes
        )
    description.add_frame("tip_b", scope="m", attached_to="b", pose=pose_from_rpy(4, 0, 0, 0, 0, 0))
    description.add_frame("tip_c", scope="m", attached_to="c", pose=pose_from_rpy(0, 0, 3, 0, 0, 0))
    description.add_joint(
        "close",
        scope="m",
        type="revolute",
        motion=Motion.REVOLUTE,
        parent="tip_b",
        child="tip_c",
        axes=axes,
        own_frames=True,
    )
    return build(description)
