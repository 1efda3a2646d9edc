"""Two texts to the edits that make one of the other."""

from __future__ import annotations

import re
from bisect import bisect_right
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from ...diagnostics.fix import Edit
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINE = compile_pattern(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_LINE_END = compile_pattern(r"\r\n|\n|\r")
_PIECE = compile_pattern(r"[\w.+\-]+|\s+|.", re.DOTALL)


def edits_between(before: str, after: str, file: str) -> tuple[Edit, ...]:
    """The stretches in which two texts of a file differ, in the order of the text.

    Lines are compared first, then the words of lines that differ, so that an edit holds no more than it changes.
    """
    if before == after:
        return ()
    starts = [0, *(match.end() for match in _LINE_END.finditer(before))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return tuple(Edit(file, *place(start), *place(end), text) for start, end, text in _stretches(before, after))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits that do not overlap."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    made: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda each: (each.line, each.column)):
        start = starts[edit.line - 1] + edit.column - 1
        made += [text[at:start], edit.text]
        at = starts[edit.end_line - 1] + edit.end_column - 1
    return "".join([*made, text[at:]])


def _stretches(before: str, after: str) -> Iterator[tuple[int, int, str]]:
    for start, end, text in _differences(_LINE.findall(before), _LINE.findall(after)):
        at = 0
        for inner in _differences(_PIECE.findall(before[start:end]), _PIECE.findall(text)):
            yield start + inner[0], start + inner[1], inner[2]
            at = inner[1]
        assert at <= end - start


def _differences(before: list[str], after: list[str]) -> Iterator[tuple[int, int, str]]:
    """Where two rows of texts differ: offsets in the first, and what is there in the second."""
    # what is alike at both ends is most of it, and takes no comparison
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    offset = sum(map(len, before[:first]))
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    if len(old) == len(new):
        for was, becomes in zip(old, new):
            if was != becomes:
                yield offset, offset + len(was), becomes
            offset += len(was)
        return
    at = 0
    for kind, start, end, start_after, end_after in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        offset += sum(map(len, old[at:start]))
        length = sum(map(len, old[start:end]))
        if kind != "equal":
            yield offset, offset + length, "".join(new[start_after:end_after])
        offset += length
        at = end
