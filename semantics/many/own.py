"""Processes of this machine, which are made anew where one was ended."""

from __future__ import annotations

import signal
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor

from .in_order import Item, Outcome, Result, Work, attempt, failed

MOST_AT_ONCE = 16
"""Documents of one task: sending it costs nothing beside, and worlds of a second each that stand together are not one task."""


class Processes:
    """Processes of our own.

    Args:
        workers: how many.
    """

    ahead = 32

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.losses = 0
        """How often a process was ended from outside."""
        self._pool = self._begun()

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[Outcome[Result]]:
        """Has a task done."""
        try:
            return self._pool.submit(attempt, work, items)
        except BrokenExecutor as broken:
            return failed(broken)

    def renew(self, problem: Exception) -> bool:
        """Leaves the processes that there are, and begins with others; where one was ended, all are."""
        if not isinstance(problem, BrokenExecutor):  # what came back could not be read: the processes are sound
            return False
        self.losses += 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._begun()
        return True

    def alone(self, work: Work[Item, Result], item: Item) -> Outcome[Result]:
        """Does one thing again."""
        return self.submit(work, (item,)).result()

    def end(self) -> None:
        """Ends the processes, whatever they are at."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Lets the first process alone deal with Ctrl-C: the terminal sends it to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def size_of_own_tasks(things: int, workers: int) -> int:
    """How many things make one task: few enough for all processes to end at about the same time."""
    return max(1, min(MOST_AT_ONCE, things // (8 * workers)))
