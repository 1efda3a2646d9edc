"""Which elements of a large document were changed, without its tree as far as that can be told without.

Typed elements of such a document have numbers instead of places in a tree, in the order of the text. So an element is
missing if there are fewer than were read, and one was moved if the numbers do not rise. What takes a closer look is left
to ``changes``. Finding one changed element in 3k_shapes.sdf takes a third of what it takes with the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..diagnostics.sink import Sink
from ..element import Element
from ..parsing import parse
from ..parts import parts_of
from ..source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..source import Source

_SCALAR, _OBJECT, _LIST, _OTHER = range(4)


class _Kinds(dict[type, int]):
    """What a value of a type can hold that might have been changed."""

    def __missing__(self, cls: type) -> int:
        if issubclass(cls, Element):
            kind = _OBJECT
        else:
            kind = _LIST if cls is list else _OTHER if cls is dict else _SCALAR
        self[cls] = kind
        return kind


def changed_numbered(root: Element, source: Source, places: dict[_Element, Element]) -> list[Element] | None:
    """The elements that may hold something else than what was read, in the order of the text.

    Args:
        root: the root element of a document.
        source: its text, whose tree is made and points at these elements.
        places: see ``changed_elements``; is told of these elements and of those right inside.

    Returns:
        None where that cannot be told without looking at the tree.
    """
    if type(root._origin) is not int or source.numbers_given == 0:
        return None
    changed = _suspects(root, source.numbers_given)
    if changed:
        if not source.stop_pointing():
            return None
        tree = parse(source, Sink(), len(source.data))
        if tree is None or not all(_point_at(element, root, tree, source, places) for element in changed):
            places.clear()
            return None
    return changed


def _suspects(root: Element, given: int) -> list[Element] | None:
    kinds, found, count = _Kinds(), [], 0
    ahead: list[Any] = [root]
    while ahead:
        element = ahead.pop()
        count += 1
        fields = element.__dict__
        is_changed = "_was_set" in fields or "_comments" in fields
        for value in fields.values():
            kind = kinds[type(value)]
            if kind == _SCALAR:
                continue
            if kind == _OBJECT:
                members = (value,)
            elif kind == _OTHER or not value:
                if value:
                    return None
                continue
            else:
                members = value
            before = 0
            for member in members:
                if kinds[type(member)] != _OBJECT:
                    return None
                number = member.__dict__.get("_origin")
                if type(number) is int and number > before:
                    before = number
                    ahead.append(member)
                else:
                    is_changed = True
        if is_changed:
            found.append(element)
    # an object without a number that stands for defaults, or was added, was not counted either
    return sorted(found, key=lambda element: element._origin) if count == given else None


def _point_at(element: Element, root: Element, tree: _Element, source: Source, places: dict[_Element, Element]) -> bool:
    """Finds an element in the tree by going down from the root; False where what stands beside it does not tell."""
    current, there = root, tree
    while True:
        inside = _inside(current, there)
        if inside is None:
            return False
        if current is element:
            break
        following = [each for each in inside if each[0]._origin <= element._origin]
        current, there = max(following, key=lambda each: each[0]._origin)
    for known, at in [(current, there), *inside]:
        source.point_at(at, known._origin)
        places[at] = known
    return True


def _inside(element: Element, there: _Element) -> list[tuple[Element, _Element]] | None:
    """The elements in one that was read with their places; None where one is missing, or of a name that was changed."""
    found: list[tuple[Element, _Element]] = []
    for field, part in parts_of(type(element)).by_field.items():
        value = element.__dict__.get(field)
        members = [each for each in (value if isinstance(value, list) else (value,)) if isinstance(each, Element)]
        if not members:
            continue
        known = [each for each in members if type(each._origin) is int]
        written = [child for child in there if child.tag == part.tag or literal_tag(child) == part.name]
        if len(known) != len(written):
            return None
        found += zip(known, written)
    return found
