"""Files and lines as Scene JSON has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..document.location import LocationIndex
    from ..ir.source_ref import Place

TEXT = "<text>"
"""What stands for the name of a document that was read from no file."""


class SourceFileTable:
    """The files of a document, by number.

    Args:
        spots: places of elements; None where there are none to be told.

    Attributes:
        files: their names, as they are shown.
    """

    def __init__(self, spots: LocationIndex | None) -> None:
        self._spots = spots
        self._numbers: dict[str, int] = {}
        self.files: list[str] = []

    def of(self, element: Place) -> dict[str, Any] | None:
        """The place of an element."""
        spot = None if self._spots is None else self._spots(element)
        return None if spot is None else self.at(spot.file, spot.line)

    def file_of(self, element: Place) -> str | None:
        """The file that an element is written in."""
        found = None if self._spots is None else self._spots.element(element)
        return None if found is None else found[0].name

    def at(self, file: str | None, line: int) -> dict[str, Any] | None:
        """A line of a file; None for no line."""
        if not line and file is None:
            return None
        name = file or TEXT
        if name not in self._numbers:
            self._numbers[name] = len(self.files)
            self.files.append(name)
        return {"file": self._numbers[name], "line": line}
