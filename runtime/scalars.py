"""Texts to values: the lenient readings that the reference implementations have, each with its finding.

Every function takes the text, the XML element and attribute that it is in (``attribute`` is None for the element's
own text), and the decoding context. It returns None where the text holds no value; a finding says so, and the field
keeps its default.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..diagnostics import rules
from .degrees import is_in_degrees, to_radians
from .numbers import C_DECIMAL, C_INTEGER, C_NUMBER, INTEGER, SMALLEST, STRICT, overflows, to_float, underflows
from .values import (
    Color,
    Doubles,
    EulerPose,
    Integers,
    Quaternion,
    QuaternionPose,
    Strings,
    Time,
    Vector2d,
    Vector2i,
    Vector3,
    Vector4,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..diagnostics.rule import Rule
    from .lazy_finding import LazyFinding

_INT_LIMITS = {"int": (-(2**31), 2**31 - 1), "unsigned int": (0, 2**32 - 1)}

N = TypeVar("N")

_tuple = tuple.__new__
"""Makes a named tuple without the call that takes its fields one by one."""

WORDS: Mapping[str | None, bool] = {"true": True, "1": True, "false": False, "0": False}
EXACT_WORDS: Mapping[str | None, bool] = {"true": True, "false": False}
"""What says yes and no."""

WHOLE_TURN = 2 * math.pi + 1e-3
"""Angles beyond this are unusual; what somebody rounded up from a whole turn is not."""

MOST_CACHED = 4096
"""Texts of a type whose values a pass remembers, for decoders to look up first: documents repeat the same few."""

LONGEST_CACHED = 60
"""Characters of a list of numbers beyond which none is like another."""

LONGEST_SHARED = 30
"""Characters of a pose from which on its numbers are too long for others to be like them."""


class TextContext(Protocol):
    """What a reading has to know of the pass of decoding that it is part of."""

    by_prefix: bool
    """Whether readers of the format take the longest leading number of each piece of a vector."""
    fills_poses: bool
    """Whether they take zero for the numbers that a pose lacks at its end."""
    reads_hexadecimal: bool
    hexadecimal_integers: bool
    """Whether whole numbers may be hexadecimal, ``0x`` first."""
    is_exact: bool
    """Whether words for yes and no have one spelling, and numbers are what ``strtod`` takes, all of it."""
    words_are_numbers: bool
    """Whether ``true`` and ``false`` read as 1 and 0 where a number is expected."""
    numbers: dict[str | None, float]
    """Values of texts that were read already, without a finding; the same for the types below."""
    pairs: dict[str | None, Vector2d]
    triples: dict[str | None, Vector3]
    colors: dict[str | None, Color]
    poses: dict[str | None, EulerPose]
    lists: dict[str | None, Doubles]
    angles: dict[str | None, Vector3]
    """Three angles each, as ``triples``."""
    short_numbers: Mapping[str, float] | None
    """Values of the texts of which short poses are made, whatever they are; None but for large documents."""

    def report(self, rule: Rule, at: _Element, attribute: str | None = None, **arguments: Any) -> LazyFinding | None:
        """Passes a finding on."""
        ...

    def note_odd_number(self) -> None:
        """Notes that a number is infinite, or none."""
        ...

    def trim_text(self, text: str) -> str:
        """The value of an attribute that holds a text."""
        ...


def string(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> str | None:
    """Any text: that of an element as it is written, that of an attribute as readers of the format take it."""
    return (text or "") if attribute is None else ctx.trim_text(text or "")


def double(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> float | None:
    """A number; blanks around it do not count, ``inf`` and ``nan`` are numbers."""
    try:
        if "_" not in text:  # type: ignore[operator]  # None is caught below
            value = float(text)  # type: ignore[arg-type]
            # six characters are the least that can be too near to zero: 1e-400
            if (
                value - value == 0.0
                and text.isascii()  # type: ignore[union-attr]
                and (len(text) < 6 or not -SMALLEST < value < SMALLEST or not underflows(value, text))  # type: ignore[arg-type]
            ):
                if len(ctx.numbers) < MOST_CACHED:
                    ctx.numbers[text] = value
                return value
    except (ValueError, TypeError):
        pass
    return _loose_double(text, at, attribute, ctx)


def _loose_double(
    text: str | None, at: _Element, attribute: str | None, ctx: TextContext, type: str = "double"
) -> float | None:
    written = (text or "").strip()
    if not written:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type=type)
        return None
    match = (C_NUMBER if ctx.reads_hexadecimal else C_DECIMAL).match(written)
    if match is None:
        number = _read_boolean_number(written, at, attribute, ctx, type) if type == "double" else None
        if number is None:
            ctx.report(rules.NOT_A_VALUE, at, attribute, type=type, case="unreadable", text=written)
        return number
    token = match[1]
    value = to_float(token)
    if overflows(value, token) or (underflows(value, token) and not ctx.is_exact):
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, type=type, text=written)
        return None
    rest = written[match.end() :]
    if rest:
        case = "too_many" if type == "double" and C_NUMBER.match(rest) else "trailing"
        ctx.report(
            rules.TRAILING_TEXT, at, attribute, type=type, case=case, text=written, read=token, rest=rest.strip()
        )
    elif "x" in token.lower():
        ctx.report(rules.LOOSE_NUMBER, at, attribute, type=type, text=written, value=value)
    if not math.isfinite(value):
        ctx.note_odd_number()
    return value


def _read_boolean_number(written: str, at: _Element, attribute: str | None, ctx: TextContext, type: str) -> int | None:
    """The number that readers of the format take ``true`` and ``false`` for."""
    word = WORDS.get(written.lower()) if ctx.words_are_numbers else None
    if word is None:
        return None
    ctx.report(rules.LOOSE_NUMBER, at, attribute, type=type, text=written, value=int(word))
    return int(word)


def integer(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> int | None:
    """A whole number of 32 bits."""
    if text is not None and len(text) < 10 and text.isdecimal() and text.isascii():
        return int(text)
    return _integer(text, at, attribute, ctx, "int")


def unsigned_integer(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> int | None:
    """A whole number of 32 bits that is not negative."""
    return _integer(text, at, attribute, ctx, "unsigned int")


def _integer(text: str | None, at: _Element, attribute: str | None, ctx: TextContext, type: str) -> int | None:
    written = (text or "").strip()
    if not written:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type=type)
        return None
    # where hexadecimal numbers are meant to be read, they begin with 0x: there is no sign before it
    signed = written[0] in "+-" and ctx.hexadecimal_integers
    match = (INTEGER if signed else C_INTEGER).match(written)
    if match is None:
        number = _read_boolean_number(written, at, attribute, ctx, type)
        if number is None:
            ctx.report(rules.NOT_A_VALUE, at, attribute, type=type, case="unreadable", text=written)
        return number
    token = match[1]
    if len(token) > 24:
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, type=type, text=written[:40])
        return None
    hexadecimal = "x" in token or "X" in token
    value = int(token, 16 if hexadecimal else 10)
    low, high = _INT_LIMITS[type]
    if not low <= value <= high:
        if type == "unsigned int" and -(2**31) <= value < 0:
            ctx.report(rules.OUT_OF_RANGE, at, attribute, type=type, value=value, case="negative", limit=0)
            return None
        # readers take the last 32 bits of what 64 bits hold
        severity = "warning" if type == "unsigned int" and 0 < value < 2**64 else None
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, type=type, text=written, severity=severity)
        return None
    rest = written[match.end() :]
    if rest:
        case = "too_many" if C_NUMBER.match(rest) else "trailing"
        ctx.report(
            rules.TRAILING_TEXT, at, attribute, type=type, case=case, text=written, read=token, rest=rest.strip()
        )
    elif hexadecimal and not ctx.hexadecimal_integers:
        ctx.report(rules.LOOSE_NUMBER, at, attribute, type=type, text=written, value=value)
    return value


def boolean(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> bool | None:
    """``true``, ``false``, ``1`` or ``0``, in any case."""
    if text == "true":
        return True
    if text == "false":
        return False
    written = (text or "").strip()
    if not written and not ctx.is_exact:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type="bool")
        return None
    value = None if ctx.is_exact else WORDS.get(written.lower())
    if value is None:
        ctx.report(rules.NOT_A_VALUE, at, attribute, type="bool", case="unreadable", text=written)
    return value


def vector3(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector3 | None:
    """Three numbers."""
    try:
        first, second, third = text.split()  # type: ignore[union-attr]
        x, y, z = float(first), float(second), float(third)
        total = x + y + z
        if total - total == 0.0 and "_" not in text and text.isascii():  # type: ignore[operator, union-attr]
            value = _tuple(Vector3, (x, y, z))
            if len(ctx.triples) < MOST_CACHED:
                ctx.triples[text] = value
            return value
    except (ValueError, AttributeError):
        pass
    return _loose_vector(text, at, attribute, ctx, 3, Vector3, "vector3")


def angle(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> float | None:
    """An angle in rad, which may have been written in degrees."""
    value = double(text, at, attribute, ctx)
    if value is not None and not -WHOLE_TURN <= value <= WHOLE_TURN:
        _check_unit(text, (value,), at, attribute, ctx, "double")
    return value


def angles(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector3 | None:
    """Three angles in rad, which may have been written in degrees."""
    value = vector3(text, at, attribute, ctx)
    if value is None:
        return None
    if max(value) > WHOLE_TURN or min(value) < -WHOLE_TURN:
        _check_unit(text, value, at, attribute, ctx, "vector3")
    elif len(ctx.angles) < MOST_CACHED:
        ctx.angles[text] = value
    return value


def _check_unit(
    text: str | None,
    value: Sequence[float],
    at: _Element,
    attribute: str | None,
    ctx: TextContext,
    type: str,
) -> None:
    """Reports angles that make sense in degrees, of a value whose last numbers are angles."""
    angles = value[-3:]
    if any(map(is_in_degrees, angles)):
        written = " ".join((text or "").split()[:6][-3:])
        ctx.report(
            rules.ANGLE_IN_DEGREES, at, attribute, type=type, text=written, radians=tuple(map(to_radians, angles))
        )


def vector2d(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector2d | None:
    """Two numbers."""
    try:
        first, second = text.split()  # type: ignore[union-attr]
        x, y = float(first), float(second)
        total = x + y
        if total - total == 0.0 and "_" not in text and text.isascii():  # type: ignore[operator, union-attr]
            value = _tuple(Vector2d, (x, y))
            if len(ctx.pairs) < MOST_CACHED:
                ctx.pairs[text] = value
            return value
    except (ValueError, AttributeError):
        pass
    return _loose_vector(text, at, attribute, ctx, 2, Vector2d, "vector2d")


def _are_plain(value: Sequence[float], text: Any) -> bool:
    """Whether the numbers that Python reads in a text are what every reader reads there: finite, in decimal digits."""
    total = sum(value)
    return total - total == 0.0 and "_" not in text and text.isascii()


def vector4(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector4 | None:
    """Four numbers."""
    try:
        a, b, c, d = text.split()  # type: ignore[union-attr]
        value = _tuple(Vector4, (float(a), float(b), float(c), float(d)))
        if _are_plain(value, text):
            return value
    except (ValueError, AttributeError):
        pass
    return _loose_vector(text, at, attribute, ctx, 4, Vector4, "vector4")


def quaternion(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Quaternion | None:
    """Four numbers, in the order that the format gives them."""
    return _loose_vector(text, at, attribute, ctx, 4, Quaternion, "quaternion")


def vector2i(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector2i | None:
    """Two whole numbers."""
    return _integer_pair(text, at, attribute, ctx, Vector2i, "vector2i")


def time(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Time | None:
    """Seconds and nanoseconds."""
    return _integer_pair(text, at, attribute, ctx, Time, "time")


def _integer_pair(
    text: str | None, at: _Element, attribute: str | None, ctx: TextContext, make: Callable[[int, int], N], type: str
) -> N | None:
    parts = (text or "").split()
    if not parts:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type=type)
        return None
    numbers: list[int] = []
    for index, part in enumerate(parts[:2]):
        match = INTEGER.match(part)
        if match is None or (match.end() < len(part) and index == 0):
            case = "unreadable" if match is None else "trailing_inside"
            ctx.report(rules.NOT_A_VALUE, at, attribute, type=type, case=case, text=part)
            return None
        low, high = _INT_LIMITS["int"]
        if len(match[0]) > 24 or not low <= int(match[0]) <= high:
            ctx.report(rules.NUMBER_OVERFLOW, at, attribute, type=type, text=part[:40])
            return None
        if match.end() < len(part):
            rest = part[match.end() :]
            written = (text or "").strip()
            ctx.report(
                rules.TRAILING_TEXT, at, attribute, type=type, case="trailing", text=written, read=match[0], rest=rest
            )
        numbers.append(int(match[0]))
    if len(numbers) < 2:
        ctx.report(rules.WRONG_LENGTH, at, attribute, type=type, case="too_few", count=len(numbers), expected=2)
        return None
    if len(parts) > 2:
        ctx.report(rules.TOO_MANY_VALUES, at, attribute, type=type, count=len(parts), expected=2)
    return make(*numbers)


def color(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Color | None:
    """Three or four numbers from 0 to 1, each of which may have text after it."""
    try:
        parts = text.split()  # type: ignore[union-attr]
        value = _tuple(Color, map(float, parts)) if len(parts) == 4 else Color(*map(float, parts))
        if "_" not in text and min(value) >= 0.0 and max(value) <= 1.0 and text.isascii():  # type: ignore[operator, union-attr]
            if len(ctx.colors) < MOST_CACHED:
                ctx.colors[text] = value
            return value
    except (ValueError, TypeError, AttributeError):
        parts = (text or "").split()
    return _loose_color(parts, text, at, attribute, ctx)


def _loose_color(
    parts: list[str], text: str | None, at: _Element, attribute: str | None, ctx: TextContext
) -> Color | None:
    if len(parts) not in (0, 3, 4):
        case = "too_few" if len(parts) < 4 else "too_many"
        ctx.report(rules.WRONG_LENGTH, at, attribute, type="color", case=case, count=len(parts), expected=(3, 4))
        return None
    if not parts:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type="color")
        return None
    numbers: list[float] = []
    for part in parts:
        number = _loose_double(part, at, attribute, ctx, "color")
        if number is None:
            return None
        if math.isnan(number):
            number = 0.0
            ctx.report(rules.LOOSE_NUMBER, at, attribute, type="color", text=part, value=number)
        numbers.append(number)
    if any(number < 0 or number > 1 for number in numbers):
        written = (text or "").strip()
        ctx.report(rules.COLOR_RANGE, at, attribute, type="color", text=written, **_parts_of_bytes(numbers))
    return Color(*numbers)


def _parts_of_bytes(numbers: list[float]) -> dict[str, tuple[float, ...]]:
    """The parts from 0 to 1 of a colour that was written in whole numbers to 255; its opacity may be from 0 to 1."""
    red_green_blue, opacity = numbers[:3], numbers[3:]
    is_in_bytes = max(red_green_blue) > 1 and all(0 <= part <= 255 and part == int(part) for part in red_green_blue)
    if not is_in_bytes or not all(0 <= part <= 255 for part in opacity):
        return {}
    parts = [part / 255 for part in red_green_blue] + [part if part <= 1 else part / 255 for part in opacity]
    return {"parts": tuple(round(part, 3) for part in parts)}


def pose(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> EulerPose | QuaternionPose | None:
    """Six numbers, or seven where a quaternion is written."""
    # to ask whether there are attributes takes less than to ask for one
    if at.keys() and at.get("rotation_format") == "quat_xyzw":
        parts = (text or "").split()
        return _exactly(parts, text, at, attribute, ctx, 7, QuaternionPose, "pose")
    known = ctx.poses
    kept = known.get(text)
    if kept is not None:
        return kept
    try:
        x, y, z, roll, pitch, yaw = parts = text.split()  # type: ignore[union-attr]
        if "_" not in text:  # type: ignore[operator]
            kept_number = ctx.short_numbers
            if kept_number is not None and len(text) < LONGEST_SHARED:  # type: ignore[arg-type]
                turn = (kept_number[roll], kept_number[pitch], kept_number[yaw])
                value = _tuple(EulerPose, (kept_number[x], kept_number[y], kept_number[z], *turn))
            else:
                # most poses turn nothing: their zeros are not read, and are one object in all of them
                is_straight = roll == pitch == yaw == "0"
                turn = (0.0, 0.0, 0.0) if is_straight else (float(roll), float(pitch), float(yaw))
                value = _tuple(EulerPose, (float(x), float(y), float(z), *turn))
            total = sum(value)
            if total - total == 0.0 and text.isascii():  # type: ignore[union-attr]
                if max(turn) > WHOLE_TURN or min(turn) < -WHOLE_TURN:
                    if WORDS.get(at.get("degrees", "").strip().lower()) is not True:
                        _check_unit(text, value, at, attribute, ctx, "pose")
                elif len(known) < MOST_CACHED:
                    known[text] = value
                return value
    except (ValueError, AttributeError):
        parts = (text or "").split()
    return _exactly(parts, text, at, attribute, ctx, 6, EulerPose, "pose")


def doubles(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Doubles | None:
    """Any number of numbers."""
    try:
        value = _tuple(Doubles, map(float, text.split()))  # type: ignore[union-attr]
        total = sum(value)
        if value and total - total == 0.0 and "_" not in text and text.isascii():  # type: ignore[operator, union-attr]
            if len(text) < LONGEST_CACHED and len(ctx.lists) < MOST_CACHED:  # type: ignore[arg-type]
                ctx.lists[text] = value
            return value
    except (ValueError, AttributeError):
        pass
    parts = (text or "").split()
    return _loose_vector(text, at, attribute, ctx, len(parts), lambda *n: Doubles(n), "doubles", finite=False)


def integers(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Integers | None:
    """Any number of whole numbers."""
    numbers = [_integer(part, at, attribute, ctx, "int") for part in (text or "").split()]
    if not numbers:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type="integers")
        return None
    return None if None in numbers else Integers(number for number in numbers if number is not None)


def strings(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Strings | None:
    """Words separated by blanks."""
    return Strings((text or "").split())


def _exactly(
    parts: list[str],
    text: str | None,
    at: _Element,
    attribute: str | None,
    ctx: TextContext,
    size: int,
    make: Callable[..., N],
    type: str,
) -> N | None:
    if len(parts) not in (0, size):
        count = len(parts)
        fills = ctx.fills_poses and count < size
        value = _loose_vector(text, at, attribute, ctx, count, _pad_with_zeros(make, size), type) if fills else None
        if value is not None or not fills:
            case = "too_few" if count < size else "too_many"
            ctx.report(rules.WRONG_LENGTH, at, attribute, type=type, case=case, count=count, expected=size)
        return value
    return _loose_vector(text, at, attribute, ctx, size, make, type)


def _pad_with_zeros(make: Callable[..., N], size: int) -> Callable[..., N]:
    """Makes a value of fewer numbers than it has, with zeros at its end."""
    return lambda *numbers: make(*numbers, *(0.0,) * (size - len(numbers)))


def _loose_vector(
    text: str | None,
    at: _Element,
    attribute: str | None,
    ctx: TextContext,
    size: int,
    make: Callable[..., N],
    type: str,
    finite: bool = True,
) -> N | None:
    """Numbers separated by blanks: too few are an error, too many are ignored, the last may have text after it.

    Where the format reads numbers by prefix each may.
    """
    parts = (text or "").split()
    if not parts:
        ctx.report(rules.EMPTY_VALUE, at, attribute, type=type, expected=size)
        return None
    numbers: list[float] = []
    for index, part in enumerate(parts[:size]):
        match = (C_NUMBER if ctx.by_prefix or ctx.is_exact else STRICT).match(part)
        token = match[1] if match else ""
        if not match or (len(token) < len(part) and index < size - 1 and not ctx.by_prefix):
            case = "trailing_inside" if match else "unreadable"
            ctx.report(rules.NOT_A_VALUE, at, attribute, type=type, case=case, text=part, expected=size)
            return None
        number = to_float(token)
        if overflows(number, token):
            ctx.report(rules.NUMBER_OVERFLOW, at, attribute, type=type, text=part)
            return None
        is_odd = not math.isfinite(number)
        # where numbers are missing, readers stop at that, whatever the others are
        if finite and is_odd and len(parts) >= size:
            loads = {"severity": "warning"} if ctx.is_exact else {}
            ctx.report(
                rules.NOT_A_VALUE, at, attribute, type=type, case="not_finite", text=part, expected=size, **loads
            )
            return None
        if len(token) != len(part):
            written = (text or "").strip()
            rest = part[len(token) :]
            ctx.report(
                rules.TRAILING_TEXT, at, attribute, type=type, case="trailing", text=written, read=token, rest=rest
            )
        elif ("x" in token or "X" in token) and not ctx.is_exact:
            ctx.report(rules.LOOSE_NUMBER, at, attribute, type=type, text=part, value=number)
        if is_odd:
            ctx.note_odd_number()
        numbers.append(number)
    if len(numbers) < size:
        ctx.report(rules.WRONG_LENGTH, at, attribute, type=type, case="too_few", count=len(numbers), expected=size)
        return None
    if len(parts) > size:
        ctx.report(rules.TOO_MANY_VALUES, at, attribute, type=type, count=len(parts), expected=size)
    return make(*numbers)
