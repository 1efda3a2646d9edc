"""Places of elements in a large text while it is parsed: nothing will be left of its tree to look them up in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .source import attribute_offsets, literal_tag, named_step
from .text_blocks import TextBlocks

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .source import Source

_AFTER_NAME = frozenset(("/", ">", " ", "\t", "\r", "\n"))


class StreamedPlaces:
    """Tells places by what was parsed last: the last elements of the tree are the last start tags of that text.

    Attributes:
        walked: elements whose children are freed once they were read.
        blocks: those that were parsed.
    """

    __slots__ = ("blocks", "walked", "_attributes", "_behind", "_parsed", "_windows")

    def __init__(self, source: Source) -> None:
        self.walked: set[_Element] = set()
        self.blocks = TextBlocks(partial(_read, source))
        self._parsed = -1
        self._behind: dict[_Element, int] = {}
        self._windows: dict[int, tuple[str, list[int]] | None] = {}
        self._attributes: tuple[tuple[int, int], dict[str, int]] | None = None

    def begin_block(self, start: int) -> None:
        """Notes where a block begins."""
        self.blocks.starts.append(start)

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
        for block in reversed(range(len(self.blocks.starts))):
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
                return (*self.blocks.line_and_column(block, text, start), path)
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
            self._windows[block] = self.blocks.find_window(block, self._parsed)
        return self._windows[block]

    def _attribute_offsets(self, block: int, text: str, start: int) -> dict[str, int]:
        if self._attributes is None or self._attributes[0] != (block, start):
            self._attributes = (block, start), attribute_offsets(text, start)
        return self._attributes[1]


def _read(source: Source, start: int, end: int) -> str:
    part = source.data[start:end]
    return part if isinstance(part, str) else part.decode(source.encoding or "utf-8", "replace")
