"""``mimic``: joints that follow others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics import rules_joints
from ....diagnostics import rules_urdf as rules
from ...ir.constraints import MimicRecord
from ..tokens import format_enum
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
        is_there = leader in context.joints
        if not (leader or ("joint" in vars(mimic) and is_there)) or context.joints[name] is not joint:
            continue
        if leader == name:
            context.sink.report(
                rules_joints.MIMIC_CYCLE,
                mimic,
                attribute="joint",
                severity="error",  # though to Drake other cycles are none
                name=name,
                path=f"{leader} -> {leader}",
            )
            continue
        if not is_there and name not in context.dofs:
            # with the joint it would be found when references are followed
            scope = f"model {context.scope!r}"
            context.report_unknown(
                rules_joints.UNKNOWN_LEADER, mimic, "joint", leader, context.joint_names, name=name, scope=scope
            )
            continue
        count, leader_count = (_count(each, context) for each in (name, leader))
        if is_there and not context.adapter.couples_any_joints and (count == 0 or leader not in context.dofs):
            continue
        if is_there and not count == leader_count == 1:
            about: dict[str, Any] = {"name": name, "count": count, "leader": leader, "leader_count": leader_count}
            severity = context.adapter.severity_of(rules.MIMIC_NEEDS_ONE, {**about, "type": joint.type})
            context.sink.report(rules.MIMIC_NEEDS_ONE, mimic, severity=severity, **about)
        elif name in context.dofs:
            context.description.constraints.append(
                MimicRecord(context.scope, name, leader, mimic.multiplier, mimic.offset, element=mimic)
            )


def _count(name: str, context: UrdfContext) -> int:
    """Number of coordinates of a joint, also of one that Drake leaves out."""
    if name in context.dofs:
        return context.dofs[name]
    joint = context.joints.get(name)
    return DOFS.get(format_enum(joint.type), 0) if joint is not None else 0
