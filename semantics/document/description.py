"""From a typed document to descriptions: each format has a front end of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..formats.registry import FORMATS
from ..targets.registry import TARGET_OF_INCLUDED
from .parser import read

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..core.options import Options
    from ..core.parsed import ParsedDocument
    from ..ir.world import WorldIR


def describe(parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
    """One description for each world; everything wrong with the document's meaning is reported."""
    consumer = options.consumer
    as_read = parsed if consumer is None else consumer.adjust_parsed(parsed)
    descriptions = FORMATS[parsed.format].describe(as_read, sink, options, PIPELINE)
    if consumer is not None:
        descriptions = consumer.convert_parsed(parsed, descriptions, sink, options, PIPELINE)
    for description in descriptions:
        description.sources = sink.sources
    if consumer is not None:
        consumer.adjust(descriptions, sink)
    if parsed.may_have_changed:
        for description in descriptions:
            description.detach()  # the root may be changed again
    return descriptions


class _Pipeline:
    """The ``Pipeline`` that every format is given."""

    def read(
        self, source: Source, sink: Sink, options: Options, *, format: str | None = None
    ) -> ParsedDocument[Any] | None:
        if source.mentions("xmlns:xacro") or (source.name or "").endswith(".xacro"):
            from ..xacro.expansion import put_expansion

            if not put_expansion(source, sink, options):
                return None
        return read(source, sink, options, format=format)

    def describe(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        return describe(parsed, sink, options)

    def describe_included(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        descriptions = describe(parsed, sink, options)
        reader = options.consumer
        if reader is None:
            reader = options.reader_of_included or TARGET_OF_INCLUDED
            descriptions = reader.convert_parsed(parsed, descriptions, sink, options, PIPELINE)
        for description in descriptions:
            reader.adjust_inclusion(description)
        return descriptions


PIPELINE = _Pipeline()
