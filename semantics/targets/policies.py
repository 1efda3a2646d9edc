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
    if options.target is None:
        return Sink(strict=options.strict, leniency=by_default, budget=Budget(options.max_bytes))
    from .facts import facts

    lenient, budget = partial(by_default, but_for=options.target.formats), Budget(options.max_bytes)
    severities = facts(options.target).severities
    return Sink(strict=options.strict, severities=severities, leniency=lenient, budget=budget)


def check_for_target(
    parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options
) -> None:
    """Reports what the target says, and gives all findings the severity that it sees in them."""
    target = options.target
    if target is None:
        return
    if target.checks:
        target.hook(target.checks)(parsed, descriptions, sink, options)
    else:
        from .apply_table import apply_tables

        apply_tables(target, sink)
