"""Spans of everything in an XML text: tags, attributes, and what is written between tags."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Literal

from ...diagnostics.records import NamedTuple
from ..patterns import compile_pattern
from ..source import NO_ELEMENT, blank_non_elements, element_starts

LINE_END = compile_pattern(r"\r\n|\n|\r")
_COMMENT = compile_pattern("<!--")
_PIECE = compile_pattern(r"<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>)|[^<]+|<", re.DOTALL)
_TAG = compile_pattern(r"<[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*>")
_NAME = compile_pattern(r"[^\s/>]+")
_ATTRIBUTE = compile_pattern(r"(?P<name>[^\s=\"'/]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.DOTALL)

Kind = Literal["text", "cdata", "comment", "instruction", "element"]


class MarkupPiece(NamedTuple):
    """Something between the tags of an element."""

    kind: Kind
    start: int
    end: int
    number: int = -1
    """Of an element: which of the text's it is."""


class WrittenAttribute(NamedTuple):
    """An attribute, from its name to its closing quote; its value is between the quotes."""

    name: str
    start: int
    end: int
    value_start: int
    value_end: int


class WrittenElement:
    """An element as it is written: from ``start`` to ``end``, its start tag up to ``tag_end``.

    ``end_tag`` is where its end tag begins, or ``end`` for one that has none; ``pieces`` are what is between.
    """

    def __init__(self, layout: Layout, number: int, start: int, tag_end: int) -> None:
        self.number = number
        self.start = start
        self.tag_end = tag_end
        self._layout = layout

    @property
    def end_tag(self) -> int:
        """Where its end tag begins."""
        end = self.end
        return end if end == self.tag_end else self._layout.text.rindex("<", self.tag_end, end)

    @property
    def end(self) -> int:
        """Where it ends."""
        return self._layout.end(self.number)

    @property
    def is_empty(self) -> bool:
        """Whether the element is one tag."""
        return self.end_tag == self.end

    @cached_property
    def pieces(self) -> list[MarkupPiece]:
        """The content between its tags."""
        return self._layout.pieces(self)

    def children(self) -> list[MarkupPiece]:
        """The elements inside."""
        return [piece for piece in self.pieces if piece.kind == "element"]


