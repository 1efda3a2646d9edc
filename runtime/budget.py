"""What one load may amount to, however small the files that include each other are."""

from __future__ import annotations

from typing import Any, Final, Literal

What = Literal[
    "bytes",
    "files",
    "elements",
    "frames",
    "links",
    "models",
    "links of collision groups",
    "copies",
    "bytes to write",
    "steps of expressions",
    "elements of expansions",
    "characters of expansions",
    "bytes of values",
    "seconds of expressions",
    "characters or items of one value",
    "bits of one number",
    "characters of one expression",
    "levels of one expression",
    "nodes of one YAML text",
    "bytes of one mesh",
    "facets of one mesh",
    "bytes of one file of materials",
    "bytes of one file that names others",
    "names in one file",
    "bytes of one file to copy",
]

MAX_BYTES: Final = 1 << 29
"""The most that is read unless the caller says otherwise: of one document, and of all files that it names."""

LIMITS: Final[dict[What, int]] = {
    # of a load, with everything that it reads; what is included twice counts twice, but for its bytes
    "bytes": MAX_BYTES,
    "files": 100_000,
    "elements": 5_000_000,
    "frames": 1_000_000,
    "links": 500_000,
    "models": 200_000,
    "links of collision groups": 5_000_000,
    # of what a document says once and asks for often
    "copies": 300_000,
    # of a bundle: documents, and copies of what they name
    "bytes to write": 1 << 34,
    # of all documents in xacro that a load expands; seconds, of the processor, end what nothing else counts
    "steps of expressions": 5_000_000,
    "elements of expansions": 100_000,
    "characters of expansions": 1 << 24,
    "bytes of values": 1 << 27,
    "seconds of expressions": 10,
    # of one thing
    "characters or items of one value": 1_000_000,
    "bits of one number": 1 << 17,
    "characters of one expression": 1 << 16,
    "levels of one expression": 200,
    "nodes of one YAML text": 200_000,
    "bytes of one mesh": 1 << 28,
    "facets of one mesh": 3_000_000,
    "bytes of one file of materials": 1 << 23,
    "bytes of one file that names others": 1 << 26,
    "names in one file": 1_000,
    "bytes of one file to copy": 1 << 30,
}
"""The most of everything that a load, a check or a page costs."""


class OverBudget(Exception):
    """Something amounts to more than it may, and ends; whoever began it reports that."""

    def __init__(self, what: What, limit: int, at: Any) -> None:
        super().__init__(f"more than {limit} {what}")
        self.what = what
        self.limit = limit
        self.at = at
        """The element that asked for more."""


class Budget:
    """What a load has left to spend; all that it reads, expands, describes and writes shares one.

    Args:
        most_bytes: how much is read, ``max_bytes`` of a call.
    """

    __slots__ = ("_limits", "_spent")

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._limits: dict[What, int] = {**LIMITS, "bytes": most_bytes}
        self._spent: dict[What, float] = dict.fromkeys(LIMITS, 0)

    def remaining(self, what: What) -> int:
        """How much may still be spent."""
        return self._limits[what] - int(self._spent[what])

    def spend(self, what: What, amount: float, at: Any = None) -> None:
        """Counts what the element ``at`` asks for.

        Raises:
            OverBudget: that is too much.
        """
        spent = self._spent[what] = self._spent[what] + amount
        if spent > self._limits[what]:
            self.expect(what, spent, at)

    def require(self, what: What, amount: float, at: Any = None) -> None:
        """Makes sure that so much may still be spent, before anything costs it.

        Raises:
            OverBudget: that is too much.
        """
        self.expect(what, self._spent[what] + amount, at)

    def expect(self, what: What, count: float, at: Any = None) -> None:
        """Makes sure that so many are not too many.

        Raises:
            OverBudget: they are.
        """
        if count > self._limits[what]:
            raise OverBudget(what, self._limits[what], at)
