"""Reads again what was changed of a tree since a typed document was made of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..runtime.bindings import Bindings
    from ..runtime.diagnostics.sink import Sink


def refreshed(root: Any, touched: Iterable[_Element], bindings: Bindings, sink: Sink) -> Any:
    """The typed root after changes of the tree that it was read from; what they did not reach is kept.

    Args:
        root: the typed root; it is changed in place where that is possible.
        touched: the elements whose attributes, text or children were changed.
        bindings: of the version that the tree is in now, whose classes ``root`` is made of.
        sink: where findings about a user's extension go; there are no others.
    """
    return _Reader(touched, bindings, sink).read(root)


class _Reader:
    def __init__(self, touched: Iterable[_Element], bindings: Bindings, sink: Sink) -> None:
        self.touched = set(touched)
        self.bindings = bindings
        self.context = bindings.context(sink, silent=True)
        self.ways: dict[_Element, set[_Element]] = {}
        """Element to those of its children that were touched or lead to what was."""
        for element in self.touched:
            child, parent = element, element.getparent()
            if parent in self.touched:
                continue  # all that is in it is read again
            while parent is not None:
                known = self.ways.setdefault(parent, set())
                if child in known:
                    break
                known.add(child)
                child, parent = parent, parent.getparent()

    def read(self, element: Any) -> Any:
        """What stands in the place of a typed element now."""
        origin = element._origin
        if origin not in self.touched:
            ways = set(self.ways.get(origin, ()))
            self._follow(element, ways)
            if not ways:
                return element
            # a child without an object of its own, such as a text
        return self.bindings.read(type(element).__name__, origin, self.context)

    def _follow(self, element: Any, ways: set[_Element]) -> None:
        for name, value in list(vars(element).items()):
            if not ways:
                return
            if type(value) is list:
                for index, item in enumerate(value):
                    origin = getattr(item, "_origin", None)
                    if origin in ways:
                        ways.discard(origin)
                        value[index] = self.read(item)
            else:
                origin = getattr(value, "_origin", None)
                if origin in ways:
                    ways.discard(origin)
                    setattr(element, name, self.read(value))
