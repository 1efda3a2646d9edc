"""A line of a document with a mark below what a finding is about, cut to what fits."""

from __future__ import annotations

import unicodedata

from ..extents import extent

WIDTH = 110
"""Columns of a source line that are shown where nothing else is said; of a longer line, the part around the finding is."""

BEFORE = 40
"""Columns shown before the finding where a line is cut."""


def cut(source: str, column: int, end: int | None = None, width: int = WIDTH) -> tuple[str, str, int]:
    """The part of a source line to show, the blanks before the mark, and the mark's length.

    Args:
        source: one line, without its end.
        column: where the finding is, from 1; 0 where that is not known.
        end: the column behind it; None: what stands there tells, as far as it is on this line.
        width: columns that are shown.
    """
    source = source.rstrip()
    at = min(max(column - 1, 0), len(source))
    if end is None:
        end = extent(source, at) if column else None
        # of what goes on in the next line, all that is on this one
        end = len(source) if end is None and source.startswith("<", at) else end or at + 1
    else:
        end = max(min(end - 1, len(source)), at + 1)
    start = 0
    head = tail = ""
    if len(source) > width:
        start = max(0, at - min(BEFORE, width // 2)) if end > width else 0
        head = "…" if start else ""
        tail = "…" if start + width < len(source) else ""
        end = max(min(end, start + width), at + 1)
    shown_before, shown = _plain(source[start:at]), _plain(source[at : start + width])
    blanks = head.replace("…", " ") + "".join(_blank(c) for c in shown_before)
    length = sum(_width(c) for c in _plain(source[at:end])) or 1
    return f"{head}{shown_before}{shown}{tail}", blanks, length


def _plain(text: str) -> str:
    return "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _blank(character: str) -> str:
    return "\t" if character == "\t" else " " * _width(character)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
