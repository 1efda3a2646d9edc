"""Joints whose axes count at the length that they are written, and bodies that are called like the world."""

from __future__ import annotations

from math import sqrt
from typing import Literal

import numpy as np
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy

Vector = tuple[float, float, float]


def chain(motion: Motion, *axes: Vector, unscaled: bool = True) -> Scene:
    """world - base - tip, the joint in question between the two links, both apart from it."""
    description = WorldIR(format="skel")
    description.add_model("s")
    description.add_link("base", scope="s", pose=pose_from_rpy(1, 2, 3, 0.1, 0.2, 0.3))
    description.add_link("tip", scope="s", pose=pose_from_rpy(1, 2, 4, 0, 0, 0))
    description.add_joint("fixed", scope="s", type="weld", motion=Motion.FIXED, parent="world", child="base")
    description.add_joint(
        "j",
        scope="s",
        type="x",
        motion=motion,
        parent="base",
        child="tip",
        axes=[AxisRecord(xyz=axis) for axis in axes],
        unscaled=unscaled,
        pose=pose_from_rpy(0, 0, 0.5, 0, 0, 0),
    )
    return build(description)


@pytest.mark.parametrize("motion", [Motion.REVOLUTE, Motion.PRISMATIC])
def test_a_zero_axis_moves_nothing(motion: Motion) -> None:
    scene = chain(motion, (0.0, 0.0, 0.0))
    assert scene.joints["s::j"].dofs == 1
    np.testing.assert_allclose(scene.pose("s::tip", q={"s::j": 0.7}).matrix, scene.pose("s::tip").matrix, atol=1e-15)
    assert not scene.jacobian("s::tip", {"s::j": 0.7}).any()


def test_a_zero_axis_is_reported_unless_it_counts_as_written() -> None:
    for unscaled, codes in ((True, []), (False, ["BP506"])):
        description = WorldIR(format="skel")
        description.add_model("s")
        description.add_link("l", scope="s")
        axes = [AxisRecord(xyz=(0.0, 0.0, 0.0))]
        description.add_joint(
            "j",
            scope="s",
            type="x",
            motion=Motion.REVOLUTE,
            parent="world",
            child="l",
            axes=axes,
            unscaled=unscaled,
        )
        sink = Sink()
        build(description, sink)
        assert [finding.code for finding in sink.found] == codes


def test_axes_of_one_joint_are_made_unit_vectors() -> None:
    scaled, plain = (chain(Motion.REVOLUTE, (0.0, 3.0, 4.0), unscaled=unscaled) for unscaled in (True, False))
    q = {"s::j": 0.7}
    np.testing.assert_allclose(scaled.pose("s::tip", q=q).matrix, plain.pose("s::tip", q=q).matrix, atol=1e-15)


def test_two_turns_about_unit_axes_are_those_of_a_universal_joint() -> None:
    half = sqrt(0.5)
    scaled, plain = (
        chain(Motion.UNIVERSAL, (half, half, 0.0), (0.0, 0.6, 0.8), unscaled=unscaled) for unscaled in (True, False)
    )
    q = {"s::j": np.array([[0.3, -1.2], [2.0, 0.5], [0.0, 0.0]])}
    np.testing.assert_allclose(
        scaled.forward_kinematics(q)["s::tip"], plain.forward_kinematics(q)["s::tip"], atol=1e-12
    )
    for relative_to, frame in (("world", "s::tip"), ("s::tip", "s::base")):
        np.testing.assert_allclose(
            scaled.jacobian(frame, q, relative_to=relative_to),
            plain.jacobian(frame, q, relative_to=relative_to),
            atol=1e-9,
        )


def test_turns_that_are_no_rotation_put_the_child_on_the_parent() -> None:
    scene = chain(Motion.UNIVERSAL, (0.7071, 0.7071, 0.0), (0.0, 0.0, 1.0))
    q = {"s::j": np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])}
    found = scene.forward_kinematics(q)
    base = scene.pose("s::base").matrix
    np.testing.assert_allclose(found["s::tip"][0], base, atol=1e-15)
    np.testing.assert_allclose(found["s::tip"][2], scene.pose("s::tip").matrix, atol=1e-14)
    assert np.abs(found["s::tip"][1] - base).max() > 0.5
    assert not scene.jacobian("s::tip", {"s::j": np.array([1.0, 0.0])}).any()


def test_a_joint_says_which_end_is_a_link_called_world() -> None:
    description = WorldIR(format="skel")
    description.add_model("s")
    description.add_link("world", scope="s")
    description.add_link("a", scope="s")
    ends: list[tuple[str, str, str, Literal["parent", "child"] | None]] = [
        ("up", "world", "a", "parent"),
        ("down", "a", "world", "child"),
        ("out", "world", "a", None),
        ("free", "world", "world", "child"),
    ]
    for name, parent, child, own in ends:
        description.add_joint(
            name, scope="s", type="weld", motion=Motion.FIXED, parent=parent, child=child, own_world=own
        )
    sink = Sink()
    scene = build(description, sink)
    assert not sink.found
    found = {name: (joint.parent, joint.child) for name, joint in scene.joints.items()}
    assert found == {
        "s::up": ("s::world", "s::a"),
        "s::down": ("s::a", "s::world"),
        "s::out": ("world", "s::a"),
        "s::free": ("world", "s::world"),
    }


def test_what_else_a_document_says_is_kept() -> None:
    description = WorldIR(format="skel", properties={"time_step": 0.002})
    description.add_model("s").properties["mobile"] = False
    description.add_link("l", scope="s").properties["gravity"] = False
    joint = description.add_joint("j", scope="s", type="x", motion=Motion.REVOLUTE, parent="world", child="l")
    joint.properties["actuator"] = "servo"
    scene = build(description)
    assert scene.properties == {"time_step": 0.002}
    assert scene.models["s"].properties == {"mobile": False}
    assert scene.links["s::l"].properties == {"gravity": False}
    assert scene.joints["s::j"].properties == {"actuator": "servo"}
