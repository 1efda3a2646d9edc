"""Taking elements out, and putting others in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.value_validation import describe_element
from ..core.traversal import members
from .traversal import children, held_by

if TYPE_CHECKING:
    from ..core.handles import DocumentHandle


def remove(element: Element) -> None:
    """Takes an element out of what it is in; with it goes the comment that belongs to it.

    Args:
        element: what is taken out.

    Raises:
        NotInDocument: (a ``LookupError``) no document holds it.
        ValueError: it is the root of a document.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/><material name="red"/></robot>')
        >>> bodyplan.remove(doc.root.material[0])
        >>> doc.dumps()
        '<robot name="cart"><link name="base"/></robot>'
    """
    _, parent = _place(element)
    _forget_place(parent, element)
    field = _field_of(parent, element)
    value = vars(parent)[field]
    if isinstance(value, list):
        del value[_index_of(value, element)]
    else:
        delattr(parent, field)


def insert_before(element: Element, new: Element) -> None:
    """Puts a new element right before another, also one of another kind: see ``insert_after``.

    Args:
        element: what is in a document.
        new: what is put before it.

    Raises:
        NotInDocument: see ``insert_after``.
        TypeError: see ``insert_after``.
        ValueError: see ``insert_after``.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> bodyplan.insert_before(doc.root.link[0], bodyplan.urdf.Link(name="world"))
        >>> [link.name for link in doc.root.link]
        ['world', 'base']
    """
    _insert(element, new, False)


def insert_after(element: Element, new: Element) -> None:
    """Puts a new element right behind another, also one of another kind: it is written there.

    It comes into the field of the parent that takes its class, in lists where the order of the text wants it.

    Args:
        element: is in a document.
        new: is in none yet.

    Raises:
        NotInDocument: (a ``LookupError``) no document holds ``element``.
        TypeError: the parent has no field for elements of that class.
        ValueError: the parent can hold one of them, and does already; or it may appear in several fields; or ``element`` is
            the root of a document, or is ``new``.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> bodyplan.insert_after(doc.root.link[0], bodyplan.urdf.Link(name="wheel"))
        >>> [link.name for link in doc.root.link]
        ['base', 'wheel']
    """
    _insert(element, new, True)


def replace(element: Element, new: Element) -> None:
    """Puts a new element in the place of another.

    Of two that have the same name and tag, what is different is written; else the old one goes with what it held, and the
    comments around it stay.

    Args:
        element: what is in a document.
        new: what comes in its place.

    Raises:
        NotInDocument: (a ``LookupError``) no document holds ``element``.
        TypeError: see ``insert_after``.
        ValueError: see ``insert_after``.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> bodyplan.replace(doc.root.link[0], bodyplan.urdf.Link(name="chassis"))
        >>> doc.dumps()
        '<robot name="cart"><link name="chassis"/></robot>'
    """
    live, parent = _place(element)
    if new is element:
        return
    field = _field_of(parent, element)
    value = vars(parent)[field]
    if type(new) is not type(element):
        target = _field_for(parent, new, field, leaving=element)
        if target != field:
            _insert(element, new, True)
            remove(element)
            if element._origin is not None:
                _forget_place(parent, new)
                _record_replacement(parent, element, new)
            return
    if isinstance(value, list):
        value[_index_of(value, element)] = new
    else:
        setattr(parent, field, new)
    live.parents[id(new)] = parent
    _record_replacement(parent, element, new)


def _insert(element: Element, new: Element, is_behind: bool) -> None:
    live, parent = _place(element)
    if new is element:
        raise ValueError("an element cannot be put beside itself")
    field = _field_of(parent, element)
    target = _field_for(parent, new, field)
    if not parts_of(type(parent)).by_field[target].repeats:
        setattr(parent, target, new)
    else:
        mine: list[Any] = getattr(parent, target)
        if target == field:
            number = _index_of(mine, element) + is_behind
        else:
            order = [each for _, _, each in children(parent)]
            at = next((number for number, each in enumerate(order) if each is element), len(order) - 1)
            before = set(map(id, order[: at + is_behind]))
            number = sum(id(each) in before for each in mine)
        mine.insert(number, new)
    live.parents[id(new)] = parent
    vars(new).pop("_instead", None)
    known = [each for each in vars(parent).get("_inserted", ()) if each[0] is not new]
    vars(parent)["_inserted"] = (*known, (new, element, is_behind))


def _record_replacement(parent: Element, element: Element, new: Element) -> None:
    """Records that an element was put in the place of another."""
    place = vars(element).get("_instead", None if element._origin is IMPLIED else element._origin)
    if place is not None:
        vars(new)["_instead"] = place
        if new._origin is None and "_comments" in vars(element):
            vars(new).setdefault("_comments", vars(element)["_comments"].copy_comments())
    known = vars(parent).get("_inserted")
    if known:
        other = {id(element): new}
        vars(parent)["_inserted"] = tuple(
            (other.get(id(each), each), other.get(id(anchor), anchor), side) for each, anchor, side in known
        )


def _forget_place(parent: Element, element: Element) -> None:
    """Forgets where an element was put; what was put beside it is then beside the one before it."""
    known = vars(parent).get("_inserted")
    if not known:
        return
    beside = [each for _, _, each in children(parent)]
    is_written = any(each is element for each in beside)
    left = []
    for new, anchor, is_behind in known:
        if new is element:
            continue
        if anchor is element and is_written:
            others = [each for each in beside[: _index_of(beside, element)] if each is not new]
            if not others:
                continue
            anchor, is_behind = others[-1], True
        left.append((new, anchor, is_behind))
    vars(parent)["_inserted"] = tuple(left)


def _place(element: Element) -> tuple[DocumentHandle, Element]:
    live, parent = held_by(element)
    if parent is None:
        raise ValueError(f"{describe_element(element)} is the root of a document, which stands in no other element")
    return live, parent


def _index_of(elements: list[Any], element: Element) -> int:
    return next(number for number, each in enumerate(elements) if each is element)


def _field_of(parent: Element, element: Element) -> str:
    for field, each in members(parent):
        if each is element:
            return field
    raise NotInDocument(f"{describe_element(element)} does not stand in {describe_element(parent)}")


def _field_for(parent: Element, new: Element, preferred: str, leaving: Element | None = None) -> str:
    """The field that a new element comes into: the preferred one where it can, once another element has left its own."""
    parts = parts_of(type(parent)).by_field
    fitting = [field for field, part in parts.items() if isinstance(new, kind_of(part.owner, field))]
    if not fitting:
        raise TypeError(f"{describe_element(parent)} has no place for a {type(new).__name__}")
    free = [
        field
        for field in fitting
        if parts[field].repeats or all(each is leaving for at, each in members(parent) if at == field)
    ]
    if not free:
        raise ValueError(
            f"{describe_element(parent)} has its {fitting[0]!r} already: replace(…) puts another in its place"
        )
    if preferred in free:
        return preferred
    if len(free) > 1:
        raise ValueError(
            f"a {type(new).__name__} may be {' or '.join(map(repr, free))} of {describe_element(parent)}: set the one that is meant"
        )
    return free[0]
