"""What the expansions of one load cost, counted as they go on: steps, time, and the size of what expressions make."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from sys import getsizeof
from typing import Any, TypeVar

from ...runtime.budget import LIMITS, Budget

_T = TypeVar("_T")

STEPS_PER_CALL = 4
CHARACTERS_PER_STEP = 64
"""Of a text that is gone through: the processor is that much faster at it."""
ITEMS_PER_STEP = 8
COMPARISONS_PER_STEP = 100
"""Of characters with characters, where a search goes back to where it was."""
STEPS_PER_LOOK = 1024
"""How often it is looked at the clock."""

VIEWS: tuple[type[Any], ...] = (type({}.keys()), type({}.values()), type({}.items()))
CONTAINERS: tuple[type[Any], ...] = (list, tuple, dict, set, frozenset, range, *VIEWS)
_MOST = LIMITS["characters or items of one value"]


class Meter:
    """Counts for the budget of a load; all methods raise ``OverBudget`` where it is too much."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._looks = 0
        self._began: float | None = None
        """When the expression began that is being evaluated, in seconds of this thread."""
        self.characters = partial(budget.spend, "characters of expansions")
        """Counts characters that come into the expansion."""
        self.spend_bytes = partial(budget.spend, "bytes of values")
        """Counts bytes of values that are made."""
        self.expect_items = partial(budget.expect, "characters or items of one value")
        """Makes sure that a value of so many characters or items may be made."""
        self.expect_bits = partial(budget.expect, "bits of one number")
        """Makes sure that a number of so many bits may be made."""

    def step(self, count: float = 1) -> None:
        """Counts steps."""
        self._budget.spend("steps of expressions", count)
        self._looks += 1
        if self._looks >= STEPS_PER_LOOK or count >= STEPS_PER_LOOK:
            self._look_at_clock()

    @contextmanager
    def measure_time(self) -> Iterator[None]:
        """Counts the time that an expression takes, with those that it asks for."""
        if self._began is not None:
            yield
            return
        self._began = time.thread_time()
        try:
            yield
            self._look_at_clock()
        finally:
            self._began = None

    def element(self, size: int) -> None:
        """Counts an element, a text or a comment of a tree, with the characters of all that is in it."""
        self._budget.spend("elements of expansions", 1)
        self.characters(size)

    def touch(self, value: _T) -> _T:
        """A value that is going to be gone through, all of it."""
        if isinstance(value, str):
            self.step(len(value) / CHARACTERS_PER_STEP)
        elif isinstance(value, CONTAINERS):
            self.step(self._extent(value)[0] / ITEMS_PER_STEP)
        return value

    def keep(self, value: _T) -> _T:
        """A value that was made."""
        if isinstance(value, (str, bytes)):
            self.expect_items(len(value))
            self.spend_bytes(getsizeof(value))
        elif isinstance(value, CONTAINERS):
            items, size = self._extent(value)
            self.step(items / ITEMS_PER_STEP)
            self.spend_bytes(size)
        elif isinstance(value, int):
            self.expect_bits(value.bit_length())
        return value

    def turns(self, values: Iterable[_T]) -> Iterator[_T]:
        """Values one after the other, each of which is counted."""
        for value in values:
            self.step()
            yield value

    def count_values(self, values: Iterable[_T]) -> Iterator[_T]:
        """The same of values that are made on the way and may be collected."""
        for value in values:
            self.step()
            self.spend_bytes(getsizeof(value))
            yield value

    def items(self, value: Any) -> int:
        """Characters and items of a text or container."""
        return len(value) if isinstance(value, (str, bytes)) else self._extent(value)[0]

    def _extent(self, value: Any) -> tuple[int, int]:
        """Characters and items, and bytes, of a value if it were written out: what is in it twice counts twice."""
        items, size, waiting = 0, 0, [value]
        while waiting:
            each = waiting.pop()
            size += getsizeof(each)
            if isinstance(each, (str, bytes, range)):
                items += len(each) - 1
            elif isinstance(each, dict):
                # as it is kept, rather than as it answers
                waiting.extend(dict.keys(each))
                waiting.extend(dict.values(each))
            elif isinstance(each, list):
                waiting.extend(list.__iter__(each))
            elif isinstance(each, CONTAINERS):
                waiting.extend(each)
            elif isinstance(each, int):
                items += each.bit_length() >> 6
            items += 1
            if items + len(waiting) > _MOST:
                self.expect_items(items + len(waiting))
        return items, size

    def _look_at_clock(self) -> None:
        self._looks = 0
        if self._began is not None:
            now = time.thread_time()
            self._budget.spend("seconds of expressions", now - self._began)
            self._began = now
