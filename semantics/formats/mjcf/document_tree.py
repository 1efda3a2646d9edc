"""What is in each element of a document, in the order of its text, once includes are followed."""

from __future__ import annotations

from functools import cache
from itertools import count, repeat
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ..text_order import find_ranks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Child = tuple[str, Element]
"""An element that is in another one, after its tag."""


class DocumentTree:
    """A document with what it includes.

    It keeps what is in elements that have something in them, which few have: an object for each would take longer to make
    than to read most of them.
    """

    __slots__ = ("tag", "root", "_inside")

    def __init__(self, tag: str, root: Element) -> None:
        self.tag = tag
        self.root = root
        self._inside: dict[int, Sequence[Child]] = {}
        """By identity of an element: those that are not in the document itself are kept here."""

    def put_inside(self, element: Element, children: Sequence[Child]) -> None:
        """Says what is in an element."""
        self._inside[id(element)] = children

    def inside(self, element: Element) -> Sequence[Child]:
        """What is right in an element, in the order of the text."""
        return self._inside.get(id(element), ())

    def of(self, element: Element, *tags: str) -> Iterator[Element]:
        """What is right in an element that has one of these tags."""
        return (child for tag, child in self.inside(element) if tag in tags)

    def of_root(self, *tags: str) -> Iterator[Element]:
        """What is right in the root that has one of these tags."""
        return self.of(self.root, *tags)


def tag_of(element: Any) -> str:
    """The tag that elements of a class have."""
    tag: str = type(element).Meta.name
    return tag


def attribute_of(element: Element, field: str) -> str:
    """The name of the attribute that a field holds."""
    attribute: str = type(element)._specs[field].metadata.get("name", field)
    return attribute


def children_of(element: Element, *, is_fresh: bool = False, apart: frozenset[str] = frozenset()) -> list[Child]:
    """What is right in an element, in the order of its text; what has no place there comes last.

    Args:
        element: the element.
        is_fresh: whether nothing was changed since it was read, so that each list is in the order of the text.
        apart: tags among which the order does not matter if it is fresh.
    """
    tags = tags_inside(element.__class__)
    found: list[Child] = []
    found_tags: list[str] = []
    for name, value in element.__dict__.items():
        tag = tags.get(name)
        if tag is None:
            continue
        if isinstance(value, list):
            if value and isinstance(value[0], Element):
                found_tags.append(tag)
                found += zip(repeat(tag), value)
        elif isinstance(value, Element):
            found_tags.append(tag)
            found.append((tag, value))
    if len(found) < 2 or (is_fresh and (len(found_tags) < 2 or apart.issuperset(found_tags))):
        return found
    return _in_text_order(element, found)


def _in_text_order(element: Element, children: list[Child]) -> list[Child]:
    source = element._origin
    if isinstance(source, etree._Element):
        at = {child._origin: (tag, child) for tag, child in children}
        found = [at[each] for each in source if each in at]
        if len(found) == len(children):  # as where nothing was put in, copied or moved
            return found
    ranks = find_ranks(element, [child for _, child in children])
    if ranks is None or ranks == sorted(ranks):
        return children
    return [child for _, _, child in sorted(zip(ranks, count(), children))]


@cache
def fields_inside(cls: Any) -> frozenset[str]:
    """The fields that hold what is inside of elements of a class."""
    return frozenset(tags_inside(cls))


@cache
def tags_inside(cls: Any) -> dict[str, str]:
    """The tags of what is inside of elements of a class, by the fields that hold it."""
    return {name: part.tag for name, part in parts_of(cls).by_field.items() if part.kind == "Element"}
