"""What a caller wants of a conversion."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How a document is to be made.

    Attributes:
        target: the reader that it is for; None: any.
        keep: whether what has no place is stored in it.
        options: how the result is judged.
    """

    target: str | None = None
    keep: bool = False
    options: Options = field(default_factory=Options)
