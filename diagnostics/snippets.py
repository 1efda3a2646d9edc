"""A line of a document with a mark below what a finding is about, cut to what fits."""

from __future__ import annotations

import re
from functools import cache

from .spans import extent

_UNSHOWN = "\N{REPLACEMENT CHARACTER}"

WIDTH = 110
"""Columns of a source line that are shown where nothing else is said; of a longer line, the part around the finding is."""

COMMAND = r"#(?=#(?:vso)?\[)"
"""The pattern of what GitHub Actions and Azure Pipelines take for the beginning of a command, anywhere in a line that a program writes."""

BEFORE = 40
"""Columns shown before the finding where a line is cut."""


def cut_line(source: str, column: int, end: int | None = None, width: int = WIDTH) -> tuple[str, str, int]:
    """The part of a source line to show, the blanks before the mark, and the mark's length.

    Columns count from 1, and 0 is an unknown one. ``end`` is behind the finding; None: where what is there ends.
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
    shown = _plain(source[start : start + width])
    blanks = head.replace("…", " ") + "".join(c if c == "\t" else " " * _width(c) for c in shown[: at - start])
    length = sum(_width(c) for c in shown[at - start : end - start]) or 1
    return f"{head}{shown}{tail}", blanks, length


def _plain(text: str) -> str:
    """A text as wide as it was, with a sign for each character that does something to a terminal or a pipeline."""
    text = "".join(c if c == "\t" or c.isprintable() else _UNSHOWN for c in text)
    return re.sub(COMMAND, _UNSHOWN, text) if "##" in text else text


@cache
def _width(character: str) -> int:
    import unicodedata  # a call that shows no line does without

    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
