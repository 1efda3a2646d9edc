"""What a caller can ask of loading and checking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..runtime.parsing import MAX_BYTES

if TYPE_CHECKING:
    from .consumer import Consumer, Dialect
    from .includes.interface import CustomParser

Target = Literal["libsdformat", "drake", "urdfdom", "dart"]
"""Names of the consumers in ``semantics.consumers.registry``, written out for type checkers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Everything besides the document itself that decides what loading finds."""

    search_paths: tuple[Path, ...] = ()
    parsers: tuple[CustomParser, ...] = ()
    strict: bool = False
    consumer: Consumer | None = None
    """The program that the document is meant for, and whose verdict is wanted."""
    base_dir: Path | None = None
    fetch: Callable[[str], Path | None] | None = None
    max_bytes: int = MAX_BYTES
    bindings: Any = None
    """A package generated from an extension table, whose classes are made instead of our own."""

    @property
    def dialect(self) -> Dialect | None:
        """As whom front ends are to read where readers of a format differ; None: as the format says."""
        return self.consumer.dialect if self.consumer is not None else None
