"""Locations of findings about an encoded document in the text that it was read from."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ..patterns import compile_pattern
from ..source import attribute_offsets, element_starts
from .layout import LINE_END
from .origin_marks import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...diagnostics.diagnostic import Diagnostic

_MARK = compile_pattern(rf'\s{re.escape(MARK)}="(\d+)"')


def placed_by_marks(found: Sequence[Diagnostic], encoded: str, text: str) -> tuple[Diagnostic, ...]:
    """Findings with the places of the elements that the marks of an encoding name, or of their parents.

    Args:
        found: what is wrong with an encoded document, each with its place in that.
        encoded: its text.
        text: the one that the document was read from.
    """
    if not found:
        return ()
    starts, lines = element_starts(encoded)[1], _line_starts(encoded)
    old_starts, old_lines = element_starts(text)[1], _line_starts(text)
    marks = [_MARK.search(encoded, start, encoded.find(">", start)) for start in starts]
    placed: list[Diagnostic] = []
    for each in found:
        if not each.line:
            placed.append(each)
            continue
        index = bisect_right(starts, lines[each.line - 1] + each.column - 1) - 1
        while index > 0 and marks[index] is None:
            index -= 1
        mark = marks[index]
        number = 0 if mark is None else int(mark[1])
        start = old_starts[number] if number < len(old_starts) else 0
        offset = attribute_offsets(text, start).get(each.attribute or "", start)
        line = bisect_right(old_lines, offset)
        placed.append(replace(each, line=line, column=offset - old_lines[line - 1] + 1))
    return tuple(placed)


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in LINE_END.finditer(text))]
