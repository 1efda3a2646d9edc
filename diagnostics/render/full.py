"""For people at a terminal: the finding, the line it is on with a mark below it, and the other places it speaks of."""

from __future__ import annotations

from typing import Any

from ..diagnostic import Diagnostic, Related, place_text
from ..rule import Severity
from ..snippets import WIDTH, cut_line
from .concise import HANDFUL, Concise
from .concise import line as concise_line
from .printable import printable_line
from .renderer import Lines

_COLOURS: dict[Severity, str] = {"error": "31", "warning": "33", "note": "36"}
_RELATED = "34"
_MARGIN = 10
"""Columns beside a source line: its number, a bar, and a sign at either end for what is cut off."""


class Full(Concise):
    """Findings with their source lines.

    Args:
        lines: the lines of the documents.
        colour: whether to write ANSI colours.
        width: columns of the terminal; None: unknown.
        limits: see ``Concise``.
    """

    def __init__(self, *, lines: Lines, colour: bool = False, width: int | None = None, **limits: Any) -> None:
        super().__init__(**limits)
        self._lines = lines
        self._colour = colour
        self._width = WIDTH if width is None else max(width - _MARGIN, _MARGIN)

    def _format_finding(self, path: str, d: Diagnostic) -> str:
        head = concise_line(d, path)
        if self._colour:
            label = f"{d.severity} {d.code}"
            head = head.replace(f": {label}: ", f": {self._colour_text(label, _COLOURS[d.severity])}: ", 1)
        parts = [f"{head}\n", self._excerpt(d.file or path, d, _COLOURS[d.severity])]
        if d.detail is not None:
            parts.append(f"  {printable_line(d.detail)}\n")
        parts += [self._format_related(other) for other in d.related[:HANDFUL]]
        if len(d.related) > HANDFUL:
            parts.append(f"  … and {len(d.related) - HANDFUL} more places\n")
        return "".join(parts)

    def _format_related(self, other: Related) -> str:
        place = f"{place_text(other.file, other.line, other.column)}: " if other.file else ""
        text = printable_line(f"{place}{other.message}")
        return f"  {text}\n{self._excerpt(other.file, other, _RELATED)}"

    def _excerpt(self, file: str | None, place: Diagnostic | Related, colour: str) -> str:
        source = self._lines.get(file, place.line) if file and place.line else None
        if not source or not source.strip():
            return ""
        number = f"{place.line:5d}"
        end = None if place.end_line is None else place.end_column if place.end_line == place.line else len(source) + 1
        text, before, length = cut_line(source, place.column, end, self._width)
        result = f"{number} | {text}\n"
        if place.column:
            result += f"{' ' * len(number)} | {before}{self._colour_text('^' * length, colour)}\n"
        return result

    def _colour_text(self, text: str, colour: str) -> str:
        return f"\x1b[1;{colour}m{text}\x1b[0m" if self._colour else text
