"""What the target that is asked for says of a document, and how severe it finds what is reported anyway."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...runtime.budget import Budget
from ...runtime.sink import Sink
from ..formats.leniency import by_default

if TYPE_CHECKING:
    from ..core.options import Options
    from ..core.parsed import ParsedDocument
    from ..ir.world import WorldIR


def sink_for(options: Options) -> Sink:
    """A sink with the severities that the options ask for."""
    if options.consumer is None:
        return Sink(strict=options.strict, leniency=by_default, budget=Budget(options.max_bytes))
    from .facts import facts

    lenient, budget = partial(by_default, but_for=options.consumer.formats), Budget(options.max_bytes)
    severities = facts(options.consumer).severities
    return Sink(strict=options.strict, severities=severities, leniency=lenient, budget=budget)


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
