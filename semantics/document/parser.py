"""A text to the typed root of its format's newest version: finds out the format, and has its decoder read the text."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics import rules
from ...runtime.decoder import DoesNotFit, NeedsTree
from ...runtime.parser import parse
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ...runtime.source import LARGE, Source, literal_tag
from ..formats import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from ...runtime.packed_text import PackedText
    from ...runtime.source import ElementNumbers, Numbering
    from ...runtime.stream_parser import StreamedElement
    from ...runtime.tree_outline import TreeOutline
    from ..core.options import Options
    from ..core.parsed import ParsedDocument
    from ..formats.registry import Format

HOLDERS = frozenset({"sdf", "world"})
"""Elements whose children say nothing of one another in XML, so that one of them can be looked at without the others."""

BEGINNING = 256
"""How much of a text is looked at to find out whether it is XML."""
_TAG = compile_pattern(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<([\w:.-]+)", re.DOTALL)
"""The name in a start tag, or what is none though it may look so."""


def read(source: Source, sink: Sink, options: Options, *, format: str | None = None) -> ParsedDocument[Any] | None:
    """Reads a text at the level of its schema, with findings of families BP0, BP1, BP2 and BP8.

    It has to be of ``format``, or of any where that is None; None where there is nothing to go on with.
    """
    by_ending = registry.by_name_of_file(source.name)
    row = by_ending if format is None else registry.FORMATS.get(format)
    if format is None or not _begins_with_a_tag(source):
        if row is not None and not row.tags:
            return row.decode_text(source, sink, options)
        if by_ending is not None:
            ending = os.path.splitext(source.name or "")[1]
            sink.report(rules.OTHER_ENDING, source=source, ending=ending, found=by_ending.name, wanted=format)
            return None
    is_streamed = options.bindings is None and options.target is None and not source.keeps_tree
    if is_streamed and LARGE < len(source.data) <= options.max_bytes:
        parsed = _read_streamed(source, sink, options, format)
        if parsed is not None:
            return parsed
    tree = parse(source, sink, options.max_bytes)
    if tree is None:
        return None
    row = _find_format(literal_tag(tree), source, format, map(literal_tag, tree.iterchildren("*")))
    return _read_tree(tree, row, source, sink, options, format)


def _read_streamed(source: Source, sink: Sink, options: Options, format: str | None) -> ParsedDocument[Any] | None:
    """A large document, read without keeping its tree; None where that does not do."""
    from ...runtime.stream_parser import stream
    from ..core.rare_elements import RARE

    sink.add_source(source)
    before = sink.mark()
    tree: Any
    try:
        tree = stream(source, RARE)
        numbers = source.make_numbers(tree.find_location)
        outline = _outline(tree, numbers) if source.is_only_checked and source.is_very_large else None
        row = _find_format(literal_tag(tree), source, format, _iter_tags(source))
        parsed = _read_tree(tree, row, source, sink, options, format, place=numbers)
    except (etree.XMLSyntaxError, NeedsTree, DoesNotFit):
        sink.forget(before)
        return None
    if parsed is not None and not sink.found:  # places of findings are looked for in the text
        text = source.pack()
        if text is not None and outline is not None:
            _put_parts(source, text, outline)
    return parsed


def _outline(tree: StreamedElement, numbers: ElementNumbers) -> tuple[TreeOutline, list[int]]:
    """Has it noted what is where in a text, for ``_put_parts``."""
    from ...runtime.tree_outline import TreeOutline  # which few documents need

    outline = TreeOutline(HOLDERS, numbers)
    return outline, tree.note_outline(outline)


def _put_parts(source: Source, text: PackedText, outline: tuple[TreeOutline, list[int]]) -> None:
    """Lets the tree of a text be made in parts."""
    from ...runtime.tree_parts import TreeParts  # which few documents need

    noted, starts = outline
    if source.decode is not None and noted.groups:
        source.parts = TreeParts(source, text, noted.groups, starts, source.decode)


def _find_format(tag: str, source: Source, wanted: str | None, parts: Iterable[str]) -> Format | None:
    """The format of a text: the one that it has to be of, where its root element is right for that."""
    row = registry.FORMATS.get(wanted) if wanted is not None else None
    return row if row is not None and tag in row.tags else registry.by_root(tag, source.name, parts)


def _iter_tags(source: Source) -> Iterator[str]:
    """Names in start tags, in the order of the text, before it is parsed."""
    # decoded only where it is asked for a name, for the text of a large document has a place in memory then
    yield from (found[1] for found in _TAG.finditer(source.text) if found[1])


def _read_tree(
    tree: _Element,
    row: Format | None,
    source: Source,
    sink: Sink,
    options: Options,
    format: str | None,
    place: Numbering | None = None,
) -> ParsedDocument[Any] | None:
    if row is None:
        expected = list(dict.fromkeys(f"<{known.tags[0]}>" for known in registry.FORMATS.values() if known.tags))
        expected[-2:] = [" or ".join(expected[-2:])]
        sink.report(rules.UNKNOWN_FORMAT, tree, tag=literal_tag(tree), expected=", ".join(expected))
        return None
    if format not in (None, row.name):
        sink.report(rules.OTHER_FORMAT, tree, tag=literal_tag(tree), found=row.name, wanted=format)
        return None
    parsed = row.decode(tree, source, sink, options, place)
    sink.note_decoded(source)
    return parsed


def _begins_with_a_tag(source: Source) -> bool:
    head = source.data[:BEGINNING].lstrip()
    return head.startswith("<") if isinstance(head, str) else head.startswith(b"<")
