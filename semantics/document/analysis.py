"""A text to its typed root and everything that is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..targets.policies import sink_for
from .parser import read

if TYPE_CHECKING:
    from ...runtime.pending_finding import PendingFinding
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..core.options import Options
    from ..core.parsed import ParsedDocument


def analyze(source: Source, sink: Sink, options: Options, format: str | None) -> ParsedDocument[Any] | None:
    """Reads a text and checks what it means.

    Args:
        source: the text.
        sink: receives all findings.
        options: what the caller asked for.
        format: what it has to be; None: whatever its root element says.

    Returns:
        None where there is nothing to go on with.
    """
    parsed = analyze_once(source, sink, options, format)
    if sink.found and options.fetch is None:
        from ..postprocess.typo_recovery import recheck_with_corrections

        def check_once(twin: Source) -> list[PendingFinding]:
            own = sink_for(options)
            analyze_once(twin, own, options, format)
            return own.found

        if recheck_with_corrections(source, sink, check_once):
            _drop_superseded(sink)
    return parsed


def analyze_once(source: Source, sink: Sink, options: Options, format: str | None) -> ParsedDocument[Any] | None:
    """As ``judged``, with what follows from misspelt names."""
    parsed = read(source, sink, options, format=format)
    if parsed is not None:
        from .checks import check_meaning

        with sink.within_budget():
            check_meaning(parsed, sink, options)
    _drop_superseded(sink)
    return parsed


def _drop_superseded(sink: Sink) -> None:
    if len(sink.found) > 1:
        from ..postprocess.supersede import drop_superseded

        drop_superseded(sink)
