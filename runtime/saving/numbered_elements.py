"""Which elements of a large document were changed, without its tree as far as that can be known without it.

Typed elements of such a document have numbers instead of places in a tree, in the order of the text. So an element is
missing if there are fewer than were read, and one was moved if the numbers do not rise. What takes a closer look is left
to ``changes``. Finding one changed element in 3k_shapes.sdf takes a third of what it takes with the tree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..element import IMPLIED, Element, written_fields
from ..field_tables import kind_of, parts_of
from ..parser import parse
from ..sink import Sink
from ..source import literal_tag
from .changes import LIST, OBJECT, OPENINGS, SCALAR, Kinds, differs, elements_below

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..source import Source


def note_holders(root: Element, source: Source) -> None:
    """Notes which element is in which, before a program is given any to change: a list does not know its past.

    Args:
        root: the root element of a document.
        source: its text; nothing is noted where that has a tree.
    """
    if type(root._origin) is not int or source.holders is not None:
        return
    holders = array("L", bytes(array("L").itemsize * source.numbers_given))
    kinds, first = Kinds(), source.number_of(0)
    ahead: list[Any] = [root]
    while ahead:
        element = ahead.pop()
        holder = element._origin - first
        for value in element.__dict__.values():
            kind = kinds[type(value)]
            for member in value if kind == LIST else (value,) if kind == OBJECT else ():
                if kinds[type(member)] == OBJECT and type(member._origin) is int:
                    holders[member._origin - first] = holder
                    ahead.append(member)
    source.holders = holders


def changed_numbered(root: Element, source: Source, places: dict[_Element, Element]) -> list[Element] | None:
    """The elements that may hold something else than what was read, in the order of the text.

    Args:
        root: the root element of a document.
        source: its text, whose tree is made and points at these elements.
        places: see ``changed_elements``; receives these elements and their direct children.

    Returns:
        None where that cannot be known without the tree.
    """
    if source.holders is None or type(root._origin) is not int or not source.owns(root._origin):
        return None
    found = _suspects(root, source)
    if found is None or not found[0]:
        return None if found is None else []
    suspects, elsewhere = found
    if not source.stop_pointing():
        return None
    tree = parse(source, Sink(), len(source.data))
    if tree is None or not _point_at(suspects, elsewhere, root, tree, source, places):
        places.clear()
        return None
    return [each for each in suspects if (there := each.source_element) is not None and differs(each, there, [], {})]


def _suspects(root: Element, source: Source) -> tuple[list[Element], set[int]] | None:
    """The elements that may have changed, and the numbers inside those that were moved."""
    kinds, found, count = Kinds(), [], 0
    first, given, holders = source.number_of(0), source.numbers_given, source.holders
    assert holders is not None, "they were noted before the root was handed out"
    elsewhere: list[Element] = []
    ahead: list[Any] = [root]
    while ahead:
        element = ahead.pop()
        count += 1
        fields = element.__dict__
        was_set = is_suspect = "_was_set" in fields or "_comments" in fields
        for name, value in fields.items():
            kind = kinds[type(value)]
            if kind == SCALAR or name == "_kept":
                continue
            if kind == OBJECT:
                if not was_set and type(value._origin) is int:  # it is the one that was read there
                    if OPENINGS[type(value)].isdisjoint(value.__dict__):
                        count += 1
                    else:
                        ahead.append(value)
                    continue
                members = (value,)
            elif kind == LIST and (value or _holds_elements(element.__class__, name)):
                members = value
            else:
                is_suspect = True  # what has no number may have been changed or taken out
                continue
            before = 0
            for member in members:
                number = member._origin if kinds[type(member)] == OBJECT else None
                if type(number) is int and number > before:
                    is_own = 0 <= number - first < given
                    if not is_own or holders[number - first] != element._origin - first:
                        return None  # it was taken out of another one, which may not show it
                    before = number
                    ahead.append(member)
                elif number is not IMPLIED or any(written_fields(member)):
                    is_suspect = True
                    if kinds[type(member)] == OBJECT:
                        elsewhere.append(member)
        if is_suspect:
            found.append(element)
    if count != given:
        return None  # an object without a number, which holds defaults or was added, was not counted either
    origins = (part._origin for each in elsewhere for part in (each, *elements_below(each)))
    numbers = {origin for origin in origins if type(origin) is int and source.owns(origin)}
    return sorted(found, key=lambda element: element._origin), numbers


@cache
def _holds_elements(cls: Any, field: str) -> bool:
    return field in parts_of(cls).by_field and issubclass(kind_of(cls, field), Element)


def _point_at(
    suspects: list[Element],
    elsewhere: set[int],
    root: Element,
    tree: _Element,
    source: Source,
    places: dict[_Element, Element],
) -> bool:
    """Finds elements in the tree by going down from the root; False where its siblings do not determine it.

    Args:
        suspects: elements.
        elsewhere: the numbers of others.
        root: what the tree was read to.
        tree: that of the text.
        source: see ``changed_numbered``.
        places: see ``changed_numbered``.
    """
    suspected = {element._origin for element in suspects}
    ahead = [(root, tree, sorted(suspected | elsewhere))]
    while ahead:
        current, there, sought = ahead.pop()
        number = current._origin
        source.point_at(there, number)
        sought = sought[1:] if sought[0] == number else sought
        if not sought and number not in suspected:
            continue
        inside = _inside(current, there)
        if inside is None:
            return False
        if number in suspected:
            places[there] = current
            for known, at in inside:
                source.point_at(at, known._origin)
                places[at] = known
        numbers = [known._origin for known, _ in inside]
        for index, group in groupby(sought, key=lambda each: bisect_right(numbers, each) - 1):
            ahead.append((*inside[index], list(group)))
    return True


def _inside(element: Element, there: _Element) -> list[tuple[Element, _Element]] | None:
    """The elements in one that was read, with their places and in their order.

    None where one is missing, or of a name that was changed.
    """
    known: dict[str, list[Element]] = {}
    by_name: dict[str, str] = {}
    for field, part in parts_of(type(element)).by_field.items():
        value = element.__dict__.get(field)
        members = [each for each in (value if type(value) is list else (value,)) if isinstance(each, Element)]
        numbered = _find_in_order(members)
        if numbered:
            known[part.name] = numbered
            by_name[part.tag] = by_name[part.name] = part.name
    written: dict[str, list[_Element]] = {name: [] for name in known}
    for child in there if known else ():
        name = by_name.get(str(child.tag)) or by_name.get(literal_tag(child))
        if name is not None:
            written[name].append(child)
    if any(len(known[name]) != len(written[name]) for name in known):
        return None
    found = [pair for name in known for pair in zip(known[name], written[name])]
    return sorted(found, key=lambda pair: pair[0]._origin)


def _find_in_order(members: list[Element]) -> list[Element]:
    """Those in their own places: a copy has the number of another."""
    before, found = 0, []
    for each in members:
        if type(each._origin) is int and each._origin > before:
            before = each._origin
            found.append(each)
    return found
