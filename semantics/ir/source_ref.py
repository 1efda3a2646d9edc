"""Where in a document a record comes from, for the findings about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element

Place: TypeAlias = "_Element | Element | None"
"""The typed or XML element that findings point at; None for what has no place in a text."""

LatePlace: TypeAlias = "Place | Callable[[], Place]"
"""A place, or a function that looks for it when a finding needs it."""


def place_of(*places: LatePlace) -> Place:
    """The first place that there is; an XML element without children is a place too, though it counts as false."""
    found = (place() if callable(place) else place for place in places)
    return next((place for place in found if place is not None), None)
