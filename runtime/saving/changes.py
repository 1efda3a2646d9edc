"""Which typed elements are not what they were read as."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Any

from ..element import IMPLIED, Element, same, written_fields
from ..field_tables import parts_of
from ..source import element_of, literal_tag
from ..unknown_elements import any_element, is_generic, place_of
from ..values import lexical

if TYPE_CHECKING:
    from lxml.etree import _Element

SCALAR, OBJECT, LIST, OTHER = range(4)


class Kinds(dict[type, int]):
    """What a value of a type can hold that might have been changed."""

    def __missing__(self, cls: type) -> int:
        if issubclass(cls, Element):
            kind = OBJECT
        else:
            kind = LIST if cls is list else OTHER if cls is dict else SCALAR
        self[cls] = kind
        return kind


def elements_inside(element: Element) -> Iterator[Element]:
    """The elements that the fields of one hold."""
    for value in vars(element).values():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, Element):
                yield each


def elements_below(element: Element) -> Iterator[Element]:
    """The elements in one, at any depth."""
    ahead = list(elements_inside(element))
    while ahead:
        current = ahead.pop()
        yield current
        ahead += elements_inside(current)


def changed_elements(root: Element, places: dict[_Element, Element]) -> Iterator[Element]:
    """The elements that were read and may hold something else now, in document order.

    An added element is reported by the one that it was added to. A reported element may turn out to be unchanged.

    Args:
        root: where to begin.
        places: receives, for each element of the text, the object in its place; a copy of that one was added.
    """
    kinds = Kinds()
    ahead = [root]
    while ahead:
        element = ahead.pop()
        there = element.source_element
        if there is None:
            continue
        places[there] = element
        inside: list[Element] | None = _find_unchanged(element, there, kinds)
        if inside is None:
            inside = []
            if differs(element, there, inside, places):
                yield element
        ahead += reversed(inside)


def _find_unchanged(element: Element, there: _Element, kinds: Kinds) -> list[Element] | None:
    """The elements in one that is as it is written ``there``; None where that takes a closer look.

    What a field holds is not changed without a mark on the element, but for lists; of these, texts are compared with what is written.
    """
    fields = element.__dict__
    if "_was_set" in fields or "_comments" in fields:
        return None
    inside: list[Element] = []
    for name, value in fields.items():
        kind = kinds[type(value)]
        if kind == SCALAR or name == "_kept":
            continue
        if kind == OBJECT:
            if value._origin is not IMPLIED:
                inside.append(value)
            elif any(written_fields(value)):
                return None
        elif kind == OTHER or (part := parts_of(type(element)).by_field.get(name)) is None or part.is_extension:
            return None
        else:
            for member, child in zip_longest(value, there.iterchildren(part.tag)):
                if child is None:
                    return None
                if kinds[type(member)] != OBJECT:
                    if child.text is None or child.text != member:
                        return None
                    continue
                inside.append(member)
                origin = member._origin
                if origin is not child and (type(origin) is not int or element_of(origin) is not child):
                    return None
    return inside


def differs(element: Element, there: _Element, inside: list[Element], places: dict[_Element, Element]) -> bool:
    """Whether an element may hold something else than what is written ``there``; collects the elements in it."""
    fields = element.__dict__
    is_other = element._was_set or "_comments" in fields
    parts = parts_of(type(element)).by_field
    count, attributes = len(fields.get("_kept", ())), 0
    for name, value in fields.items():
        part = parts.get(name)
        if part is None:
            if name == "any_attributes":
                attributes += len(value)
                is_other = is_other or any(there.get(key) != text for key, text in value.items())
            elif name == "any_elements":
                count += sum(1 for extra in value if is_generic(extra) and extra.qname)
                is_other = is_other or not all(map(_is_unchanged_extra, value))
        elif part.kind == "Attribute":
            attributes += 1
        elif part.kind == "Element":
            values: list[Any] = value if isinstance(value, list) else [value]
            count += len(values)
            for each in values:
                if not isinstance(each, Element):
                    continue
                origin = each.source_element
                if each._origin is IMPLIED and not any(written_fields(each)):
                    count -= 1
                elif origin is None or origin.getparent() is not there or origin in places:
                    is_other = True
                else:
                    places[origin] = each
                    inside.append(each)
            is_other = is_other or not _in_order(there, values, part.tag)
    return is_other or count != len(there) or attributes != len(there.keys())


def _in_order(there: _Element, values: list[Any], tag: str) -> bool:
    """Whether the children of one name are as in the text, as far as is known without reading them again."""
    if not values or (len(values) == 1 and isinstance(values[0], Element)):
        return True
    if isinstance(values[0], Element):
        order = {child: number for number, child in enumerate(there)}
        places = [each.source_element if isinstance(each, Element) else None for each in values]
        numbers = [-1 if place is None else order.get(place, -1) for place in places]
        return all(one < other for one, other in pairwise(numbers))
    written = [child.text for child in there if child.tag == tag or literal_tag(child) == tag]
    return len(written) == len(values) and all(
        text is not None and (text == value or lexical(text, value) == text) for text, value in zip(written, values)
    )


def _is_unchanged_extra(extra: Any) -> bool:
    if not is_generic(extra) or (place := place_of(extra)) is None:
        return False
    return same(extra, any_element(place))
