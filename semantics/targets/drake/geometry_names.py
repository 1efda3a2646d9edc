"""Names of geometries as Drake gives them: little is taken off their ends, and control characters stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.forbidden_xml import REPLACED, unescape_attribute
from ..written_values import find_written_value

if TYPE_CHECKING:
    from ....runtime.sink import Sink

BLANKS = " \t"
"""What Drake takes off the ends of a name. Line ends are part of it, and so is every other blank."""


def trim_name(name: str, element: Any, sink: Sink) -> str:
    """The name in Drake of a shape of an SDFormat document, whose element is ``element``."""
    place = element.source_element if REPLACED in name and element is not None else None
    source = sink.source_of(place) if place is not None else None
    if place is not None and source is not None:
        written = find_written_value(source, place, "name")
        # the tree has a mark in place of the characters that XML forbids
        name = unescape_attribute(written) if written and "\n" not in written else name
    return name.strip(BLANKS + "\n")  # libsdformat, which reads the name first, takes line ends off
