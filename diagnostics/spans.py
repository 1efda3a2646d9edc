"""Where what begins at a place of an XML text ends: a start tag, an element with a value, an attribute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_TAG = r"<[^\s/>]+(?=[\s/>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*>"
_VALUE = r"([^<]*)</[^>]*>"
_ATTRIBUTE = r"[^\s=\"'/]+\s*=\s*(?:\"[^\"]*\"|'[^']*')"
_AFTER_NAME = frozenset(("", "/", ">", " ", "\t", "\r", "\n"))


def extent(text: str, at: int) -> int | None:
    """Where an element or attribute that begins at a place ends; None where that is behind the text.

    An element that holds a value alone ends with its end tag, any other with its start tag.
    """
    if text.startswith("<", at):
        start = find_tag_end(text, at)
        if start is None or text.endswith("/>", at, start):
            return start
        inside = text.find("<", start)
        if inside < 0:
            return None
        value = _pattern(_VALUE).match(text, start)
        if value is None:
            # the end tag may be cut off
            return None if text.startswith("</", inside) else start
        return value.end() if value[1].strip() or "\n" not in value[1] else start
    written = _pattern(_ATTRIBUTE).match(text, at)
    return None if written is None else written.end()


def find_tag_end(text: str, at: int) -> int | None:
    """Where the start tag that begins at a place ends; None where that is behind the text."""
    start = _pattern(_TAG).match(text, at)
    return None if start is None else start.end()


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A pattern, which a call that shows no place does without."""
    return re.compile(text)


def begins(text: str, at: int, tag: str, attribute: str | None) -> bool:
    """Whether an element of that tag, as it is written, or its attribute begins at a place of a text."""
    name = f"<{tag}" if text.startswith("<", at) else attribute
    if name is None or not text.startswith(name, at):
        return False
    after = text[at + len(name) : at + len(name) + 1]
    return after in _AFTER_NAME or (name is attribute and after == "=")


def end_in_lines(lines: Sequence[str], line: int, column: int) -> tuple[int, int] | None:
    """The line of the end of the element or attribute that begins at a place, and the column behind it.

    All places count from 1; ``lines`` are without their ends.
    """
    end = extent(lines[line - 1], column - 1)
    if end is not None:  # as of most, which need not be looked for in the lines behind
        return line, end + 1
    count, text = 1, ""
    while end is None:
        if line - 1 + count >= len(lines):
            return None
        count *= 4
        text = "\n".join(lines[line - 1 : line - 1 + count])
        end = extent(text, column - 1)
    return line + text.count("\n", 0, end), end - text.rfind("\n", 0, end)
