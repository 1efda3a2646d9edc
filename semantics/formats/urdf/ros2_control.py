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
from ....runtime.spelling import SpellingIndex, format_count
from ....runtime.values import format_double
from ...core.traversal import elements_in
from ..repeated_names import report_repeated_names
from ..schema_tables import read_schema_table
from ..value_places import find_first

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
ONE_JOINT = "actuator"
"""The type of a component whose transmissions have one joint each."""
OWN_PARAMS = ("min", "max", "initial_value")
"""Parameters of an interface that ros2_control reads itself; any other is one of the hardware's own."""


def check_ros2_control(robot: Robot, context: UrdfContext) -> None:
    """Reports what ros2_control refuses, or does not read, of the hardware components of a robot."""
    report_repeated_names("ros2_control", robot.ros2_control, context.sink, "warning")
    for component in robot.ros2_control:
        for element in elements_in(component):
            if element is not component:
                _check_values(element, context)
        if component.is_async:
            _check_number(component, "thread_priority", context)
        if component.hardware is None:
            # the parser takes it, and nothing is loaded; a part of a robot may be written without
            severity: Severity = "note" if component.joint or component.sensor or component.gpio else "warning"
            context.sink.report(
                rules.MISSING_ELEMENT, component, parent="ros2_control", part="hardware", severity=severity
            )
        else:
            _check_hardware(component.hardware, context)
        _check_parts(component, context)
        _check_joints(component, context)
        _check_transmissions(component, context)


def _check_parts(component: Ros2Control, context: UrdfContext) -> None:
    """Reports parts of a component, and interfaces of these, that have one name, and misspelt parameters of interfaces."""
    kinds: tuple[tuple[str, Sequence[Any]], ...] = (
        ("joint", component.joint),
        ("sensor", component.sensor),
        ("gpio", component.gpio),
    )
    for kind, parts in kinds:
        report_repeated_names(kind, parts, context.sink, "warning")
        for each in parts:
            report_repeated_names("command interface", each.command_interface, context.sink, "warning")
            report_repeated_names("state interface", each.state_interface, context.sink, "warning")
            for interface in (*each.command_interface, *each.state_interface):
                _check_params_of_interface(interface, context)


def _check_params_of_interface(interface: CommandInterface | StateInterface, context: UrdfContext) -> None:
    """Reports parameters whose name is nearly one that ros2_control reads."""
    names = {param.name.strip() for param in interface.param}
    for param in interface.param:
        name = param.name.strip()
        near = None if name in OWN_PARAMS else SpellingIndex(OWN_PARAMS).nearest(name)
        if near is not None and near not in names:
            context.sink.report(
                rules.ROS2_CONTROL_PARAMETER,
                param,
                attribute="name",
                plugin="an interface",
                name=name,
                suggested=near,
            )


def _check_plugin_name(holder: Any, known: Iterable[str], context: UrdfContext) -> None:
    """Reports the name of a plugin that is nearly one of those that are known; any other is one of the user's own."""
    name = holder.plugin.strip()
    near = None if not name or name in known else SpellingIndex(known).nearest(name)
    if near is not None:
        at, _ = find_first(holder, ("plugin",))
        context.sink.report(rules.ROS2_CONTROL_PLUGIN, at, name=name, suggested=near)


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
    tables = read_schema_table("urdf", "ros2_control.toml")["hardware"]
    _check_plugin_name(hardware, tables, context)
    known = tables.get(plugin)
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
    lower, upper = _limits_of(known, kind)
    report = partial(context.sink.report, rules.ROS2_CONTROL_RANGE, joint=reference, interface=kind)
    if low > high:
        report(params["min"], case="crossed", low=format_double(low), high=format_double(high))
    elif low > upper or high < lower:
        at = params["min" if low > upper else "max"]
        report(at, case="apart", low=format_double(lower), high=format_double(upper))
    elif first is not None and not max(low, lower) <= first <= min(high, upper):
        bound = max(low, lower) if first < max(low, lower) else min(high, upper)
        # a position that the joint can have is cut to the range, and where a speed begins lasts a moment
        severity: Severity | None = "note" if kind != "position" or lower <= first <= upper else None
        at = params["initial_value"]
        report(at, case="outside", low=format_double(first), high=format_double(bound), severity=severity)


def _limits_of(joint: Any, kind: str) -> tuple[float, float]:
    """The lowest and the highest value of an interface that the robot gives its joint.

    A velocity or effort of 0 is written in many robots for one that nobody looked up.
    """
    limit = joint.limit
    if limit is None:
        return -inf, inf
    if kind == "position":
        return (limit.lower, limit.upper) if _type_of(joint) in ("revolute", "prismatic") else (-inf, inf)
    most = {"velocity": limit.velocity, "effort": limit.effort}.get(kind) or inf
    return -abs(most), abs(most)


def _type_of(joint: Any) -> str:
    return str(getattr(joint.type, "value", joint.type))


def _check_transmissions(component: Ros2Control, context: UrdfContext) -> None:
    """Reports transmissions of joints that their component does not have, or of another number than they couple."""
    joints = {joint.name.strip() for joint in component.joint}
    known = read_schema_table("urdf", "ros2_control.toml")["transmissions"]
    report_repeated_names("transmission", component.transmission, context.sink, "warning")
    for transmission in component.transmission:
        _check_plugin_name(transmission, known, context)
        report = partial(context.sink.report, rules.ROS2_CONTROL_TRANSMISSION, name=transmission.name)
        strangers = [joint for joint in transmission.joint if joint.name.strip() not in {"", *joints}]
        for joint in strangers:
            reference = joint.name.strip()
            report(joint, attribute="name", case="stranger", joint=reference, component=component.name)
        if not strangers:
            wanted = 1 if component.type == ONE_JOINT else known.get(transmission.plugin.strip())
            _check_counts(transmission, wanted, report)


def _check_counts(transmission: Any, wanted: int | None, report: Callable[..., object]) -> None:
    """Reports a transmission with another number of joints or actuators than it couples.

    The actuator of a simple one need not be written.
    """
    if wanted is None:
        return
    for kind, parts in (("joint", transmission.joint), ("actuator", transmission.actuator)):
        if len(parts) != wanted and (kind == "joint" or wanted != 1 or parts):
            report(transmission, case="count", wanted=format_count(wanted, kind), count=len(parts))
