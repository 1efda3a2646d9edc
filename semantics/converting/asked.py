"""What a caller wants of a conversion."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..options import Options
from .targets import ANY, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How a document is to be made.

    Attributes:
        target: the reader that it is for.
        keep: whether what has no place is stored in it.
        options: how the result is judged.
    """

    target: Target = ANY
    keep: bool = False
    options: Options = field(default_factory=Options)
