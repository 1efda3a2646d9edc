"""Places as editors count them: lines from 0, columns from 0 in units of UTF-16."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class TextRange(NamedTuple):
    """From where to where in a text, in characters."""

    start: int
    end: int


class LineIndex:
    """The lines of a text.

    Args:
        text: the text.
        starts: where each of its lines begins.
    """

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self._text = text
        self._starts = starts
        self._is_narrow = text.isascii() or max(text) < "\U00010000"
        """Whether every character is one unit."""

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return line, offset - start if self._is_narrow else _units(self._text[start:offset])

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column are; at the end of the line where it is shorter."""
        if line >= len(self._starts):
            return len(self._text)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._text)
        written = self._text[start:end].rstrip("\r\n") if line + 1 < len(self._starts) else self._text[start:end]
        if self._is_narrow:
            return start + min(column, len(written))
        count = 0
        for number, character in enumerate(written):
            if count >= column:
                return start + number
            count += 1 + (character >= "\U00010000")
        return start + len(written)

    def offset_of(self, line: int, column: int) -> int:
        """Where a line and a column of a finding are, which count characters from 1."""
        if line < 1:
            return 0
        if line > len(self._starts):
            return len(self._text)
        return min(self._starts[line - 1] + max(column, 1) - 1, len(self._text))


def _units(text: str) -> int:
    return len(text) + sum(character >= "\U00010000" for character in text)
