"""Texts of values: whether a version takes one, and whether two of them say the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .grammar import Attribute, ElementGrammar

COUNTS: dict[str, tuple[int, ...]] = {
    "float": (1,),
    "double": (1,),
    "vector2d": (2,),
    "vector2i": (2,),
    "vector3": (3,),
    "vector4": (4,),
    "quaternion": (4,),
    "pose": (6, 7),
    "color": (3, 4),
    "time": (1, 2),
}
"""How many numbers a value of a type consists of."""
WHOLE = re.compile(r"[+-]?\d+")


def fits(text: str, type: str) -> bool:
    """Whether a text is a value of a type of the descriptions."""
    words = text.split()
    if type in ("string", "strings"):
        return True
    if type == "bool":
        return text.strip().lower() in ("true", "false", "1", "0")
    if type in ("int", "unsigned int"):
        return len(words) == 1 and bool(WHOLE.fullmatch(words[0])) and (type == "int" or not words[0].startswith("-"))
    return all(isinstance(scalar(word), float) for word in words) and len(words) in COUNTS.get(type, (len(words),))


def is_within(text: str, described: ElementGrammar | Attribute) -> bool:
    """Whether the numbers in a text are within the bounds that a description sets."""
    numbers = [number for number in map(scalar, text.split()) if isinstance(number, float)]
    is_enough = described.least is None or all(number >= float(described.least) for number in numbers)
    return is_enough and (described.most is None or all(number <= float(described.most) for number in numbers))


def describe_type(described: ElementGrammar | Attribute) -> str:
    """What a description takes, in words."""
    words = [described.type or "nothing"]
    if described.least is not None:
        words.append(f"from {described.least}")
    if described.most is not None:
        words.append(f"up to {described.most}")
    return " ".join(words)


def same(a: str, b: str) -> bool:
    """Whether two texts are the same words and numbers."""
    return a == b or list(map(scalar, a.lower().split())) == list(map(scalar, b.lower().split()))


def scalar(text: str) -> float | str:
    """A word as a number; truth values are 1 and 0, and other words themselves."""
    if text in ("true", "false"):
        return float(text == "true")
    try:
        return float(text)
    except ValueError:
        return text
