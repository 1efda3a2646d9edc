"""What of an attribute's text is not in the value that was read from it."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...runtime.numbers import C_NUMBER, to_float
from ...runtime.parts import parts_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element

YES = ("false", "true")
UNREAD = "it cannot be read, which leaves what holds where nothing is written"
IN_PART = "the rest cannot be read"


def misread(element: Element, there: _Element, attribute: str) -> tuple[str, str] | None:
    """What became of an attribute, and why, where it is not what is written; None where it is.

    Args:
        element: the typed element.
        there: what it was read from.
        attribute: its name.
    """
    text = there.get(attribute)
    part = parts_of(type(element)).by_place.get(f"@{attribute}")
    if text is None or part is None:
        return None
    value: Any = getattr(element, part.field)
    if part.field not in vars(element):
        return f"{shown(value)}", UNREAD
    numbers = _numbers(value)
    if numbers is None:
        return None
    written = [number_of(token) for token in text.split()]
    if written[: len(numbers)] == numbers[: len(written)] and len(written) <= len(numbers):
        return None
    if any(map(isnan, numbers)) and len(written) == len(numbers):
        return None
    return shown(value), IN_PART


def says(value: Any, text: str) -> bool:
    """Whether a value is all that a text says."""
    numbers = _numbers(value)
    return numbers is None or numbers == [number_of(word) for word in text.split()]


def shown(value: Any) -> str:
    """A value as messages show it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return YES[value]
    numbers = _numbers(value)
    return repr(value) if numbers is None else " ".join(f"{number:.12g}" for number in numbers)


def _numbers(value: Any) -> list[float] | None:
    if isinstance(value, (bool, str)):
        return None
    try:
        return [float(each) for each in (value if isinstance(value, tuple) else (value,))]
    except (TypeError, ValueError):
        return None


def number_of(token: str) -> float | None:
    """The number that a word is; None where it is none."""
    found = C_NUMBER.fullmatch(token)
    return to_float(found[1]) if found is not None else None
