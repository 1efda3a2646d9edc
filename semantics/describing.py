"""From a typed document to descriptions: each format has a front end of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .formats.registry import FORMATS
from .reading import read

if TYPE_CHECKING:
    from ..runtime.diagnostics.sink import Sink
    from ..runtime.source import Source
    from .description.description import Description
    from .options import Options
    from .parsed import Parsed


def describe(parsed: Parsed[Any], sink: Sink, options: Options) -> tuple[Description, ...]:
    """One description for each world; everything wrong with the document's meaning is reported."""
    if options.target == "dart" and parsed.format == "skel":
        from .consumers.dart.skel_as_dart import read_as_dart

        parsed = replace(parsed, root=read_as_dart(parsed).root)
    descriptions = FORMATS[parsed.format].describe(parsed, sink, options, PIPELINE)
    for description in descriptions:
        description.sources = sink.sources
    if options.target == "drake" and parsed.format == "sdformat":
        from .consumers.drake.scene import as_drake_builds

        for description in descriptions:
            as_drake_builds(description, sink)
    if parsed.may_have_changed:
        for description in descriptions:
            description.detach()  # the program that has the root may change it again
    return descriptions


class _Pipeline:
    """The ``Pipeline`` that every format is given."""

    def read(self, source: Source, sink: Sink, options: Options, *, format: str | None = None) -> Parsed[Any] | None:
        return read(source, sink, options, format=format)

    def describe(self, parsed: Parsed[Any], sink: Sink, options: Options) -> tuple[Description, ...]:
        return describe(parsed, sink, options)

    def describe_included(self, parsed: Parsed[Any], sink: Sink, options: Options) -> tuple[Description, ...]:
        descriptions = describe(parsed, sink, options)
        if options.target == "drake":
            from .consumers.drake.scene import as_interface

            for description in descriptions:
                as_interface(description)
        return descriptions


PIPELINE = _Pipeline()
