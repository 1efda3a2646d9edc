"""What generators of large documents have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Format: TypeAlias = Literal["sdformat", "urdf", "skel", "dmd"]
Files: TypeAlias = dict[str, str | bytes]
"""Content by path inside of a folder; the first one is what is read."""

ENDINGS: dict[Format, str] = {"sdformat": "sdf", "urdf": "urdf", "skel": "skel", "dmd": "dmd.yaml"}
DRAKE = 'xmlns:drake="http://drake.mit.edu"'


@dataclass(frozen=True)
class Shape:
    """A kind of large document."""

    format: Format
    name: str
    make: Callable[[int], str | bytes | Files]
    """The document of a size."""
    deep: bool = False
    """Whether its size is a depth, which readers bound."""

    def files(self, size: int) -> Files:
        """The files of the document of a size."""
        made = self.make(size)
        return made if isinstance(made, dict) else {f"document.{ENDINGS[self.format]}": made}


def each(template: str, count: int, start: int = 0) -> str:
    """A template for each number: ``{i}`` is the number, ``{j}`` the one before it, ``{k}`` the next."""
    return "".join(
        template.replace("{i}", str(i)).replace("{j}", str(i - 1)).replace("{k}", str(i + 1))
        for i in range(start, start + count)
    )


def nested(opening: str, inner: str, closing: str, depth: int) -> str:
    """Elements inside of each other."""
    return each(opening, depth) + inner + closing * depth
