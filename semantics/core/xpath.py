"""Paths to elements and attributes as findings print them: ``/robot/link[@name="a"]/inertial/mass/@value``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern
from ...runtime.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

_STEP = compile_pattern(
    r"/(?:@(?P<attribute>[^\s/@\[\]\"'=]+)\Z|(?P<text>text\(\))\Z"
    r"|(?P<name>[^\s/@\[\]\"'=()]+)(?P<predicates>(?:\[(?:\d+|@[^\s\]=]+=(?:\"[^\"]*\"|'[^']*'))\])*))"
)
_PREDICATE = compile_pattern(
    r"\[(?:(?P<number>\d+)|@(?P<name>[^\s\]=]+)=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'))\]"
)


class BadPath(ValueError):
    """A path that leads nowhere; the text says where it stops."""


class PathStep(NamedTuple):
    """From an element to one inside."""

    tag: str
    attributes: dict[str, str]
    """Which values of which attributes it has."""
    number: int | None
    """Which one it is, from 1, of those that are alike."""
    written: str

    @property
    def is_plain(self) -> bool:
        """Whether it is the name alone."""
        return not self.attributes and self.number is None


class Path(NamedTuple):
    """A path from the root element, to an attribute where it names one."""

    steps: tuple[PathStep, ...]
    attribute: str | None


def parse_path(text: str) -> Path:
    """A path by its text; a ``BadPath`` where it is written in another way."""
    steps: list[PathStep] = []
    at, attribute = 0, None
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None or (match["name"] is None and not steps):
            raise BadPath(
                f"{text!r} is no path from the root element: it stops at {text[at:]!r}; "
                'write it like /robot/link[@name="arm"]/inertial/mass/@value'
            )
        attribute = match["attribute"]
        if match["name"] is not None:
            steps.append(_step(match["name"], match["predicates"], match[0]))
        at = match.end()
    if not steps:
        raise BadPath('the path is empty; write it like /robot/link[@name="arm"]/inertial/mass/@value')
    return Path(tuple(steps), attribute)


def _step(tag: str, predicates: str, written: str) -> PathStep:
    attributes: dict[str, str] = {}
    number = None
    for match in _PREDICATE.finditer(predicates):
        if match["number"] is not None:
            number = int(match["number"][:9])  # no element has so many beside it
        else:
            attributes[match["name"]] = match["double"] if match["double"] is not None else match["single"]
    return PathStep(tag, attributes, number, written)


def unknown(kind: str, word: str, holder: str, known: Iterable[str]) -> BadPath:
    """That a holder has no such attribute or element, with the nearest name of those that it has."""
    names = tuple(dict.fromkeys(known))
    near = nearest(word, names)
    if near is not None:
        advice = f"; did you mean {near!r}?"
    else:
        advice = f"; it has {', '.join(names)}" if names else "; it has none"
    return BadPath(f"{holder} has no {kind} {word!r}{advice}")
