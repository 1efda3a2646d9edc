"""``mimic``: joints that follow others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.constraints import MimicRecord
from ..tokens import format_enum
from .context import similar
from .joints import DOFS

if TYPE_CHECKING:
    from .context import AnyJoint, UrdfContext


def add_mimics(joints: list[AnyJoint], context: UrdfContext) -> None:
    """Adds what couples joints, once all joints are known; of several joints of one name, what couples the first.

    A joint to follow that is not there is left to be found.
    """
    for joint in joints:
        mimic = joint.mimic
        if mimic is None:
            continue
        leader, name = mimic.joint, context.name_of(joint)
        if not (leader or ("joint" in vars(mimic) and leader in context.joints)) or context.joints[name] is not joint:
            continue
        if leader == name:
            context.sink.report(
                rules.MIMIC_CYCLE,
                mimic,
                attribute="joint",
                severity="error",  # though to Drake other cycles are none
                name=name,
                path=f"{leader} -> {leader}",
            )
            continue
        if leader not in context.joints and name not in context.dofs:
            # with the joint it would be found when references are followed
            context.sink.report(
                rules.UNKNOWN_LEADER,
                mimic,
                attribute="joint",
                name=name,
                reference=leader,
                scope=f"model {context.scope!r}",
                advice=partial(similar, leader, context.joint_names),
            )
            continue
        count, leader_count = (_count(each, context) for each in (name, leader))
        if leader in context.joints and context.adapter.ignores_mimic(count, leader in context.dofs):
            continue
        if leader in context.joints and not count == leader_count == 1:
            context.sink.report(
                rules.MIMIC_NEEDS_ONE,
                mimic,
                severity=context.adapter.severity_of_mimic(joint.type, count, leader_count),
                name=name,
                count=count,
                leader=leader,
                leader_count=leader_count,
            )
            continue
        if name in context.dofs:
            context.description.constraints.append(
                MimicRecord(context.scope, name, leader, mimic.multiplier, mimic.offset, element=mimic)
            )


def _count(name: str, context: UrdfContext) -> int:
    """Number of coordinates of a joint, also of one that Drake leaves out."""
    if name in context.dofs:
        return context.dofs[name]
    joint = context.joints.get(name)
    return DOFS.get(format_enum(joint.type), 0) if joint is not None else 0
