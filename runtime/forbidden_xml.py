"""What XML forbids and the readers of robot descriptions accept, rewritten so that an XML parser gives what they read.

They know the five references of XML itself and those to characters, and nothing of a document type: any other ``&`` is
the start of no reference but a character like any other. They keep control characters, and a comment ends at the first
``-->``.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_PIECES = re.compile(
    r"<!--(?P<comment>.*?)(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)"
    r"|&(?:(?:amp|lt|gt|quot|apos);|\#(?:x(?P<hex>[0-9a-fA-F]+)|(?P<decimal>[0-9]+));|(?P<entity>[\w:][\w:.-]*;))?"
    "|(?P<raw>[\x01-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff])",
    re.DOTALL,
)
_FORBIDDEN = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TYPE = re.compile(
    r"\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|(?P<entity>%[\w:][\w:.-]*;)|[\[\]>]", re.DOTALL
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_VISIBLE = re.compile(r"[^\r\n]")
_LAST_CHARACTER = 0x10FFFF
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that XML forbids: an entity by its reference, or why strict readers refuse it."""

    offset: int
    entity: str | None
    reason: str = ""


@dataclass(slots=True)
class Rewritten:
    """A document that a parser can take.

    ``checked`` has every character in its old place, so that it tells what else is wrong and where; ``data`` gives the
    values that are meant, None where the two are one.
    """

    checked: bytes
    data: bytes | None
    oddities: list[Oddity]
    _text: str
    _line_starts: list[int] = field(default_factory=list)

    def place(self, oddity: Oddity) -> tuple[int, int]:
        """Line and column, from 1."""
        if not self._line_starts:
            self._line_starts = [0, *(match.end() for match in _LINE_END.finditer(self._text))]
        line = bisect_right(self._line_starts, oddity.offset)
        return line, oddity.offset - self._line_starts[line - 1] + 1


def has_document_type(data: bytes) -> bool:
    """Whether a document type stands before the root element."""
    encoding = _wide_encoding(data)
    if encoding is not None:
        data = data.decode(encoding, "replace").encode()
    return _document_type(data) >= 0


def rewritten(data: bytes) -> Rewritten:
    """The same document without its document type, and with what XML forbids made harmless.

    Takes time in proportion to the length of ``data``, and makes nothing longer than a few times of it.
    """
    text, encoding = _decoded(data)
    oddities: list[Oddity] = []
    bare = _without_type(text, oddities)

    def as_checked(match: re.Match[str]) -> str:
        start, found = match.start(), match[0]
        if match["comment"] is not None:
            return found[:4] + _harmless(match["comment"], start + 4, oddities) + found[4 + len(match["comment"]) :]
        if found[0] == "<":
            return found
        if match["raw"] is not None:
            oddities.append(Oddity(start, None, _not_allowed(found)))
            return "x"
        code = _code(match)
        if match["entity"] is not None:
            oddities.append(Oddity(start, found))
        elif found == "&" or code is not None and not _is_character(code):
            oddities.append(Oddity(start, None, f"{found!r} is no reference; &amp; stands for an ampersand"))
        elif code is not None and _FORBIDDEN.match(chr(code)):
            oddities.append(Oddity(start, None, _not_allowed(chr(code))))
        else:
            return found
        return "x" * len(found)

    def as_meant(match: re.Match[str]) -> str:
        found = match[0]
        if match["comment"] is not None:
            return ""  # nobody reads it, and line ends in it are kept below
        if found[0] == "<":
            return found
        if match["raw"] is not None:
            return f"&#{ord(found)};"
        code = _code(match)
        if found == "&" or match["entity"] is not None or (code is not None and not _is_character(code)):
            return "&amp;" + found[1:]
        return found

    checked = _PIECES.sub(as_checked, bare)
    return Rewritten(b"", None, oddities, text)
