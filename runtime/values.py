"""Values of fixed shape that a text can hold, as named tuples, and how they are written."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any

from ..diagnostics.records import NamedTuple
from .numbers import C_NUMBER, to_float
from .patterns import compile_pattern
from .poses import EulerPose, Pose, QuaternionPose
from .vectors import Color, Quaternion, Vector2d, Vector2i, Vector3, Vector4

__all__ = [
    "SHAPES",
    "Color",
    "Doubles",
    "EulerPose",
    "Integers",
    "Pose",
    "Quaternion",
    "QuaternionPose",
    "Strings",
    "Time",
    "Vector2d",
    "Vector2i",
    "Vector3",
    "Vector4",
    "format_double",
    "format_value",
    "lexical",
    "member_of",
]


_WHOLE = compile_pattern(r"[+-]?\d+")


class Time(NamedTuple):
    """Seconds and nanoseconds, as SDFormat's states have them: whole numbers, s and ns.

    Attributes:
        seconds: s.
        nanoseconds: ns.

    Example:
        >>> bodyplan.sdformat.State(world_name="w", sim_time=(1, 500_000_000)).sim_time
        Time(seconds=1, nanoseconds=500000000)
    """

    seconds: int
    nanoseconds: int


class Doubles(tuple[float, ...]):
    """Any number of numbers."""

    __slots__ = ()


class Integers(tuple[int, ...]):
    """Any number of whole numbers."""

    __slots__ = ()


class Strings(tuple[str, ...]):
    """Any number of words."""

    __slots__ = ()


def format_double(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(float(value)).removesuffix(".0")


def member_of(kind: type[Enum], text: str) -> Enum | None:
    """The member of an enumeration that a text means to readers; None where there is none."""
    try:
        return kind(text)
    except ValueError:
        return None


_WORD = compile_pattern(r"\S+")


def format_value(value: Any) -> str:
    """Text of any scalar or tuple of scalars, as it is written to a document."""
    if isinstance(value, str):
        return str(value.value) if isinstance(value, Enum) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_double(value)
    if isinstance(value, tuple):
        return " ".join([format_double(part) if type(part) is float else format_value(part) for part in value])
    return str(value)


def lexical(written: str | None, value: Any) -> str:
    """The text to write for ``value``: what was written, if that still means it."""
    if written is None:
        return "" if value == "" else format_value(value)
    if isinstance(value, str):
        if isinstance(value, Enum):
            return written if member_of(type(value), written.strip()) is value else str(value.value)
        return written if written.strip() == value.strip() else value
    if isinstance(value, bool):
        return (
            written if written.strip().lower() in (("true", "1") if value else ("false", "0")) else format_value(value)
        )
    parts = value if isinstance(value, tuple) else (value,)
    words = written.split()
    if len(words) < len(parts) and not _goes_without(value, parts[len(words) :]):
        return format_value(value)
    if len(words) != len(parts):
        same = all(_means(word, part) for word, part in zip(words, parts, strict=False))
        return written if same else format_value(value)
    # words that still mean the same stay as they were written, and so do the blanks between all of them
    left = iter(parts)
    return _WORD.sub(lambda match: match[0] if _means(match[0], part := next(left)) else format_value(part), written)


def _goes_without(value: Any, rest: tuple[Any, ...]) -> bool:
    """Whether a value can be written without its last parts: a colour without its opacity, some poses without zeros."""
    if isinstance(value, Color):
        return rest == (1.0,)
    return isinstance(value, EulerPose) and not any(rest)


def _means(word: str, part: Any) -> bool:
    if isinstance(part, str):
        return word == part
    match = C_NUMBER.match(word)
    if match is None:
        return False
    token = match[1]
    if part == 0 and "x" in token.lower():
        return True  # a reader that knows no hexadecimal numbers stops at the x
    if isinstance(part, int) and (whole := _WHOLE.match(token)) is not None and _is_same(whole[0], part):
        return True  # a reader of whole numbers stops where one ends
    number = to_float(token)
    return bool(number == part or (math.isnan(number) and math.isnan(part)))


def _is_same(digits: str, number: int) -> bool:
    """Whether digits, of which there may be more than Python makes a number of, say a number."""
    return str(number) == digits or (len(digits) < LONGEST_WHOLE and int(digits) == number)


LONGEST_WHOLE = 100
"""Digits of a whole number that is looked at."""
_ANY = range(1 << 30)
SHAPES: tuple[tuple[type[Any], type[int | float | str], range], ...] = (
    (Vector2i, int, range(2, 3)),
    (Vector2d, float, range(2, 3)),
    (Vector3, float, range(3, 4)),
    (Vector4, float, range(4, 5)),
    (Quaternion, float, range(4, 5)),
    (Color, float, range(3, 5)),
    (Time, int, range(2, 3)),
    (Pose, float, range(6, 8)),
    (EulerPose, float, range(6, 7)),
    (QuaternionPose, float, range(7, 8)),
    (Doubles, float, _ANY),
    (Integers, int, _ANY),
    (Strings, str, _ANY),
)
"""Of each tuple type: the type of its parts, and how many there may be."""
