"""The steps of loading that a front end needs for the files that its document names.

Front ends stand below the steps, and know nothing of other formats and of consumers: they are handed what they call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..runtime.bindings import Bindings
    from ..runtime.diagnostics.sink import Sink
    from ..runtime.source import Source
    from .description.description import Description
    from .options import Options
    from .parsed import Parsed


class Pipeline(Protocol):
    """What ``describe(parsed, sink, options, pipeline)`` of a front end is given."""

    @property
    def root_tags(self) -> Mapping[str, str]:
        """Root element to format, of every format that is XML."""
        ...

    def read(self, source: Source, sink: Sink, options: Options, *, format: str | None = None) -> Parsed | None:
        """Reads a text at the level of its schema; None after a finding that leaves nothing to go on with."""
        ...

    def describe(self, parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
        """One description for each world of a document."""
        ...

    def describe_included(self, parsed: Parsed, sink: Sink, options: Options) -> tuple[Description, ...]:
        """The descriptions of a document of another format, as the consumer sees them where SDFormat includes it."""
        ...

    def bindings(self, format: str, options: Options) -> Bindings:
        """The bindings of the newest version of a format, whose classes typed documents are made of."""
        ...
