"""What relates the joints of a robot (URDF): which follow others, and which have motors."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...frames.frame_names import full_name
from ...ir.constraints import MimicRecord
from ...ir.scoped_names import SEPARATOR, make_scoped_name

if TYPE_CHECKING:
    from .writer import RobotWriter

DRIVEN = ("revolute", "continuous", "prismatic", "screw")
"""Types of joints that may have a motor."""


def add_mimics(writer: RobotWriter) -> None:
    """Lets joints follow others, where both have one coordinate."""
    for mimic in writer.work.description.constraints:
        if not isinstance(mimic, MimicRecord) or not mimic.active:
            continue
        follower, leader = (full_name(each, mimic.scope) for each in (mimic.joint, mimic.leader))
        names = writer.coordinate(follower or "", mimic.axis), writer.coordinate(leader or "", mimic.leader_axis)
        joint = next((made for _, made in writer.joints if made.name == names[0]), None)
        if names[1] is None or joint is None or type(joint).__name__ == "DrakeJoint":
            continue
        if mimic.is_equation and joint.mimic is not None:
            continue  # a joint of URDF follows one other
        said = writer.work.make("Mimic", joint=names[1])
        if mimic.multiplier != 1.0:
            said.multiplier = mimic.multiplier
        offset = mimic.offset - mimic.multiplier * mimic.reference
        if offset:
            said.offset = offset
        joint.mimic = said
        writer.work.takings.of(mimic.element).mimic(mimic)


def add_actuators(robot: Any, writer: RobotWriter) -> None:
    """To Drake a joint has an actuator where a transmission gives it one."""
    make = writer.work.make
    for record in writer.work.description.actuators:
        if record.joint is None:
            continue
        name = writer.coordinate(full_name(record.joint, record.scope) or "", 0)
        joint = next((made for _, made in writer.joints if made.name == name), None)
        if name is None or joint is None or joint.type not in DRIVEN:
            continue
        if joint.type == "screw" and record.effort_limit != inf:
            writer.work.ledger.approximate(
                record.element, "a motor without a limit, which Drake reads of no screw in URDF"
            )
        inside = record.name.startswith(record.scope + SEPARATOR)
        full = record.name if inside else make_scoped_name(record.name, record.scope)
        actuator = make("Actuator", name=writer.work.names.inner(full).replace(SEPARATOR, "_"))
        if record.gear_ratio != 1.0:
            actuator.drake_gear_ratio = make("DrakeGearRatio", value=record.gear_ratio)
        if record.rotor_inertia:
            actuator.drake_rotor_inertia = make("DrakeRotorInertia", value=record.rotor_inertia)
        if record.gains is not None:
            actuator.drake_controller_gains = make("DrakeControllerGains", p=record.gains[0], d=record.gains[1])
        robot.transmission.append(
            make(
                "Transmission",
                name=f"{name}_transmission",
                type="SimpleTransmission",
                joint=[make("TransmissionJoint", name=name)],
                actuator=[actuator],
            )
        )
        writer.work.takings.of(record.element).mark("actuator", record.element)
