"""Drake's tags from the fields of one format into those of the other, which have the same names.

In URDF values stand in attributes of elements of their own, in SDFormat mostly as their text: which of both a field is
its class says, so that no tag is known by name here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import Element, written_fields
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.source import literal_tag
from ..formats.drake.tags import ATTRIBUTES
from .coverage.unparsed_text import find_misreading
from .element_builder import bare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .coverage.ledger import Ledger

ROBOT = "robot"
PREFIX = "drake_"
GENERIC = ("any_attributes", "any_elements")


def carry(source: Any, target: Any, ledger: Ledger, without: Iterable[str] = ()) -> None:
    """Gives an element Drake's tags of another one, those that it has a field for.

    Args:
        source: what has the tags.
        target: of the other format.
        ledger: learns what was taken.
        without: fields that are said in another way.
    """
    if not any(field.startswith(PREFIX) for field in vars(source)):
        return  # as most
    known = parts_of(type(target)).by_field
    for field in written_fields(source):
        value = vars(source).get(field)
        part = known.get(field)
        if not field.startswith(PREFIX) or field in without or part is None or value is None:
            continue
        values = value if isinstance(value, list) else [value]
        made = [_convert_value(each, kind_of(part.owner, part.field), ledger) for each in values]
        if any(each is None for each in made):
            continue  # it has no value that could be read, which its own findings tell
        setattr(target, field, made if part.repeats else made[-1])
        for each in values:
            if isinstance(each, Element):
                ledger.mark_subtree(each)
                if (
                    each.source_element is not None
                    and literal_tag(each.source_element.getroottree().getroot()) == ROBOT
                ):
                    _report_unread(each, ledger)
            elif source.source_element is not None:
                name = field.removeprefix(PREFIX)
                ledger.mark(source, f"{{http://drake.mit.edu}}{name}")
                for child in source.source_element.iterchildren("*"):
                    if literal_tag(child) == f"drake:{name}":  # in SDFormat it is the text of that
                        ledger.mark_subtree(child)


def _convert_value(value: Any, kind: type, ledger: Ledger) -> Any:
    if not isinstance(value, Element):
        return _wrap_value(value, kind) if issubclass(kind, Element) else value
    if not issubclass(kind, Element):
        own = parts_of(type(value)).by_field
        held = [vars(value)[field] for field in written_fields(value) if field in own and field not in GENERIC]
        return _plain(_read_drake_flag(value, held[0], ledger), kind) if held else None
    made: Any = bare(kind)
    known = parts_of(kind).by_field
    for field in written_fields(value):
        inner = vars(value).get(field)
        names = (field, f"{PREFIX}{field}", field.removeprefix(PREFIX))
        name = next((each for each in names if each in known), field)
        part = None if field in GENERIC else known.get(name)
        if part is None or inner is None:
            continue
        values = inner if isinstance(inner, list) else [inner]
        converted = [_convert_value(each, kind_of(part.owner, part.field), ledger) for each in values]
        if all(each is not None for each in converted):
            setattr(made, name, converted if part.repeats else converted[-1])
        for each in values if any(each is None for each in converted) else ():
            if isinstance(each, Element) and each.source_element is not None:
                ledger.mark_rejected(each.source_element, "one of those of its name lacks what it has to say")
    lacks = any(
        each.metadata.get("required") and name not in vars(made) for name, each in kind.__dataclass_fields__.items()
    )
    return None if lacks else made


def _read_drake_flag(element: Element, value: Any, ledger: Ledger) -> Any:
    """What the value of a tag of URDF says to Drake, to which every word but ``true`` is false."""
    there = element.source_element
    word = None if there is None else there.get("value")
    if value is not True or word is None or word == "true":
        return value
    ledger.report_changed_value(element, "value", "false", "to Drake every word but true is that")
    return False


def _wrap_value(value: Any, kind: Any) -> Any:
    """A value in the attribute of a tag of URDF; None where that has none for a value."""
    known = parts_of(kind).by_field
    name = next((name for name in ATTRIBUTES if name in known), None)
    made: Any = bare(kind)
    if name is not None:
        setattr(made, name, _plain(value, kind_of(known[name].owner, name)))
    elif value not in (True, "", ()):
        return None
    return made


def _plain(value: Any, kind: type) -> Any:
    """A value as the type of another field; numbers in a row stay a tuple."""
    return kind(value) if kind in (float, int, str) and not isinstance(value, tuple) else value


def _report_unread(element: Element, ledger: Ledger) -> None:
    """Reports what in a tag of a robot could not be read, and so is not in what it became."""
    there = element.source_element
    if there is None:
        return
    for name in map(str, there.attrib):
        if (found := find_misreading(element, there, name)) is not None:
            ledger.report_changed_value(element, name, *found)
    inside: dict[Any, Element] = {}
    for field in written_fields(element):
        value = vars(element).get(field)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Element) and each.source_element is not None:
                inside[each.source_element] = each
    for child in there.iterchildren("*"):
        if child not in inside:
            ledger.mark_rejected(child, "it is not read there")
        elif not child.attrib and not len(child) and not any(written_fields(inside[child])):
            ledger.mark_rejected(child, "it says no value")
        else:
            _report_unread(inside[child], ledger)
