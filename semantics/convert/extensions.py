"""What only one format says, in a document of another: elements and attributes of a namespace of the first, which readers pass over.

They are written as they were, inside what was made of the element around them; on the way back they are parts of that again.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ...runtime.source import literal_tag
from ...runtime.unknown_elements import any_element
from ..formats.extension_names import SPACES
from .coverage.ledger import xml_of
from .prefixed_tree import PREFIX_OF

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from lxml.etree import _Element

    from ..formats.extension_names import ExtensionSpace
    from .coverage.ledger import Ledger, UncoveredNode
    from .prefixed_tree import PrefixedTree

EXTENSIONS = {space.namespace: space.prefix for space in SPACES.values()}
"""How the namespaces are called where nothing says how."""
IDENTITY = ("name", "reference")
"""Attributes that distinguish elements of one tag."""


def write_extensions(
    left: Iterable[UncoveredNode], pairs: Iterable[tuple[Any, Any]], space: ExtensionSpace
) -> dict[UncoveredNode, str]:
    """Gives elements that were made what of the document has no place in their format.

    Args:
        left: what has none.
        pairs: typed elements of the document with what was made of them.
        space: of the document's format.

    Returns:
        What is in one of these now, with its name there.
    """
    writer = _ExtensionWriter(pairs, space)
    found = {each: name for each in left if (name := writer.place(each)) is not None}
    writer.write()
    return found


class _ExtensionWriter:
    def __init__(self, pairs: Iterable[tuple[Any, Any]], space: ExtensionSpace) -> None:
        self._space = space
        self._made = {xml_of(element): made for element, made in reversed(list(pairs)) if xml_of(element) is not None}
        self._copies: dict[_Element, _Element] = {}
        self._tops: list[tuple[Any, _Element]] = []

    def place(self, left: UncoveredNode) -> str | None:
        """Finds a place for an element or attribute, and answers its name there; None where nothing was made of what is around it."""
        if left.attribute is not None and left.element in self._made:
            holder = self._made[left.element]
            if not _is_plain(left.attribute):
                return None
            holder.any_attributes[self._space.qualify(left.attribute)] = left.element.get(left.attribute)
            return f"{self._space.prefix}:{left.attribute}"
        path: list[_Element] = []
        at: _Element | None = left.element
        while at is not None and at not in self._made:
            path.append(at)
            at = at.getparent()
        if at is None or not path or not all(_is_plain(str(step.tag)) for step in path):
            return None
        above: _Element | None = None
        for step in reversed(path):
            copy = self._copies.get(step)
            if copy is None:
                copy = self._copies[step] = self._copy(step, is_whole=step is left.element and left.attribute is None)
                if above is None:
                    self._tops.append((self._made[at], copy))
                else:
                    above.append(copy)
            above = copy
        if left.attribute is not None and above is not None:
            above.set(left.attribute, left.element.get(left.attribute) or "")
        return f"<{self._space.prefix}:{literal_tag(path[-1])}>"

    def _copy(self, element: _Element, *, is_whole: bool) -> _Element:
        if is_whole:
            copy = deepcopy(element)
            copy.tail = None
            return copy
        return etree.Element(
            element.tag, {name: element.get(name) or "" for name in IDENTITY if name in element.attrib}
        )

    def write(self) -> None:
        """Puts all that has a place there."""
        for holder, copy in self._tops:
            part = any_element(copy)
            part.qname = self._space.qualify(part.qname or "")
            holder.any_elements.append(part)


def _is_plain(name: str) -> bool:
    return name[:1] != "{" and ":" not in name


def carry_extensions(
    pairs: Iterable[tuple[Any, Any]], ledger: Ledger, space: ExtensionSpace, without: Container[str] = ()
) -> None:
    """Gives elements that were made what of their format is in those that they were made of.

    Args:
        pairs: typed elements of the document with what was made of them: of several the first whose format has such a part
            gets it.
        ledger: learns what was taken.
        space: of the format that is made.
        without: attributes that are understood otherwise.
    """
    holders: dict[_Element, list[Any]] = {}
    for element, made in pairs:
        there = element.source_element if isinstance(element, Element) else None
        if there is not None:
            holders.setdefault(there, []).append(made)
    for there, mades in holders.items():
        for name, value in there.attrib.items():
            if str(name).startswith(space.qualify("")) and name not in without:
                mades[0].any_attributes[str(name)] = str(value)
                ledger.mark(there, str(name))
        for child in there.iterchildren(space.qualify("*")):
            if ledger.is_subtree_covered(child):
                continue
            tag = etree.QName(child).localname
            holder = next((made for made in mades if tag in parts_of(type(made)).by_place), mades[0])
            copy = deepcopy(child)
            copy.tail = None
            holder.any_elements.append(any_element(copy))
            ledger.mark_subtree(child)


def merge_extensions(tree: PrefixedTree, space: ExtensionSpace) -> bool:
    """Makes what came along under names of a document's own format part of it, in which it needs no prefix.

    Returns:
        Whether anything came along.
    """
    spaces = {PREFIX_OF + prefix for prefix, uri in tree.prefixes.items() if uri == space.namespace}
    if not spaces:
        return False
    for node in list(tree.root.iter("*")):
        for name, value in node.attrib.items():
            if etree.QName(name).namespace in spaces:
                del node.attrib[name]
                _set_missing(node, etree.QName(name).localname, str(value))
        holder = node.getparent()
        if etree.QName(node).namespace in spaces and holder is not None:
            holder.remove(node)
            node.tag = etree.QName(node).localname
            _merge(holder, node)
    tree.prefixes = {prefix: uri for prefix, uri in tree.prefixes.items() if uri != space.namespace}
    tree.admit(())
    return True


def _merge(holder: _Element, part: _Element) -> None:
    """Makes an element part of another; where that has such a one, what it says already stays."""
    twin = next((each for each in holder.iterchildren(str(part.tag)) if _identity(each) == _identity(part)), None)
    if twin is None:
        holder.append(part)
        return
    for name, value in part.attrib.items():
        _set_missing(twin, str(name), str(value))
    for child in list(part):
        if isinstance(child.tag, str):
            _merge(twin, child)
        else:
            twin.append(child)


def _set_missing(element: _Element, name: str, value: str) -> None:
    if element.get(name) is None:
        element.set(name, value)


def _identity(element: _Element) -> list[str | None]:
    return [element.get(name) for name in IDENTITY]
