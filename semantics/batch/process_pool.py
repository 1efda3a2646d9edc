"""Processes of this machine, which are made anew where one was ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread

from .ordered_map import Item, Result, TaskResult, Work, make_failed_future, run_task

MOST_AT_ONCE = 16
"""Documents of one task: sending it costs nothing beside, and worlds of a second each that stand together are not one task."""

SAFE_PATH = "PYTHONSAFEPATH"
"""Variable that tells Python to leave the current folder out of the path of modules."""


class LocalPool:
    """Processes of our own.

    Args:
        workers: how many.
    """

    ahead = 32

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.losses = 0
        """How often a process was ended from outside."""
        self._pool = self._start_executor()

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[TaskResult[Result]]:
        """Has a task done."""
        try:
            with _safe_path():
                return self._pool.submit(run_task, work, items)
        except BrokenExecutor as broken:
            return make_failed_future(broken)

    def recover(self, problem: Exception) -> bool:
        """Leaves the processes that there are, and begins with others; where one was ended, all are."""
        if not isinstance(problem, BrokenExecutor):  # what came back could not be read: the processes are sound
            return False
        self.losses += 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._start_executor()
        return True

    def retry_single(self, work: Work[Item, Result], item: Item) -> TaskResult[Result]:
        """Does one thing again."""
        return self.submit(work, (item,)).result()

    def end(self) -> None:
        """Ends the processes, whatever they are at."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _start_executor(self) -> ProcessPoolExecutor:
        drops_safe_path = SAFE_PATH not in os.environ
        with _safe_path():  # one that keeps account of what they share is begun at once
            return ProcessPoolExecutor(self.workers, initializer=_initialize_worker, initargs=(drops_safe_path,))


@contextmanager
def _safe_path() -> Iterator[None]:
    """Has Python begin processes without the current folder on its path: some are new programs, and import modules first.

    Their path becomes that of this process all the same. Python 3.10 cannot do that.
    """
    is_new = SAFE_PATH not in os.environ
    os.environ.setdefault(SAFE_PATH, "1")
    try:
        yield
    finally:
        if is_new:
            del os.environ[SAFE_PATH]


def _initialize_worker(drops_safe_path: bool) -> None:
    """Prepares a process.

    Args:
        drops_safe_path: whether programs that it calls are not to be told of ``SAFE_PATH``.

    The first process alone deals with Ctrl-C, which the terminal sends to all of them; where that is killed, the others end:
    nobody would ever tell them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if drops_safe_path:
        os.environ.pop(SAFE_PATH, None)
    Thread(target=_end_with_parent, name="end with parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def size_of_own_tasks(things: int, workers: int) -> int:
    """How many things make one task: few enough for all processes to end at about the same time."""
    return max(1, min(MOST_AT_ONCE, things // (8 * workers)))
