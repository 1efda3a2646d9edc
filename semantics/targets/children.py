"""Children of an element by their names as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


def children_of(parent: _Element, tag: str) -> Iterator[_Element]:
    """All children of a name."""
    for child in parent:
        written = str(child.tag)
        # nearly all names have no namespace, and are asked for thousands of times
        if written == tag or (written[:1] == "{" and literal_tag(child) == tag):
            yield child


def child_of(parent: _Element, tag: str) -> _Element | None:
    """The first child of a name."""
    for child in parent:  # not next(children_of(…)), which takes half as long again
        written = str(child.tag)
        if written == tag or (written[:1] == "{" and literal_tag(child) == tag):
            return child
    return None


def group_children(parent: _Element) -> dict[str, list[_Element]]:
    """All children by their names: of an element that is asked for several."""
    found: dict[str, list[_Element]] = {}
    for child in parent:
        found.setdefault(literal_tag(child), []).append(child)
    return found
