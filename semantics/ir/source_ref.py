"""Where in a document a record comes from, for the findings about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.sink import xml_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element

Place: TypeAlias = "_Element | Element | None"
"""The typed or XML element that findings point at; None for what has no place in a text."""

LEAST_PARTS = 3
"""Of the names of modules with elements of a format, of which the second is that of the format; there are more."""
LatePlace: TypeAlias = "Place | Callable[[], Place]"
"""A place, or a function that looks for it when a finding needs it."""


def place_of(*places: LatePlace) -> Place:
    """The first place that there is; an XML element without children is a place too, though it counts as false."""
    found = (place() if callable(place) else place for place in places)
    return next((place for place in found if place is not None), None)


def place_of_name(place: Place, name: str) -> Place:
    """The element inside of one whose text is a name, such as a member in the list of a group; else the one itself."""
    element = xml_of(place)
    inner = () if element is None else element.iterdescendants()
    return next((each for each in inner if (each.text or "").strip() == name), place)


def format_of(place: Place) -> str | None:
    """The format of the document that a typed element was read from; None of any other place.

    A document of one format can include files of another.
    """
    kind: Any = type(place)
    return _format_of_class(kind)


@cache
def _format_of_class(cls: Any) -> str | None:
    parts = cls.__module__.split(".")
    return parts[1] if len(parts) > LEAST_PARTS else None


def place_of_child(place: Place, tag: str) -> Place:
    """The child of an element that has a tag; else the element itself."""
    element = xml_of(place)
    found = None if element is None else element.find(tag)
    return place if found is None else found
