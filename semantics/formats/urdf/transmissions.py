"""``transmission``: which joints have an actuator, in the dialects of ros_control and of PR2."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.element import Element, is_written
from ...ir.joints import ActuatorRecord
from ..drake.tags import controller_gains, value_of
from ..tokens import format_enum
from ..value_places import find_first

if TYPE_CHECKING:
    from ....urdf.newest import Robot, Transmission
    from .context import UrdfContext

SIMPLE = "SimpleTransmission"

DRIVEN = frozenset({"joint", "flex_joint", "roll_joint", "gap_joint", "passive_joint", "simulated_actuated_joint"})
"""The fields that name joints; some are lists."""

WITH_EFFORT = ("revolute", "continuous", "prismatic")
"""Types of joints whose limits give the effort of their actuator."""


def add_actuators(robot: Robot, context: UrdfContext) -> None:
    """Adds an actuator for the first joint and the first actuator of every simple transmission."""
    names: dict[str, Transmission] = {}
    actuators: dict[str, Element] = {}
    for transmission in robot.transmission:
        own = transmission.name
        if own:
            first = names.setdefault(own, transmission)
            if first is not transmission:
                context.report_duplicate(rules.DUPLICATE_TRANSMISSION, transmission, first, name=own)
        is_simple = SIMPLE in _type_of(transmission, context)
        _check_joints(transmission, is_simple, context)
        _check_reductions(transmission, context)
        if is_simple:
            record = _actuator_of(transmission, context)
            if record is None:
                continue
            place = transmission.actuator[0]
            earlier = actuators.setdefault(record.name, place)
            if earlier is not place:
                context.report_duplicate(rules.DUPLICATE_ACTUATOR, place, earlier, name=record.name)
            context.description.actuators.append(record)


def _type_of(transmission: Transmission, context: UrdfContext) -> str:
    """The kind of transmission: an attribute in PR2's dialect, an element in that of ros_control."""
    attribute, element = transmission.type_attribute, transmission.type
    if attribute is not None and element is not None:
        context.sink.report(rules.TRANSMISSION_TYPE_TWICE, transmission, attribute="type", name=transmission.name)
    found = attribute if attribute is not None else element
    if not found:
        context.sink.report(rules.TRANSMISSION_INCOMPLETE, transmission, name=transmission.name, what="type")
        return ""
    return format_enum(found)


def _check_joints(transmission: Transmission, is_simple: bool, context: UrdfContext) -> None:
    """Reports joints that are not there, in whatever element the transmission names them."""
    for what, found in transmission.__dict__.items():
        if what not in DRIVEN or not found:
            continue
        for number, place in enumerate(found if isinstance(found, (list, tuple)) else (found,)):
            if place.name and place.name not in context.joints:
                about = {"is_looked_at": is_simple and what == "joint" and number == 0}
                severity = context.adapter.severity_of(rules.TRANSMISSION_JOINT_UNKNOWN, about)
                context.report_unknown(
                    rules.TRANSMISSION_JOINT_UNKNOWN,
                    place,
                    "name",
                    place.name,
                    context.joint_names,
                    severity=severity,
                    name=transmission.name,
                )


def _check_reductions(transmission: Transmission, context: UrdfContext) -> None:
    """Reports reductions of 0, wherever the transmission has them."""
    for value in (transmission, *transmission.__dict__.values()):
        # texts and numbers have none, and to ask each for one takes long
        parts = value if isinstance(value, list) else (value,) if isinstance(value, Element) else ()
        for part in parts:
            if getattr(part, "mechanical_reduction", None) == 0 and is_written(part, "mechanical_reduction"):
                paths = ("mechanicalReduction", "@mechanicalReduction", "@mechanical_reduction")
                place, attribute = find_first(part, paths)
                context.sink.report(rules.REDUCTION_ZERO, place, attribute=attribute, name=transmission.name)


def _actuator_of(transmission: Transmission, context: UrdfContext) -> ActuatorRecord | None:
    actuators, joints = transmission.actuator, transmission.joint
    if not (actuators and joints):
        what = "joint" if actuators else "actuator"
        context.sink.report(rules.TRANSMISSION_INCOMPLETE, transmission, name=transmission.name, what=what)
        return None
    joint, actuator = joints[0], actuators[0]
    target, count = context.joints.get(joint.name), context.dofs.get(joint.name)
    if target is None or count is None:
        return None
    about: dict[str, Any] = {"name": transmission.name, "joint": joint.name}
    if count != 1:
        about |= {"type": format_enum(target.type), "count": count}
        severity = context.adapter.severity_of(rules.ACTUATOR_WITHOUT_MOTION, about)
        context.sink.report(rules.ACTUATOR_WITHOUT_MOTION, joint, attribute="name", severity=severity, **about)
        return None
    effort = target.limit.effort if target.limit is not None and target.type in WITH_EFFORT else inf
    if effort == 0:
        context.sink.report(rules.ACTUATOR_WITHOUT_EFFORT, joint, attribute="name", **about)
        return None
    return ActuatorRecord(
        actuator.name,
        context.scope,
        joint.name,
        abs(effort),
        value_of(actuator.drake_gear_ratio, 1.0),
        value_of(actuator.drake_rotor_inertia, 0.0),
        controller_gains(actuator.drake_controller_gains),
        transmission,
    )
