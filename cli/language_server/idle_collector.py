"""When Python's collector of cycles runs: not while an editor waits, as it walks all that is known of every open text."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

QUIET = 2.0
"""Seconds without anything new after which there is time for it."""
MOST_NEW = 3_000_000
"""Objects that were made since the last time, after which there has to be time."""


class IdleCollector:
    """Runs the collector of cycles when nothing was new for a while, and at no other time unless memory needs it."""

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None

    def take_over(self) -> None:
        """Ends that the collector runs by itself, in this process."""
        gc.disable()

    def put_off(self, loop: asyncio.AbstractEventLoop) -> None:
        """To be called at each change, and when its findings were published."""
        if self._due is not None:
            self._due.cancel()
        self._due = loop.call_later(QUIET, self._collect)
        if gc.get_count()[0] > MOST_NEW:
            gc.collect()

    def _collect(self) -> None:
        self._due = None
        gc.collect()
