"""A document without includes, whatever its format is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError
from ..formats.registry import FORMATS
from ..targets.policies import sink_for
from .description import PIPELINE

if TYPE_CHECKING:
    from ..core.options import Options
    from ..core.parsed import ExpandedDocument, ParsedDocument


def expand_includes(parsed: ParsedDocument[Any], options: Options) -> ExpandedDocument | None:
    """The document with what it includes; None where documents of its format include nothing.

    The root shares with ``parsed.root`` what no include touches, and means the same. Files of other formats stay
    included.

    Raises:
        LoadError: an include cannot be resolved.
    """
    sink = sink_for(options)
    sink.add_source(parsed.source)
    found = None
    with sink.within_budget():
        found = FORMATS[parsed.format].expand(parsed, sink, options, PIPELINE)
    if not sink.ok:
        raise LoadError(sink.finish_later())
    return found
