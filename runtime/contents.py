"""What files hold, read once however a file is called and counted before it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .files import TooLarge

if TYPE_CHECKING:
    from .budget import Budget
    from .files import Files


class Contents:
    """The contents of files that belong together, as a mesh and what it names; they are kept as long as this is.

    Args:
        budget: of the load, or of the page, that they are read for.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._known: dict[str, bytes] = {}

    def read(self, path: str, most: int, files: Files) -> bytes:
        """What a file holds.

        Args:
            path: the file.
            most: bytes of it at most.
            files: what may be read.

        Raises:
            TooLarge: it has more.
            Unreadable: it is not there, is outside, or is no regular file.
            OverBudget: with it too much is read.
        """
        real = files.real(path)
        known = self._known.get(real)
        if known is None:
            size = files.size(path) or 0  # of what is no file reading says so
            if size > most:
                raise TooLarge(size, most)
            self.budget.spend("files", 1)
            self.budget.spend("bytes", size)
            known = self._known[real] = files.read(path, most)
        return known
