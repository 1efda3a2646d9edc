"""Names of geometries as Drake gives them: little is taken off their ends, and control characters stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....runtime.forbidden_xml import REPLACED, unescape_attribute

if TYPE_CHECKING:
    from ....runtime.sink import Sink

BLANKS = " \t"
"""What Drake takes off the ends of a name. Line ends are part of it, and so is every other blank."""
_TRIMMED = BLANKS + "\n"
"""What is taken off in SDFormat, where libsdformat reads the name first."""
_QUOTED = re.compile(r"""[^"'=]*=\s*(["'])(.*?)\1""")


class DrakeGeometryNames:
    """Tells the names that shapes of SDFormat documents have in Drake."""

    __slots__ = ("_lines", "_sink")

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._lines: dict[str, list[str]] = {}

    def trim_name(self, name: str, element: Any) -> str:
        """The name of a shape whose element is ``element``."""
        if REPLACED in name:
            name = self._find_written_name(element) or name
        return name.strip(_TRIMMED)

    def _find_written_name(self, element: Any) -> str | None:
        """The name as it is in the text, with the characters that the tree has a mark for."""
        place = element.source_element if element is not None else None
        source = self._sink.source_of(place) if place is not None else None
        if place is None or source is None:
            return None
        line, column = source.position(place, "name")
        lines = self._lines.get(source.key)
        if lines is None:
            lines = self._lines[source.key] = source.text.split("\n")
        rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
        written = _QUOTED.match(rest) if rest.startswith("name") else None
        return unescape_attribute(written[2]) if written is not None else None
