"""What XML forbids and the readers of robot descriptions accept, rewritten so that an XML parser gives what they read.

Those readers know nothing of a document type: five references of XML itself and those to characters are replaced, and
any other ``&`` is a character like every other. They take control characters, which a tree of XML cannot hold and gets
a mark for, and end a comment at the first ``-->``.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import AnyStr

from ..diagnostics.records import dataclass
from .patterns import compile_pattern

REPLACED = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that XML does not allow."""
LONGEST_TAG = 1 << 16
"""Characters of a root element's start tag that are looked through."""
_CONTROLS = "\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
_REPLACED = f"&#{ord(REPLACED)};"
_FORBIDDEN = compile_pattern(f"[{_CONTROLS}]")
_ODD_IN_COMMENT = compile_pattern(rf"--+|-\Z|[{_CONTROLS}]")
_PIECES = compile_pattern(
    r"<!--(?P<comment>.*?)(?:-->|\Z)"
    r"|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)"
    r"|&(?:(?:amp|lt|gt|quot|apos);|#(?:x(?P<hex>[0-9a-fA-F]+)|(?P<decimal>[0-9]+));|(?P<entity>[\w:][\w:.-]*;))?"
    rf"|(?P<raw>[{_CONTROLS}])",
    re.DOTALL,
)
_DECLARATIONS = compile_pattern(rb"(\xef\xbb\xbf)?((?:\s*<\?[^<>]*\?>)+)")
_SECOND_HYPHEN = compile_pattern(r"(?<=-)-|-\Z")
_SECOND_HYPHEN_BYTE = compile_pattern(rb"(?<=-)-|-\Z")
"""Hyphens that XML forbids in comments: those behind another one, and one at the end."""
_COMMENT = compile_pattern(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_TYPE_PIECES = compile_pattern(
    r"\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|(?P<entity>%[\w:][\w:.-]*;)|[\[\]>]",
    re.DOTALL,
)
_ROOT_TAG = compile_pattern(r"<[^\s/>!?][^\s/>\"']*(?:[^/>\"']|\"[^\"]*\"|'[^']*'|/(?!>))*>")
_ASCII_ROOT_TAG = compile_pattern(_ROOT_TAG.pattern.encode())
LINE_END = compile_pattern(r"\r\n|\n|\r")
_ENCODING = compile_pattern(r"\ufeff?<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([\w.-]+)")
_VISIBLE = compile_pattern(r"[^\r\n]")
_VISIBLE_BYTE = compile_pattern(_VISIBLE.pattern.encode())
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
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
"""How a document in an encoding that ASCII is no part of begins; the longer marks first."""
_ANY_MARK = tuple(mark for mark, _ in _MARKS)
_ASCII_PROLOG = (b"<", b"<!--", b"-->", b"<?", b"?>", b"<!DOCTYPE")
_PROLOG = ("<", "<!--", "-->", "<?", "?>", "<!DOCTYPE")


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that XML forbids: an entity by its reference, or else why strict readers refuse it."""

    line: int
    column: int
    entity: str | None
    reason: str = ""


class RewrittenXml:
    """A document without its document type, and with what XML forbids in forms that a parser takes."""

    __slots__ = ("_encoding", "_plain", "_text")

    def __init__(self, data: bytes) -> None:
        self._text, self._encoding = decode_text(data)
        self._plain = _without_type(self._text)

    def to_checkable(self) -> bytes:
        """Every character is in its old place or is a filling, so that other errors are found at their places."""
        return self._encode_text(_PIECES.sub(_fill_faults, self._plain))

    def to_corrected(self) -> bytes:
        """Gives the values that are meant. Every line has its old number."""
        return self._encode_text(_PIECES.sub(_escape_piece, self._plain))

    def oddities(self) -> Iterator[Oddity]:
        """What was rewritten, entities of the document type first."""
        starts = [0, *(match.end() for match in LINE_END.finditer(self._text))]
        for offset, entity, reason in self._find_oddities():
            line = bisect_right(starts, offset)
            yield Oddity(line, offset - starts[line - 1] + 1, entity, reason)

    def _find_oddities(self) -> Iterator[tuple[int, str | None, str]]:
        start = _type_start(self._text, _PROLOG)
        if start >= 0:
            for match in _TYPE_PIECES.finditer(self._text, start, _type_end(self._text, start)):
                if match["entity"] is not None:
                    yield match.start(), match["entity"], ""
        for match in _PIECES.finditer(self._plain):
            what = _fault(match)
            if what is not None and match["comment"] is not None:
                for found in _ODD_IN_COMMENT.finditer(match["comment"]):
                    yield match.start("comment") + found.start(), None, _in_comment(found[0])
            elif what is not None:
                yield match.start(), None if what else match[0], what

    def _encode_text(self, text: str) -> bytes:
        return text.encode(self._encoding, "surrogatepass")


def blank_comments(data: bytes) -> bytes:
    """The same text with the hyphens inside comments blanked out that XML forbids there; nothing else moves."""
    return _COMMENT.sub(_blank, data)


def _blank(match: re.Match[bytes]) -> bytes:
    found = match[0]
    if found[:4] != b"<!--" or found[-3:] != b"-->":
        return found
    return b"<!--" + _SECOND_HYPHEN_BYTE.sub(b" ", found[4:-3]) + b"-->"


def without_declarations(data: bytes, line: int, column: int) -> bytes | None:
    """The same text with what declares it blanked out, if something at that place in it is wrong.

    None where it is not. Readers look at nothing in declarations, but want them before all else.
    """
    found = _DECLARATIONS.match(data)
    if found is None:
        return None
    lines = found[0].splitlines()
    if (line, column) > (len(lines), len(lines[-1])):
        return None
    return (found[1] or b"") + _VISIBLE_BYTE.sub(b" ", found[2]) + data[found.end() :]


def root_tag_end(data: bytes | str) -> int:
    """Where the content of the root element begins, as far as that is plain to see.

    -1 where it is not: there is a document type, or no content, or the encoding is not one that has ASCII in it.
    """
    if isinstance(data, str):
        return _tag_end(data, _prolog_end(data, _PROLOG), _ROOT_TAG)
    if _wide_encoding(data) is not None:
        return -1
    return _tag_end(data, _prolog_end(data, _ASCII_PROLOG), _ASCII_ROOT_TAG)


def _tag_end(text: AnyStr, start: int, tag: re.Pattern[AnyStr]) -> int:
    match = tag.match(text, start, start + LONGEST_TAG) if start >= 0 else None
    return match.end() if match is not None else -1


def has_document_type(data: bytes) -> bool:
    """Whether a document type precedes the root element."""
    encoding = _wide_encoding(data)
    if encoding is None:
        return _type_start(data, _ASCII_PROLOG) >= 0
    return _type_start(data.decode(encoding, "replace"), _PROLOG) >= 0


def unescape_attribute(written: str) -> str:
    """The value of an attribute from the text between its quotes, with the characters that XML does not allow."""
    return _PIECES.sub(_character, written)


def _character(match: re.Match[str]) -> str:
    code = _code(match)
    if code is not None:
        return match[0] if _is_no_reference(match) else chr(code)
    return _ENTITIES.get(match[0], match[0])


def _wide_encoding(data: bytes) -> str | None:
    if not data.startswith(_ANY_MARK):  # as of most, without a step for each
        return None
    return next(encoding for mark, encoding in _MARKS if data.startswith(mark))


def decode_text(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """A text that gives the same bytes again in an encoding, in which at least what is ASCII is what it was.

    Args:
        data: the document.
        declared: the encoding that it is in by its own words, which is tried first.
    """
    for encoding in (_wide_encoding(data), declared, "utf-8"):
        if encoding is not None:
            try:
                text = data.decode(encoding, "surrogatepass")
                if encoding is not declared or text.encode(encoding, "surrogatepass") == data:
                    return text, encoding
            except (UnicodeError, LookupError):
                pass
    return data.decode("latin-1"), "latin-1"


def declared_encoding(text: str) -> str | None:
    """The encoding that a text declares, by the name that Python has for it; None without one that Python knows."""
    found = _ENCODING.match(text)
    try:
        return None if found is None else codecs.lookup(found[1]).name
    except LookupError:
        return None


def _type_start(text: AnyStr, marks: tuple[AnyStr, AnyStr, AnyStr, AnyStr, AnyStr, AnyStr]) -> int:
    """Where the document type begins; -1 where none precedes the root element."""
    at = _prolog_end(text, marks)
    return at if at >= 0 and text.startswith(marks[-1], at) else -1


def _prolog_end(text: AnyStr, marks: tuple[AnyStr, AnyStr, AnyStr, AnyStr, AnyStr, AnyStr]) -> int:
    """Where the first tag or document type begins; -1 without one."""
    tag, comment, comment_end, instruction, instruction_end, _ = marks
    at = text.find(tag)
    while at >= 0:
        if text.startswith(comment, at):
            end = text.find(comment_end, at + len(comment))
        elif text.startswith(instruction, at):
            end = text.find(instruction_end, at)
        else:
            return at
        at = text.find(tag, end) if end >= 0 else -1
    return -1


def _type_end(text: str, start: int) -> int:
    """Where a document type ends; where it begins if it has no end."""
    depth = 0
    for match in _TYPE_PIECES.finditer(text, start):
        piece = match[0]
        if piece == "[":
            depth += 1
        elif piece == "]":
            depth -= 1
        elif piece == ">" and depth <= 0:
            return match.end()
    return start


def _without_type(text: str) -> str:
    start = _type_start(text, _PROLOG)
    if start < 0:
        return text
    end = _type_end(text, start)
    return text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]


def _fault(match: re.Match[str]) -> str | None:
    """Why strict readers refuse a piece, empty for an entity; None where they do not."""
    comment: str | None = match["comment"]
    if comment is not None:
        odd = _ODD_IN_COMMENT.search(comment)
        return _in_comment(odd[0]) if odd is not None else None
    if match["raw"] is not None:
        return _not_allowed(match["raw"])
    if match["entity"] is not None:
        return ""
    if _is_no_reference(match):
        return "an '&' that begins no reference is read as it is; write &amp; for it"
    code = _code(match)
    if code is not None and _FORBIDDEN.match(chr(code)):
        return _not_allowed(chr(code))
    return None


def _in_comment(odd: str) -> str:
    return "Double hyphen within comment" if odd[0] == "-" else _not_allowed(odd)


def _fill_faults(match: re.Match[str]) -> str:
    """A piece without its faults, as long as it was."""
    if _fault(match) is None:
        return match[0]
    return _harmless(match[0]) if match["comment"] is not None else "x" * len(match[0])


def _escape_piece(match: re.Match[str]) -> str:
    """A piece as XML spells what is meant by it."""
    found = match[0]
    if _fault(match) is None:
        return found
    if match["comment"] is not None:
        return _harmless(found)
    if match["entity"] is not None or _is_no_reference(match):
        return "&amp;" + found[1:]
    return _REPLACED


def _harmless(comment: str) -> str:
    """A comment without what may not be in one, as long as it was."""
    end = len(comment) - 3 if comment.endswith("-->") else len(comment)
    return comment[:4] + _SECOND_HYPHEN.sub(" ", _FORBIDDEN.sub(" ", comment[4:end])) + comment[end:]


def _is_no_reference(match: re.Match[str]) -> bool:
    """Whether a piece is an ``&`` alone, or with the number of what is no character."""
    if match[0] == "&":
        return True
    code = _code(match)
    return code is not None and (code > 0x10FFFF or 0xD800 <= code < 0xE000)


def _code(match: re.Match[str]) -> int | None:
    digits = match["hex"] or match["decimal"]
    if digits is None:
        return None
    # no character has eight digits, and it can take long to make a number of many
    return int(digits.lstrip("0")[:8] or "0", 16 if match["hex"] else 10)


def _not_allowed(character: str) -> str:
    return f"character U+{ord(character):04X} is not allowed, and is read as U+{ord(REPLACED):04X}"
