"""Which typed elements are not what they were read as."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..element import IMPLIED, Element, same, written_fields
from ..generic import any_element, is_generic, place_of
from ..parts import parts_of
from ..source import literal_tag
from ..values import lexical

if TYPE_CHECKING:
    from lxml.etree import _Element


def changed_elements(root: Element, places: dict[_Element, Element]) -> Iterator[Element]:
    """The elements that were read and may hold something else now, those inside first to last as they stand.

    An element that was added is told by the one that it was added to. One that is told may turn out to be as it was.

    Args:
        root: where to begin.
        places: is told for each element of the text which object has its place; a copy of that is one that was added.
    """
    ahead = [root]
    while ahead:
        element = ahead.pop()
        there = element.source_element
        if there is None:
            continue
        places[there] = element
        inside: list[Element] = []
        if _differs(element, there, inside, places):
            yield element
        ahead += reversed(inside)


def _differs(element: Element, there: _Element, inside: list[Element], places: dict[_Element, Element]) -> bool:
    """Whether an element may hold something else than what is written ``there``; collects the elements in it."""
    fields = element.__dict__
    differs = element._was_set or "_comments" in fields
    parts = parts_of(type(element)).by_field
    count, attributes = len(fields.get("_kept", ())), 0
    for name, value in fields.items():
        part = parts.get(name)
        if part is None:
            if name == "any_attributes":
                attributes += len(value)
                differs = differs or any(there.get(key) != text for key, text in value.items())
            elif name == "any_elements":
                count += sum(1 for extra in value if is_generic(extra) and extra.qname)
                differs = differs or not all(map(_is_as_kept, value))
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
                    differs = True
                else:
                    places[origin] = each
                    inside.append(each)
            differs = differs or not _in_order(there, values, part.tag)
    return differs or count != len(there) or attributes != len(there.keys())


def _in_order(there: _Element, values: list[Any], tag: str) -> bool:
    """Whether parts of one name are as they stand in the text, as far as one can tell without reading them again."""
    if not values or (len(values) == 1 and isinstance(values[0], Element)):
        return True
    if isinstance(values[0], Element):
        order = {child: number for number, child in enumerate(there)}
        places = [each.source_element if isinstance(each, Element) else None for each in values]
        numbers = [-1 if place is None else order.get(place, -1) for place in places]
        return all(one < other for one, other in pairwise(numbers))
    written = [child.text for child in there if literal_tag(child) == tag or child.tag == tag]
    return len(written) == len(values) and all(
        text is not None and lexical(text, value) == text for text, value in zip(written, values)
    )


def _is_as_kept(extra: Any) -> bool:
    if not is_generic(extra) or (place := place_of(extra)) is None:
        return False
    return same(extra, any_element(place))
