"""What a typed element is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element
from ...runtime.value_validation import describe_element
from ..core.handles import live_documents
from ..core.traversal import as_element, members

if TYPE_CHECKING:
    from ...runtime.source import Source
    from ..core.handles import DocumentHandle


def parent_of(element: Element, *, root: Element | None = None) -> Element | None:
    """The element that one is in; None for the root element of a document.

    Elements do not point at what they stand in: it is looked for in the documents that the program has, and remembered
    until it changes. An element that was taken out still is the parent of those inside.

    Args:
        element: the element itself, not one that equals it.
        root: where to look instead, for elements that are in no document.

    Raises:
        NotInDocument: (a ``LookupError``) no document holds the element, or ``root`` does not.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.parent_of(doc.root.joint[0].limit).name
        'shoulder'
    """
    if root is not None:
        parents = parents_in(as_element(root))
        if element is not root and id(element) not in parents:
            raise NotInDocument(f"{describe_element(element)} does not stand in {describe_element(root)}")
        return parents.get(id(element))
    return held_by(element)[1]


def held_by(element: Element) -> tuple[DocumentHandle, Element | None]:
    """The document that an element is in, and its parent.

    Raises:
        NotInDocument: see ``parent_of``.
    """
    as_element(element)
    documents = live_documents()
    for live in documents:
        if live.parsed.root is element:
            return live, None
        parent = live.parents.get(id(element))
        if parent is not None and any(each is element for _, each in members(parent)):
            return live, parent
    for live in sorted(documents, key=lambda live: not is_from(element._origin, live.parsed.source)):
        if isinstance(live.parsed.root, Element):
            live.parents = parents_in(live.parsed.root)
            if id(element) in live.parents:
                return live, live.parents[id(element)]
    raise NotInDocument(
        f"{describe_element(element)} stands in no document that the program holds; "
        "parent_of(element, root=…) looks in a tree that is in none"
    )


def parents_in(root: Element) -> dict[int, Element]:
    """By ``id`` of each element in a tree the one that it is in."""
    found: dict[int, Element] = {}
    ahead = [root]
    while ahead:
        parent = ahead.pop()
        for _, element in members(parent):
            if id(element) not in found:
                found[id(element)] = parent
                ahead.append(element)
    return found


def is_from(origin: Any, source: Source) -> bool:
    """Whether an origin of an element lies in a text."""
    if origin is None or origin is IMPLIED:
        return False
    if type(origin) is int:
        return source.owns(origin)
    return bool(source.has_tree and origin.getroottree().getroot() is source.root)
