"""How far long work is, at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from ..elapsed_time import DELAY, end_elapsed_time

Item = TypeVar("Item")


class Progress:
    """A bar on standard error, which makes way for what is written; none where that is no terminal, or work takes no time.

    Args:
        total: how many things there are to be worked on.
        is_wanted: whether to show one at all.
        doing: what is done to each.
        unit: what each is.
    """

    def __init__(
        self, total: int | None, *, is_wanted: bool = True, doing: str = "checking", unit: str = "file"
    ) -> None:
        self._total, self._doing, self._unit = total, doing, unit
        self._is_shown = is_wanted and (total is None or total > 1) and sys.stderr.isatty()
        self._due = 0.0

    def over(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, counted as they come."""
        if not self._is_shown:
            yield from items
            return
        end_elapsed_time()
        from tqdm import tqdm

        self._due = time.monotonic() + DELAY
        yield from tqdm(
            items,
            total=self._total,
            file=sys.stderr,
            leave=False,
            unit=self._unit,
            desc=self._doing,
            dynamic_ncols=True,
            delay=DELAY,
        )

    def aside(self) -> AbstractContextManager[None]:
        """Takes the bar away while something is written."""
        # tqdm would draw one afterwards that is not due
        return _without_bar() if self._is_shown and time.monotonic() >= self._due else nullcontext()


@contextmanager
def _without_bar() -> Iterator[None]:
    from tqdm import tqdm

    with tqdm.external_write_mode(file=sys.stdout):
        yield
