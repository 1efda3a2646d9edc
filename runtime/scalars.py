"""Texts to values: the lenient readings that the reference implementations have, each with its finding.

Every function takes the text, the XML element and attribute that it stands in (``attribute`` is None for the element's
own text), and the decoding context. It returns None where the text holds no value; a finding says so, and the field
keeps its default.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .diagnostics import rules_values as rules
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

    from .decoding import Context

_NUMBER = re.compile(
    r"\s*([+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan))",
    re.IGNORECASE | re.ASCII,
)
_DECIMAL = re.compile(r"\s*([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan))", re.IGNORECASE | re.ASCII)
_INTEGER = re.compile(r"\s*([+-]?(?:0[xX][0-9a-fA-F]+|\d+))", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_STRICT = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf|nan)", re.IGNORECASE | re.ASCII)
_NOT_ZERO = re.compile(r"\s*[+-]?(?:0[xX][^pP]*[1-9a-fA-F]|(?!0[xX])[^eE]*[1-9])")
_SMALLEST = sys.float_info.min
_INT_LIMITS = {"int": (-(2**31), 2**31 - 1), "unsigned int": (0, 2**32 - 1)}

N = TypeVar("N")

_tuple = tuple.__new__
"""Makes a named tuple without the call that takes its fields one by one."""

WORDS: Mapping[str | None, bool] = {"true": True, "1": True, "false": False, "0": False}
"""What says yes and no."""

KEPT = 4096
"""Texts of a type whose values a pass remembers, for decoders to look up first: documents repeat the same few."""


def string(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> str | None:
    """Any text: that of an element as it is written, that of an attribute as readers of the format take it."""
    return (text or "") if attribute is None else ctx.word(text or "")


def double(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> float | None:
    """A number; blanks around it do not count, ``inf`` and ``nan`` are numbers."""
    try:
        if "_" not in text:  # type: ignore[operator]  # None is caught below
            value = float(text)  # type: ignore[arg-type]
            # six characters are the least that can be too near to zero: 1e-400
            if (
                value - value == 0.0
                and text.isascii()  # type: ignore[union-attr]
                and (len(text) < 6 or not -_SMALLEST < value < _SMALLEST or not _underflows(value, text))  # type: ignore[arg-type]
            ):
                if len(ctx.numbers) < KEPT:
                    ctx.numbers[text] = value
                return value
    except (ValueError, TypeError):
        pass
    return _loose_double(text, at, attribute, ctx)


def _loose_double(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> float | None:
    written = (text or "").strip()
    if not written:
        _empty(at, attribute, ctx, "0")
        return None
    match = (_NUMBER if ctx.reads_hexadecimal else _DECIMAL).match(written)
    if match is None:
        ctx.report(
            rules.NOT_A_VALUE, at, attribute, what=_what(at, attribute), text=written, kind="a number", example="1.5"
        )
        return None
    token = match[1]
    value = _to_float(token)
    if (math.isinf(value) and "n" not in token.lower()) or _underflows(value, token):
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, what=_what(at, attribute), text=written)
        return None
    rest = written[match.end() :]
    if rest:
        ctx.report(
            rules.TRAILING_TEXT, at, attribute, what=_what(at, attribute), text=written, read=token, rest=rest.strip()
        )
    elif "x" in token.lower():
        ctx.report(rules.LOOSE_NUMBER, at, attribute, what=_what(at, attribute), text=written, value=value)
    return value


def _underflows(value: float, text: str) -> bool:
    """Whether a number is too near to zero for its type, which readers refuse."""
    return -_SMALLEST < value < _SMALLEST and _NOT_ZERO.match(text) is not None


def _to_float(token: str) -> float:
    if "x" in token or "X" in token:
        return float.fromhex(token)
    return float(token)


def integer(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> int | None:
    """A whole number of 32 bits."""
    return _integer(text, at, attribute, ctx, "int")


def unsigned(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> int | None:
    """A whole number of 32 bits that is not negative."""
    return _integer(text, at, attribute, ctx, "unsigned int")


def _integer(text: str | None, at: _Element, attribute: str | None, ctx: Context, kind: str) -> int | None:
    written = (text or "").strip()
    if not written:
        _empty(at, attribute, ctx, "0")
        return None
    match = _INTEGER.match(written)
    if match is None:
        ctx.report(
            rules.NOT_A_VALUE,
            at,
            attribute,
            what=_what(at, attribute),
            text=written,
            kind="a whole number",
            example="1",
        )
        return None
    token = match[1]
    if len(token) > 24:
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, what=_what(at, attribute), text=written[:40])
        return None
    hexadecimal = "x" in token or "X" in token
    value = int(token, 16 if hexadecimal else 10)
    low, high = _INT_LIMITS[kind]
    if not low <= value <= high:
        if kind == "unsigned int" and -(2**31) <= value < 0:
            ctx.report(
                rules.OUT_OF_RANGE, at, attribute, what=_what(at, attribute), value=value, bound="zero or positive"
            )
            return None
        # readers take the last 32 bits of what 64 bits hold
        severity = "warning" if kind == "unsigned int" and 0 < value < 2**64 else None
        ctx.report(rules.NUMBER_OVERFLOW, at, attribute, what=_what(at, attribute), text=written, severity=severity)
        return None
    rest = written[match.end() :]
    if rest:
        ctx.report(
            rules.TRAILING_TEXT, at, attribute, what=_what(at, attribute), text=written, read=token, rest=rest.strip()
        )
    elif hexadecimal:
        ctx.report(rules.LOOSE_NUMBER, at, attribute, what=_what(at, attribute), text=written, value=value)
    return value


def boolean(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> bool | None:
    """``true``, ``false``, ``1`` or ``0``, in any case."""
    if text == "true":
        return True
    if text == "false":
        return False
    written = (text or "").strip()
    if not written:
        _empty(at, attribute, ctx, "true or false")
        return None
    value = WORDS.get(written.lower())
    if value is None:
        ctx.report(
            rules.NOT_A_VALUE,
            at,
            attribute,
            what=_what(at, attribute),
            text=written,
            kind="true or false",
            example="true or false",
        )
    return value


def vector3(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Vector3 | None:
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


def vector2d(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Vector2d | None:
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


def vector4(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Vector4 | None:
    """Four numbers."""
    return _loose_vector(text, at, attribute, ctx, 4, Vector4, "0 0 0 0")


def quaternion(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Quaternion | None:
    """Four numbers, in the order that the format gives them."""
    return _loose_vector(text, at, attribute, ctx, 4, Quaternion, "0 0 0 1")


def vector2i(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Vector2i | None:
    """Two whole numbers."""
    return _whole_numbers(text, at, attribute, ctx, Vector2i)


def time(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Time | None:
    """Seconds and nanoseconds."""
    return _whole_numbers(text, at, attribute, ctx, Time)


def _whole_numbers(
    text: str | None, at: _Element, attribute: str | None, ctx: Context, make: Callable[[int, int], N]
) -> N | None:
    parts = (text or "").split()
    if not parts:
        _empty(at, attribute, ctx, "1 1")
        return None
    what = _what(at, attribute)
    numbers: list[int] = []
    for index, part in enumerate(parts[:2]):
        match = _WHOLE.match(part)
        if match is None or (match.end() < len(part) and index == 0):
            ctx.report(rules.NOT_A_VALUE, at, attribute, what=what, text=part, kind="a whole number", example="1 1")
            return None
        low, high = _INT_LIMITS["int"]
        if len(match[0]) > 24 or not low <= int(match[0]) <= high:
            ctx.report(rules.NUMBER_OVERFLOW, at, attribute, what=what, text=part[:40])
            return None
        if match.end() < len(part):
            rest = part[match.end() :]
            written = (text or "").strip()
            ctx.report(rules.TRAILING_TEXT, at, attribute, what=what, text=written, read=match[0], rest=rest)
        numbers.append(int(match[0]))
    if len(numbers) < 2:
        ctx.report(rules.WRONG_LENGTH, at, attribute, what=what, count=len(numbers), expected=2, example="1 1")
        return None
    if len(parts) > 2:
        ctx.report(rules.TOO_MANY_VALUES, at, attribute, what=what, count=len(parts), expected=2)
    return make(*numbers)


def color(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Color | None:
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


def _loose_color(parts: list[str], text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Color | None:
    if len(parts) not in (0, 3, 4):
        ctx.report(
            rules.WRONG_LENGTH,
            at,
            attribute,
            what=_what(at, attribute),
            count=len(parts),
            expected="3 or 4",
            example="0.8 0.8 0.8 1",
        )
        return None
    if not parts:
        _empty(at, attribute, ctx, "0.8 0.8 0.8 1")
        return None
    numbers: list[float] = []
    for part in parts:
        number = _loose_double(part, at, attribute, ctx)
        if number is None:
            return None
        if math.isnan(number):
            number = 0.0
            ctx.report(rules.LOOSE_NUMBER, at, attribute, what=_what(at, attribute), text=part, value=number)
        numbers.append(number)
    if any(number < 0 or number > 1 for number in numbers):
        ctx.report(rules.COLOR_RANGE, at, attribute, what=_what(at, attribute), text=(text or "").strip())
    return Color(*numbers)


def pose(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> EulerPose | QuaternionPose | None:
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


def doubles(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Doubles | None:
    """Any number of numbers."""
    parts = (text or "").split()
    return _loose_vector(text, at, attribute, ctx, len(parts), lambda *n: Doubles(n), "0", finite=False)


def strings(text: str | None, at: _Element, attribute: str | None, ctx: Context) -> Strings | None:
    """Words separated by blanks."""
    return Strings((text or "").split())


def _exactly(
    parts: list[str],
    text: str | None,
    at: _Element,
    attribute: str | None,
    ctx: Context,
    size: int,
    make: Callable[..., N],
    example: str,
) -> N | None:
    if len(parts) not in (0, size):
        ctx.report(
            rules.WRONG_LENGTH,
            at,
            attribute,
            what=_what(at, attribute),
            count=len(parts),
            expected=size,
            example=example,
        )
        return None
    return _loose_vector(text, at, attribute, ctx, size, make, example)


def _loose_vector(
    text: str | None,
    at: _Element,
    attribute: str | None,
    ctx: Context,
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
        _empty(at, attribute, ctx, example)
        return None
    numbers: list[float] = []
    for index, part in enumerate(parts[:size]):
        match = (_NUMBER if ctx.by_prefix else _STRICT).match(part)
        token = match[0] if match else ""
        if not match or (len(token) < len(part) and index < size - 1 and not ctx.by_prefix):
            ctx.report(
                rules.NOT_A_VALUE, at, attribute, what=_what(at, attribute), text=part, kind="a number", example=example
            )
            return None
        number = _to_float(token)
        if math.isinf(number) and "n" not in token.lower():
            ctx.report(rules.NUMBER_OVERFLOW, at, attribute, what=_what(at, attribute), text=part)
            return None
        # where numbers are missing, readers stop at that, whatever the others are
        if finite and not math.isfinite(number) and len(parts) >= size:
            ctx.report(
                rules.NOT_A_VALUE,
                at,
                attribute,
                what=_what(at, attribute),
                text=part,
                kind="a finite number",
                example=example,
            )
            return None
        if len(token) != len(part):
            ctx.report(
                rules.TRAILING_TEXT,
                at,
                attribute,
                what=_what(at, attribute),
                text=(text or "").strip(),
                read=token,
                rest=part[len(token) :],
            )
        elif "x" in token or "X" in token:
            ctx.report(rules.LOOSE_NUMBER, at, attribute, what=_what(at, attribute), text=part, value=number)
        numbers.append(number)
    if len(numbers) < size:
        ctx.report(
            rules.WRONG_LENGTH,
            at,
            attribute,
            what=_what(at, attribute),
            count=len(numbers),
            expected=size,
            example=example,
        )
        return None
    if len(parts) > size:
        ctx.report(rules.TOO_MANY_VALUES, at, attribute, what=_what(at, attribute), count=len(parts), expected=size)
    return make(*numbers)


def _empty(at: _Element, attribute: str | None, ctx: Context, example: str) -> None:
    ctx.report(rules.EMPTY_VALUE, at, attribute, what=_what(at, attribute), example=example)


def _what(at: _Element, attribute: str | None) -> str:
    tag = literal_tag(at)
    return f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"


def describe(value: Any) -> str:
    """A value as a message quotes it."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
