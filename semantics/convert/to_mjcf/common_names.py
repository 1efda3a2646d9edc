"""What names have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS = compile_pattern(r"[A-Za-z]+|\d+")
_BETWEEN = compile_pattern(r"[^A-Za-z0-9]+")


def common_words(names: Iterable[str]) -> str:
    """What all names end or begin with, in whole words: ``hip_joint`` of ``FL_hip_joint`` and ``FR_hip_joint``."""
    names = list(names)
    rows = [list(_WORDS.finditer(name)) for name in names]
    for from_end in (True, False):
        shared = []
        for column in zip(*(row[::-1] if from_end else row for row in rows)):
            if len({word[0] for word in column}) > 1:
                break
            shared.append(column[0])
        if any(word[0].isalpha() and word[0] != "joint" for word in shared):
            first, last = (shared[-1], shared[0]) if from_end else (shared[0], shared[-1])
            return _BETWEEN.sub("_", names[0][first.start() : last.end()])
    return ""
