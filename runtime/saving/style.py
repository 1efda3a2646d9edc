"""How a text is laid out: its line ends, indentation, and the way its tags are closed and its values quoted."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from ..encoding import escape

if TYPE_CHECKING:
    from .layout import Layout, Node, Piece

LINE_END = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"[ \t]*\Z")
_IN_ATTRIBUTE = {"\n": "&#10;", "\t": "&#9;"}


class Style:
    """The manners of one text, for what is added to it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    @cached_property
    def line_end(self) -> str:
        """What ends the lines."""
        found = LINE_END.search(self.layout.text)
        return found[0] if found else "\n"

    @cached_property
    def unit(self) -> str:
        """By how much more an element is indented than the one around it."""
        number = 0
        while True:
            node = self.layout.node(number)
            inside = next(iter(node.children()), None)
            if inside is None:
                return "  "
            outer, inner = self.indent(node.start), self.indent(inside.start)
            if outer is not None and inner is not None and inner.startswith(outer) and inner != outer:
                return inner[len(outer) :]
            number = inside.number

    @cached_property
    def closing(self) -> str:
        """How a tag ends that has nothing inside."""
        return " />" if self.layout.text.count(" />") * 2 > self.layout.text.count("/>") else "/>"

    @cached_property
    def quote(self) -> str:
        """What values are quoted with where the tag itself does not show it."""
        return "'" if self.layout.text.count("='") > self.layout.text.count('="') else '"'

    @cached_property
    def is_one_line(self) -> bool:
        """Whether there are no line ends between elements."""
        root = self.layout.node(0)
        return len(root.children()) > 0 and not self.is_broken(root)

    def line_start(self, at: int) -> int:
        """Where the line of a place begins."""
        text = self.layout.text
        return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1

    def next_line(self, at: int) -> int:
        """Where the line behind that of a place begins."""
        found = LINE_END.search(self.layout.text, at)
        return len(self.layout.text) if found is None else found.end()

    def indent(self, at: int) -> str | None:
        """What stands before a place in its line, None if that is not only blanks."""
        before = self.layout.text[self.line_start(at) : at].lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
        return before if _BLANK.match(before) else None

    def inner_indent(self, node: Node) -> str:
        """How far what stands in an element is indented: as far as its first child that begins a line."""
        for piece in node.pieces:
            if piece.kind in ("element", "comment"):
                found = self.indent(piece.start)
                if found is not None:
                    return found
        return self.outer_indent(node) + self.unit

    def outer_indent(self, node: Node) -> str:
        """How far the line is indented that an element begins in."""
        start = self.line_start(node.start)
        text = self.layout.text
        return text[start : start + len(text[start : node.start]) - len(text[start : node.start].lstrip(" \t"))]

    def is_broken(self, node: Node) -> bool:
        """Whether what stands in an element begins lines of its own."""
        children = node.children()
        if not children:
            return not self.is_one_line
        return any(self.indent(child.start) is not None for child in children)

    def behind(self, pieces: list[Piece], index: int) -> int:
        """Where a piece ends, with the comments behind it in its line."""
        end = pieces[index].end
        for piece in pieces[index + 1 :]:
            if piece.kind == "comment":
                end = piece.end
            elif piece.kind != "text" or not self.is_blank(piece) or self.breaks(piece):
                break
        return end

    def is_blank(self, piece: Piece) -> bool:
        """Whether a text is nothing but blanks."""
        return not self.layout.text[piece.start : piece.end].strip()

    def is_content(self, piece: Piece) -> bool:
        """Whether a piece is what an element has for its text."""
        return piece.kind == "cdata" or (piece.kind == "text" and not self.is_blank(piece))

    def breaks(self, piece: Piece) -> int:
        """How many line ends there are in a text."""
        return len(LINE_END.findall(self.layout.text, piece.start, piece.end))

    def attribute(self, name: str, value: str, quote: str | None = None) -> str:
        """An attribute as it is written."""
        quote = quote or self.quote
        return f"{name}={quote}{quoted(value, quote)}{quote}"


def quoted(value: str, quote: str) -> str:
    """The value of an attribute as it stands between quotes."""
    return escape(value, {**_IN_ATTRIBUTE, quote: "&quot;" if quote == '"' else "&apos;"})
