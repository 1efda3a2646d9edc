"""What a check looks at once a document is read: its meaning, and what a consumer would say."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .describing import describe
from .scene.validate import validate

if TYPE_CHECKING:
    from ..runtime.diagnostics.sink import Sink
    from .description.description import Description
    from .options import Options, Target
    from .parsed import Parsed

CONSUMERS: dict[Target, str] = {"drake": "drake", "libsdformat": "libsdformat", "urdfdom": "urdfdom", "dart": "dart"}
"""Consumer to the folder of ``semantics.consumers`` whose ``checking.check(parsed, descriptions, sink, options)`` speaks
for it; a consumer without one sees what everybody sees."""


def check_meaning(parsed: Parsed[Any], sink: Sink, options: Options) -> None:
    """Reports families BP3 to BP7: everything that only the whole document can tell."""
    descriptions = describe(parsed, sink, options)
    parsed.meaning = tuple(validate(description, sink) for description in descriptions)
    ask_consumer(parsed, descriptions, sink, options)


def ask_consumer(parsed: Parsed[Any], descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports what the consumer that was asked for says, and gives all findings the severity that it sees in them."""
    if options.target in CONSUMERS:
        consumer = importlib.import_module(f".consumers.{CONSUMERS[options.target]}.checking", __package__)
        consumer.check(parsed, descriptions, sink, options)
