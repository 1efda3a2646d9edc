"""For people at a terminal: the finding, the line it is on with a mark below it, and the other places it speaks of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ..diagnostic import Diagnostic, Related, place_text
from ..rule import Severity
from .concise import line as concise_line
from .printable import printable
from .source_lines import SourceLines

WIDTH = 110
"""Columns of a source line that are shown; of a longer line, the part around the finding is."""

BEFORE = 40
"""Columns shown before the finding where a line is cut."""

_COLOURS: dict[Severity, str] = {"error": "31", "warning": "33", "note": "36"}
_MARKED = re.compile(r"</?[^\s/>]+|[^\s=\"'<>/]+\s*=\s*(?:\"[^\"]*\"|'[^']*')")


class Full:
    """Findings with their source lines.

    Args:
        colour: whether to write ANSI colours.
    """

    def __init__(self, *, colour: bool = False) -> None:
        self._colour = colour
        self._lines = SourceLines()

    def begin(self) -> str:
        """Nothing."""
        return ""

    def report(self, path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic] = ()) -> str:
        """Some lines for each finding."""
        return "".join(self._finding(path, d) for d in diagnostics)

    def end(self) -> str:
        """Nothing."""
        return ""

    def _finding(self, path: str, d: Diagnostic) -> str:
        head = concise_line(d, path)
        if self._colour:
            label = f"{d.severity} {d.code}"
            head = head.replace(f": {label}: ", f": \x1b[1;{_COLOURS[d.severity]}m{label}\x1b[0m: ", 1)
        parts = [f"{head}\n", self._excerpt(d.file or path, d.line, d.column)]
        for other in d.related:
            parts.append(self._related(other))
        return "".join(parts)

    def _related(self, other: Related) -> str:
        place = f"{place_text(other.file, other.line, other.column)}: " if other.file else ""
        text = printable(f"  {place}{other.message}")
        return f"{text}\n{self._excerpt(other.file, other.line, other.column)}"

    def _excerpt(self, file: str | None, line: int, column: int) -> str:
        source = self._lines.get(file, line) if file and line else None
        if not source or not source.strip():
            return ""
        number = f"{line:5d}"
        text, before, length = cut(source, column)
        bar = f"{' ' * len(number)} | "
        result = f"{number} | {text}\n"
        if column:
            mark = "^" * length
            result += f"{bar}{before}{f'{chr(27)}[1;31m{mark}{chr(27)}[0m' if self._colour else mark}\n"
        return result


def cut(source: str, column: int) -> tuple[str, str, int]:
    """The part of a source line to show, the blanks before the mark, and the mark's length.

    Args:
        source: one line, without its end.
        column: where the finding is, from 1; 0 where that is not known.
    """
    source = source.rstrip()
    at = min(max(column - 1, 0), len(source))
    found = _MARKED.match(source, at)
    end = found.end() if found else at + 1
    start = 0
    head = tail = ""
    if len(source) > WIDTH:
        start = max(0, at - BEFORE) if end > WIDTH else 0
        head = "…" if start else ""
        tail = "…" if start + WIDTH < len(source) else ""
        end = max(min(end, start + WIDTH), at + 1)
    shown_before, shown = _plain(source[start:at]), _plain(source[at : start + WIDTH])
    blanks = head.replace("…", " ") + "".join(_blank(c) for c in shown_before)
    length = sum(_width(c) for c in _plain(source[at:end])) or 1
    return f"{head}{shown_before}{shown}{tail}", blanks, length


def _plain(text: str) -> str:
    return "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _blank(character: str) -> str:
    return "\t" if character == "\t" else " " * _width(character)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
