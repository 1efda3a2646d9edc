"""From a typed document to descriptions: one front end per format."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..runtime.diagnostics.sink import Sink
    from .description.description import Description
    from .options import Options
    from .reading import Parsed

FRONT_ENDS = {"sdformat": "sdformat", "urdf": "urdf", "skel": "skel", "dmd": "dmd"}
"""Format to the folder of ``semantics.formats`` whose ``front_end.describe(parsed, sink, options)`` reads it."""


@cache
def _front_end(format: str) -> Any:
    return importlib.import_module(f".formats.{FRONT_ENDS[format]}.front_end", __package__)


def describe(parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
    """One description for each world; everything wrong with the document's meaning is reported."""
    consumer = options.consumer
    as_read = parsed if consumer is None else consumer.adjusted(parsed)
    descriptions: tuple[Description, ...] = _front_end(parsed.format).describe(as_read, sink, options)
    for description in descriptions:
        description.sources = sink.sources
    if consumer is not None:
        consumer.adjust(descriptions, sink)
    if parsed.may_have_changed:
        for description in descriptions:
            description.settle()  # whoever has the root may change it again
    return descriptions
