"""What ros2_control makes of ``<ros2_control>`` besides what its description says: names, ranges, and its joints beside the robot's.

The verdicts are those of ros2_control's own parser, which stops at most of this; where it passes over something that it does
not know, that is a finding as well.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.numbers import STRICT
from ....runtime.spelling import SpellingIndex
from ....runtime.values import format_double
from ...core.traversal import elements_in
from ..schema_tables import read_schema_table
from ..value_places import find_first

if TYPE_CHECKING:
    from ....diagnostics.rule import Severity
    from ....runtime.element import Element
    from ....urdf.newest import CommandInterface, Hardware, Robot, Ros2Control, Ros2ControlJoint, StateInterface
    from .context import UrdfContext

MOVES_NOTHING = frozenset({"fixed"})
LIMITED = ("position", "velocity", "effort", "acceleration", "jerk")
"""Interfaces whose ``min`` and ``max`` are limits."""
NOT_EMPTY = ("name", "plugin", "group")
ABOVE_ZERO = ("size", "thread_priority")
TRUTHS = ("mimic", "enable")
"""Attributes that are only ``true`` or ``false``, where others of the format may be numbers."""


def check_ros2_control(robot: Robot, context: UrdfContext) -> None:
    """Reports what ros2_control refuses, or does not read, of the hardware components of a robot."""
    for component in robot.ros2_control:
        for element in elements_in(component):
            if element is not component:
                _check_values(element, context)
        if component.is_async:
            _check_number(component, "thread_priority", context)
        if component.hardware is not None:
            _check_hardware(component.hardware, context)
        _check_joints(component, context)
        _check_transmissions(component, context)


def _check_values(element: Element, context: UrdfContext) -> None:
    """Reports what is empty, and values of types that ros2_control takes fewer of than other readers."""
    values = vars(element)
    for field in NOT_EMPTY:
        if field in values and not str(values[field] or "").strip():
            at, attribute = find_first(element, (f"@{field}", field))
            context.sink.report(rules.EMPTY_VALUE, at, attribute=attribute, type="strings", severity="warning")
    for field in ABOVE_ZERO:
        _check_number(element, field, context)
    for field in TRUTHS:
        text = _text_of(element, field) if field in values else None
        if text is not None and text.isdecimal():
            _report_form(element, field, "bool", text, context)


def _check_number(element: Element, field: str, context: UrdfContext) -> None:
    value, text = vars(element).get(field), _text_of(element, field)
    if text is None or not isinstance(value, int):
        return
    if value == 0 or (value < 0 and field != "size"):  # a size below zero is out of range, which was reported
        _report_form(element, field, "unsigned int", text, context)


def _text_of(element: Element, attribute: str) -> str | None:
    source = element.source_element
    return None if source is None or source.get(attribute) is None else str(source.get(attribute)).strip()


def _report_form(element: Element, attribute: str | None, type: str, text: str, context: UrdfContext) -> None:
    context.sink.report(
        rules.NOT_A_VALUE, element, attribute=attribute, type=type, case="unreadable", text=text, severity="warning"
    )


def _check_hardware(hardware: Hardware, context: UrdfContext) -> None:
    """Reports parameters that a plugin which is known does not read, or not as they are written."""
    plugin = hardware.plugin.strip()
    known = read_schema_table("urdf", "ros2_control.toml")["hardware"].get(plugin)
    if known is None:
        return
    for param in hardware.param:
        name, text = param.name.strip(), param.value.strip()
        kind = known.get(name)
        if kind is None and name:
            near = SpellingIndex(known).nearest(name)
            context.sink.report(
                rules.ROS2_CONTROL_PARAMETER,
                param,
                attribute="name",
                plugin=plugin,
                name=name,
                suggested=near,
                severity="note" if near is None else None,
            )
        elif kind == "bool" and text.lower() not in ("true", "false"):
            _report_form(param, None, "bool", text, context)
        elif kind == "double" and STRICT.fullmatch(text) is None:
            _report_form(param, None, "double", text, context)


def _check_joints(component: Ros2Control, context: UrdfContext) -> None:
    """Reports joints that the robot does not have, or that cannot be driven as is said."""
    names = {joint.name.strip() for joint in component.joint if joint.name.strip()}
    for joint in component.joint:
        reference = joint.name.strip()
        if not reference:
            continue
        known = context.joints.get(reference)
        if known is None:
            name = component.name
            context.report_unknown(rules.ROS2_CONTROL_JOINT, joint, "name", reference, context.joint_names, name=name)
            continue
        if _type_of(known) in MOVES_NOTHING:
            context.sink.report(
                rules.ROS2_CONTROL_FIXED_JOINT, joint, attribute="name", name=component.name, joint=reference
            )
        _check_mimic(joint, reference, known, names, context)
        _check_interfaces(joint, reference, known, context)


def _check_mimic(joint: Ros2ControlJoint, reference: str, known: Any, names: set[str], context: UrdfContext) -> None:
    """Reports a joint that follows another one in the robot, or here, and not in both."""
    leader = None if known.mimic is None else known.mimic.joint
    case = None
    if leader is None and joint.mimic and _text_of(joint, "mimic") != "1":
        case = "no-leader"
    elif leader is not None and joint.mimic is not False:
        if joint.command_interface:
            case = "commanded"
        elif leader not in names:
            case = "leader-elsewhere"
    if case is not None:
        context.sink.report(rules.ROS2_CONTROL_MIMIC, joint, joint=reference, leader=leader, case=case)


def _check_interfaces(joint: Ros2ControlJoint, reference: str, known: Any, context: UrdfContext) -> None:
    """Reports misspelt interfaces, and ranges and first values that the joint does not have."""
    standard = read_schema_table("urdf", "ros2_control.toml")["interfaces"]["names"]
    interfaces: list[CommandInterface | StateInterface] = [*joint.command_interface, *joint.state_interface]
    for interface in interfaces:
        kind = interface.name.strip()
        if not kind:
            continue
        near = None if kind in standard else SpellingIndex(standard).nearest(kind)
        if near is not None:
            context.sink.report(
                rules.ROS2_CONTROL_INTERFACE, interface, attribute="name", name=kind, joint=reference, suggested=near
            )
        _check_range(interface, kind, reference, known, context)


def _check_range(
    interface: CommandInterface | StateInterface, kind: str, reference: str, known: Any, context: UrdfContext
) -> None:
    params = {param.name: param for param in interface.param}
    found = {}
    for name in ("min", "max", "initial_value"):
        param = params.get(name)
        text = "" if param is None else param.value.strip()
        if param is None or not text:
            continue
        if STRICT.fullmatch(text) is not None:
            found[name] = float(text)
        elif kind in LIMITED:
            _report_form(param, None, "double", text, context)
    low, high, first = found.get("min", -inf), found.get("max", inf), found.get("initial_value")
    limit = known.limit if kind == "position" and _type_of(known) in ("revolute", "prismatic") else None
    lower, upper = (-inf, inf) if limit is None else (limit.lower, limit.upper)
    report = partial(context.sink.report, rules.ROS2_CONTROL_RANGE, joint=reference, interface=kind)
    if low > high:
        report(params["min"], case="crossed", low=format_double(low), high=format_double(high))
    elif low > upper or high < lower:
        at = params["min" if low > upper else "max"]
        report(at, case="apart", low=format_double(lower), high=format_double(upper))
    elif first is not None and not max(low, lower) <= first <= min(high, upper):
        bound = max(low, lower) if first < max(low, lower) else min(high, upper)
        # a value that the joint can have is cut to the range
        severity: Severity | None = "note" if lower <= first <= upper else None
        at = params["initial_value"]
        report(at, case="outside", low=format_double(first), high=format_double(bound), severity=severity)


def _type_of(joint: Any) -> str:
    return str(getattr(joint.type, "value", joint.type))


def _check_transmissions(component: Ros2Control, context: UrdfContext) -> None:
    """Reports transmissions of joints that their component does not have."""
    joints = {joint.name.strip() for joint in component.joint}
    for transmission in component.transmission:
        for joint in transmission.joint:
            reference = joint.name.strip()
            if reference and reference not in joints:
                context.sink.report(
                    rules.ROS2_CONTROL_TRANSMISSION,
                    joint,
                    attribute="name",
                    name=transmission.name,
                    joint=reference,
                    component=component.name,
                )
