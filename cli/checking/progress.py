"""How far a long check is, at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

Item = TypeVar("Item")

LEAST_FOR_BAR = 24
"""Fewer documents are checked before a bar would be read."""


class Progress:
    """A bar on standard error, which makes way for what is written; none where that is no terminal.

    Args:
        documents: how many there are.
        is_wanted: whether to show one at all.
    """

    def __init__(self, documents: int, *, is_wanted: bool = True) -> None:
        self._total = documents
        self._is_shown = is_wanted and documents >= LEAST_FOR_BAR and sys.stderr.isatty()

    def over(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, counted as they come."""
        if not self._is_shown:
            yield from items
            return
        from tqdm import tqdm

        yield from tqdm(
            items, total=self._total, file=sys.stderr, leave=False, unit="file", desc="checking", dynamic_ncols=True
        )

    def aside(self) -> AbstractContextManager[None]:
        """Takes the bar away while something is written."""
        return _without_bar() if self._is_shown else nullcontext()


@contextmanager
def _without_bar() -> Iterator[None]:
    from tqdm import tqdm

    with tqdm.external_write_mode(file=sys.stdout):
        yield
