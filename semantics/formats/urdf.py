"""Front end of the format: typed document to descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...runtime.diagnostics.sink import Sink
    from ..options import Options
    from ..reading import Parsed
    from ..scene.description import Description


def describe(parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
    """One description for each world."""
    return ()
