"""Reads what an editor holds: texts that are being written, well-formed or not, with whatever is wrong in them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic, Related
from ...diagnostics.records import replace
from ...runtime.markup import Markup, MarkupFault
from ...runtime.overlay_files import OverlayFiles
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ...runtime.source import LARGE, Source
from ..core.options import LoadOptions, Options, with_option_signature
from ..formats import registry
from ..formats.registry import FORMATS
from .absence_findings import drop_absence_findings
from .document import Document, get_options, get_parsed
from .loader import analyze_text, resolve_options
from .parser import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.markup import Repairs
    from ..core.options import Format
    from ..core.parsed import ParsedDocument
    from ..formats.registry import Format as FormatRow

PlaceT = TypeVar("PlaceT", Diagnostic, Related)

MOST_FAULTS = 100
"""Places of a text that are reported as not well-formed."""
MOST_ATTEMPTS = 8
"""How often a text is repaired where a parser refuses what was made of it."""
_SHOWN = compile_pattern(r"[^\r\n]")
_FIRST_TAG = compile_pattern(r"<([A-Za-z][\w:.-]*)")


@with_option_signature(LoadOptions)
def read_lenient(
    text: str,
    path: str | os.PathLike[str] | None = None,
    *,
    format: Format | None = None,
    files: Mapping[str | os.PathLike[str], str] | None = None,
    **options: Unpack[LoadOptions],
) -> Document[Any]:
    """Reads the text of an editor, also one that is not well-formed, and whatever is wrong with it.

    Everything that is written has its element, with the places of the text: a tag that is not complete is left out,
    and an element that is not closed ends where what follows is indented as it is, or where the one around it ends.
    What the text does not have yet, where it ends too early, is no finding. ``load`` and ``check`` read nothing this way.

    Args:
        text: the text, complete or not.
        path: the file that it is to be; None for none.
        format: what it is where nothing in it says so; by default what the name of the file says.
        files: other texts that are not saved, by their paths: read in the place of what the disk holds.
        options: see ``load``.

    Example:
        >>> doc = bodyplan.read_lenient('<robot name="cart">\\n  <link name="base"/>\\n  <joint name="whe', "cart.urdf")
        >>> [link.name for link in doc.root.link]
        ['base']
        >>> [(finding.code, finding.line) for finding in doc.diagnostics]
        [('BP003', 3), ('BP003', 3)]
    """
    name = None if path is None else os.fspath(path)
    chosen = resolve_options(options, None if name is None else Path(name).parent)
    if files is not None:
        contents = {os.fspath(file): data.encode("utf-8", "surrogatepass") for file, data in files.items()}
        chosen = replace(chosen, files=OverlayFiles(chosen.files, contents))
    return read_unfinished(text, name, chosen, format)


def read_unfinished(
    text: str, name: str | None, options: Options, format: str | None = None, markup: Markup | None = None
) -> Document[Any]:
    """``read_lenient``, with options that are resolved, and with what is known of the tags of the text."""
    part = _find_part(text, markup)
    if part is not None:
        return _read_part(part, name, options, markup or Markup(text))
    source = Source(name, text)
    if len(text) > LARGE and _is_broken_inside(markup or Markup(text)):
        # reading all of it would only say so again
        return _read_repaired(source, options, format, markup)
    parsed, chosen, sink = analyze_text(source, options, as_part=True)
    is_faulty = any(each.code == rules.XML_SYNTAX.code and each.file == name for each in sink.found)
    if not is_faulty:
        # a part of documents in xacro has a tree, but no meaning
        return Document(parsed or _read_quietly(Source(name, text), chosen, format), name, chosen, sink.finish_later())
    row = registry.by_name_of_file(name)
    if row is not None and not row.tags:
        found, parsed = sink.finish(), _read_beginning(source, chosen)
        return Document(parsed or _make_empty(source, chosen, format), name, chosen, found)
    return _read_repaired(source, options, format, markup)


def _find_part(text: str, markup: Markup | None) -> tuple[str, FormatRow] | None:
    """The root element of a text that is a part of documents of a format, and that format; None for any other text."""
    for row in FORMATS.values():
        for tag in row.part_tags:
            if f"<{tag}" in text:
                names = (markup or Markup(text)).names
                return (tag, row) if names[:1] == [tag] else None
    return None


def _read_part(part: tuple[str, FormatRow], name: str | None, options: Options, markup: Markup) -> Document[Any]:
    """A part of documents, read as one of them; what it names may be in what it is a part of."""
    tag, row = part
    text = markup.text
    blank = row.tags[0].ljust(len(tag))  # so that all else stays where it is
    start, end = markup.starts[0] + 1, markup.end_tags[0] + 2
    if text.startswith(f"</{tag}", markup.end_tags[0]):
        text = text[:end] + blank + text[end + len(tag) :]
    text = text[:start] + blank + text[start + len(tag) :]
    read_as_whole = read_unfinished(text, name, options, row.name)
    markup.is_incomplete = True
    findings = drop_absence_findings(read_as_whole.diagnostics, name, markup)
    return Document(get_parsed(read_as_whole), name, get_options(read_as_whole), findings)


def _is_broken_inside(markup: Markup) -> bool:
    """Whether the tags of a text are wrong, rather than something before or behind its root element, which is taken."""
    if not markup.faults or not markup.names:
        return False
    return 0 in markup.cut or any(markup.starts[0] < fault.offset < markup.ends[0] for fault in markup.faults)


def _read_repaired(source: Source, options: Options, format: str | None, known: Markup | None) -> Document[Any]:
    """The document in a text that is not well-formed."""
    name, text = source.name, source.text
    markup = known or Markup(text)
    if markup.is_well_formed:
        markup = Markup(text, is_faulty=True)
    repaired = _repair(source, markup)
    parsed, chosen, sink = analyze_text(repaired, options, as_part=True)
    for _ in range(MOST_ATTEMPTS):
        fault = next((each for each in sink.found if each.code == rules.XML_SYNTAX.code and each.file == name), None)
        if fault is None or not markup.names:
            break
        markup = _blank_tag(markup, repaired, fault)
        repaired = _repair(source, markup)
        parsed, chosen, sink = analyze_text(repaired, options, as_part=True)
    if not markup.names:
        sink.found.clear()
        markup.faults = markup.faults or [MarkupFault(len(text.rstrip()), "the text has no element")]
    for each in markup.faults[:MOST_FAULTS]:
        line, column = markup.position(each.offset)
        sink.report(rules.XML_SYNTAX, source=source, line=line, column=column, reason=each.reason)
    findings = sink.finish()
    if repaired.repairs:
        findings = tuple(_as_written(each, name, repaired.repairs) for each in findings)
    findings = drop_absence_findings(findings, name, markup)
    if parsed is None:
        again = Source(name, repaired.text)
        again.repairs = repaired.repairs
        parsed = _read_quietly(again, chosen, format) if markup.names else _make_empty(source, chosen, format)
    return Document(parsed, name, chosen, findings)


def _repair(source: Source, markup: Markup) -> Source:
    """A text that is made well-formed."""
    data, repairs = markup.repair()
    made = Source(source.name, data)
    made.repairs = repairs
    return made


def _blank_tag(markup: Markup, repaired: Source, fault: LazyFinding) -> Markup:
    """The markup of a text without the tag in which a parser found a fault, though it looks well-formed."""
    text, repairs = markup.text, repaired.repairs
    assert repairs is not None, "it was repaired"
    offset = markup.line_starts[min(fault.line, len(markup.line_starts)) - 1]
    offset = min(offset + repairs.find_written(fault.line, fault.column)[1] - 1, len(text) - 1)
    start = max(text.rfind("<", 0, offset + 1), text.rfind("\n", 0, offset) + 1)
    end = text.find(">", start) + 1 or len(text)
    made = Markup(text[:start] + _SHOWN.sub(" ", text[start:end]) + text[end:], is_faulty=True)
    made.faults = sorted({*markup.faults, *made.faults, MarkupFault(start, fault.argument("reason"))})
    return made


def _as_written(finding: Diagnostic, name: str | None, repairs: Repairs) -> Diagnostic:
    """A finding with the places of the text as it was written."""
    related = tuple(each if each.file != name else _map_place(each, repairs) for each in finding.related)
    finding = replace(finding, related=related) if related else finding
    # what is not well-formed was found in the text as it was written
    is_mapped = finding.file == name and finding.code != rules.XML_SYNTAX.code
    return _map_place(finding, repairs) if is_mapped else finding


def _map_place(place: PlaceT, repairs: Repairs) -> PlaceT:
    if not place.line:
        return place
    line, column = repairs.find_written(place.line, place.column)
    end: tuple[int | None, int | None] = place.end_line, place.end_column
    if place.end_line is not None and place.end_column is not None:
        end = repairs.find_written(place.end_line, place.end_column)
    return replace(place, line=line, column=column, end_line=end[0], end_column=end[1])


def _read_quietly(source: Source, options: Options, format: str | None) -> ParsedDocument[Any]:
    """What a text holds by itself, such as a file of macros; without a word on what is wrong with it."""
    parsed = read(source, Sink(), options) if source.text.strip() else None
    return parsed or _make_empty(source, options, format)


def _make_empty(source: Source, options: Options, format: str | None) -> ParsedDocument[Any]:
    """A document of the text with nothing in it, of the format that its first tag or its name begins like."""
    tag = _FIRST_TAG.search(source.text)
    begun = None
    if tag is not None:
        tags = [(each, row.name) for row in FORMATS.values() for each in row.tags]
        begun = next((name for each, name in tags if each.startswith(tag[1])), None)
    rows = [each for each in FORMATS.values() if each.new is not None and (source.name or "").endswith(each.endings)]
    name = begun or format or (rows[0].name if rows else "urdf")
    row = FORMATS[name]
    assert row.new is not None, "documents of all formats can be begun"
    text = row.new.format(name="", version=row.newest_version())
    root = re.compile(rf"<({'|'.join(row.tags)})\b[^>]*").search(text) if row.tags else None
    empty = text if root is None else f"{root[0].rstrip('/')}/>"
    parsed = read(Source(source.name, empty), Sink(), options, format=name)
    assert parsed is not None, "it was just written"
    return parsed


def _read_beginning(source: Source, options: Options) -> ParsedDocument[Any] | None:
    """As many lines of a text without tags as can be read."""
    lines = source.text.splitlines(keepends=True)
    for count in range(len(lines), 0, -1):
        parsed = read(Source(source.name, "".join(lines[:count])), Sink(), options)
        if parsed is not None:
            return parsed
    return None
