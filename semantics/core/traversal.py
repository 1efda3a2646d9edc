"""Walking through typed elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...runtime.element import Element, written_fields
from ...runtime.unknown_elements import is_generic


def members(element: Element) -> Iterator[tuple[str, Element]]:
    """The elements that one holds right inside, each with its field; also those that hold only defaults."""
    for name, value in vars(element).items():
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, Element):
                yield name, part


def elements_in(element: Element) -> Iterator[Element]:
    """An element and all that were written inside, in an order that only what they hold decides."""
    # not by recursion: each element would be handed on by all that it is in
    ahead = [element]
    while ahead:
        current = ahead.pop()
        yield current
        inside: list[Element] = []
        for name in written_fields(current):
            value = vars(current).get(name)
            inside += [part for part in (value if isinstance(value, list) else (value,)) if isinstance(part, Element)]
        ahead += reversed(inside)


def generic_elements(element: Any) -> list[Any]:
    """What is right inside an element that its description does not know, as plain data."""
    if not isinstance(element, Element) or not vars(element).keys() & {"_kept", "any_elements"}:
        return []
    return [each for each in element.any_elements if is_generic(each)]


def generic_descendants(extra: Any) -> Iterator[Any]:
    """A generic element and all inside, in the order of the text."""
    ahead = [extra]
    while ahead:
        current = ahead.pop()
        yield current
        ahead += [child for child in reversed(current.children) if is_generic(child)]


def as_element(thing: Any) -> Element:
    """An element of an XML document; a ``TypeError`` for anything else, such as model directives."""
    if not isinstance(thing, Element):
        raise TypeError(
            f"{type(thing).__name__} is no element of an XML document; model directives are the list root.directives"
        )
    return thing
