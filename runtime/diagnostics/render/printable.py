"""Makes texts from documents fit for a terminal and for formats of one line per finding."""

from __future__ import annotations

_JOINERS = frozenset("\u200c\u200d")
"""They may stand in the name of an element, where there are no references."""


def printable(text: str) -> str:
    """``text`` on one line, with whatever could move a terminal's cursor or reorder its text written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def printable_json(text: str) -> str:
    """JSON that says the same, with escapes for what ``printable`` escapes; its own line ends stay."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _as_json(c) for c in text)


def printable_xml(text: str) -> str:
    """XML that means the same, with references to the characters that ``printable`` escapes; blanks stay."""
    if "".join(text.split()).isprintable():
        return text
    return "".join(c if c.isprintable() or c.isspace() or c in _JOINERS else f"&#x{ord(c):X};" for c in text)


def _as_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
