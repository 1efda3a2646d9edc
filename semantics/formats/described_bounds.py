"""The bounds that a format describes for numbers, for elements that are kept as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.source import literal_tag
from ..upgrade.grammar import grammar_of, scalar
from ..upgrade.versions import newest_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from ..upgrade.grammar import ElementGrammar

NUMBERS = frozenset(("float", "double", "int", "unsigned int"))
"""Types of values that are one number."""


class OutOfBounds(NamedTuple):
    """A number that is outside of its bounds."""

    element: _Element
    value: float
    case: str
    """``"min"`` or ``"max"``."""
    limit: float


def find_out_of_bounds(element: _Element, path: Iterable[str], format: str) -> Iterator[OutOfBounds]:
    """The numbers in an element, and in all that it holds, that are outside of what the newest version of a format describes.

    ``path`` leads from the format's root to what describes the element; what is not described is passed over.
    """
    described = grammar_of(newest_version(format), format).find(path)
    if described is not None:
        yield from _walk(element, described)


def _walk(element: _Element, described: ElementGrammar) -> Iterator[OutOfBounds]:
    if described.type in NUMBERS:
        value = scalar((element.text or "").strip())
        least = described.least if described.least is not None or described.type != "unsigned int" else "0"
        if isinstance(value, float):
            if least is not None and value < float(least):
                yield OutOfBounds(element, value, "min", float(least))
            elif described.most is not None and value > float(described.most):
                yield OutOfBounds(element, value, "max", float(described.most))
    for child in element:
        inner = described.children.get(literal_tag(child))
        if inner is not None:
            yield from _walk(child, inner)
