"""Actuators: what they move, how far they are controlled, and how strong they are.

Spec: MJCF reference, ``actuator``.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ...ir.joints import ActuatorRecord, TransmissionRecord
from .classes import ANY_ACTUATOR
from .context import describe, numbers_in
from .drives import REFUSED_BELOW_ZERO, Drive, check_gains
from .limits import NO_RANGE, check_limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....runtime.element import Element
    from .classes import DefaultClass
    from .context import MjcfContext, MjcfJoint
    from .limits import Range
    from .model import MjcfPart

KINDS = {
    "joint": "joint",
    "jointinparent": "jointinparent",
    "tendon": "tendon",
    "cranksite": "slidercrank",
    "site": "site",
    "body": "body",
}
"""By the attribute that names what is moved, the kind of transmission; of several the last counts."""
REFERENCES = {"site": "refsite", "slidercrank": "slidersite"}
"""The attribute that names the second thing that a transmission needs."""
OF_ONE_KIND = {"cranklength": "slidercrank", "slidersite": "slidercrank", "refsite": "site"}
"""Attributes that go with one kind of transmission only."""
JOINT_KINDS = ("joint", "jointinparent")
RESISTING_KINDS = ("joint", "jointinparent", "tendon")
"""Transmissions that can have damping and armature of their own."""
OF_TRANSMISSION = frozenset({"_origin", "name", "class_", "group", "gear", *KINDS, *REFERENCES.values()})
"""What an actuator says besides what it makes of its inputs."""
GEAR = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_DAMPING = (0.0, 0.0, 0.0)


def add_actuators(context: MjcfContext) -> None:
    """Adds all actuators, and gives joints the effort that their actuators have."""
    for found in context.model.classes.by_name.values():
        _check_class(found, context)
    driven: dict[str, list[float | None]] = {}
    for number, part in enumerate(context.model.sections.get("actuator", ())):
        record = _add_actuator(part, number, context)
        if record.joint is not None:
            bounds = record.force_range
            strongest = max(map(abs, bounds))
            effort = abs(record.gear_ratio) * strongest if strongest < inf else None
            driven.setdefault(record.joint, []).append(effort)
    for joint in context.all_joints:
        efforts = driven.get(joint.label)
        if efforts and joint.is_scalar and not joint.effort_is_limited:
            known = [effort for effort in efforts if effort is not None]
            if len(known) == len(efforts):
                joint.record.axes[0].effort = sum(known)


def _check_class(found: DefaultClass, context: MjcfContext) -> None:
    """Reports values of a class that no actuator can have."""
    for element in found.own.get(ANY_ACTUATOR, ()):
        _check_values(element, context)


def _check_values(element: Element, context: MjcfContext) -> None:
    for field, value in find_refused_values(element):
        about: dict[str, Any] = {"value": value, "case": "min", "limit": 0}
        context.sink.report(rules.OUT_OF_RANGE, element, attribute=field, severity="error", **about)


def find_refused_values(element: Element) -> Iterator[tuple[str, float]]:
    """The numbers that an actuator, or the defaults of some, may not have, by field."""
    written = vars(element)
    for field in REFUSED_BELOW_ZERO.get(_tag_of(element), ()):
        value = written.get(field)
        if value is not None and value < 0:
            yield field, value


def _add_actuator(part: MjcfPart, number: int, context: MjcfContext) -> ActuatorRecord:
    element = part.element
    name = part.name or f"#a{number}"
    kind, field = _find_transmission(part, context)
    joint = context.find_joint(part, field) if kind in JOINT_KINDS else None
    gear = numbers_in(part, "gear", GEAR)
    record = ActuatorRecord(name, context.scope, joint.label if joint is not None else None, inf, gear[0])
    record.element, record.gear = element, gear
    reference = context.model.reference(part, REFERENCES[kind]) if kind in REFERENCES else ""
    if kind:
        record.transmission = TransmissionRecord(kind, context.model.reference(part, field), reference or None)
    context.description.actuators.append(record)
    if part.tag == "plugin":
        # what it needs, the plugin alone knows
        context.activations = context.controls = None
    _check_values(element, context)
    drive = _drive_of(part, context)
    _check_resistance(part, kind, context)
    _set_ranges(part, drive, record, kind, field, joint, context)
    for holder, fault_field, fault in drive.faults:
        attribute = fault_field if fault_field is not None and fault_field in vars(holder) else None
        owner = describe(part, "actuator")
        context.sink.report(rules.ACTUATOR_REFUSED, holder, attribute=attribute, owner=owner, fault=fault)
    _set_properties(drive, record)
    _find_odd(part, record, drive, context)
    if context.activations is not None and context.controls is not None:
        context.activations += drive.activations
        context.controls += drive.inputs
    return record


def _drive_of(part: MjcfPart, context: MjcfContext) -> Drive:
    """What an actuator makes of its inputs: the same for all of a class that say nothing of it themselves."""
    if not OF_TRANSMISSION.issuperset(part.written):
        return read_drive(part)
    found = context.drives.get(id(part.given))
    if found is None:
        found = read_drive(part)
        if found.faults:
            return found  # which are each one's own
        context.drives[id(part.given)] = found
    return found.copy()


def read_drive(part: MjcfPart) -> Drive:
    """What an actuator makes of its inputs, with what its class says of that."""
    drive, given = Drive(), part.given
    gains = set(map(id, given.with_gains))
    for layer in reversed(given.layers):
        drive.read(_tag_of(layer), layer, with_gains=id(layer) in gains)
    drive.read(part.tag, part.element)
    if part.tag != "plugin":
        check_gains(drive, part.element)
    return drive


def _refuse(part: MjcfPart, field: str | None, fault: str, context: MjcfContext) -> None:
    context.report(rules.ACTUATOR_REFUSED, part, field, owner=describe(part, "actuator"), fault=fault)


def _tag_of(element: Element) -> str:
    tag: str = type(element).Meta.name  # type: ignore[attr-defined]  # every element that is generated has one
    return tag


def _find_transmission(part: MjcfPart, context: MjcfContext) -> tuple[str, str]:
    """The kind of transmission and the attribute that names what is moved; reports what does not go with it."""
    written, field, kind = part.written, "", ""
    for name, named in KINDS.items():
        if name in written:
            field, kind = name, named
    if not field or not written[field]:
        fault = "does not say what it moves"
        _refuse(part, field or None, fault, context)
        return "", ""
    for other, own in OF_ONE_KIND.items():
        if other in written and kind != own:
            of = "'cranksite'" if own == "slidercrank" else "'site'"
            fault = f"has {other!r}, which goes with {of} only"
            _refuse(part, other, fault, context)
    if kind == "slidercrank":
        if not written.get("slidersite"):
            fault = "has a 'cranksite' without a 'slidersite'"
            _refuse(part, "cranksite", fault, context)
        elif (part.get("cranklength") or 0.0) <= 0:
            fault = "needs a 'cranklength' above 0"
            _refuse(part, "cranklength", fault, context)
    return kind, field


def _check_resistance(part: MjcfPart, kind: str, context: MjcfContext) -> None:
    """Reports resistance where there is nothing to resist, and delays without samples."""
    if kind and kind not in RESISTING_KINDS:
        for field in ("damping", "armature"):
            value = part.holder(field) is not None and part.get(field)
            if value and (field == "armature" or any(value)):
                fault = f"has {field!r}, which goes with joints and tendons only"
                _refuse(part, field, fault, context)
    if part.is_written("delay") and (part.get("delay") or 0.0) > 0 and (_value_of(part, "nsample") or 0) <= 0:
        fault = "has a delay without samples to keep, 'nsample'"
        _refuse(part, "delay", fault, context)


def _value_of(part: MjcfPart, field: str) -> float | None:
    holder = part.holder(field)
    value: float | None = None if holder is None else getattr(holder, field)
    return value


def _set_ranges(
    part: MjcfPart,
    drive: Drive,
    record: ActuatorRecord,
    kind: str,
    field: str,
    joint: MjcfJoint | None,
    context: MjcfContext,
) -> None:
    control_field = "posrange" if part.is_written("posrange") else "ctrlrange"
    inherited = _inherit_range(part, drive, kind, field, joint, context)
    control, states = drive.control_range, drive.state_range
    if inherited is not None:
        if drive.gains.dynamics == "integrator":
            states = inherited
        else:
            control = inherited
    limits = check_limits(part, control_field, "ctrllimited", control, drive.control_switch, "actuator", context)
    record.control_range = limits or record.control_range
    force = drive.force_range
    limits = check_limits(part, "forcerange", "forcelimited", force, drive.force_switch, "actuator", context)
    record.force_range = limits or record.force_range
    record.effort_limit = max(map(abs, record.force_range))
    if states != NO_RANGE:
        limits = check_limits(part, "actrange", "actlimited", states, drive.state_switch, "actuator", context)
        if limits is not None:
            record.properties["state_range"] = limits
            if drive.gains.dynamics == "none":
                drive.refuse(part.element, "actrange", "has limits of its states, 'actrange', and no states")


def _inherit_range(
    part: MjcfPart, drive: Drive, kind: str, field: str, joint: MjcfJoint | None, context: MjcfContext
) -> Range | None:
    """The range that an actuator takes from what it moves."""
    gains = drive.gains
    is_servo = gains.gain == "pid" or (gains.gain == "fixed" and gains.gain_numbers[0] == -gains.bias_numbers[1])
    if gains.inherited_range <= 0 or not is_servo or gains.bias != "affine" or not kind:
        return None
    fault, range = "", NO_RANGE
    if gains.dynamics not in ("none", "filterexact", "pid", "integrator"):
        fault = "takes its range from what it moves, which only position and intvelocity actuators can"
    elif kind == "joint" and joint is not None:
        range = joint.range
        if not joint.is_scalar:
            fault = "takes its range from a joint that is no hinge or slide"
    elif kind == "tendon":
        tendon = context.find_tendon(part, field)
        range = tendon.range if tendon is not None else (0.0, 1.0)
    elif kind != "joint":
        fault = "takes its range from what it moves, which is no joint or tendon"
    else:
        return None
    if not fault and range[0] == range[1]:
        fault = f"takes its range from {getattr(part.element, field)!r}, which has none"
    if fault:
        drive.refuse(part.holder("inheritrange") or part.element, "inheritrange", fault)
        return None
    middle, half = (range[0] + range[1]) / 2, (range[1] - range[0]) / 2 * gains.inherited_range
    return middle - half, middle + half


def _find_odd(part: MjcfPart, record: ActuatorRecord, drive: Drive, context: MjcfContext) -> None:
    """Keeps ranges that limit nothing, for checks, with the element that says them, or a gain below zero."""
    odd: dict[str, Range] = {}
    fields = []
    for which, range, field, switch in (
        ("control", drive.control_range, "ctrlrange", drive.control_switch),
        ("force", drive.force_range, "forcerange", drive.force_switch),
    ):
        if range[0] > range[1] and switch != "true":
            odd[which] = range
            fields.append(field)
    if not any(record.gear or ()):
        fields.append("gear")
    if record.gains is not None and record.gains[0] < 0:
        fields.append("kp")
    if fields:
        record.written = odd
        record.element = context.find_odd_element(part, fields)


def _set_properties(drive: Drive, record: ActuatorRecord) -> None:
    gains, properties = drive.gains, record.properties
    properties["shortcut"] = gains.shortcut
    for key, kind, numbers in (
        ("dynamics", gains.dynamics, gains.dynamics_numbers),
        ("gain", gains.gain, gains.gain_numbers),
        ("bias", gains.bias, gains.bias_numbers),
    ):
        properties[key] = (kind, tuple(numbers))
    if gains.gain == "fixed" and gains.bias == "affine" and gains.gain_numbers[0] == -gains.bias_numbers[1]:
        record.gains = (gains.gain_numbers[0], max(-gains.bias_numbers[2], 0.0))
