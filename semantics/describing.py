"""From a typed document to descriptions: one front end per format."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

from .reading import FORMATS, bindings_of, read

if TYPE_CHECKING:
    from ..runtime.bindings import Bindings
    from ..runtime.diagnostics.sink import Sink
    from ..runtime.source import Source
    from .description.description import Description
    from .options import Options
    from .parsed import Parsed

FRONT_ENDS = {"sdformat": "sdformat", "urdf": "urdf", "skel": "skel", "dmd": "dmd"}
"""Format to the folder of ``semantics.formats`` whose ``front_end.describe(parsed, sink, options, pipeline)`` reads it."""


@cache
def _front_end(format: str) -> Any:
    return importlib.import_module(f".formats.{FRONT_ENDS[format]}.front_end", __package__)


def describe(parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
    """One description for each world; everything wrong with the document's meaning is reported."""
    descriptions: tuple[Description, ...] = _front_end(parsed.format).describe(parsed, sink, options, PIPELINE)
    for description in descriptions:
        description.sources = sink.sources
    if options.target == "drake" and parsed.format == "sdformat":
        from .consumers.drake.scene import as_drake_builds

        for description in descriptions:
            as_drake_builds(description, sink)
    if parsed.may_have_changed:
        for description in descriptions:
            description.settle()  # whoever has the root may change it again
    return descriptions


class _Pipeline:
    """The ``Pipeline`` that front ends are given."""

    root_tags = FORMATS

    def read(self, source: Source, sink: Sink, options: Options, *, format: str | None = None) -> Parsed | None:
        return read(source, sink, options, format=format)

    def describe(self, parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
        return describe(parsed, sink, options)

    def describe_included(self, parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
        descriptions = describe(parsed, sink, options)
        if options.target == "drake":
            from .consumers.drake.scene import as_interface

            for description in descriptions:
                as_interface(description)
        return descriptions

    def bindings(self, format: str, options: Options) -> Bindings:
        return bindings_of(format, package=options.bindings)


PIPELINE = _Pipeline()
