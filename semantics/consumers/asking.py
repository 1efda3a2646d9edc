"""Asks the consumer that is wanted what it would say of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...runtime.diagnostics.sink import Sink
    from ..description.description import Description
    from ..options import Options
    from ..parsed import Parsed


def ask_consumer(parsed: Parsed[Any], descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports what the consumer says, and gives all findings the severity that it sees in them."""
    consumer = options.consumer
    if consumer is None:
        return
    if consumer.checks:
        consumer.hook(consumer.checks)(parsed, descriptions, sink, options)
    else:
        from .applying import apply_tables

        apply_tables(consumer, sink)