class Layout:
    """The text of a document, whose elements are known by their numbers in it, from 0.

    The content of an element is scanned on demand.

    Args:
        text: the text.
        starts: where each element begins, if that is known.
    """

    def __init__(self, text: str, starts: list[int] | None = None) -> None:
        self.text = text
        self._known_starts = starts
        self._nodes: dict[int, WrittenElement] = {}
        # by number; of plain numbers, which the collector of cycles does not look at
        self._ends: dict[int, int] = {}
        self._following: dict[int, int] = {}
        self._parents: dict[int, int] = {}

    @cached_property
    def starts(self) -> list[int]:
        """Where each element begins."""
        return element_starts(self.text)[1] if self._known_starts is None else self._known_starts

    @cached_property
    def line_starts(self) -> array[int]:
        """Where each line begins."""
        return array("Q", [0, *(match.end() for match in LINE_END.finditer(self.text))])

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    @cached_property
    def _tags_alone(self) -> str:
        return blank_non_elements(self.text)

    @cached_property
    def near_comments(self) -> set[int]:
        """The elements that comments may belong to: those that begin right before or behind one, and those that it is in."""
        self.end(0)
        behind, around = set[int](), set[int]()
        for match in _COMMENT.finditer(self.text):
            following = bisect_left(self.starts, match.start())
            behind.add(following)
            number: int | None = following - 1
            while number is not None and number >= 0 and number not in around:
                around.add(number)
                number = self._parents.get(number)
        return behind | around

    def comment_spans(self) -> list[tuple[int, int]]:
        """From where to where each comment is written."""
        return [match.span() for match in NO_ELEMENT.finditer(self.text) if match[0].startswith("<!--")]

    def ended_at(self, at: int) -> int | None:
        """The number of the element that ends at a place; None where none does."""
        text = self._tags_alone  # without comments
        number = bisect_left(self.starts, at) - 1
        if number < 0 or text[at - 1] != ">":
            return None
        if self.end(number) == at:  # most are found before all ends have to be
            return number
        self.end(0)
        found: int | None = number
        while found is not None and self._ends[found] < at:
            found = self._parents.get(found)
        return found if found is not None and self._ends[found] == at else None

    def node(self, number: int) -> WrittenElement:
        """An element by its number.

        Raises:
            IndexError: the text is no XML, and its tag has no end.
        """
        found = self._nodes.get(number)
        if found is None:
            start = self.starts[number]
            tag = _TAG.match(self.text, start)
            if tag is None:
                raise IndexError(f"the tag at {start} has no end")
            found = self._nodes[number] = WrittenElement(self, number, start, tag.end())
        return found

    def end(self, number: int) -> int:
        """Where an element ends."""
        if number not in self._ends:
            self._look_into(number)
        return self._ends[number]

    def first_child(self, node: WrittenElement) -> WrittenElement | None:
        """The first element inside of one; None where there is none. Takes no look at the others."""
        number = node.number + 1
        if number == len(self.starts) or self._tags_alone.find("<", node.tag_end) != self.starts[number]:
            return None
        return None if self.text[node.tag_end - 2] == "/" else self.node(number)

    def has(self, elements: int) -> bool:
        """Whether the root is that many elements, with all inside; entities can hold more than there are in the text."""
        # there may be another behind the root
        return len(self.starts) == elements or bisect_left(self.starts, self.node(0).end) == elements

    def parent(self, node: WrittenElement) -> WrittenElement | None:
        """The element that one is in; None for the root."""
        if node.number == 0:
            return None
        if node.number not in self._parents:  # or it was looked at by itself
            self._look_into(0)
        return self.node(self._parents[node.number])

    def name(self, node: WrittenElement) -> str:
        """The name of an element, with its prefix."""
        match = _NAME.match(self.text, node.start + 1, node.tag_end)
        return match[0] if match else ""

    def attributes(self, node: WrittenElement) -> dict[str, WrittenAttribute]:
        """The attributes of an element by their names as they are written, namespace declarations among them."""
        begin = node.start + 1 + len(self.name(node))
        found: dict[str, WrittenAttribute] = {}
        for match in _ATTRIBUTE.finditer(self.text, begin, node.tag_end):
            written = WrittenAttribute(match["name"], match.start(), match.end(), *match.span("value"))
            found.setdefault(match["name"], written)
        return found

    def outside(self) -> list[MarkupPiece]:
        """What precedes and follows the root element."""
        root = self.node(0)
        return [*self._pieces_between(0, root.start), *self._pieces_between(root.end, len(self.text))]

    def pieces(self, node: WrittenElement) -> list[MarkupPiece]:
        """The content between the tags of an element."""
        end, found = node.end_tag, list[MarkupPiece]()
        at, number, following = node.tag_end, node.number + 1, self._following[node.number]
        while number < following:
            found += self._pieces_between(at, self.starts[number])
            at = self._ends[number]
            found.append(MarkupPiece("element", self.starts[number], at, number))
            number = self._following[number]
        return found + self._pieces_between(at, end)

    def _pieces_between(self, start: int, end: int) -> list[MarkupPiece]:
        """The pieces in a stretch without elements."""
        if self.text.find("<", start, end) < 0:
            return [MarkupPiece("text", start, end)] if start < end else []
        return [MarkupPiece(_kind(match[0]), *match.span()) for match in _PIECE.finditer(self.text, start, end)]

    def _look_into(self, number: int) -> None:
        """Finds where an element ends, and all those inside."""
        text, ends, following, parents = self._tags_alone, self._ends, self._following, self._parents
        opened: list[int] = []
        following_number = number
        for match in _TAG.finditer(text, self.starts[number]):
            tag = match[0]
            if tag[1] != "/":
                if opened:
                    parents[following_number] = opened[-1]
                opened.append(following_number)
                following_number += 1
                if tag[-2] != "/":
                    continue
            closed = opened.pop()
            ends[closed] = match.end()
            following[closed] = following_number
            if not opened:
                return
        for closed in opened:  # a text that is no XML
            ends[closed] = self.node(closed).tag_end
            following[closed] = closed + 1


def _kind(written: str) -> Kind:
    if written.startswith("<!--"):
        return "comment"
    if written.startswith("<![CDATA["):
        return "cdata"
    return "instruction" if written.startswith("<?") else "text"
