"""Sensors: what MuJoCo refuses of them; a scene has no place for their values.

Spec: MJCF reference, ``sensor``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.sink import xml_of
from .context import describe, word_of
from .joints import report_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from enum import Enum

    from .context import MjcfContext
    from .model import MjcfPart

OF_TIMES = frozenset({"delay", "interval"})
NOT_NEGATIVE = frozenset({"cutoff", "noise"})
WITHOUT_CUTOFF = frozenset({"framequat", "framexaxis", "frameyaxis", "framezaxis", "ballquat"})
"""Sensors of directions, of which no component can be cut off alone."""
NUMBERS_OF = {"axis": 3, "quaternion": 4}
"""How many numbers the values of a user's sensor have, by what they are."""
OF_BALLS = frozenset({"ballquat", "ballangvel"})
OF_ONE_COORDINATE = frozenset({"jointpos", "jointvel", "jointactuatorfrc"})
OF_JOINT_LIMITS = frozenset({"jointlimitpos", "jointlimitvel", "jointlimitfrc"})
OF_TENDON_LIMITS = frozenset({"tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"})
SIDES = ("geom", "body")
"""Between which things of the same name a distance can be asked for."""


def check_sensors(context: MjcfContext) -> None:
    """Reports sensors that cannot be any."""
    for part in context.model.sections.get("sensor", ()):
        if not OF_TIMES.isdisjoint(part.written):
            _check_times(part, context)
        if part.are_written(NOT_NEGATIVE):
            _check_numbers(part, context)
        if part.tag in WITHOUT_CUTOFF:
            _check_cutoff(part, context)
        check = CHECKS.get(part.tag)
        if check is not None:
            check(part, context)


def _refuse(part: MjcfPart, field: str | None, fault: str, context: MjcfContext) -> None:
    context.report(rules.SENSOR_REFUSED, part, field, owner=describe(part, "sensor"), fault=fault)


def _check_times(part: MjcfPart, context: MjcfContext) -> None:
    """Reports values that come at no time, or later than any that is kept."""
    written = vars(part.element)
    delay, interval = written.get("delay"), written.get("interval")
    if delay is not None and delay > 0 and not (written.get("nsample") or 0) > 0:
        _refuse(part, "delay", "has a delay, which needs past values: an 'nsample' above 0", context)
    if not interval:
        return
    period, phase = interval[0], interval[1] if len(interval) > 1 else 0.0
    if period < 0:
        report_value(part, "interval", period, "min", 0, context)
    elif phase > 0:
        _refuse(part, "interval", f"has {phase:g} as second number of its interval, which is 0 or below", context)
    elif period > 0 and phase <= -period:
        _refuse(part, "interval", f"starts {-phase:g} s before the first interval of {period:g} s ends", context)


def _check_numbers(part: MjcfPart, context: MjcfContext) -> None:
    for field in sorted(NOT_NEGATIVE):
        value = part.get(field) if part.is_written(field) else None
        if value is not None and value < 0:
            report_value(part, field, value, "min", 0, context)


def _check_cutoff(part: MjcfPart, context: MjcfContext) -> None:
    if (vars(part.element).get("cutoff") or 0.0) > 0:
        _refuse(part, "cutoff", "measures a direction, of which nothing can be cut off", context)


def _check_user(part: MjcfPart, context: MjcfContext) -> None:
    count = vars(part.element).get("dim")
    kind = word_of(part, "datatype")
    wanted = NUMBERS_OF.get(kind)
    if wanted is not None:
        _check_cutoff(part, context)
    if count is not None and count < 0:
        report_value(part, "dim", count, "min", 0, context)
    elif count is not None and wanted is not None and count != wanted:
        _refuse(part, "dim", f"has {count} numbers, and a value that is a {kind} has {wanted}", context)


def _check_data(part: MjcfPart, context: MjcfContext) -> None:
    """Reports words about what is measured that are repeated, or in another order than the one there is."""
    words: Sequence[Enum] = vars(part.element).get("data") or ()
    if not words:
        return
    order = list(type(words[0]))
    places = [order.index(word) for word in words]
    if len(set(places)) < len(places):
        _refuse(part, "data", "says the same of its data twice", context)
    elif places != sorted(places):
        told = ", ".join(str(word.value) for word in order)
        _refuse(part, "data", f"has its data in another order than {told}", context)


def _check_contact(part: MjcfPart, context: MjcfContext) -> None:
    _check_data(part, context)
    count = vars(part.element).get("num")
    text = None if (xml := xml_of(part.element)) is None else xml.get("num")
    if text is not None and not text.strip():
        _refuse(part, None, "has an empty 'num'", context)
    elif count is not None and count <= 0:
        report_value(part, "num", count, "above", 0, context)


def _check_distance(part: MjcfPart, context: MjcfContext) -> None:
    written = vars(part.element)
    for side in SIDES:
        name = written.get(f"{side}1")
        if name and name == written.get(f"{side}2"):
            _refuse(part, f"{side}2", f"is between {side} {name!r} and itself", context)


def _check_joint(part: MjcfPart, context: MjcfContext) -> None:
    joint = context.find_joint(part, "joint")
    if joint is None:
        return
    name, kind = joint.part.name, joint.kind
    if part.tag in OF_BALLS and kind != "ball":
        _refuse(part, "joint", f"is for ball joints, and {name!r} is a {kind}", context)
    elif part.tag in OF_ONE_COORDINATE and not joint.is_scalar:
        _refuse(part, "joint", f"is for hinges and slides, and {name!r} is a {kind} joint", context)
    elif part.tag in OF_JOINT_LIMITS and not (kind != "free" and _is_limited(joint.part, joint.range)):
        _refuse(part, "joint", f"is for joints with limits, and {name!r} has none", context)


def _check_tendon(part: MjcfPart, context: MjcfContext) -> None:
    tendon = context.find_tendon(part, "tendon")
    if tendon is not None and not _is_limited(tendon.part, tendon.range):
        _refuse(part, "tendon", f"is for tendons with limits, and {tendon.part.name!r} has none", context)


def _is_limited(part: MjcfPart, range: tuple[float, float]) -> bool:
    switched = word_of(part, "limited")
    return range[0] < range[1] if switched == "auto" else switched == "true"


CHECKS: dict[str, Callable[[MjcfPart, MjcfContext], None]] = {
    "user": _check_user,
    "contact": _check_contact,
    "rangefinder": _check_data,
    "distance": _check_distance,
    **dict.fromkeys((*OF_BALLS, *OF_ONE_COORDINATE, *OF_JOINT_LIMITS), _check_joint),
    **dict.fromkeys(OF_TENDON_LIMITS, _check_tendon),
}
"""By tag, what else is looked at."""
