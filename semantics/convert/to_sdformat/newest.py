"""Elements of SDFormat as its newest version writes them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.element import Element
from ...core.bindings import bindings_of

if TYPE_CHECKING:
    from lxml.etree import _Element


class Newest:
    """Copies of elements; what one is in is looked through once."""

    def __init__(self) -> None:
        self._typed: dict[int, dict[_Element, Any]] = {}

    def copy(self, holder: Any, child: _Element) -> _Element:
        """A copy of an element that is in a typed one."""
        if id(holder) not in self._typed:
            self._typed[id(holder)] = _typed_in(holder)
        typed = self._typed[id(holder)].get(child)
        if typed is not None:
            try:
                return etree.fromstring(bindings_of("sdformat").encode(typed))
            except etree.XMLSyntaxError:
                pass  # a prefix in it is declared nowhere
        return deepcopy(child)


def _typed_in(holder: Any) -> dict[_Element, Any]:
    """The typed elements in one, by what they were read from."""
    found: dict[_Element, Any] = {}
    for value in vars(holder).values():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, Element) and each.source_element is not None:
                found.setdefault(each.source_element, each)
    return found
