"""Where everything of an XML text stands: tags, attributes, and what is written between tags."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Literal, NamedTuple

from ..source import element_starts

_PIECE = re.compile(r"<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>)|[^<]+|<", re.DOTALL)
_TAG = re.compile(r"<[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*>")
_NAME = re.compile(r"[^\s/>]+")
_ATTRIBUTE = re.compile(r"(?P<name>[^\s=\"'/]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.DOTALL)

Kind = Literal["text", "cdata", "comment", "instruction", "element"]


class Piece(NamedTuple):
    """Something between the tags of an element."""

    kind: Kind
    start: int
    end: int
    number: int = -1
    """Of an element: which of the text's it is."""


class WrittenAttribute(NamedTuple):
    """An attribute, from its name to its closing quote; its value stands between the quotes."""

    name: str
    start: int
    end: int
    value_start: int
    value_end: int


class _Extent(NamedTuple):
    """From where to where an element is written."""

    parent: int | None
    """The number of the element around it; None for the root, and where that was not looked at."""
    tag_end: int
    end_tag: int
    end: int
    following: int
    """The number of the first element behind it."""


class Node:
    """An element as it is written: from ``start`` to ``end``, its start tag up to ``tag_end``.

    ``end_tag`` is where its end tag begins, or ``end`` for one that has none; ``pieces`` are what stands between.
    """

    def __init__(self, layout: Layout, number: int, start: int, tag_end: int) -> None:
        self.number = number
        self.start = start
        self.tag_end = tag_end
        self._layout = layout

    @property
    def end_tag(self) -> int:
        """Where its end tag begins."""
        return self._layout.extent(self.number).end_tag

    @property
    def end(self) -> int:
        """Where it ends."""
        return self._layout.extent(self.number).end

    @property
    def is_empty(self) -> bool:
        """Whether the element is one tag."""
        return self.end_tag == self.end

    @cached_property
    def pieces(self) -> list[Piece]:
        """What stands between its tags."""
        return self._layout.pieces(self)

    def children(self) -> list[Piece]:
        """The elements inside."""
        return [piece for piece in self.pieces if piece.kind == "element"]


class Layout:
    """The text of a document, whose elements are known by their numbers in it, from 0.

    What stands inside an element is looked at when that is asked for.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._nodes: dict[int, Node] = {}
        self._extents: dict[int, _Extent] = {}

    @cached_property
    def starts(self) -> list[int]:
        """Where each element begins."""
        return self._tags[1]

    @cached_property
    def _tags(self) -> tuple[str, list[int]]:
        return element_starts(self.text)

    def node(self, number: int) -> Node:
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
            found = self._nodes[number] = Node(self, number, start, tag.end())
        return found

    def extent(self, number: int) -> _Extent:
        """From where to where an element is written."""
        found = self._extents.get(number)
        if found is None:
            self._look_into(number)
            found = self._extents[number]
        return found

    def has(self, elements: int) -> bool:
        """Whether the root is that many elements, with all inside; entities can hold more than there are in the text."""
        # there may be another behind the root
        return len(self.starts) == elements or bisect_left(self.starts, self.node(0).end) == elements

    def parent(self, node: Node) -> Node | None:
        """The element that one stands in; None for the root."""
        if node.number == 0:
            return None
        if self.extent(node.number).parent is None:  # it was looked at by itself
            self._look_into(0)
        parent = self._extents[node.number].parent
        assert parent is not None, "every other element stands in one"
        return self.node(parent)

    def name(self, node: Node) -> str:
        """The name of an element, with its prefix."""
        match = _NAME.match(self.text, node.start + 1, node.tag_end)
        return match[0] if match else ""

    def attributes(self, node: Node) -> dict[str, WrittenAttribute]:
        """The attributes of an element by their names as they are written, namespace declarations among them."""
        begin = node.start + 1 + len(self.name(node))
        found: dict[str, WrittenAttribute] = {}
        for match in _ATTRIBUTE.finditer(self.text, begin, node.tag_end):
            written = WrittenAttribute(match["name"], match.start(), match.end(), *match.span("value"))
            found.setdefault(match["name"], written)
        return found

    def outside(self) -> list[Piece]:
        """What stands before and behind the root element."""
        root = self.node(0)
        return [*self._between(0, root.start), *self._between(root.end, len(self.text))]

    def pieces(self, node: Node) -> list[Piece]:
        """What stands between the tags of an element."""
        extent, found = self.extent(node.number), []
        at, number = extent.tag_end, node.number + 1
        while number < extent.following:
            child = self._extents[number]
            found += self._between(at, self.starts[number])
            found.append(Piece("element", self.starts[number], child.end, number))
            at, number = child.end, child.following
        return found + self._between(at, extent.end_tag)

    def _between(self, start: int, end: int) -> list[Piece]:
        """The pieces in a stretch without elements."""
        if self.text.find("<", start, end) < 0:
            return [Piece("text", start, end)] if start < end else []
        return [Piece(_kind(match[0]), *match.span()) for match in _PIECE.finditer(self.text, start, end)]

    def _look_into(self, number: int) -> None:
        """Finds where an element ends, and all those inside."""
        text, opened = self._tags[0], list[tuple[int, int]]()
        following = number
        for match in _TAG.finditer(text, self.starts[number]):
            start, end = match.span()
            if text[start + 1] != "/":
                opened.append((following, end))
                following += 1
                if text[end - 2] != "/":
                    continue
                start = end
            closed, tag_end = opened.pop()
            self._extents[closed] = _Extent(opened[-1][0] if opened else None, tag_end, start, end, following)
            if not opened:
                return
        for closed, tag_end in opened:  # a text that is no XML
            self._extents[closed] = _Extent(None, tag_end, tag_end, tag_end, closed + 1)


def _kind(written: str) -> Kind:
    if written.startswith("<!--"):
        return "comment"
    if written.startswith("<![CDATA["):
        return "cdata"
    return "instruction" if written.startswith("<?") else "text"
