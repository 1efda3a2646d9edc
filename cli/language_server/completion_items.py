"""What may be written at a place, in the form that editors take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass

if TYPE_CHECKING:
    from .positions import TextRange
    from .vocabulary import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """Something that may be written.

    Attributes:
        label: what it is called.
        kind: ``element``, ``attribute``, ``value``, ``name`` or ``file``.
        text: what is put in the place of ``range``; with ``$0`` where the caret comes to be.
        range: what is replaced.
        term: what the description of the format says of an element or attribute.
        detail: few words.
    """

    label: str
    kind: str
    text: str
    range: TextRange
    term: Term | None = None
    detail: str = ""
