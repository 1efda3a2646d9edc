"""Where the mistake is that makes a text no well-formed XML.

A parser stops where it can go on no longer, which is often far behind the mistake: at the end tag of an outer element for
a tag that was never closed, at the next line for a quotation mark too few.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from ..diagnostics import rules
from ..diagnostics.diagnostic import Related
from ..diagnostics.records import NamedTuple
from .forbidden_xml import LINE_END, decode_text
from .patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .sink import Sink
    from .source import Source

_TAG = compile_pattern(r"<(?P<end>/?)(?P<name>[^\s<>/\"'=]+)[^<>\"']*(?:(?:\"[^<\"]*\"|'[^<']*')[^<>\"']*)*>")
_VALUE = compile_pattern(r"\"[^<\"]*\"|'[^<']*'|(?P<open>[\"'])")
_SECTIONS = (("<!--", "-->", "the comment"), ("<![CDATA[", "]]>", "the CDATA section"), ("<?", "?>", "the instruction"))


class _Cause(NamedTuple):
    """A mistake: where it is, where it shows, and what it is."""

    offset: int
    shows_at: int
    reason: str
    related: str = "noticed here"
    related_offset: int | None = None
    """What else there is to point at, where that is not the place that it shows at."""


class _OpenTag(NamedTuple):
    name: str
    offset: int


def report_xml_fault(
    sink: Sink, source: Source, line: int, column: int, reason: str, more: Iterable[Related] = (), **arguments: Any
) -> None:
    """Reports BP003 (xml-syntax) where the mistake is that a parser noticed at a place.

    Args:
        sink: what it is reported to.
        source: the text.
        line: where the parser noticed it.
        column: likewise.
        reason: the parser's words.
        more: other places to mention.
        arguments: what else the finding says.
    """
    related = list(more)
    text = source.data if isinstance(source.data, str) else decode_text(source.data)[0]
    text = text.removeprefix("\ufeff")
    cause = _find_cause(text)
    if cause is not None:
        starts = [0, *(match.end() for match in LINE_END.finditer(text))]

        def place(offset: int) -> tuple[int, int]:
            number = bisect_right(starts, offset)
            return number, offset - starts[number - 1] + 1

        # what shows elsewhere is another mistake than the one that ended the parser
        if place(cause.shows_at)[0] == line or not text[cause.shows_at :].strip():
            other = place(cause.shows_at if cause.related_offset is None else cause.related_offset)
            line, column = place(cause.offset)
            reason = cause.reason
            if other[0] != line:
                related.insert(0, Related(cause.related, source.name, *other))
    sink.report(
        rules.XML_SYNTAX,
        source=source,
        line=line or 1,
        column=max(column, 1),
        related=related,
        reason=reason,
        **arguments,
    )


def _find_cause(text: str) -> _Cause | None:
    """The first tag, value or section that is not closed, or is closed wrongly; None for a mistake of another kind."""
    is_open: list[_OpenTag] = []
    at = 0
    while (start := text.find("<", at)) >= 0:
        section = next((each for each in _SECTIONS if text.startswith(each[0], start)), None)
        if section is not None:
            begin, end, what = section
            found = text.find(end, start + len(begin))
            if found < 0:
                return _Cause(start, len(text), f"{what} that begins here does not end")
            at = found + len(end)
            continue
        if text.startswith("<!", start):  # a document type has a syntax of its own
            return None
        tag = _TAG.match(text, start)
        if tag is None:
            return _find_open_end(text, start)
        at = tag.end()
        name = tag["name"]
        if not tag["end"]:
            if text[at - 2] != "/":
                is_open.append(_OpenTag(name, start))
        elif not is_open:
            return None
        elif is_open[-1].name == name:
            is_open.pop()
        elif any(each.name == name for each in is_open):
            return _Cause(is_open[-1].offset, start, f"<{is_open[-1].name}> is not closed before </{name}>")
        else:
            last = is_open[-1]
            reason = f"</{name}> closes nothing: the element that is open is <{last.name}>"
            return _Cause(start, start, reason, "opened here", last.offset)
    if is_open and not text[at:].strip():
        return _Cause(is_open[-1].offset, at, f"<{is_open[-1].name}> is not closed")
    return None


def _find_open_end(text: str, start: int) -> _Cause | None:
    """What a tag at an offset lacks before the next one begins."""
    following = text.find("<", start + 1)
    shows_at = len(text) if following < 0 else following
    named = re.match(r"</?[^\s<>/\"'=]+", text[start:shows_at])
    if named is None:
        return None
    value = next((each for each in _VALUE.finditer(text, start, shows_at) if each["open"]), None)
    if value is None:
        return _Cause(start, shows_at, f"{named[0]} is not closed with >")
    return _Cause(value.start(), shows_at, f"the value that begins here in {named[0]} has no closing quotation mark")
