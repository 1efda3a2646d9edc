"""Makes texts from documents fit for a terminal, for the log of a pipeline, and for formats of one line per finding."""

from __future__ import annotations

import re

from ..snippets import COMMAND

_JOINERS = "\u200c\u200d"
_OF_NAMES = f"[{_JOINERS}\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff]"
"""Characters beyond the common ones that names may hold, where there are no references; none of them moves a cursor.

A pattern that takes long to compile, and that few texts need.
"""
_NAMES = r"(<[^\s<>]+|\s[^\s<>=\"']+(?=\s*=))"
"""What may be a name: of an element, or of an attribute."""
_LONE_RETURN = r"\r(?!\n)"
_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029"
"""Blanks that are no blanks of XML, and end lines somewhere."""
_LINE_END = f"[{_LINE_ENDS}]"


def printable(text: str) -> str:
    """``text`` on one line, with escapes for what could move a terminal's cursor, reorder its text or command a pipeline."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else _escape(c) for c in text)
    return re.sub(COMMAND, r"\\x23", text) if "##" in text else text


def printable_line(text: str) -> str:
    """The same for a line that begins with a path: ``::`` there is a command of GitHub Actions."""
    text = printable(text)
    return f"./{text}" if text.lstrip().startswith("::") else text


def printable_lines(text: str) -> str:
    """Lines of text, each as ``printable`` makes it."""
    return "\n".join(map(printable, text.split("\n")))


def printable_json(text: str) -> str:
    """JSON that says the same, with escapes for what ``printable`` escapes; its own line ends stay."""
    if not text.replace("\n", "").isprintable():
        text = "".join(c if c.isprintable() or c == "\n" else _as_json(c) for c in text)
    return re.sub(COMMAND, r"\\u0023", text) if "##" in text else text


def printable_xml(text: str) -> str:
    """XML that means the same, with references to the characters that ``printable`` escapes; blanks stay.

    A return by itself, which would let a line be written over, is the line end that every parser reads it as.
    """
    text = re.sub(_LONE_RETURN, "\n", text)
    if "".join(text.split()).isprintable() and not re.search(_LINE_END, text):
        return text
    pieces = enumerate(re.split(_NAMES, text))
    return "".join(_in_xml(c, in_name=number % 2 == 1) for number, piece in pieces for c in piece)


def _in_xml(character: str, *, in_name: bool) -> str:
    if character.isprintable() or character in _JOINERS or (character.isspace() and character not in _LINE_ENDS):
        return character
    return character if in_name and re.match(_OF_NAMES, character) else f"&#x{ord(character):X};"


def _as_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
