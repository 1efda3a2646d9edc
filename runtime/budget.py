"""What one load may amount to, whatever a few small files that name each other stand for."""

from __future__ import annotations

from typing import Any, Literal

What = Literal["bytes", "files", "elements", "frames", "links"]

MAX_BYTES = 1 << 29
"""The most that is read unless the caller says otherwise: of one document, and of all files that it names."""

LIMITS: dict[What, int] = {
    "bytes": MAX_BYTES,
    "files": 100_000,
    "elements": 5_000_000,
    "frames": 1_000_000,
    "links": 500_000,
}
"""The most of everything: bytes and files that are read; elements, frames and links that other files bring.

What a file brings counts each time that it is included; it is read once.
"""


class OverBudget(Exception):
    """A load amounts to more than it may, and ends; whoever began it reports that (BP015)."""

    def __init__(self, what: What, limit: int, at: Any) -> None:
        super().__init__(f"more than {limit} {what}")
        self.what = what
        self.limit = limit
        self.at = at
        """The element that asked for more."""


class Budget:
    """What a load has left to spend; all that it reads and describes shares one.

    Args:
        most_bytes: how much is read, ``max_bytes`` of a call.
    """

    __slots__ = ("_limits", "_spent")

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._limits: dict[What, int] = {**LIMITS, "bytes": most_bytes}
        self._spent: dict[What, int] = dict.fromkeys(LIMITS, 0)

    def left(self, what: What) -> int:
        """How much may still be spent."""
        return self._limits[what] - self._spent[what]

    def spend(self, what: What, amount: int, at: Any = None) -> None:
        """Counts what the element ``at`` asks for.

        Raises:
            OverBudget: that is too much.
        """
        self._spent[what] += amount
        self.expect(what, self._spent[what], at)

    def expect(self, what: What, count: int, at: Any = None) -> None:
        """Makes sure that so many are not too many.

        Raises:
            OverBudget: they are.
        """
        if count > self._limits[what]:
            raise OverBudget(what, self._limits[what], at)
