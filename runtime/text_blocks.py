"""A large text in the blocks in which it is parsed: where elements begin in what was parsed, and in which lines."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ..diagnostics.spans import find_tag_end
from .patterns import compile_pattern
from .source import element_starts

if TYPE_CHECKING:
    from collections.abc import Callable

_OPENINGS = ("<!", "<?")
_OPENING = compile_pattern(r"<!--|<!\[CDATA\[|<\?")
_CLOSINGS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
"""Marks of comments and the like, which may hold what looks like elements."""
LAST_CHARACTERS = (1 << 12, 1 << 14)
"""So many at the end of a text are looked through for a start tag before all are, as it is mostly one of the last."""


class TextBlocks:
    """The blocks of a text.

    Args:
        read: answers the text from one byte to before another.
        starts: where blocks begin, in bytes.
    """

    __slots__ = ("read", "starts", "_closing", "_columns", "_lines")

    def __init__(self, read: Callable[[int, int], str], starts: list[int] | None = None) -> None:
        self.starts = [] if starts is None else starts
        self.read = read
        self._closing = [""]
        """For each block the mark that ends what it begins within, such as a comment; empty for most."""
        self._lines = [0]
        self._columns = [0]

    def find_window(self, block: int, end: int) -> tuple[str, list[int]] | None:
        """The text from the beginning of a block to ``end``, and where elements begin in it; None where it begins within a comment."""
        text = self.read(self.starts[block], end)
        blanked, starts = _find_starts(text)
        return None if any(mark in blanked for mark in _CLOSINGS.values()) else (text, starts)

    def find_start(self, end: int, count: int) -> tuple[int, str, int] | None:
        """Where the start tag is from which on there are ``count`` down to the end of a block.

        Returns:
            A block, the text from its beginning to ``end``, and where the tag begins in that; None where there are not so many.
        """
        for block in reversed(range(bisect_left(self.starts, end))):
            if self._begins_inside(block):
                continue
            text = self.read(self.starts[block], end)
            # where there may be comments, one has to know which of them are open
            few = () if any(mark in text for mark in _OPENINGS) else LAST_CHARACTERS
            for size in (*(each for each in few if each < len(text)), len(text)):
                _, starts = _find_starts(text[-size:])
                if len(starts) >= count:
                    return block, text, len(text) - size + starts[-count]
        return None

    def _begins_inside(self, block: int) -> bool:
        """Whether a block begins within a comment or the like."""
        for known in range(len(self._closing), block + 1):
            self._closing.append(
                _find_closing(self.read(self.starts[known - 1], self.starts[known]), self._closing[-1])
            )
        return bool(self._closing[block])

    def line_and_column(self, block: int, text: str, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a place in the text that begins with a block."""
        for known in range(len(self._lines), block + 1):
            before = self.read(self.starts[known - 1], self.starts[known])
            count, column = _ends(before, len(before))
            self._lines.append(self._lines[-1] + count)
            self._columns.append(column if count else self._columns[-1] + column)
        count, column = _ends(text, offset)
        return self._lines[block] + count + 1, (column if count else self._columns[block] + column) + 1


def _find_starts(text: str) -> tuple[str, list[int]]:
    """``element_starts`` of a text that may end within a comment, or within the value of an attribute."""
    blanked, starts = element_starts(text)
    behind = min((at for mark in _OPENINGS if (at := blanked.find(mark)) >= 0), default=len(blanked))
    starts = starts[: bisect_left(starts, behind)]
    if starts and find_tag_end(text, starts[-1]) is None:
        starts.pop()
    return blanked, starts


def _find_closing(text: str, closing: str) -> str:
    """The mark that ends what a text ends within, if that is a comment or the like; ``closing`` is that of what it begins within."""
    at = 0
    while True:
        if closing:
            at = text.find(closing, at)
            if at < 0:
                return closing
            at += len(closing)
        found = _OPENING.search(text, at)
        if found is None:
            return ""
        at, closing = found.end(), _CLOSINGS[found[0]]


def _ends(text: str, offset: int) -> tuple[int, int]:
    """How many lines end before a character, and how many characters are between it and the last of those ends."""
    count = text.count("\n", 0, offset)
    last = text.rfind("\n", 0, offset)
    if "\r" in text:
        count += text.count("\r", 0, offset) - text.count("\r\n", 0, offset)
        last = max(last, text.rfind("\r", 0, offset))
    return count, offset - last - 1
