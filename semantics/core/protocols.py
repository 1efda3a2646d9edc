"""The steps of loading that a front end needs for the files that its document names.

Front ends stand below the steps, and know nothing of other formats and of targets: they are handed what they call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..ir.world import WorldIR
    from .options import Options
    from .parsed import ParsedDocument


class Pipeline(Protocol):
    """What ``describe(parsed, sink, options, pipeline)`` of a front end is given."""

    def read(
        self, source: Source, sink: Sink, options: Options, *, format: str | None = None
    ) -> ParsedDocument[Any] | None:
        """Reads a text at the level of its schema; None after a finding that leaves nothing to go on with."""
        ...

    def describe(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        """One description for each world of a document."""
        ...

    def describe_included(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        """The descriptions of a document of another format, as the target sees them where SDFormat includes it."""
        ...
