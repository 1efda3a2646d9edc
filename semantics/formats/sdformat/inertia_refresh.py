"""Reads again what was changed of a tree since a typed document was made of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.bindings import Bindings
    from ....runtime.element import Element
    from ....runtime.sink import Sink

E = TypeVar("E", bound="Element")


def refresh_root(root: E, touched: Iterable[_Element], bindings: Bindings, sink: Sink) -> E:
    """The typed root after changes of the tree that it was read from, changed in place where that is possible.

    Attributes, texts or children of ``touched`` were changed; ``bindings`` are of the version that the tree is in now,
    whose classes the root is made of. ``sink`` receives findings about a user's extension; there are no others.
    """
    return _TreeRefresher(touched, bindings, sink).refresh_element(root)


class _TreeRefresher:
    def __init__(self, touched: Iterable[_Element], bindings: Bindings, sink: Sink) -> None:
        self.touched = set(touched)
        self.bindings = bindings
        self.context = bindings.context(sink, silent=True)
        self.stale: dict[_Element, set[_Element]] = {}
        """Element to those of its children that were touched or hold what was."""
        for element in self.touched:
            child, parent = element, element.getparent()
            if parent in self.touched:
                continue  # all that is in it is read again
            while parent is not None:
                known = self.stale.setdefault(parent, set())
                if child in known:
                    break
                known.add(child)
                child, parent = parent, parent.getparent()

    def refresh_element(self, element: E) -> E:
        """What is in the place of a typed element now."""
        origin = element._origin
        if origin not in self.touched:
            stale = set(self.stale.get(origin, ()))
            self._refresh_parts(element, stale)
            if not stale:
                return element
            # a child without an object of its own, such as a text
        made: E = self.bindings.decode_element(type(element).__name__, origin, self.context)
        return made

    def _refresh_parts(self, element: Element, stale: set[_Element]) -> None:
        """Reads the typed parts of an element again that are made of stale children, and crosses these off."""
        fields = vars(element)
        for name, value in list(fields.items()):
            if not stale:
                return
            if type(value) is list:
                for index, item in enumerate(value):
                    origin = getattr(item, "_origin", None)
                    if origin in stale:
                        stale.discard(origin)
                        value[index] = self.refresh_element(item)
            else:
                origin = getattr(value, "_origin", None)
                if origin in stale:
                    stale.discard(origin)
                    fields[name] = self.refresh_element(value)
