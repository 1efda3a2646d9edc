"""Spans of elements together with the comments that belong to them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ..patterns import compile_pattern
from .comments import Comment
from .layout import MarkupPiece
from .style import blanks_end, solid_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .comments import Zone
    from .layout import Layout, WrittenElement
    from .style import Style

_start_of = attrgetter("start")
_LINE_BREAK = compile_pattern(r"[^\S\r\n]*(?:\r\n|\n|\r)[ \t]*")
"""What stands between a comment and what is right below it."""


class Stretch(NamedTuple):
    """The span of an element and the comments that belong to it, from the first to the last of its lines."""

    start: int
    end: int


class Surroundings:
    """The comments and blank lines around the elements of a text."""

    def __init__(self, layout: Layout, style: Style) -> None:
        self.layout = layout
        self.style = style

    def comments(self, number: int) -> list[tuple[Zone, MarkupPiece]]:
        """The comments above, inside and behind an element, as written in the text."""
        found = [*self._find_outside(number), *self._find_inside(number)]
        return sorted(found, key=lambda each: each[1].start)

    def _find_outside(self, number: int) -> list[tuple[Zone, MarkupPiece]]:
        """The comments above and behind an element, in the order of the text."""
        node = self.layout.node(number)
        beside = self.sibling_pieces(node)
        index = bisect_left(beside, node.start, key=_start_of)
        found: list[tuple[Zone, MarkupPiece]] = []
        if index < len(beside) and beside[index].number == number:
            stretch = self.stretch(beside, index)
            for at in range(bisect_left(beside, stretch.start, key=_start_of), len(beside)):
                piece = beside[at]
                if piece.start >= stretch.end:
                    break
                if piece.kind == "comment":
                    found.append(("above" if piece.start < node.start else "behind", piece))
        return found

    def _find_inside(self, number: int) -> Iterator[tuple[Zone, MarkupPiece]]:
        """The comments in an element that are no child's."""
        node = self.layout.node(number)
        mine = [piece for piece in node.pieces if piece.kind == "comment"]
        if mine:
            owned = [self.stretch(node.pieces, at) for at, piece in enumerate(node.pieces) if piece.kind == "element"]
            for piece in mine:
                if not _is_in(piece.start, owned):
                    yield "inside", piece

    def comments_of(self, number: int) -> list[Comment]:
        """The comments of an element in the order of the text."""
        return [self.comment(zone, piece, at) for at, (zone, piece) in enumerate(self.comments(number))]

    def texts_outside(self) -> dict[int, list[str]]:
        """What the comments above and behind elements say, by the numbers of these.

        It takes a look at what is beside each comment, rather than at what is in each element.
        """
        text, starts = self.layout.text, self.layout.starts
        spans = [(start, end, self.style.indent(start) is not None) for start, end in self.layout.comment_spans()]
        found: dict[int, list[str]] = {}
        below: tuple[int, int | None] = -1, None
        for start, end, begins_line in reversed(spans):
            number: int | None = None
            if begins_line and (gap := _LINE_BREAK.match(text, end)) is not None:
                if gap.end() == below[0]:
                    number = below[1]
                elif (at := bisect_left(starts, gap.end())) < len(starts) and starts[at] == gap.end():
                    number = at
            if number is not None:
                found.setdefault(number, []).insert(0, text[start + 4 : end - 3].strip())
            below = start, number
        before: tuple[int, int | None] = -1, None
        for start, end, begins_line in spans:
            number = None
            if not begins_line:
                at = solid_end(text, start, blanks=" \t")
                number = before[1] if at == before[0] else self.layout.ended_at(at)
            if number is not None:
                found.setdefault(number, []).append(text[start + 4 : end - 3].strip())
            before = end, number
        return found

    def comment(self, zone: Zone, piece: MarkupPiece, number: int | None) -> Comment:
        """What a comment of the text says."""
        whole = self.layout.text[piece.start + 4 : piece.end - 3]
        text = whole.strip()
        around = whole[: len(whole) - len(whole.lstrip())], whole[len(whole.rstrip()) :] if text else ""
        return Comment(zone, text, number, text, around)

    def comments_inside(self, node: WrittenElement) -> list[tuple[int, int | None, Comment]]:
        """The comments in an element, each with its place, and the number of the child that it belongs to."""
        elements = [at for at, piece in enumerate(node.pieces) if piece.kind == "element"]
        stretches = [self.stretch(node.pieces, at) for at in elements]
        found: list[tuple[int, int | None, Comment]] = []
        for piece in node.pieces:
            if piece.kind != "comment":
                continue
            number = bisect_right(stretches, piece.start, key=lambda stretch: stretch.start) - 1
            if number >= 0 and piece.start < stretches[number].end:
                child = node.pieces[elements[number]]
                zone: Zone = "above" if piece.start < child.start else "behind"
                found.append((piece.start, child.number, self.comment(zone, piece, None)))
            else:
                found.append((piece.start, None, self.comment("inside", piece, None)))
        return found

    def sibling_pieces(self, node: WrittenElement) -> list[MarkupPiece]:
        """What is in the parent of an element; for the root, on its level."""
        parent = self.layout.parent(node)
        if parent is not None:
            return parent.pieces
        return sorted(
            [*self.layout.outside(), MarkupPiece("element", node.start, node.end, 0)], key=lambda piece: piece.start
        )

    def stretch_of(self, node: WrittenElement) -> Stretch:
        """The span of an element with its comments."""
        pieces = self.sibling_pieces(node)
        return self.stretch(pieces, bisect_left(pieces, node.start, key=_start_of))

    def stretch(self, pieces: list[MarkupPiece], index: int) -> Stretch:
        """The span of one of several pieces with its comments: those behind it on its line, and those right above it."""
        text, style = self.layout.text, self.style
        start, end = pieces[index].start, style.behind(pieces, index)
        while index >= 2 and style.indent(start) is not None:
            blank, comment = pieces[index - 1], pieces[index - 2]
            if (
                comment.kind != "comment"
                or blank.kind != "text"
                or not style.is_blank(blank)
                or style.breaks(blank) != 1
            ):
                break
            if style.indent(comment.start) is None:  # behind something else
                break
            start, index = comment.start, index - 2
        line_end = blanks_end(text, end)
        if style.indent(start) is not None and (line_end == len(text) or text[line_end] in "\r\n"):
            start = style.line_start(start)
            end = line_end
            if end < len(text):
                end += 2 if text.startswith("\r\n", end) else 1
        return Stretch(start, end)


def _is_in(place: int, stretches: list[Stretch]) -> bool:
    """Whether a place lies in one of several spans, which are sorted by position."""
    number = bisect_right(stretches, place, key=lambda stretch: stretch.start) - 1
    return number >= 0 and place < stretches[number].end
