"""Joints: types, axes, what follows what, gearboxes, screws."""

from __future__ import annotations

from functools import partial
from math import inf, pi
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import is_written
from ...ir.constraints import GearboxRecord, MimicRecord
from ...ir.joints import AxisRecord, Motion
from ...ir.scoped_names import make_scoped_name
from ..text_order import child_element
from ..tokens import format_enum
from .links import attach
from .poses import written_pose
from .sibling_names import check_siblings, siblings_in

if TYPE_CHECKING:
    from ....diagnostics.rule import Severity
    from .context import SdformatContext
    from .elements import Axis, Axis2, Joint

KINDS = {
    "ball": (Motion.BALL_RPY, 0),
    "continuous": (Motion.REVOLUTE, 1),
    "fixed": (Motion.FIXED, 0),
    "gearbox": (Motion.GEARBOX, 2),
    "prismatic": (Motion.PRISMATIC, 1),
    "revolute": (Motion.REVOLUTE, 1),
    "revolute2": (Motion.UNIVERSAL, 2),
    "screw": (Motion.SCREW, 1),
    "universal": (Motion.UNIVERSAL, 2),
}
"""How a joint of a type moves, and how many axes it turns about or slides along."""


def describe_joint(context: SdformatContext, joint: Joint, name: str, scope: str, is_nested: bool) -> None:
    """Adds a joint; ``is_nested`` in a model in another one, where libsdformat does not look at references."""
    kind = format_enum(joint.type).lower()
    # a type that there is not was found with the schema
    motion, count = KINDS.get(kind, (Motion.FIXED, 0))
    unchecked = context.adapter.unchecked_severity if is_nested else None
    pose, relative_to, place = written_pose(joint, context)
    record = context.description.add_joint(
        name,
        scope=scope,
        type=kind,
        motion=motion,
        parent=joint.parent.strip(),
        child=joint.child.strip(),
        axes=_axes(context, joint, name, scope, count, unchecked),
        pitch=_pitch(joint) if motion is Motion.SCREW else 0.0,
        pose=pose,
        relative_to=relative_to,
        element=joint,
        parent_element=partial(child_element, joint, "parent"),
        child_element=partial(child_element, joint, "child"),
        pose_element=place,
    )
    record.reference_severity = unchecked
    if motion is Motion.GEARBOX:
        body = (joint.gearbox_reference_body or "").strip()
        if body:
            at = child_element(joint, "gearbox_reference_body")
            context.description.constraints.append(GearboxRecord(scope, name, body, joint.gearbox_ratio, at))
        else:
            context.sink.report(rules.GEARBOX_WITHOUT_BODY, joint, name=name)
    sensors = vars(joint).get("sensor")
    if sensors:
        attach(context, "sensor", sensors, scope=scope, owner=make_scoped_name(name, scope))
        check_siblings(context, siblings_in(joint))


def _axes(
    context: SdformatContext, joint: Joint, name: str, scope: str, count: int, unchecked: Severity | None
) -> list[AxisRecord]:
    axes: list[AxisRecord] = []
    for number, tag in enumerate(("axis", "axis2")):
        axis = getattr(joint, tag)
        if axis is None:
            if number < count:
                kind = format_enum(joint.type).lower()
                context.sink.report(rules.AXIS_MISSING, joint, name=name, type=kind, tag=tag)
            continue
        axes.append(_axis(axis))
        mimic = axis.mimic
        if mimic is not None and context.adapter.couples_mimics:
            context.description.constraints.append(
                MimicRecord(
                    scope=scope,
                    joint=name,
                    leader=mimic.joint,
                    multiplier=mimic.multiplier,
                    offset=mimic.offset,
                    reference=mimic.reference,
                    axis=number,
                    leader_axis=1 if mimic.axis == "axis2" else 0,
                    element=mimic,
                    reference_severity=unchecked,
                )
            )
    return axes


def _axis(axis: Axis | Axis2) -> AxisRecord:
    limit, dynamics, xyz = axis.limit, axis.dynamics, axis.xyz
    x, y, z = xyz.value
    record = AxisRecord((x, y, z), xyz.expressed_in.strip() or None, element=axis, xyz_element=xyz)
    if is_written(axis, "limit"):
        record.lower, record.upper = limit.lower, limit.upper
        effort, velocity = limit.effort, limit.velocity
        # a negative limit means that there is none
        record.effort = effort if effort >= 0 else inf
        record.velocity = velocity if velocity >= 0 else inf
        acceleration = getattr(limit, "drake_acceleration", inf)
        record.acceleration = acceleration if acceleration >= 0 else inf
    if dynamics is not None:
        record.damping, record.friction = dynamics.damping, dynamics.friction
        record.stiffness, record.rest_position = dynamics.spring_stiffness, dynamics.spring_reference
    return record


def _pitch(joint: Joint) -> float:
    """Metres per revolution; the older quantity counts radians per metre, the other way round."""
    if not is_written(joint, "screw_thread_pitch") and is_written(joint, "thread_pitch"):
        older: float = joint.thread_pitch
        return -2 * pi / older if older else 0.0
    pitch: float = joint.screw_thread_pitch
    return pitch
