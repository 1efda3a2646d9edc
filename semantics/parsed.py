"""A document that was read, on its way to what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ..runtime.source import Source
    from .scene.validate import Validated

RootT = TypeVar("RootT")


@dataclass(slots=True, kw_only=True)
class Parsed(Generic[RootT]):
    """A document that was read: its format, its version, its typed root of the newest version."""

    format: str
    version: str
    read_as: str
    root: RootT
    source: Source
    may_have_changed: bool = False
    """Whether a program had the root in hands: then it may hold what the text does not."""
    meaning: tuple[Validated, ...] | None = None
    """What the root means, one for each world; None until it is worked out, or where the root may have changed since."""
