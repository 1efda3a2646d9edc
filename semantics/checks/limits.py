"""Limits of joints and actuators, and what resists or moves the joints."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.sink import xml_of
from ..ir.joints import Motion
from .context import plain_name

if TYPE_CHECKING:
    from ..ir.joints import AxisRecord, JointRecord
    from .context import RecordContext

WITHOUT_LIMITS = (Motion.FIXED, Motion.GEARBOX)
"""Motions whose axes say nothing."""
RESISTING = {
    "damping": rules.NEGATIVE_DAMPING,
    "friction": rules.NEGATIVE_FRICTION,
    "stiffness": rules.NEGATIVE_FRICTION,
}
BOUNDS = ("velocity", "effort")
"""Limits that hold in both directions."""


def check_limits(context: RecordContext) -> None:
    """Reports limits that cross or are negative, and what would drive a motion in place of resisting it."""
    description = context.description
    for joint in chain(description.joints, description.loose_joints):
        for axis in joint.axes:
            is_odd = (
                axis.lower > axis.upper
                or axis.damping < 0
                or axis.friction < 0
                or axis.stiffness < 0
                or axis.velocity < 0
                or axis.effort < 0
            )
            if (is_odd or axis.written) and not joint.is_included:
                _report_axis(joint, axis, context)


def _report_axis(joint: JointRecord, axis: AxisRecord, context: RecordContext) -> None:
    written = axis.written or {}
    name, lower, upper = plain_name(joint), written.get("lower", axis.lower), written.get("upper", axis.upper)
    if joint.motion in WITHOUT_LIMITS:
        return
    if lower > upper and any(context.is_written(axis.element, f"axis.{end}") for end in ("lower", "upper")):
        severity = context.severity_of(rules.LIMIT_ORDER, type=joint.type)
        context.report(
            rules.LIMIT_ORDER, axis.element, "axis.lower", severity=severity, name=name, lower=lower, upper=upper
        )
    for which, rule in RESISTING.items():
        value = getattr(axis, which)
        # what a class of defaults says is reported for the first of its joints
        if value < 0 and (xml_of(axis.element) is None or context.is_written(axis.element, f"axis.{which}")):
            context.report(rule, axis.element, f"axis.{which}", name=name, what=which, value=value)
    for which in BOUNDS:
        limit: float = written[which] if which in written else getattr(axis, which)
        if limit < 0:
            context.report(rules.NEGATIVE_LIMIT, axis.element, f"axis.{which}", name=name, which=which, value=limit)
    for which in RESISTING:
        if which in written:
            value = written[which]
            what = f"the {which}"
            context.report(rules.NEGATIVE_COEFFICIENT, axis.element, f"axis.{which}", what=what, name=name, value=value)


def check_actuators(context: RecordContext) -> None:
    """Reports gears of zero, gains below zero, and ranges that begin above their end."""
    for actuator in context.description.actuators:
        if not actuator.gear_ratio and not any(actuator.gear or ()):
            context.report(rules.ZERO_GEAR, actuator.element, "actuator.gear", name=plain_name(actuator))
        if actuator.gains is not None and actuator.gains[0] < 0:
            gain, name = actuator.gains[0], plain_name(actuator)
            context.report(rules.NEGATIVE_GAIN, actuator.element, "actuator.gain", name=name, value=gain)
        for which, (lower, upper) in (actuator.written or {}).items():
            if lower > upper and context.is_written(actuator.element, f"actuator.{which}_range"):
                context.report(
                    rules.ACTUATOR_RANGE_ORDER,
                    actuator.element,
                    f"actuator.{which}_range",
                    what=f"the {which} range",
                    owner=f"actuator {plain_name(actuator)!r}",
                    lower=lower,
                    upper=upper,
                )
