"""Texts to values: the lenient readings that the reference implementations have, each with its finding.

Every function takes the text, the XML element and attribute that it stands in (``attribute`` is None for the element's
own text), and the decoding context. It returns None where the text holds no value; a finding says so, and the field
keeps its default.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from .diagnostics import rules_values as rules
from .numbers import C_DECIMAL, C_INTEGER, C_NUMBER, INTEGER, SMALLEST, STRICT, overflows, to_float, underflows
from .source import literal_tag
from .values import (
    Color,
    Doubles,
    EulerPose,
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

    from .diagnostics.diagnostic import Diagnostic
    from .diagnostics.rule import Rule

_INT_LIMITS = {"int": (-(2**31), 2**31 - 1), "unsigned int": (0, 2**32 - 1)}

N = TypeVar("N")

_tuple = tuple.__new__
"""Makes a named tuple without the call that takes its fields one by one."""

WORDS: Mapping[str | None, bool] = {"true": True, "1": True, "false": False, "0": False}
"""What says yes and no."""

KEPT = 4096
"""Texts of a type whose values a pass remembers, for decoders to look up first: documents repeat the same few."""


class TextContext(Protocol):
    """What a reading has to know of the pass of decoding that it is part of."""

    by_prefix: bool
    """Whether readers of the format take the longest leading number of each piece of a vector."""
    reads_hexadecimal: bool
    numbers: dict[str | None, float]
    """Values of texts that were read already, without a finding; the same for the types below."""
    pairs: dict[str | None, Vector2d]
    triples: dict[str | None, Vector3]
    colors: dict[str | None, Color]
    poses: dict[str | None, EulerPose]

    def report(self, rule: Rule, at: _Element, attribute: str | None = None, **arguments: Any) -> Diagnostic | None:
        """Passes a finding on."""
        ...

    def word(self, text: str) -> str:
        """The value of an attribute that holds a text."""
        ...


def string(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> str | None:
    """Any text: that of an element as it is written, that of an attribute as readers of the format take it."""
    return (text or "") if attribute is None else ctx.word(text or "")


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
                if len(ctx.numbers) < KEPT:
                    ctx.numbers[text] = value
                return value
    except (ValueError, TypeError):
        pass
    return _loose_double(text, at, attribute, ctx)


def _loose_double(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> float | None:
    written = (text or "").strip()
    if not written:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example="0")
        return None
    match = (C_NUMBER if ctx.reads_hexadecimal else C_DECIMAL).match(written)
    if match is None:
        _report(rules.NOT_A_VALUE, at, attribute, ctx, text=written, kind="a number", example="1.5")
        return None
    token = match[1]
    value = to_float(token)
    if overflows(value, token) or underflows(value, token):
        _report(rules.NUMBER_OVERFLOW, at, attribute, ctx, text=written)
        return None
    rest = written[match.end() :]
    if rest:
        _report(rules.TRAILING_TEXT, at, attribute, ctx, text=written, read=token, rest=rest.strip())
    elif "x" in token.lower():
        _report(rules.LOOSE_NUMBER, at, attribute, ctx, text=written, value=value)
    return value


def integer(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> int | None:
    """A whole number of 32 bits."""
    return _integer(text, at, attribute, ctx, "int")


def unsigned(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> int | None:
    """A whole number of 32 bits that is not negative."""
    return _integer(text, at, attribute, ctx, "unsigned int")


def _integer(text: str | None, at: _Element, attribute: str | None, ctx: TextContext, kind: str) -> int | None:
    written = (text or "").strip()
    if not written:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example="0")
        return None
    match = C_INTEGER.match(written)
    if match is None:
        _report(rules.NOT_A_VALUE, at, attribute, ctx, text=written, kind="a whole number", example="1")
        return None
    token = match[1]
    if len(token) > 24:
        _report(rules.NUMBER_OVERFLOW, at, attribute, ctx, text=written[:40])
        return None
    hexadecimal = "x" in token or "X" in token
    value = int(token, 16 if hexadecimal else 10)
    low, high = _INT_LIMITS[kind]
    if not low <= value <= high:
        if kind == "unsigned int" and -(2**31) <= value < 0:
            _report(rules.OUT_OF_RANGE, at, attribute, ctx, value=value, bound="zero or positive")
            return None
        # readers take the last 32 bits of what 64 bits hold
        severity = "warning" if kind == "unsigned int" and 0 < value < 2**64 else None
        _report(rules.NUMBER_OVERFLOW, at, attribute, ctx, text=written, severity=severity)
        return None
    rest = written[match.end() :]
    if rest:
        _report(rules.TRAILING_TEXT, at, attribute, ctx, text=written, read=token, rest=rest.strip())
    elif hexadecimal:
        _report(rules.LOOSE_NUMBER, at, attribute, ctx, text=written, value=value)
    return value


def boolean(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> bool | None:
    """``true``, ``false``, ``1`` or ``0``, in any case."""
    if text == "true":
        return True
    if text == "false":
        return False
    written = (text or "").strip()
    if not written:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example="true or false")
        return None
    value = WORDS.get(written.lower())
    if value is None:
        _report(rules.NOT_A_VALUE, at, attribute, ctx, text=written, kind="true or false", example="true or false")
    return value


def vector3(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector3 | None:
    """Three numbers."""
    try:
        x, y, z = text.split()  # type: ignore[union-attr]
        value = _tuple(Vector3, (float(x), float(y), float(z)))
        total = value[0] + value[1] + value[2]
        if total - total == 0.0 and "_" not in text and text.isascii():  # type: ignore[operator, union-attr]
            if len(ctx.triples) < KEPT:
                ctx.triples[text] = value
            return value
    except (ValueError, AttributeError):
        pass
    return _loose_vector(text, at, attribute, ctx, 3, Vector3, "1 0 0")


def vector2d(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector2d | None:
    """Two numbers."""
    try:
        x, y = text.split()  # type: ignore[union-attr]
        value = _tuple(Vector2d, (float(x), float(y)))
        total = value[0] + value[1]
        if total - total == 0.0 and "_" not in text and text.isascii():  # type: ignore[operator, union-attr]
            if len(ctx.pairs) < KEPT:
                ctx.pairs[text] = value
            return value
    except (ValueError, AttributeError):
        pass
    return _loose_vector(text, at, attribute, ctx, 2, Vector2d, "1 1")


def vector4(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector4 | None:
    """Four numbers."""
    return _loose_vector(text, at, attribute, ctx, 4, Vector4, "0 0 0 0")


def quaternion(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Quaternion | None:
    """Four numbers, in the order that the format gives them."""
    return _loose_vector(text, at, attribute, ctx, 4, Quaternion, "0 0 0 1")


def vector2i(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Vector2i | None:
    """Two whole numbers."""
    return _whole_numbers(text, at, attribute, ctx, Vector2i)


def time(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Time | None:
    """Seconds and nanoseconds."""
    return _whole_numbers(text, at, attribute, ctx, Time)


def _whole_numbers(
    text: str | None, at: _Element, attribute: str | None, ctx: TextContext, make: Callable[[int, int], N]
) -> N | None:
    parts = (text or "").split()
    if not parts:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example="1 1")
        return None
    numbers: list[int] = []
    for index, part in enumerate(parts[:2]):
        match = INTEGER.match(part)
        if match is None or (match.end() < len(part) and index == 0):
            _report(rules.NOT_A_VALUE, at, attribute, ctx, text=part, kind="a whole number", example="1 1")
            return None
        low, high = _INT_LIMITS["int"]
        if len(match[0]) > 24 or not low <= int(match[0]) <= high:
            _report(rules.NUMBER_OVERFLOW, at, attribute, ctx, text=part[:40])
            return None
        if match.end() < len(part):
            rest = part[match.end() :]
            written = (text or "").strip()
            _report(rules.TRAILING_TEXT, at, attribute, ctx, text=written, read=match[0], rest=rest)
        numbers.append(int(match[0]))
    if len(numbers) < 2:
        _report(rules.WRONG_LENGTH, at, attribute, ctx, count=len(numbers), expected=2, example="1 1")
        return None
    if len(parts) > 2:
        _report(rules.TOO_MANY_VALUES, at, attribute, ctx, count=len(parts), expected=2)
    return make(*numbers)


def color(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Color | None:
    """Three or four numbers from 0 to 1, each of which may have text after it."""
    try:
        parts = text.split()  # type: ignore[union-attr]
        value = _tuple(Color, map(float, parts)) if len(parts) == 4 else Color(*map(float, parts))
        if "_" not in text and min(value) >= 0.0 and max(value) <= 1.0 and text.isascii():  # type: ignore[operator, union-attr]
            if len(ctx.colors) < KEPT:
                ctx.colors[text] = value
            return value
    except (ValueError, TypeError, AttributeError):
        parts = (text or "").split()
    return _loose_color(parts, text, at, attribute, ctx)


def _loose_color(
    parts: list[str], text: str | None, at: _Element, attribute: str | None, ctx: TextContext
) -> Color | None:
    if len(parts) not in (0, 3, 4):
        _report(rules.WRONG_LENGTH, at, attribute, ctx, count=len(parts), expected="3 or 4", example="0.8 0.8 0.8 1")
        return None
    if not parts:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example="0.8 0.8 0.8 1")
        return None
    numbers: list[float] = []
    for part in parts:
        number = _loose_double(part, at, attribute, ctx)
        if number is None:
            return None
        if math.isnan(number):
            number = 0.0
            _report(rules.LOOSE_NUMBER, at, attribute, ctx, text=part, value=number)
        numbers.append(number)
    if any(number < 0 or number > 1 for number in numbers):
        _report(rules.COLOR_RANGE, at, attribute, ctx, text=(text or "").strip())
    return Color(*numbers)


def pose(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> EulerPose | QuaternionPose | None:
    """Six numbers, or seven where a quaternion is written."""
    # to ask whether there are attributes takes less than to ask for one
    if at.keys() and at.get("rotation_format") == "quat_xyzw":
        parts = (text or "").split()
        return _exactly(parts, text, at, attribute, ctx, 7, QuaternionPose, "0 0 0 0 0 0 1")
    known = ctx.poses
    kept = known.get(text)
    if kept is not None:
        return kept
    try:
        parts = text.split()  # type: ignore[union-attr]
        if len(parts) == 6 and "_" not in text:  # type: ignore[operator]
            value = _tuple(EulerPose, map(float, parts))
            total = sum(value)
            if total - total == 0.0 and text.isascii():  # type: ignore[union-attr]
                if len(known) < KEPT:
                    known[text] = value
                return value
    except (ValueError, AttributeError):
        parts = (text or "").split()
    return _exactly(parts, text, at, attribute, ctx, 6, EulerPose, "0 0 0 0 0 0")


def doubles(text: str | None, at: _Element, attribute: str | None, ctx: TextContext) -> Doubles | None:
    """Any number of numbers."""
    parts = (text or "").split()
    return _loose_vector(text, at, attribute, ctx, len(parts), lambda *n: Doubles(n), "0", finite=False)


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
    example: str,
) -> N | None:
    if len(parts) not in (0, size):
        _report(rules.WRONG_LENGTH, at, attribute, ctx, count=len(parts), expected=size, example=example)
        return None
    return _loose_vector(text, at, attribute, ctx, size, make, example)


def _loose_vector(
    text: str | None,
    at: _Element,
    attribute: str | None,
    ctx: TextContext,
    size: int,
    make: Callable[..., N],
    example: str,
    finite: bool = True,
) -> N | None:
    """Numbers separated by blanks: too few are an error, too many are ignored, the last may have text after it.

    Where the format reads numbers by prefix each may.
    """
    parts = (text or "").split()
    if not parts:
        _report(rules.EMPTY_VALUE, at, attribute, ctx, example=example)
        return None
    numbers: list[float] = []
    for index, part in enumerate(parts[:size]):
        match = (C_NUMBER if ctx.by_prefix else STRICT).match(part)
        token = match[1] if match else ""
        if not match or (len(token) < len(part) and index < size - 1 and not ctx.by_prefix):
            _report(rules.NOT_A_VALUE, at, attribute, ctx, text=part, kind="a number", example=example)
            return None
        number = to_float(token)
        if overflows(number, token):
            _report(rules.NUMBER_OVERFLOW, at, attribute, ctx, text=part)
            return None
        # where numbers are missing, readers stop at that, whatever the others are
        if finite and not math.isfinite(number) and len(parts) >= size:
            _report(rules.NOT_A_VALUE, at, attribute, ctx, text=part, kind="a finite number", example=example)
            return None
        if len(token) != len(part):
            _report(
                rules.TRAILING_TEXT, at, attribute, ctx, text=(text or "").strip(), read=token, rest=part[len(token) :]
            )
        elif "x" in token or "X" in token:
            _report(rules.LOOSE_NUMBER, at, attribute, ctx, text=part, value=number)
        numbers.append(number)
    if len(numbers) < size:
        _report(rules.WRONG_LENGTH, at, attribute, ctx, count=len(numbers), expected=size, example=example)
        return None
    if len(parts) > size:
        _report(rules.TOO_MANY_VALUES, at, attribute, ctx, count=len(parts), expected=size)
    return make(*numbers)


def _report(rule: Rule, at: _Element, attribute: str | None, ctx: TextContext, **arguments: Any) -> None:
    """Reports what is wrong with a text; findings about texts begin with where the text stands."""
    tag = literal_tag(at)
    ctx.report(
        rule, at, attribute, what=f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>", **arguments
    )


def describe(value: Any) -> str:
    """A value as a message quotes it."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
