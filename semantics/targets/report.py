"""Asks the consumer that is wanted what it would say of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..core.parsed import ParsedDocument
    from ..ir.world import WorldIR


def check_for_target(
    parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options
) -> None:
    """Reports what the consumer says, and gives all findings the severity that it sees in them."""
    consumer = options.consumer
    if consumer is None:
        return
    if consumer.checks:
        consumer.hook(consumer.checks)(parsed, descriptions, sink, options)
    else:
        from .apply_table import apply_tables

        apply_tables(consumer, sink)
