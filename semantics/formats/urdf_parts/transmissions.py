"""``transmission``: which joints have an actuator, in the dialects of ros_control and of PR2."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ....runtime.diagnostics import rules_urdf as rules
from ...scene.description import ActuatorRecord
from ..drake_tags import controller_gains, value_of
from .reading import similar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....runtime.diagnostics.rule import Rule, Severity
    from ....runtime.element import Element
    from ....urdf import Robot, Transmission
    from .reading import Reading

SIMPLE = "SimpleTransmission"


def add_actuators(robot: Robot, reading: Reading) -> None:
    """Adds an actuator for the first joint and the first actuator of every simple transmission."""
    names: dict[str, Transmission] = {}
    actuators: dict[str, Element] = {}
    for transmission in robot.transmission:
        if transmission.name:
            first = names.setdefault(transmission.name, transmission)
            if first is not transmission:
                _report_second(reading, rules.DUPLICATE_TRANSMISSION, transmission, first, transmission.name)
        _check_joints(transmission, reading)
        if SIMPLE in _type_of(transmission, reading):
            record = _actuator_of(transmission, reading)
            if record is None:
                continue
            place = transmission.actuator[0]
            earlier = actuators.setdefault(record.name, place)
            if earlier is not place:
                _report_second(reading, rules.DUPLICATE_ACTUATOR, place, earlier, record.name)
            reading.description.actuators.append(record)


def _report_second(reading: Reading, rule: Rule, place: Element, first: Element, name: str) -> None:
    severity: Severity | None = "error" if reading.for_drake and rule is rules.DUPLICATE_ACTUATOR else None
    reading.sink.report(
        rule, place, attribute="name", severity=severity, related=(("first defined here", first),), name=name
    )


def _type_of(transmission: Transmission, reading: Reading) -> str:
    """The kind of transmission: an attribute in PR2's dialect, an element in that of ros_control."""
    attribute, element = transmission.type_attribute, transmission.type
    if attribute is not None and element is not None:
        reading.sink.report(rules.TRANSMISSION_TYPE_TWICE, transmission, attribute="type", name=transmission.name)
    found = attribute if attribute is not None else element
    if not found:
        reading.sink.report(
            rules.TRANSMISSION_INCOMPLETE,
            transmission,
            severity="error" if reading.for_drake else None,
            name=transmission.name,
            what="type",
        )
        return ""
    return str(getattr(found, "value", found))


def _driven(transmission: Transmission) -> Iterator[tuple[str, Element]]:
    """The joints that a transmission names, in whatever element."""
    for joint in transmission.joint:
        yield joint.name, joint
    for other in (transmission.flex_joint, transmission.roll_joint):
        if other is not None:
            yield other.name, other
    for gap in transmission.gap_joint:
        yield gap.name, gap
    for passive in transmission.passive_joint:
        yield passive.name, passive
    for simulated in transmission.simulated_actuated_joint:
        yield simulated.name, simulated


def _check_joints(transmission: Transmission, reading: Reading) -> None:
    for name, place in _driven(transmission):
        if name and name not in reading.joints:
            reading.sink.report(
                rules.TRANSMISSION_JOINT_UNKNOWN,
                place,
                attribute="name",
                name=transmission.name,
                reference=name,
                advice=similar(name, reading.joints),
            )


def _actuator_of(transmission: Transmission, reading: Reading) -> ActuatorRecord | None:
    for what, parts in (("actuator", transmission.actuator), ("joint", transmission.joint)):
        if not parts:
            reading.sink.report(
                rules.TRANSMISSION_INCOMPLETE,
                transmission,
                severity="error" if reading.for_drake else None,
                name=transmission.name,
                what=what,
            )
            return None
    joint, actuator = transmission.joint[0], transmission.actuator[0]
    target = reading.joints.get(joint.name)
    if target is None or joint.name not in reading.dofs:
        return None
    count = reading.dofs[joint.name]
    if count != 1:
        reading.sink.report(
            rules.ACTUATOR_WITHOUT_MOTION,
            joint,
            attribute="name",
            severity="error" if reading.for_drake and count else None,
            name=transmission.name,
            joint=joint.name,
            type=str(getattr(target.type, "value", target.type)),
            count=count,
        )
        return None
    effort = inf
    if target.type in ("revolute", "continuous", "prismatic") and target.limit is not None:
        effort = target.limit.effort
    if effort == 0:
        reading.sink.report(
            rules.ACTUATOR_WITHOUT_EFFORT, joint, attribute="name", name=transmission.name, joint=joint.name
        )
        return None
    return ActuatorRecord(
        actuator.name,
        reading.scope,
        joint.name,
        abs(effort),
        value_of(actuator.drake_gear_ratio, 1.0),
        value_of(actuator.drake_rotor_inertia, 0.0),
        controller_gains(actuator.drake_controller_gains),
        transmission,
    )
