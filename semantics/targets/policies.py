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
    target, severities, lenient = options.target, None, by_default
    if target is not None:
        from .facts import facts

        severities, lenient = facts(target).severities, partial(by_default, but_for=target.formats)
    return Sink(strict=options.strict, severities=severities, leniency=lenient, budget=Budget(options.max_bytes))


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
