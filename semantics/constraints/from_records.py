"""Makes typed constraints and force elements of records whose references have been followed."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..ir.constraints import (
    BallRecord,
    BushingRecord,
    CouplingRecord,
    GearboxRecord,
    MimicRecord,
    TendonCouplingRecord,
    TendonRecord,
    WeldRecord,
)
from ..ir.graph_search import NO_EDGE
from ..kinematics.coordinates import UNITS
from ..kinematics.coupling import Coupling
from ..kinematics.motion import Curve
from ..spatial.transform import Transform
from .coordinates import CouplingConstraint, GearboxConstraint, MimicConstraint, TendonConstraint, TendonCoupling
from .points import BallConstraint, DistanceConstraint, Spring
from .poses import LinearBushing, LoopJointConstraint, WeldConstraint
from .references import ends_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..kinematics.forward_kinematics import Kinematics
    from .base import Constraint, ForceElement
    from .references import References, ResolvedConstraint

TypedT = TypeVar("TypedT", bound=Any)

PARALLEL = 1 - 1e-9
"""Cosine from which on two axes count as one."""


def constraints_of(kinematics: Kinematics, references: References) -> tuple[Constraint, ...]:
    """The constraints of the document in its order, then the joints that close loops."""
    made = [_constraint(followed, kinematics) for followed in references.constraints]
    for number in kinematics.tree.loops:
        connection = kinematics.connections[number]
        if any(kinematics.tree.inboard[body] != NO_EDGE for body in (connection.parent, connection.child)):
            made.append(_loop(number, kinematics))
    return tuple(made)


def force_elements_of(kinematics: Kinematics, references: References) -> tuple[ForceElement, ...]:
    """The force elements of the document in its order."""
    return tuple(
        _between_frames(LinearBushing if isinstance(followed.record, BushingRecord) else Spring, followed, kinematics)
        for followed in references.force_elements
    )


def gear_couplings(kinematics: Kinematics, references: References) -> list[Coupling]:
    """Couplings by gearboxes whose links are both on the reference body by one hinge each."""
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
        at_child, at_parent = (
            float(kinematics.references[kinematics.starts[numbers[name]]]) for name in (child, parent)
        )
        offset = at_child - multiplier * at_parent
        couplings.append(Coupling((numbers[child], 0), (numbers[parent], 0), multiplier, offset))
    return couplings


def _constraint(followed: ResolvedConstraint, kinematics: Kinematics) -> Constraint:
    record = followed.record
    if isinstance(record, GearboxRecord):
        return _gearbox(followed, record, kinematics)
    joints = [kinematics.connections[number].record for number in followed.joints]
    if isinstance(record, MimicRecord):
        follower, leader = joints
        unit = UNITS[follower.motion][record.axis]
        return _copy_values(MimicConstraint, record, joint=follower.name, leader=leader.name, unit=unit)
    if isinstance(record, CouplingRecord):
        unit = UNITS[joints[0].motion][0]
        leader_name = joints[1].name if len(joints) > 1 else None
        return _copy_values(CouplingConstraint, record, joint=joints[0].name, leader=leader_name, unit=unit)
    if isinstance(record, TendonCouplingRecord):
        terms = [(joint.name, number) for joint, (_, number) in zip(joints, (*record.joints, *record.leaders))]
        own = len(record.joints)
        return _copy_values(TendonCoupling, record, joints=tuple(terms[:own]), leaders=tuple(terms[own:]))
    if isinstance(record, WeldRecord):
        return _weld(followed, record, kinematics)
    if isinstance(record, TendonRecord):
        names, coefficients = tuple(joint.name for joint in joints), tuple(number for _, number in record.joints)
        return _copy_values(TendonConstraint, record, joints=names, coefficients=coefficients)
    return _between_frames(
        BallConstraint if isinstance(record, BallRecord) else DistanceConstraint, followed, kinematics
    )


def _between_frames(cls: type[TypedT], followed: ResolvedConstraint, kinematics: Kinematics) -> TypedT:
    """What is between two frames, by their scoped names."""
    names = (kinematics.graph.records[vertex].name for vertex in followed.frames)
    return _copy_values(cls, followed.record, **dict(zip(ends_of(followed.record), names)))


def _weld(followed: ResolvedConstraint, record: WeldRecord, kinematics: Kinematics) -> WeldConstraint:
    a, b = followed.frames
    if record.pose is None:
        pose = Transform(kinematics.world[a]).inverse() @ Transform(kinematics.world[b])
    else:
        pose = Transform.from_quaternion(record.pose[:3], record.pose[3:])
    records = kinematics.graph.records
    return WeldConstraint(records[a].name, records[b].name, pose, record.anchor, record.active)


def _copy_values(cls: type[TypedT], record: object, **values: object) -> TypedT:
    """A typed constraint or force element with these values; all others are those of the record."""
    names = [each.name for each in fields(cls)]
    made: TypedT = cls(**{name: values[name] if name in values else getattr(record, name) for name in names})
    return made


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
    parent, child, body = (graph.records[vertex].name for vertex in (*bodies, reference))
    return GearboxConstraint(
        connection.record.name, parent, child, body, record.ratio, local[0], local[1], hinges[0], hinges[1]
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
