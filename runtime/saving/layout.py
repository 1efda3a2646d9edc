"""Where everything of an XML text stands: tags, attributes, and what is written between tags."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Literal, NamedTuple

from ..source import element_starts

_PIECE = re.compile(
    r"<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>"
    r"|(?P<end>/[^>]*>)"
    r"|(?P<tag>[^\s/>!?](?:[^>\"'/]|\"[^\"]*\"|'[^']*'|/(?!>))*(?P<empty>/?)>))"
    r"|[^<]+|<",
    re.DOTALL,
)
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


class Node:
    """An element as it is written: from ``start`` to ``end``, its start tag up to ``tag_end``.

    ``end_tag`` is where its end tag begins, or ``end`` for one that has none; ``pieces`` are what stands between.
    """

    __slots__ = ("number", "parent", "start", "tag_end", "end_tag", "end", "pieces")

    def __init__(self, number: int, parent: int | None, start: int, tag_end: int) -> None:
        self.number = number
        self.parent = parent
        self.start = start
        self.tag_end = tag_end
        self.end_tag = tag_end
        self.end = tag_end
        self.pieces: list[Piece] = []

    @property
    def is_empty(self) -> bool:
        """Whether the element is one tag."""
        return self.end_tag == self.end

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

    @cached_property
    def starts(self) -> list[int]:
        """Where each element begins."""
        return element_starts(self.text)[1]

    def node(self, number: int) -> Node:
        """An element by its number."""
        found = self._nodes.get(number)
        if found is None:
            self._look_into(number)
            found = self._nodes[number]
        return found

    def has(self, elements: int) -> bool:
        """Whether the root is that many elements, with all inside; entities can hold more than there are in the text."""
        # there may be another behind the root
        return len(self.starts) == elements or bisect_left(self.starts, self.node(0).end) == elements

    def parent(self, node: Node) -> Node | None:
        """The element that one stands in; None for the root."""
        if node.number == 0:
            return None
        if node.parent is None:  # it was looked at by itself
            self._look_into(0)
            node = self._nodes[node.number]
        assert node.parent is not None, "every other element stands in one"
        return self.node(node.parent)

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
        return [*self._pieces(0, root.start), *self._pieces(root.end, len(self.text))]

    def _pieces(self, start: int, end: int) -> list[Piece]:
        return [Piece(_kind(match[0]), *match.span()) for match in _PIECE.finditer(self.text, start, end)]

    def _look_into(self, number: int) -> None:
        start = self.starts[number]
        opened: list[Node] = []
        next_number = number
        for match in _PIECE.finditer(self.text, start):
            if match["tag"] is not None:
                parent = opened[-1].number if opened else None
                node = self._nodes[next_number] = Node(next_number, parent, match.start(), match.end())
                next_number += 1
                opened.append(node)
                if not match["empty"]:
                    continue
            elif match["end"] is not None:
                node = opened[-1]
                node.end_tag, node.end = match.span()
            else:
                opened[-1].pieces.append(Piece(_kind(match[0]), *match.span()))
                continue
            opened.pop()
            if not opened:
                return
            opened[-1].pieces.append(Piece("element", node.start, node.end, node.number))


def _kind(written: str) -> Kind:
    if written.startswith("<!--"):
        return "comment"
    if written.startswith("<![CDATA["):
        return "cdata"
    return "instruction" if written.startswith("<?") else "text"
