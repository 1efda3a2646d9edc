"""Children of elements by tag and name, for trees of which single elements are looked for and changed in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

ANY = ...
"""Stands for every tag or name."""


class ChildIndex:
    """What is in elements that were asked about; all changes to these are made here."""

    def __init__(self) -> None:
        self._known: dict[_Element, dict[tuple[Any, Any], list[_Element]]] = {}

    def first(self, parent: _Element, tag: Any = ANY, name: Any = ANY) -> _Element | None:
        """The first child with a tag and a name, None for one without a name."""
        known = self._known.get(parent)
        if known is None:
            known = self._known[parent] = {}
            for child in parent:
                _note(known, child)
        found = known.get((tag, name))
        return found[0] if found else None

    def append(self, parent: _Element, child: _Element) -> None:
        """Puts a child at the end."""
        parent.append(child)
        if parent in self._known:
            _note(self._known[parent], child)

    def remove(self, child: _Element) -> None:
        """Takes a child out."""
        parent = child.getparent()
        if parent is None:
            return
        parent.remove(child)
        for key in _keys(child) if parent in self._known else ():
            self._known[parent][key].remove(child)

    def replace(self, child: _Element, other: _Element) -> None:
        """Puts another child in the place of one."""
        parent = child.getparent()
        if parent is None:
            return
        parent.replace(child, other)
        if parent in self._known and _keys(child) == _keys(other):
            for key in _keys(child):
                found = self._known[parent][key]
                found[found.index(child)] = other
        else:
            self._known.pop(parent, None)

    def rename(self, child: _Element, name: str) -> None:
        """Gives a child another name."""
        parent = child.getparent()
        if parent is not None and child.get("name") != name:
            self._known.pop(parent, None)
        child.set("name", name)


def _keys(child: _Element) -> tuple[tuple[Any, Any], ...]:
    tag, name = literal_tag(child), child.get("name")
    return (tag, name), (ANY, name), (tag, ANY), (ANY, ANY)


def _note(known: dict[tuple[Any, Any], list[_Element]], child: _Element) -> None:
    for key in _keys(child):
        known.setdefault(key, []).append(child)
