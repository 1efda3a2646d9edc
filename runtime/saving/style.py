"""How a text is laid out: its line ends, indentation, and the way its tags are closed and its values quoted."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from ..encoder import escape
from ..patterns import compile_pattern
from .layout import LINE_END

if TYPE_CHECKING:
    from .layout import Layout, MarkupPiece, WrittenElement

_BLANKS = compile_pattern(r"[ \t]*")
_SPACE = compile_pattern(r"\s*")
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
NEAR = 1 << 10
"""Characters that are looked through for the end of a line; of longer lines all beginnings are kept."""
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
        node = self.layout.node(0)
        while (inside := self.layout.first_child(node)) is not None:
            outer, inner = self.indent(node.start), self.indent(inside.start)
            if outer is not None and inner is not None and inner.startswith(outer) and inner != outer:
                return inner[len(outer) :]
            node = inside
        return "  "

    @cached_property
    def empty_tag_end(self) -> str:
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
        text, near = self.layout.text, max(at - NEAR, 0)
        end = max(text.rfind("\n", near, at), text.rfind("\r", near, at))
        if end >= 0 or near == 0:
            return end + 1
        starts = self.layout.line_starts
        return starts[bisect_right(starts, at) - 1]

    def next_line(self, at: int) -> int:
        """Where the line behind that of a place begins."""
        text = self.layout.text
        found = LINE_END.search(text, at, at + NEAR)
        if found is not None and found.end() < at + NEAR:  # a pair of characters may be cut there
            return found.end()
        starts = self.layout.line_starts
        number = bisect_right(starts, at)
        return starts[number] if number < len(starts) else len(text)

    def indent(self, at: int) -> str | None:
        """The indentation before a place on its line; None if there is anything but blanks."""
        start = self.line_start(at)
        if start == 0 and self.layout.text.startswith(_BYTE_ORDER_MARK):
            start = 1
        return self.layout.text[start:at] if blanks_end(self.layout.text, start) >= at else None

    def inner_indent(self, node: WrittenElement) -> str:
        """How far what is in an element is indented: as far as its first child that begins a line."""
        for piece in node.pieces:
            if piece.kind in ("element", "comment"):
                found = self.indent(piece.start)
                if found is not None:
                    return found
        return self.outer_indent(node) + self.unit

    def outer_indent(self, node: WrittenElement) -> str:
        """How far the line is indented that an element begins in."""
        start = self.line_start(node.start)
        return self.layout.text[start : min(blanks_end(self.layout.text, start), node.start)]

    def is_broken(self, node: WrittenElement) -> bool:
        """Whether what is in an element begins lines of its own."""
        children = node.children()
        if not children:
            return not self.is_one_line
        return any(self.indent(child.start) is not None for child in children)

    def behind(self, pieces: list[MarkupPiece], index: int) -> int:
        """Where a piece ends, with the comments behind it in its line."""
        end = pieces[index].end
        while (index := index + 1) < len(pieces):
            piece = pieces[index]
            if piece.kind == "comment":
                end = piece.end
            elif piece.kind != "text" or not self.is_blank(piece) or self.breaks(piece):
                break
        return end

    def is_blank(self, piece: MarkupPiece) -> bool:
        """Whether a text is nothing but blanks."""
        return not self.layout.text[piece.start : piece.end].strip()

    def is_content(self, piece: MarkupPiece) -> bool:
        """Whether a piece is what an element has for its text."""
        return piece.kind == "cdata" or (piece.kind == "text" and not self.is_blank(piece))

    def breaks(self, piece: MarkupPiece) -> int:
        """How many line ends there are in a text."""
        return len(LINE_END.findall(self.layout.text, piece.start, piece.end))

    def attribute(self, name: str, value: str, quote: str | None = None) -> str:
        """An attribute as it is written."""
        quote = quote or self.quote
        return f"{name}={quote}{quote_value(value, quote)}{quote}"


def quote_value(value: str, quote: str) -> str:
    """The value of an attribute as it is written between quotes."""
    return escape(value, {**_IN_ATTRIBUTE, quote: "&quot;" if quote == '"' else "&apos;"})


def blanks_end(text: str, at: int) -> int:
    """Where the blanks end that begin at a place."""
    match = _BLANKS.match(text, at)
    return at if match is None else match.end()


def solid_end(text: str, at: int, start: int = 0, blanks: str | None = None) -> int:
    """Where what is not blank ends before a place.

    Args:
        text: the text.
        at: the place.
        start: where to stop looking.
        blanks: what is blank; None: line ends too.
    """
    while at > start and (text[at - 1].isspace() if blanks is None else text[at - 1] in blanks):
        at -= 1
    return at


def solid_start(text: str, at: int, end: int) -> int:
    """Where what is not blank begins from a place on, which may be at the end."""
    match = _SPACE.match(text, at, end)
    return at if match is None else match.end()
