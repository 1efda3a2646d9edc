"""Places of elements in a large text while it is parsed: nothing will be left of its tree to look them up in."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from .source import attribute_offsets, element_starts, literal_tag, named_step

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .source import Source

_OPENING = ("<!", "<?")
_CLOSING = ("-->", "]]>", "?>")
"""Marks of comments and the like, which may hold what looks like elements."""
_AFTER_NAME = frozenset(("/", ">", " ", "\t", "\r", "\n"))


class StreamedPlaces:
    """Tells places by what was parsed last: the last elements of the tree are the last start tags of that text.

    Attributes:
        walked: elements whose children are freed once they were read.
    """

    __slots__ = ("walked", "_attributes", "_behind", "_columns", "_lines", "_parsed", "_source", "_starts", "_windows")

    def __init__(self, source: Source) -> None:
        self.walked: set[_Element] = set()
        self._source = source
        self._starts: list[int] = []
        self._lines = [0]
        self._columns = [0]
        self._parsed = -1
        self._behind: dict[_Element, int] = {}
        self._windows: dict[int, tuple[str, list[int]] | None] = {}
        self._attributes: tuple[tuple[int, int], dict[str, int]] | None = None

    def begin_block(self, start: int) -> None:
        """Notes where a block begins."""
        self._starts.append(start)

    def find_location(
        self, root: _Element, element: _Element, attribute: str | None, end: int
    ) -> tuple[int, int, str] | None:
        """Line, column and path of an element, or of its attribute; None where it is unknown.

        Args:
            root: of what is parsed.
            element: one in it.
            attribute: the path is that of the element all the same.
            end: how far the text is parsed.
        """
        path = self._path(element)
        if path is None:
            return None
        if end != self._parsed:
            self._parsed = end
            self._behind = {each: number for number, each in enumerate(reversed(list(root.iter())))}
            self._windows.clear()
            self._attributes = None
        behind = self._behind.get(element)
        if behind is None:
            return None
        for block in reversed(range(len(self._starts))):
            window = self._window(block)
            if window is None:
                continue  # it begins within a comment
            text, starts = window
            if len(starts) > behind:
                start = starts[-1 - behind]
                name = "<" + literal_tag(element)
                if not text.startswith(name, start) or text[start + len(name)] not in _AFTER_NAME:
                    return None
                if attribute is not None:
                    start = self._attribute_offsets(block, text, start).get(attribute, start)
                return (*self._line_and_column(block, text, start), path)
        return None

    def _path(self, element: _Element) -> str | None:
        steps: list[str] = []
        current: _Element | None = element
        while current is not None:
            parent, tag, name = current.getparent(), literal_tag(current), current.get("name")
            if name is not None:
                steps.append(named_step(tag, name))
            elif parent is None:
                steps.append(tag)
            elif parent in self.walked:
                return None
            else:
                alike = [child for child in parent.iterchildren(str(current.tag)) if child.get("name") is None]
                steps.append(f"{tag}[{alike.index(current) + 1}]" if len(alike) > 1 else tag)
            current = parent
        return "".join(f"/{step}" for step in reversed(steps))

    def _window(self, block: int) -> tuple[str, list[int]] | None:
        """The text from the beginning of a block to what was parsed last, and where elements begin in it."""
        if block not in self._windows:
            text = self._text(self._starts[block], self._parsed)
            blanked, starts = element_starts(text)
            # a comment that goes on behind what was parsed
            end = min((at for mark in _OPENING if (at := blanked.find(mark)) >= 0), default=len(blanked))
            is_whole = not any(mark in blanked for mark in _CLOSING)
            self._windows[block] = (text, starts[: bisect_left(starts, end)]) if is_whole else None
        return self._windows[block]

    def _attribute_offsets(self, block: int, text: str, start: int) -> dict[str, int]:
        if self._attributes is None or self._attributes[0] != (block, start):
            self._attributes = (block, start), attribute_offsets(text, start)
        return self._attributes[1]

    def _line_and_column(self, block: int, text: str, offset: int) -> tuple[int, int]:
        for known in range(len(self._lines), block + 1):
            before = self._text(self._starts[known - 1], self._starts[known])
            count, column = _ends(before, len(before))
            self._lines.append(self._lines[-1] + count)
            self._columns.append(column if count else self._columns[-1] + column)
        count, column = _ends(text, offset)
        return self._lines[block] + count + 1, (column if count else self._columns[block] + column) + 1

    def _text(self, start: int, end: int) -> str:
        part = self._source.data[start:end]
        return part if isinstance(part, str) else part.decode(self._source.encoding or "utf-8", "replace")


def _ends(text: str, offset: int) -> tuple[int, int]:
    """How many lines end before a character, and how many characters are between it and the last of those ends."""
    count = text.count("\n", 0, offset)
    last = text.rfind("\n", 0, offset)
    if "\r" in text:
        count += text.count("\r", 0, offset) - text.count("\r\n", 0, offset)
        last = max(last, text.rfind("\r", 0, offset))
    return count, offset - last - 1
