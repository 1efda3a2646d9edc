"""How severe the consumer that is asked for finds what the schemas and front ends report anyway."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...runtime.budget import Budget
from ...runtime.sink import Sink
from ..formats.leniency import by_default

if TYPE_CHECKING:
    from ..core.options import Options


def sink_for(options: Options) -> Sink:
    """A sink with the severities that the options ask for."""
    if options.consumer is None:
        return Sink(strict=options.strict, leniency=by_default, budget=Budget(options.max_bytes))
    from .facts import facts

    lenient, budget = partial(by_default, but_for=options.consumer.formats), Budget(options.max_bytes)
    severities = facts(options.consumer).severities
    return Sink(strict=options.strict, severities=severities, leniency=lenient, budget=budget)
