"""What a caller wants of a conversion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How a document is to be made.

    Attributes:
        target: the reader that it is for; None: any.
        keep: whether what has no place is stored in it.
    """

    target: str | None = None
    keep: bool = False
