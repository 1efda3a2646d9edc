"""A document without includes, whatever its format is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .consumers.policies import sink_for
from .describing import FILES
from .errors import LoadError
from .formats.registry import FORMATS

if TYPE_CHECKING:
    from .formats.expansion import Expansion
    from .options import Options
    from .parsed import Parsed


def expansion(parsed: Parsed[Any], options: Options) -> Expansion | None:
    """The document with what it includes; None where documents of its format include nothing.

    The root shares with ``parsed.root`` what no include touches, and means the same. Files of other formats stay
    included.

    Raises:
        LoadError: an include cannot be resolved.
    """
    sink = sink_for(options)
    sink.add_source(parsed.source)
    found = FORMATS[parsed.format].expand(parsed, sink, options, FILES)
    if not sink.ok:
        raise LoadError(sink.finish())
    return found
