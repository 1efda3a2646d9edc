"""Changes of a text: pieces of it that are replaced, taken out, or moved with all that is changed in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from operator import attrgetter

from ...diagnostics.records import NamedTuple


class MovedText(NamedTuple):
    """A span of the text that was moved, with the changes made in it."""

    start: int
    end: int
    indent: str = ""
    """What its lines begin with where it is in the text, but for the first."""
    new_indent: str = ""
    """What they begin with now."""


class _TextPatch(NamedTuple):
    start: int
    end: int
    content: tuple[str | MovedText, ...]
    rank: int = 0


_start_of = attrgetter("start")


class Patches:
    """Changes of ``text``; those of one place take effect in the order in which they were made."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._patches: list[_TextPatch] = []

    def __bool__(self) -> bool:
        return bool(self._patches)

    def replace(self, start: int, end: int, *content: str | MovedText) -> None:
        """Puts something in the place of a stretch of the text; it may lie in one that is taken out or moved."""
        if content != (self.text[start:end],):
            self._patches.append(_TextPatch(start, end, content))

    def insert(self, at: int, *content: str | MovedText, rank: int = 0) -> None:
        """Adds something; of what is added at one place that of a lower rank comes first."""
        self._patches.append(_TextPatch(at, at, content, rank))

    def delete(self, start: int, end: int) -> None:
        """Takes a stretch out."""
        self._patches.append(_TextPatch(start, end, ()))

    def result(self) -> str:
        """The text with all changes."""
        # what is added comes before what begins at its place; of two stretches that begin there the longer one is first
        self._patches.sort(key=lambda patch: (patch.start, patch.start != patch.end, -patch.end, patch.rank))
        return "".join(self._render_range(0, len(self.text), self._patches))

    def _render_range(self, start: int, end: int, patches: list[_TextPatch]) -> list[str]:
        made: list[str] = []
        at = start
        for patch in patches:
            if patch.start < at:  # in what is taken out
                continue
            made.append(self.text[at : patch.start])
            made += [piece if isinstance(piece, str) else self._render_moved(piece) for piece in patch.content]
            at = patch.end
        made.append(self.text[at:end])
        return made

    def _render_moved(self, moved: MovedText) -> str:
        text = "".join(self._render_range(moved.start, moved.end, self._inside(moved)))
        if moved.indent == moved.new_indent:
            return text
        return re.sub(rf"(\r\n|\n|\r){moved.indent}", lambda match: match[1] + moved.new_indent, text)

    def _inside(self, moved: MovedText) -> list[_TextPatch]:
        """The changes within a stretch; not the one that takes it out, nor what is added beside it."""
        first = bisect_left(self._patches, moved.start, key=_start_of)
        last = bisect_right(self._patches, moved.end, key=_start_of)
        return [
            patch
            for patch in self._patches[first:last]
            if patch.end <= moved.end and (patch.start, patch.end) != (moved.start, moved.end)
            if patch.start != patch.end or moved.start < patch.start < moved.end
        ]
