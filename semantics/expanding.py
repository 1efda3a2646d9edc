"""The one plain document that a document with includes amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .consumers.policies import sink_for
from .errors import LoadError

if TYPE_CHECKING:
    from .options import Options
    from .reading import Parsed


def expand(parsed: Parsed, options: Options) -> Any:
    """The typed root of the newest version, without includes.

    It shares with ``parsed.root`` what no include touches, and means the same. Formats without includes are as they are.

    Raises:
        LoadError: an include cannot be resolved.
    """
    if parsed.format != "sdformat":
        return parsed.root
    from .formats.sdformat import expand as expand_sdformat

    sink = sink_for(options)
    sink.add_source(parsed.source)
    root = expand_sdformat(parsed, sink, options)
    if not sink.ok:
        raise LoadError(sink.finish())
    return root
