"""Walking through elements in the order of the text, with their paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from operator import itemgetter
from typing import Any, Protocol

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.field_tables import parts_of
from ...runtime.saving.order import in_order, with_insertions
from ...runtime.source import literal_tag, named_step
from ..core.traversal import as_element
from .parents import parent_of


class HasRoot(Protocol):
    """A document: what has a root element."""

    @property
    def root(self) -> Any:
        """The root element."""
        ...


_NUMBER = itemgetter(0)
_ELEMENT = itemgetter(2)


def walk(element: Element | HasRoot) -> Iterator[tuple[str, Element]]:
    """An element and all that are written inside, outer ones first, in the order in which they are written.

    Each comes with its path, as ``Diagnostic.xpath`` has it: ``/sdf/world[@name="w"]/model[@name="m"]``. The path begins at
    the root of the document that the element is in; at the element itself where it is in none. Elements may be
    changed on the way; those that are put into what was reached already do not come.

    Args:
        element: where to begin; a document begins at its root.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> [path for path, element in bodyplan.walk(doc.root)]
        ['/robot[@name="cart"]', '/robot[@name="cart"]/link[@name="base"]']
    """
    top = top_of(element)
    ahead = [(path_of(top), top)]
    while ahead:
        path, current = ahead.pop()
        yield path, current
        inside = children(current)
        ahead += [
            (f"{path}/{step}", child) for step, child in reversed(list(zip(steps(inside), map(_ELEMENT, inside))))
        ]


def top_of(element: Element | HasRoot) -> Element:
    """The element that is meant: itself, or the root of a document.

    Raises:
        TypeError: it is none, as is the root of a document that is not XML.
    """
    return as_element(element if isinstance(element, Element) else getattr(element, "root", element))


def path_of(element: Element) -> str:
    """The path of an element from the root of its document."""
    inside: list[str] = []
    while True:
        try:
            parent = parent_of(element)
        except NotInDocument:
            parent = None
        if parent is None:
            break
        beside = children(parent)
        step = next((step for step, (_, _, each) in zip(steps(beside), beside) if each is element), None)
        if step is None:  # it holds defaults only
            break
        inside.append(step)
        element = parent
    origin = None if type(element._origin) is int else element.source_element
    tag = type(element).Meta.name if origin is None else literal_tag(origin)  # type: ignore[attr-defined]
    name = name_of(element)
    return "/" + "/".join([tag if name is None else named_step(tag, name), *reversed(inside)])


def name_of(element: Element) -> str | None:
    """The attribute ``name`` of an element, where it has one."""
    part = parts_of(type(element)).by_field.get("name")
    name = vars(element).get("name") if part is not None and part.kind == "Attribute" else None
    return name if isinstance(name, str) else None


def children(element: Element) -> list[tuple[int, str, Element]]:
    """The elements right inside one in the order in which they are written: number of the field, tag, element."""
    parts = parts_of(type(element)).by_field
    found: list[tuple[int, str, Element]] = []
    for number, field in enumerate(written_fields(element)):
        part, value = parts.get(field), vars(element).get(field)
        if part is not None:
            values: list[Any] = value if isinstance(value, list) else [value]
            found += [
                (number, part.name, each)
                for each in values
                if isinstance(each, Element) and (each._origin is not IMPLIED or any(written_fields(each)))
            ]
    if len(found) < 2:
        return found
    there = None if type(element._origin) is int else element.source_element
    places: dict[Any, int] = dict(zip(there if there is not None else (), count()))
    taken: set[Any] = set()

    def place(item: tuple[int, str, Element]) -> float | None:
        origin = vars(item[2]).get("_instead", item[2]._origin)
        known = origin if type(origin) is int and there is None else places.get(origin)
        if known is None or origin in taken:
            return None
        taken.add(origin)
        return known

    found = in_order(found, _NUMBER, place)
    insertions = vars(element).get("_inserted")
    return with_insertions(found, _NUMBER, _ELEMENT, insertions) if insertions else found


def steps(inside: list[tuple[int, str, Element]]) -> list[str]:
    """The steps of paths that lead to what is in one element."""
    names = [name_of(element) for _, _, element in inside]
    unnamed = Counter(tag for (_, tag, _), name in zip(inside, names) if name is None)
    numbers: Counter[str] = Counter()
    made = []
    for (_, tag, _), name in zip(inside, names):
        if name is None:
            numbers[tag] += 1
            made.append(tag if unnamed[tag] == 1 else f"{tag}[{numbers[tag]}]")
        else:
            made.append(named_step(tag, name))
    return made
