"""Walking through typed elements."""

from __future__ import annotations

from collections.abc import Iterator

from ..runtime.element import Element, written_fields


def members(element: Element) -> Iterator[tuple[str, Element]]:
    """The elements that one holds right inside, each with its field; with those that only stand for defaults."""
    for name, value in vars(element).items():
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, Element):
                yield name, part


def elements_in(element: Element) -> Iterator[Element]:
    """An element and all that were written inside, in an order that only what they hold decides."""
    yield element
    for name in written_fields(element):
        value = vars(element).get(name)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, Element):
                yield from elements_in(part)
