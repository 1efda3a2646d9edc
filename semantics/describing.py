"""From a typed document to descriptions: one front end per format."""

from __future__ import annotations

import importlib
from dataclasses import replace
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
    if options.target == "dart" and parsed.format == "skel":
        from .consumers.dart.skel_as_dart import read_as_dart

        parsed = replace(parsed, root=read_as_dart(parsed).root)
    descriptions: tuple[Description, ...] = _front_end(parsed.format).describe(parsed, sink, options)
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
