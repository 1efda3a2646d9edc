"""Which typed elements are not what they were read as."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NO_DEFAULT
from ..element import IMPLIED, Element, same, written_fields
from ..field_tables import parts_of
from ..source import element_of, literal_tag
from ..unknown_elements import any_element, is_generic, place_of
from ..values import lexical

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..fields import FieldSpec

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


class Openings(dict[type[Element], frozenset[str]]):
    """For each class of elements under which names one may hold what was changed: marks, elements, lists, dictionaries.

    Most elements hold nothing but values, which nobody changes without a mark, and one call finds that out. So finding what was
    changed takes half of what it takes to go through all values.
    """

    def __missing__(self, cls: type[Element]) -> frozenset[str]:
        names = {name for name, spec in cls._specs.items() if not _is_value(spec)}
        found = self[cls] = frozenset({"_was_set", "_comments", *names})
        return found


OPENINGS = Openings()


def _is_value(spec: FieldSpec) -> bool:
    """Whether nothing but a value can be in a field, as far as its declaration shows it."""
    if spec.default_factory is not NO_DEFAULT:
        return False
    return spec.metadata["type"] != "Element" or (spec.default is not NO_DEFAULT and spec.default is not None)


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
        places: receives these elements, and what they hold, by their places in the text; a copy of one of them was added.
    """
    kinds = Kinds()
    ahead = [root]
    while ahead:
        element = ahead.pop()
        inside = _find_unchanged(element, kinds)
        if inside is None:
            inside, there = [], element.source_element
            if there is None:
                continue
            places[there] = element
            if differs(element, there, inside, places):
                yield element
        ahead += reversed(inside)


def _find_unchanged(element: Element, kinds: Kinds) -> list[Element] | None:
    """The elements in one that is as it is written and that may hold something else; None where it takes a closer look.

    What a field holds is not changed without a mark on the element, but for lists; these are compared with what is written.
    """
    fields = element.__dict__
    if "_was_set" in fields or "_comments" in fields or element._origin is None:
        return None
    inside: list[Element] = []
    for name, value in fields.items():
        kind = kinds[type(value)]
        if kind == SCALAR or name == "_kept":
            continue
        if kind == OBJECT:
            if value._origin is not IMPLIED:
                if not OPENINGS[type(value)].isdisjoint(value.__dict__):
                    inside.append(value)
            elif any(written_fields(value)):
                return None
        elif kind == OTHER or (part := parts_of(type(element)).by_field.get(name)) is None or part.is_extension:
            return None
        else:
            there = element.source_element
            children = [] if there is None else list(there.iterchildren(part.tag))
            if value and kinds[type(value[0])] == OBJECT:
                if list(map(_place_of, value)) != children:
                    return None
                inside += [each for each in value if not OPENINGS[type(each)].isdisjoint(each.__dict__)]
            elif [child.text for child in children] != value:
                return None
    return inside


def _place_of(value: Any) -> _Element | None:
    """Where something in a list of elements was read."""
    origin = getattr(value, "_origin", None)
    return element_of(origin) if type(origin) is int else origin


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
        children = iter(there)  # which goes on behind what was found
        return all((place := _place_of(each)) is not None and place in children for each in values)
    written = [child.text for child in there if child.tag == tag or literal_tag(child) == tag]
    return len(written) == len(values) and all(
        text is not None and (text == value or lexical(text, value) == text) for text, value in zip(written, values)
    )


def _is_unchanged_extra(extra: Any) -> bool:
    if not is_generic(extra) or (place := place_of(extra)) is None:
        return False
    return same(extra, any_element(place))
