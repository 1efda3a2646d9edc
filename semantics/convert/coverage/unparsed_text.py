"""What of an attribute's text is not in the value that was read from it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import isnan
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ....runtime.field_tables import kind_of, parts_of
from ....runtime.numbers import C_NUMBER, to_float
from ....runtime.poses import EulerPose, Pose
from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from lxml.etree import _Element

    from ....runtime.field_tables import FieldPart

YES = ("false", "true")
TRUTH = ("true", "false", "1", "0", "yes", "no")
DRAKES = "drake:"
UNREAD = "it cannot be read, which leaves what holds where nothing is written"
IN_PART = "the rest cannot be read"
NOT_THERE = "it is not read there"
REPEATED = "another one of that name is read"
NO_NAMES: frozenset[str] = frozenset()
SHORT = 100
"""How long texts are whose numbers are remembered."""
_MIXED = "//*[*][text()[normalize-space()]]"
"""Elements with text beside other elements."""


def find_misreading(element: Element, there: _Element, attribute: str) -> tuple[str, str] | None:
    """What became of an attribute, and why, where it is not what is written; None where it is.

    Args:
        element: the typed element.
        there: what it was read from.
        attribute: its name.
    """
    field = _attribute_fields(type(element)).get(attribute)
    if field is None or isinstance(known := vars(element).get(field), str):
        return None
    text = there.get(attribute)
    if text is None or (known is not None and numbers_of(text) in (known, (known,))):
        return None
    value: Any = getattr(element, field)
    if field not in vars(element):
        return f"{describe_value(value)}", UNREAD
    numbers = _numbers(value)
    if numbers is None:
        return None
    written = numbers_of(text)
    if list(written[: len(numbers)]) == numbers[: len(written)] and len(written) <= len(numbers):
        return None
    if any(map(isnan, numbers)) and len(written) == len(numbers):
        return None
    return describe_value(value), IN_PART


def find_doubtful_attributes(element: Element, attributes: Iterable[str]) -> list[str]:
    """Those attributes of an element of which ``find_misreading`` may find anything: texts are always as they are written."""
    known, fields = _attribute_fields(type(element)), vars(element)
    return [
        name for name in attributes if (field := known.get(name)) is not None and not isinstance(fields.get(field), str)
    ]


class Misread(NamedTuple):
    """What is written in a document and is not in what was read from it."""

    element: _Element
    attribute: str | None
    written: str
    becomes: str | None
    """The value that there is instead; None: the element or attribute is not read at all."""
    reason: str


def find_misreadings(
    root: Element, settled: Mapping[_Element, set[str]], doubtful: set[_Element] | None, *, has_drakes_tags: bool
) -> Iterator[Misread]:
    """All that is written in an element, or in one inside of it, and was not read as it is written.

    Args:
        root: of a document.
        settled: attributes that ``find_misreading`` was asked about already.
        doubtful: elements in which alone there may be any, but for Drake's tags; None: in all.
        has_drakes_tags: whether any of its tags may be one of Drake's.
    """
    top = root.source_element
    with_text = None if top is None else _find_texts(top)
    if top is not None and doubtful is not None:
        mixed: Any = top.xpath(_MIXED)  # what may hold anything keeps text between elements without a word
        doubtful = doubtful | with_ancestors(mixed)
    ahead = [root]
    while ahead:
        element = ahead.pop()
        there = element.source_element
        if there is None or not (has_drakes_tags or doubtful is None or there in doubtful):
            continue
        if has_drakes_tags or not settled.get(there, NO_NAMES).issuperset(there.keys()):
            yield from _attributes(element, there, settled.get(there, NO_NAMES))
        if with_text is None or there in with_text:
            yield from _texts(element, there)
        if len(there):
            inner = None if has_drakes_tags else _find_typed_children(element)
            if inner is None:
                yield from _children(element, there, ahead)
            else:
                ahead += inner


def with_ancestors(elements: Iterable[_Element]) -> set[_Element]:
    """Elements, with all that they are in."""
    return {each for element in elements for each in (element, *element.iterancestors())}


def _children(element: Element, there: _Element, ahead: list[Element]) -> Iterator[Misread]:
    """What of the elements in one was not read as it is written; ``ahead`` gets those that were."""
    written: dict[str, list[_Element]] = {}
    for child in there.iterchildren("*"):
        written.setdefault(literal_tag(child), []).append(child)
    fields, parts = vars(element), _child_parts(type(element))
    for tag, alike in written.items():
        if tag not in parts:
            if literal_tag(there).startswith(DRAKES):
                yield from (Misread(each, None, "", None, NOT_THERE) for each in alike)
            continue
        field, holds_elements, repeats = parts[tag]
        value = fields.get(field)
        values = value if isinstance(value, list) else [] if value is None else [value]
        if holds_elements:
            typed = [each for each in values if isinstance(each, Element)]
            ahead += typed
            if typed and tag.startswith(DRAKES):
                read = {each.source_element for each in typed}
                yield from (Misread(each, None, "", None, REPEATED) for each in alike if each not in read)
        elif repeats:
            yield from () if len(values) == len(alike) else _unread(alike, values, None)
        else:
            yield from _unread(alike, values, getattr(element, field, None))


def _find_typed_children(element: Element) -> list[Element] | None:
    """The elements that were read into an element; None where values may be among what was read into it."""
    parts = _element_fields(type(element))
    if parts is None:
        return None
    found: list[Element] = []
    for name, value in vars(element).items():
        if name not in parts:
            continue
        if isinstance(value, Element):
            found.append(value)
        elif isinstance(value, list):
            found += [each for each in value if isinstance(each, Element)]
    return found


@cache
def _element_fields(kind: type[Element]) -> frozenset[str] | None:
    """The fields of a class that elements are read into; None where values are read from elements."""
    parts = _child_parts(kind).values()
    if not all(holds_elements for _, holds_elements, _ in parts):
        return None
    return frozenset(field for field, _, _ in parts)


@cache
def _child_parts(kind: type[Element]) -> dict[str, tuple[str, bool, bool]]:
    """The child elements of a class by tag: their fields, whether elements are read into them, and whether they repeat."""
    return {
        tag: (part.field, issubclass(kind_of(part.owner, part.field), Element), part.repeats)
        for tag, part in parts_of(kind).by_place.items()
        if tag[0] != "@"
    }


def _find_texts(root: _Element) -> set[_Element]:
    """The elements of a document with a text of their own, which are few where texts are no values."""
    found: Any = root.xpath("//*[text()[normalize-space()]]")
    return set(found)


def _attributes(element: Element, there: _Element, settled: Container[str]) -> Iterator[Misread]:
    known = _attribute_fields(type(element))
    for name, text in there.items():
        if name not in known:
            if literal_tag(there).startswith(DRAKES):
                yield Misread(there, name, "", None, NOT_THERE)
        elif name not in settled and (found := find_misreading(element, there, name)) is not None:
            yield Misread(there, name, text, *found)


@cache
def _attribute_fields(kind: type[Element]) -> dict[str, str]:
    """The fields of a class that are attributes, by the names of these."""
    return {part.tag: part.field for part in parts_of(kind).by_field.values() if part.kind == "Attribute"}


def _texts(element: Element, there: _Element) -> Iterator[Misread]:
    """The text of an element, which either is its value or says nothing."""
    text = there.text or ""
    part = _find_text_part(type(element))
    if part is None:
        texts = (text, *(child.tail or "" for child in there))
        if any(each.strip() for each in texts) and parts_of(type(element)).by_place:
            yield Misread(there, None, " ".join(" ".join(texts).split()), "nothing", "text says nothing there")
    elif text.strip() and not covers_text(value := getattr(element, part.field), text):
        reason = IN_PART if part.field in vars(element) else UNREAD
        yield Misread(there, None, text, describe_value(value), reason)


@cache
def _find_text_part(kind: type[Element]) -> FieldPart | None:
    """The part of a class that is the text of its elements."""
    return next((each for each in parts_of(kind).by_field.values() if each.kind == "Text"), None)


def _unread(alike: list[_Element], values: list[Any], instead: Any) -> Iterator[Misread]:
    """Those of elements with values that say another one."""
    if not values:
        yield from (Misread(each, None, each.text or "", describe_value(instead), UNREAD) for each in alike)
        return
    wrong = [each for each in alike if not any(covers_text(value, each.text or "") for value in values)]
    for each in wrong:
        if len(alike) > 1 and len(wrong) < len(alike):
            yield Misread(each, None, "", None, REPEATED)
        else:
            yield Misread(each, None, each.text or "", describe_value(values[0]), IN_PART)


def covers_text(value: Any, text: str) -> bool:
    """Whether a value is all that a text says; it may say more, which the format adds."""
    if isinstance(value, bool):
        return text.strip().lower() in TRUTH
    if isinstance(value, Pose) and not isinstance(value, EulerPose):
        return True
    numbers = _numbers(value)
    if numbers is None:
        return True
    written = numbers_of(text)
    if any(map(isnan, numbers)) and len(written) == len(numbers):
        return True
    return bool(written) and list(written) == numbers[: len(written)]


def equals_text(value: Any, text: str) -> bool:
    """Whether a value is all that a text says."""
    numbers = _numbers(value)
    return numbers is None or numbers == list(numbers_of(text))


def describe_value(value: Any) -> str:
    """A value as messages show it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return YES[value]
    numbers = _numbers(value)
    return repr(value) if numbers is None else " ".join(f"{number:.12g}" for number in numbers)


def _numbers(value: Any) -> list[float] | None:
    if isinstance(value, (bool, str)):
        return None
    try:
        return [float(each) for each in (value if isinstance(value, tuple) else (value,))]
    except (TypeError, ValueError):
        return None


def numbers_of(text: str) -> tuple[float | None, ...]:
    """The numbers that the words of a text are; None for one that is none."""
    return _numbers_of_short(text) if len(text) <= SHORT else tuple(map(number_of, text.split()))


@lru_cache(maxsize=4096)  # each is looked at where its place is noted, and once more for what was misread
def _numbers_of_short(text: str) -> tuple[float | None, ...]:
    return tuple(map(number_of, text.split()))


@lru_cache(maxsize=4096)  # documents repeat their numbers: a third of what coverage took was spent here
def number_of(token: str) -> float | None:
    """The number that a word is; None where it is none."""
    found = C_NUMBER.fullmatch(token)
    return to_float(found[1]) if found is not None else None
