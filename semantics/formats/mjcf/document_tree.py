"""The elements of a document in the order of its text, each where it stands once includes are followed."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field
from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ..text_order import find_ranks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(slots=True)
class Node:
    """An element with those inside, in the order of the text."""

    tag: str
    element: Element
    folder: Path | None
    """Of the file that it is written in."""
    children: list[Node] = field(default_factory=list)

    def of(self, *tags: str) -> Iterator[Node]:
        """The children that have one of these tags."""
        return (child for child in self.children if child.tag in tags)


def tag_of(element: Any) -> str:
    """The tag that elements of a class have."""
    tag: str = type(element).Meta.name
    return tag


def attribute_of(element: Element, field: str) -> str:
    """The name of the attribute that a field holds."""
    attribute: str = type(element)._specs[field].metadata.get("name", field)
    return attribute


def nodes_inside(element: Element, folder: Path | None) -> list[Node]:
    """Nodes of the elements right inside of one, in the order of its text; those without a place there come last."""
    tags, fields = tags_inside(element.__class__), element.__dict__
    if not tags or tags.keys().isdisjoint(fields):
        return []  # as most are, which is found out without a look at each field
    found: list[Node] = []
    for name, value in fields.items():
        tag = tags.get(name)
        if tag is None:
            continue
        if isinstance(value, list):
            found += [Node(tag, each, folder) for each in value if isinstance(each, Element)]
        elif isinstance(value, Element):
            found.append(Node(tag, value, folder))
    ranks = find_ranks(element, [node.element for node in found]) if len(found) > 1 else None
    if ranks is None or ranks == sorted(ranks):
        return found
    return [node for _, _, node in sorted(zip(ranks, count(), found))]


@cache
def tags_inside(cls: Any) -> dict[str, str]:
    """The tags of what is inside of elements of a class, by the fields that hold it."""
    return {name: part.tag for name, part in parts_of(cls).by_field.items() if part.kind == "Element"}
