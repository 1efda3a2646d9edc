"""Copies of typed elements that share what they hold with the original."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ....runtime.element import written_fields

if TYPE_CHECKING:
    from ....runtime.element import Element

T = TypeVar("T", bound="Element")


def shallow(element: T) -> T:
    """A copy with lists of its own, whose members and other parts are those of ``element``; its place is the same."""
    cls = type(element)
    twin = cls.__new__(cls)
    # not set one by one: a value that was reported since it does not fit is held as it was read
    held = vars(twin)
    held["_origin"], held["_was_set"] = element._origin, True
    for name in written_fields(element):
        value = getattr(element, name)
        held[name] = type(value)(value) if type(value) in (list, dict) else value
    return twin
