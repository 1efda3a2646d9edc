"""Children of an element by their names as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


def children_of(parent: _Element, tag: str) -> Iterator[_Element]:
    """All children of a name."""
    return (child for child in parent if literal_tag(child) == tag)


def child_of(parent: _Element, tag: str) -> _Element | None:
    """The first child of a name."""
    return next(children_of(parent, tag), None)
