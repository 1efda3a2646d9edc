"""Makes texts from documents fit for a terminal and for formats of one line per finding."""

from __future__ import annotations


def printable(text: str) -> str:
    """``text`` on one line, with whatever could move a terminal's cursor or reorder its text written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
