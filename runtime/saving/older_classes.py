"""Whether what was changed says the same in the classes of an older version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..element import Element, is_written, written_fields
from ..field_tables import parts_of

if TYPE_CHECKING:
    from ..bindings import Bindings


def is_equivalent(element: Element, older: Bindings) -> bool:
    """Whether an element that was changed, with all that was added to it, is written and read alike in a version.

    Args:
        element: of a later version's class.
        older: the version; an element that it has under other names, of another type or with another default is not alike.
    """
    ahead = [element]
    while ahead:
        current = ahead.pop()
        cls: Any = type(current)
        known: Any = older.types.get(cls.__name__)
        if known is None and current.source_element is not None:
            continue  # the text says more than its version knows, and goes on doing so
        if known is None or not all(_is_alike(current, cls, known, name) for name in cls._specs.keys() | known._specs):
            return False
        there = current.source_element
        for name in written_fields(current):
            value = vars(current).get(name)
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, Element):
                    origin = part.source_element
                    if there is None or origin is None or origin.getparent() is not there:
                        ahead.append(part)
    return True


def _is_alike(element: Element, cls: Any, older: Any, field: str) -> bool:
    if field in Element._specs:
        return True
    if field not in cls._specs:
        return True
    is_held = is_written(element, field)
    if field not in older._specs:
        return not is_held or _is_there(element, field)
    new, old = cls._specs[field], older._specs[field]
    if not is_held:
        return bool(new.default == old.default)
    mine, theirs = parts_of(cls).by_field[field], parts_of(older).by_field[field]
    return mine[1:6] == theirs[1:6] and _hint(cls, field) == _hint(older, field)


def _is_there(element: Element, field: str) -> bool:
    """Whether a text that is older than what it says has a part already."""
    there, part = element.source_element, parts_of(type(element)).by_field[field]
    if there is None:
        return False
    return there.get(part.tag) is not None if part.kind == "Attribute" else there.find(part.tag) is not None


def _hint(cls: Any, field: str) -> str | None:
    known = (vars(each).get("__annotations__", {}) for each in cls.__mro__)
    return next((hints[field] for hints in known if field in hints), None)
