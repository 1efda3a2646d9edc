"""The typed elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Block:
    """A block of a wall."""

    name: str
    mass: float = 1.0
    on: str | None = None
    element: Any = field(default=None, compare=False, repr=False)


@dataclass
class Wall:
    """The root."""

    name: str
    block: list[Block] = field(default_factory=list)
    element: Any = field(default=None, compare=False, repr=False)
