"""What a caller wants of a conversion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..core.options import Options
from .targets import ANY, ConversionTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionRequest:
    """How a document is to be made.

    Attributes:
        target: the reader that it is for.
        version: of the format that is made; None: the one that documents have that name none.
        keep: whether what has no place is stored in it, for the way back.
        lump_fixed: whether links that are fixed to each other become one.
        model: name of the model that becomes the robot; None: the one that moves.
        options: how the result is judged.
    """

    target: ConversionTarget = ANY
    version: str | None = None
    keep: bool = False
    lump_fixed: bool = False
    model: str | None = None
    options: Options = field(default_factory=Options)


class NewRoot(NamedTuple):
    """What a direction of conversion makes."""

    root: Any
    """The typed root element."""
    declares_drake: bool = False
    """Whether the document declares the prefix of Drake's tags, whether or not it has any."""
