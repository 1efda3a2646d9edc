"""How a finding that a file repeats is put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LINES_NAMED = 3
"""Further lines that are named of a finding that is repeated."""


def describe_repetition(lines: Sequence[int], *, is_same: bool) -> str:
    """How often something was found, and where besides the first place.

    Args:
        lines: the line of each place, the first one first.
        is_same: whether the same is said of all; names or numbers differ otherwise.
    """
    count = f"{len(lines):,} times" if is_same else f"and {len(lines) - 1:,} like it"
    others = _others(lines)
    return f"{count}; {others}" if others else count


def _others(lines: Iterable[int]) -> str:
    others = list(dict.fromkeys(lines))[1:]
    if not others:
        return ""
    named = ", ".join(map(str, others[:LINES_NAMED]))
    return f"also line{'s' if len(others) > 1 else ''} {named}{', …' if len(others) > LINES_NAMED else ''}"
