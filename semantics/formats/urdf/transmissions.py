"""``transmission``: which joints have an actuator, in the dialects of ros_control and of PR2."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.joints import ActuatorRecord
from ..drake.tags import controller_gains, value_of
from ..tokens import format_enum
from .context import similar

if TYPE_CHECKING:
    from ....diagnostics.rule import Rule
    from ....runtime.element import Element
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
                _report_second(context, rules.DUPLICATE_TRANSMISSION, transmission, first, own)
        is_simple = SIMPLE in _type_of(transmission, context)
        _check_joints(transmission, is_simple, context)
        if is_simple:
            record = _actuator_of(transmission, context)
            if record is None:
                continue
            place = transmission.actuator[0]
            earlier = actuators.setdefault(record.name, place)
            if earlier is not place:
                _report_second(context, rules.DUPLICATE_ACTUATOR, place, earlier, record.name)
            context.description.actuators.append(record)


def _report_second(context: UrdfContext, rule: Rule, place: Element, first: Element, name: str) -> None:
    context.sink.report(rule, place, attribute="name", related=(("first defined here", first),), name=name)


def _type_of(transmission: Transmission, context: UrdfContext) -> str:
    """The kind of transmission: an attribute in PR2's dialect, an element in that of ros_control."""
    attribute, element = transmission.type_attribute, transmission.type
    if attribute is not None and element is not None:
        context.sink.report(rules.TRANSMISSION_TYPE_TWICE, transmission, attribute="type", name=transmission.name)
    found = attribute if attribute is not None else element
    if not found:
        context.sink.report(
            rules.TRANSMISSION_INCOMPLETE,
            transmission,
            name=transmission.name,
            what="type",
        )
        return ""
    return format_enum(found)


def _check_joints(transmission: Transmission, is_simple: bool, context: UrdfContext) -> None:
    """Reports joints that are not there, in whatever element the transmission names them."""
    written = transmission.__dict__
    for what in written:
        if what not in DRIVEN:
            continue
        found = written[what] or ()
        for place in found if isinstance(found, (list, tuple)) else (found,):
            name = place.name
            if name and name not in context.joints:
                context.sink.report(
                    rules.TRANSMISSION_JOINT_UNKNOWN,
                    place,
                    attribute="name",
                    severity=context.adapter.severity_of_driven(what, is_simple=is_simple),
                    name=transmission.name,
                    reference=name,
                    advice=partial(similar, name, context.joint_names),
                )


def _actuator_of(transmission: Transmission, context: UrdfContext) -> ActuatorRecord | None:
    actuators, joints = transmission.actuator, transmission.joint
    if not (actuators and joints):
        context.sink.report(
            rules.TRANSMISSION_INCOMPLETE,
            transmission,
            name=transmission.name,
            what="joint" if actuators else "actuator",
        )
        return None
    joint, actuator = joints[0], actuators[0]
    target = context.joints.get(joint.name)
    count = context.dofs.get(joint.name)
    if target is None or count is None:
        return None
    if count != 1:
        context.sink.report(
            rules.ACTUATOR_WITHOUT_MOTION,
            joint,
            attribute="name",
            severity=context.adapter.severity_of_motion(count),
            name=transmission.name,
            joint=joint.name,
            type=format_enum(target.type),
            count=count,
        )
        return None
    effort = inf
    if target.limit is not None and target.type in WITH_EFFORT:
        effort = target.limit.effort
    if effort == 0:
        context.sink.report(
            rules.ACTUATOR_WITHOUT_EFFORT, joint, attribute="name", name=transmission.name, joint=joint.name
        )
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
