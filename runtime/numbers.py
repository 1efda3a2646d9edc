"""How numbers are spelled, in the forms that readers of robot descriptions distinguish.

Each form is a compiled pattern that skips blanks and has the number as its group 1: ``match`` takes the longest number
that a text begins with, ``fullmatch`` wants the text to be one number. Letters are those of ASCII in either case.
"""

from __future__ import annotations

import math
import re
import sys

from .patterns import compile_pattern

_DECIMAL = r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_HEXADECIMAL = r"0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"


def _form(*alternatives: str) -> re.Pattern[str]:
    return compile_pattern(rf"\s*([+-]?(?:{'|'.join(alternatives)}))", re.IGNORECASE | re.ASCII)


C_NUMBER = _form(_HEXADECIMAL, _DECIMAL, "inf(?:inity)?", "nan")
"""What ``strtod`` takes."""
C_DECIMAL = _form(_DECIMAL, "inf(?:inity)?", "nan")
"""What ``strtod`` takes, where the reader refuses hexadecimal numbers."""
STRICT = _form(_DECIMAL, "inf", "nan")
"""A decimal number with the short words alone: a part of a vector."""
FINITE = _form(_DECIMAL)
"""A decimal number, no words."""
C_INTEGER = _form("0x[0-9a-f]+", r"\d+")
"""What ``strtol`` takes, but for octal numbers."""
INTEGER = _form(r"\d+")
"""A whole number in decimal digits."""

SMALLEST = sys.float_info.min
"""A number that is nearer to zero, and not zero, has no place in a ``double`` of full precision."""

_NOT_ZERO = compile_pattern(r"\s*[+-]?(?:0x[^p]*[1-9a-f]|(?!\s*[+-]?0x)[^e]*[1-9])", re.IGNORECASE)


def to_float(token: str) -> float:
    """The value of what one of the forms matched; infinity where it is too large."""
    if "x" not in token and "X" not in token:
        return float(token)
    try:
        return float.fromhex(token)
    except OverflowError:
        return -math.inf if token.startswith("-") else math.inf


def overflows(value: float, token: str) -> bool:
    """Whether a number in digits is too large for its type, which readers refuse; ``inf`` itself is not."""
    return math.isinf(value) and "n" not in token.lower()


def underflows(value: float, text: str) -> bool:
    """Whether a number is too near to zero for its type, which readers refuse."""
    return -SMALLEST < value < SMALLEST and _NOT_ZERO.match(text) is not None
