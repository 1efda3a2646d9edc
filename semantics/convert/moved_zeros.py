"""Coordinates that are not zero where the document places things, for formats in which they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ..frames.frame_names import full_name
from ..ir.constraints import CouplingRecord, MimicRecord, TendonCouplingRecord, TendonRecord
from ..kinematics.coordinates import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir.constraints import ConstraintRecord
    from ..ir.joints import JointRecord
    from ..ir.world import WorldIR
    from .coverage.ledger import Ledger


def move_zeros(description: WorldIR, ledger: Ledger) -> WorldIR:
    """The description with every coordinate zero where the document places things; what is said of them is moved along."""
    references = {record.name: [axis.reference for axis in record.axes] for record in description.joints}
    if not any(map(any, references.values())):
        return description
    joints = [_move_joint(record, ledger) if any(references[record.name]) else record for record in description.joints]

    def at(scope: str, joint: str | None, axis: int = 0) -> float:
        found = references.get(full_name(joint, scope) or "", []) if joint is not None else []
        return found[axis] if axis < len(found) else 0.0

    def length(scope: str, tendon: Iterable[tuple[str, float]]) -> float:
        return sum(coefficient * at(scope, joint) for joint, coefficient in tendon)

    def move(record: ConstraintRecord) -> ConstraintRecord:
        scope = record.scope
        if isinstance(record, MimicRecord):
            leader = record.reference - at(scope, record.leader, record.leader_axis)
            return replace(record, offset=record.offset - at(scope, record.joint, record.axis), reference=leader)
        if isinstance(record, CouplingRecord):
            own, led = record.references
            return replace(record, references=(own - at(scope, record.joint), led - at(scope, record.leader)))
        if isinstance(record, TendonCouplingRecord):
            own, led = record.references
            moved = own - length(scope, record.joints), led - length(scope, record.leaders)
            return replace(record, references=moved)
        if isinstance(record, TendonRecord):
            return replace(record, offset=record.offset + length(scope, record.joints))
        return record

    # states by coordinates are none any more
    return replace(description, joints=joints, constraints=list(map(move, description.constraints)), keyframes=[])


def _move_joint(record: JointRecord, ledger: Ledger) -> JointRecord:
    axes = [
        replace(
            axis,
            lower=axis.lower - axis.reference,
            upper=axis.upper - axis.reference,
            rest_position=axis.rest_position - axis.reference,
            reference=0.0,
        )
        for axis in record.axes
    ]
    start = record.default_position
    if start is not None:
        moved = [axis.reference for axis in record.axes] + [0.0] * len(start)
        start = tuple(value - reference for value, reference in zip(start, moved))
    first = next(axis.reference for axis in record.axes if axis.reference)
    unit = UNITS[record.motion][0]
    ledger.report_representation(record.element, f"one whose zero is at {first:g} {unit}, where the document places it")
    return replace(record, axes=axes, default_position=start)
