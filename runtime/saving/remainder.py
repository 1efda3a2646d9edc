"""An element of the text without those of its children that are looked at by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from lxml.etree import _Element


class Remainder:
    """Reads as an element does, but for the children that are left out: reading all of them again takes long.

    Args:
        element: an element of the text.
        left_out: those of its children.
    """

    __slots__ = ("_children", "_element")

    def __init__(self, element: _Element, left_out: Container[_Element]) -> None:
        self._element = element
        self._children = [child for child in element if child not in left_out]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._element, name)

    def __len__(self) -> int:
        return len(self._children)

    def __iter__(self) -> Iterator[_Element]:
        return iter(self._children)

    def __getitem__(self, index: Any) -> Any:
        return self._children[index]
