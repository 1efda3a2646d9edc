"""What a caller can ask of loading and checking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module
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

    def __reduce__(self) -> tuple[Any, ...]:
        """A module is pickled by its name."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "bindings"}
        return _options, (values, None if self.bindings is None else self.bindings.__name__)


def _options(values: dict[str, Any], bindings: str | None) -> Options:
    return Options(**values | {"bindings": None if bindings is None else import_module(bindings)})
