"""Changes of the comments of an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .empty_elements import fill
from .style import blanks_end, solid_end

if TYPE_CHECKING:
    from .comments import Comment, Zone
    from .layout import MarkupPiece, WrittenElement
    from .patches import Patches
    from .surrounding_comments import Surroundings


class CommentWriting:
    """Writes comments that were changed, added or taken out."""

    def __init__(self, surroundings: Surroundings, patches: Patches) -> None:
        self.surroundings = surroundings
        self.layout = surroundings.layout
        self.style = surroundings.style
        self.patches = patches

    def write(self, node: WrittenElement, comments: list[Comment]) -> None:
        """Writes what is different in the comments of an element."""
        pieces = [piece for _, piece in self.surroundings.comments(node.number)]
        kept = {comment.number for comment in comments}
        for number, piece in enumerate(pieces):
            if number not in kept:
                self._remove_comment(piece)
        last: tuple[Zone, int] | None = None
        added: dict[tuple[Zone, int] | Zone, list[str]] = {}
        for comment in comments:
            if comment.number is not None:
                last = comment.zone, comment.number
                if comment.text != comment.written:
                    piece = pieces[comment.number]
                    inner = self.layout.text[piece.start + 4 : piece.end - 3]
                    start = piece.start + 4 + len(inner) - len(inner.lstrip())
                    self.patches.replace(start, start + len(inner.strip()), comment.text)
            else:
                place = last if last is not None and last[0] == comment.zone else comment.zone
                added.setdefault(place, []).append(comment.markup)
        for place, texts in added.items():
            if isinstance(place, str):
                self._first_comments(node, place, texts)
            else:
                self._more_comments(pieces[place[1]], place[0], texts)

    def _remove_comment(self, comment: MarkupPiece) -> None:
        """Takes out a comment, with its line where nothing else is in that."""
        text, style = self.layout.text, self.style
        start, end = comment.start, blanks_end(text, comment.end)
        is_last = end == len(text) or text[end] in "\r\n"
        if style.indent(start) is not None and is_last:
            start = style.line_start(start)
            end = min(end + (2 if text.startswith("\r\n", end) else 1), len(text))
        elif is_last:
            start = solid_end(text, start, blanks=" \t")
        elif style.indent(start) is None:
            end = comment.end
            start = solid_end(text, start, blanks=" \t")
        self.patches.delete(start, end)

    def _more_comments(self, comment: MarkupPiece, zone: Zone, texts: list[str]) -> None:
        """Adds comments behind another of their zone."""
        indent = self.style.indent(comment.start)
        separator = " " if indent is None or zone == "behind" else self.style.line_end + indent
        self.patches.insert(comment.end, *(separator + text for text in texts), rank=-1)

    def _first_comments(self, node: WrittenElement, zone: Zone, texts: list[str]) -> None:
        """Adds comments to an element that has none in that zone, or before those that it has."""
        if zone == "behind":
            self.patches.insert(node.end, *(f" {text}" for text in texts), rank=-1)
        elif zone == "above":
            known = [piece.start for place, piece in self.surroundings.comments(node.number) if place == zone]
            start = min([*known, node.start])
            indent = self.style.indent(start)
            separator = " " if indent is None else self.style.line_end + indent
            self.patches.insert(start, *(text + separator for text in texts), rank=1)
        elif node.children():
            # in the line of the tag: right above the first child it would be that one's
            separator = " " if self.style.is_broken(node) else ""
            self.patches.insert(node.tag_end, *(separator + text for text in texts), rank=-1)
        elif self.style.is_broken(node) and not any(map(self.style.is_content, node.pieces)):
            before = self.style.line_end + self.style.inner_indent(node)
            line = (
                "" if any(map(self.style.breaks, node.pieces)) else self.style.line_end + self.style.outer_indent(node)
            )
            if node.pieces:
                self.patches.insert(node.tag_end, *(before + text for text in texts), line)
            else:
                fill(self.layout, self.patches, node, *(before + text for text in texts), line=line)
        elif node.is_empty:
            fill(self.layout, self.patches, node, *texts)
        else:
            # in front of its end tag: readers take the text up to the first comment
            self.patches.insert(node.end_tag, *texts)
