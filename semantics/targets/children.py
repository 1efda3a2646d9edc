"""Children of an element by their names as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


def children_of(parent: _Element, tag: str) -> Iterator[_Element]:
    """All children of a name."""
    return (child for child in parent if _is_called(child, tag))


def child_of(parent: _Element, tag: str) -> _Element | None:
    """The first child of a name."""
    for child in parent:
        if _is_called(child, tag):
            return child
    return None


def _is_called(element: _Element, tag: str) -> bool:
    written = str(element.tag)
    # nearly all names have no namespace, and are asked for thousands of times
    return written == tag or (written[:1] == "{" and literal_tag(element) == tag)
