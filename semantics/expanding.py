"""The one plain document that a document with includes amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .consumers.policies import sink_for
from .describing import PIPELINE
from .errors import LoadError
from .parsed import Expanded

if TYPE_CHECKING:
    from .options import Options
    from .parsed import Parsed


def expand(parsed: Parsed, options: Options) -> Any:
    """The typed root of the newest version, without includes.

    It shares with ``parsed.root`` what no include touches, and means the same. Formats without includes are as they
    are; files of other formats stay included.

    Raises:
        LoadError: an include cannot be resolved.
    """
    return expansion(parsed, options).root


def expansion(parsed: Parsed, options: Options) -> Expanded:
    """``expand``, with what else is needed to write the document in its order.

    Raises:
        LoadError: an include cannot be resolved.
    """
    if parsed.format != "sdformat":
        return Expanded(parsed.root)
    from .formats.sdformat import expanding

    sink = sink_for(options)
    sink.add_source(parsed.source)
    found = expanding.expand(parsed, sink, options, PIPELINE)
    if not sink.ok:
        raise LoadError(sink.finish())
    return found
