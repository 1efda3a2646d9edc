"""What the keys of tables may hold: tests of values, with the words for what is wanted instead."""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from .identifiers import can_be_enumeration

LONGEST_NAME = 120
_NAME = re.compile(r"[^\W\d][\w.-]*")
_BUNDLES = re.compile(r"[\w.-]+([ +][\w.-]+)*")


class ValueCheck(NamedTuple):
    """What a value has to be: ``wanted`` completes "which is no …"."""

    wanted: str
    fits: Callable[[Any], bool]

    def fault(self, key: str, value: Any) -> str | None:
        """What is wrong with a value; None where nothing is."""
        return None if self.fits(value) else f"{key} is {format_value(value)}, which is no {self.wanted}"


def format_value(value: Any) -> str:
    """A value as it is spelled in messages, cut where it is long or holds much."""
    return _SHORT.repr(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text_of_numbers(value: Any) -> bool:
    try:
        limits = [float(word) for word in value.split()] if isinstance(value, str) else []
    except ValueError:
        return False
    return value == "" or (bool(limits) and not any(map(math.isnan, limits)))


def is_xml_name(value: Any) -> bool:
    """Whether a value can be the name of an element, without a prefix."""
    return isinstance(value, str) and len(value) <= LONGEST_NAME and _NAME.fullmatch(value) is not None


def is_described_name(name: str) -> bool:
    """Whether a text can be a name in a description."""
    return len(name) <= LONGEST_NAME and re.fullmatch(r"[\w.-]+", name) is not None


def table_of(shape: ValueCheck, name: str) -> ValueCheck:
    """A table all of whose values are of one shape."""
    return ValueCheck(name, lambda value: isinstance(value, dict) and all(map(shape.fits, value.values())))


def one_of(words: Collection[str]) -> ValueCheck:
    """One of some words."""
    return ValueCheck(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


TEXT = ValueCheck("text", _is_text)
WORD = ValueCheck("text, or an empty one", lambda value: _is_text(value) and value != "")
FLAG = ValueCheck("truth value; write true or false", lambda value: isinstance(value, bool))
NUMBER = ValueCheck("number", _is_number)
NUMBERS = ValueCheck('text of numbers, such as "0", or an empty one', _is_text_of_numbers)
SCALAR = ValueCheck("text, number or truth value", lambda value: isinstance(value, (str, int, float)))
TEXTS = ValueCheck('list of texts, such as ["link"]', _is_texts)
BUNDLES = ValueCheck(
    'list of rules, each with bundles of names, such as ["site1+site2 body1+body2+anchor"]',
    lambda value: _is_texts(value) and all(map(_BUNDLES.fullmatch, value)),
)
PATHS = table_of(TEXTS, 'table of lists of texts, such as { frame = ["link", "frame"] }')
WORDS = table_of(TEXT, 'table of texts, such as { jaw = "Two fingers." }')
CONDITIONS = table_of(TEXTS, 'table of lists of texts, such as { "@type" = ["revolute"] }')
COUNTS = table_of(
    table_of(ValueCheck("whole number", lambda value: isinstance(value, int)), ""),
    'table of tables of numbers, such as { "@type" = { planar = 3 } }',
)
XML_NAME = ValueCheck(
    f"name: it begins with a letter, holds letters, digits, '_', '-' and '.', and has at most {LONGEST_NAME} of them",
    is_xml_name,
)
ENUMERATION = ValueCheck(
    f"name of a class: it holds letters, digits and '_', at most {LONGEST_NAME}, begins with a letter, and is no word that "
    "generated modules use",
    lambda value: isinstance(value, str) and len(value) <= LONGEST_NAME and can_be_enumeration(value),
)

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SHORT.maxlist = _SHORT.maxdict = 4
_SHORT.maxlevel = 2
