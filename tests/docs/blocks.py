"""The fenced blocks of a page."""

from __future__ import annotations

import re
from typing import NamedTuple

FENCE = re.compile(r"^```(\w*)(?: ([\w./-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, the file that it is, its text and its first line in the page."""

    language: str
    file: str
    text: str
    line: int


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = FENCE.finditer(text)
    return [Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 2) for match in found]
