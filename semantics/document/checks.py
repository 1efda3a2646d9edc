"""What a check looks at once a document is read: its meaning, and what a consumer would say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..scene.validation import validate
from ..targets.policies import check_for_target
from .description import describe

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..core.parsed import ParsedDocument


def check_meaning(parsed: ParsedDocument[Any], sink: Sink, options: Options) -> None:
    """Reports families BP3 to BP7: everything that only the whole document can tell."""
    descriptions = describe(parsed, sink, options)
    parsed.meaning = tuple(validate(description, sink) for description in descriptions)
    check_for_target(parsed, descriptions, sink, options)
