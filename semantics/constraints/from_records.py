"""Makes typed constraints and force elements of records whose references have been followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..frames.graph import NO_INDEX
from ..ir.constraints import (
    BallRecord,
    BushingRecord,
    DistanceRecord,
    GearboxRecord,
    MimicRecord,
    SpringRecord,
    TendonRecord,
    WeldRecord,
)
from ..kinematics.coordinates import UNITS
from ..kinematics.coupling import Coupling
from ..kinematics.curve import Curve
from ..spatial.transform import Transform
from .coordinates import GearboxConstraint, MimicConstraint, TendonConstraint
from .forces import LinearBushing, Spring
from .points import BallConstraint, DistanceConstraint
from .poses import LoopJointConstraint, WeldConstraint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..kinematics.forward_kinematics import Kinematics
    from .base import Constraint, ForceElement
    from .references import References, ResolvedConstraint

PARALLEL = 1 - 1e-9
"""Cosine from which on two axes count as one."""


def constraints_of(kinematics: Kinematics, references: References) -> tuple[Constraint, ...]:
    """The constraints of the document in its order, then the joints that close loops."""
    made = [_constraint(followed, kinematics) for followed in references.constraints]
    for number in kinematics.tree.loops:
        connection = kinematics.connections[number]
        still = all(_is_root_body(kinematics, body) for body in (connection.parent, connection.child))
        if not still:
            made.append(_loop(number, kinematics))
    return tuple(made)


def force_elements_of(kinematics: Kinematics, references: References) -> tuple[ForceElement, ...]:
    """The force elements of the document in its order."""
    records = kinematics.graph.records
    made: list[ForceElement] = []
    for followed in references.force_elements:
        a, b = (records[vertex].name for vertex in followed.frames)
        record = followed.record
        if isinstance(record, BushingRecord):
            made.append(
                LinearBushing(
                    a,
                    b,
                    record.torque_stiffness,
                    record.torque_damping,
                    record.force_stiffness,
                    record.force_damping,
                )
            )
        elif isinstance(record, SpringRecord):
            made.append(
                Spring(a, record.point_a, b, record.point_b, record.free_length, record.stiffness, record.damping)
            )
    return tuple(made)


def gear_couplings(kinematics: Kinematics, references: References) -> list[Coupling]:
    """Couplings by gearboxes whose links both hang on the reference body by one hinge each."""
    couplings = []
    numbers = kinematics.joint_numbers
    for followed in references.constraints:
        if not isinstance(followed.record, GearboxRecord):
            continue
        gearbox = _gearbox(followed, followed.record, kinematics)
        if gearbox.parent_hinge is None or gearbox.child_hinge is None:
            continue
        (parent, parent_sign), (child, child_sign) = gearbox.parent_hinge, gearbox.child_hinge
        multiplier = -gearbox.ratio * parent_sign * child_sign
        couplings.append(Coupling((numbers[child], 0), (numbers[parent], 0), multiplier, 0.0))
    return couplings


def _constraint(followed: ResolvedConstraint, kinematics: Kinematics) -> Constraint:
    record = followed.record
    names = [kinematics.graph.records[vertex].name for vertex in followed.frames]
    joints = [kinematics.connections[number].record for number in followed.joints]
    if isinstance(record, MimicRecord):
        follower, leader = joints
        return MimicConstraint(
            follower.name,
            leader.name,
            record.multiplier,
            record.offset,
            record.reference,
            record.axis,
            record.leader_axis,
            UNITS[follower.motion][record.axis],
        )
    if isinstance(record, GearboxRecord):
        return _gearbox(followed, record, kinematics)
    if isinstance(record, TendonRecord):
        return TendonConstraint(
            tuple(joint.name for joint in joints),
            tuple(coefficient for _, coefficient in record.joints),
            record.offset,
            record.lower,
            record.upper,
            record.stiffness,
            record.damping,
        )
    a, b = names
    if isinstance(record, BallRecord):
        return BallConstraint(a, record.point_a, b, record.point_b)
    if isinstance(record, DistanceRecord):
        return DistanceConstraint(
            a, record.point_a, b, record.point_b, record.distance, record.stiffness, record.damping
        )
    assert isinstance(record, WeldRecord)
    if record.pose is None:
        first, second = (Transform(kinematics.world[vertex]) for vertex in followed.frames)
        return WeldConstraint(a, b, first.inverse() @ second)
    return WeldConstraint(a, b, Transform.from_quaternion(record.pose[:3], record.pose[3:]))


def _gearbox(followed: ResolvedConstraint, record: GearboxRecord, kinematics: Kinematics) -> GearboxConstraint:
    graph = kinematics.graph
    connection = kinematics.connections[followed.joints[0]]
    (reference,) = followed.frames
    world = kinematics.world
    joint = world[connection.vertex, :3, :3]
    axes = kinematics.axes[followed.joints[0]] or [np.array([0.0, 0.0, 1.0])]
    directions = [joint @ axes[0], joint @ axes[min(1, len(axes) - 1)]]
    bodies = (connection.parent, connection.child)
    hinges = [_hinge(kinematics, graph.body[reference], body, axis) for body, axis in zip(bodies, directions)]
    local = [tuple((world[reference, :3, :3].T @ direction).tolist()) for direction in directions]
    return GearboxConstraint(
        connection.record.name,
        graph.records[connection.parent].name,
        graph.records[connection.child].name,
        graph.records[reference].name,
        record.ratio,
        local[0],
        local[1],
        hinges[0],
        hinges[1],
    )


def _hinge(
    kinematics: Kinematics, reference: int, body: int, direction: NDArray[np.float64]
) -> tuple[str, float] | None:
    """The hinge about ``direction`` (in the world) between two bodies, and its sign."""
    for number in kinematics.hinges.get(frozenset((reference, body)), ()):
        connection = kinematics.connections[number]
        joint = kinematics.world[connection.vertex, :3, :3]
        cosine = float(joint @ kinematics.axes[number][0] @ direction)
        if abs(cosine) < PARALLEL:
            continue
        sign = 1.0 if cosine > 0 else -1.0
        return connection.record.name, sign if connection.child == body else -sign
    return None


def _loop(number: int, kinematics: Kinematics) -> LoopJointConstraint:
    connection = kinematics.connections[number]
    record = connection.record
    records = kinematics.graph.records
    return LoopJointConstraint(
        record.name,
        records[connection.parent].name,
        records[connection.child].name,
        record.motion,
        Transform(kinematics.x_pf[number]),
        Transform(kinematics.x_bm[number]),
        tuple((a, b, c) for a, b, c in (axis.tolist() for axis in kinematics.motion_axes(number))),
        record.pitch,
        None if record.curve is None else Curve(record.curve),
    )


def _is_root_body(kinematics: Kinematics, body: int) -> bool:
    """Whether a body is in the world of itself."""
    return kinematics.tree.inboard[body] == NO_INDEX
