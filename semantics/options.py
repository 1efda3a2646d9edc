"""What a caller can ask of loading and checking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..runtime.parsing import MAX_BYTES

if TYPE_CHECKING:
    from .includes.interface import CustomParser

Target = Literal["libsdformat", "drake", "urdfdom", "dart"]
TARGETS: tuple[Target, ...] = ("libsdformat", "drake", "urdfdom", "dart")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Everything besides the document itself that decides what loading finds."""

    search_paths: tuple[Path, ...] = ()
    parsers: tuple[CustomParser, ...] = ()
    strict: bool = False
    target: Target | None = None
    base_dir: Path | None = None
    fetch: Callable[[str], Path | None] | None = None
    max_bytes: int = MAX_BYTES
    bindings: Any = None
    """A package generated from an extension table, whose classes are made instead of our own."""

    def beside(self, path: Path | None) -> Options:
        """The same options for a document at ``path``."""
        return self if path is None or self.base_dir is not None else replace(self, base_dir=path.parent)
