"""Any executor of a caller: threads, processes, a cluster."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

from .ordered_map import Item, Result, TaskResult, Work, make_failed_future, run_task
from .process_pool import LocalPool

LEAST_AT_ONCE = 100
MOST_AT_ONCE = 500
"""Documents of one task: enough that sending it costs nothing beside, few enough that little is lost with a worker."""
TASKS_OF_EACH = 8
"""Tasks that each worker gets, as far as there are documents for them: the last ones end at about the same time."""


class ExternalPool:
    """An executor that belongs to a caller, who ends it.

    What it loses is done by it again, one thing at a time, and then in a process of our own; so is everything else where it
    takes no more tasks.

    Args:
        executor: the executor.
        workers: how many tasks it does at the same time.
    """

    ahead = 4

    def __init__(self, executor: Executor, workers: int) -> None:
        self.workers = workers
        self.losses = 0
        """How many tasks were lost."""
        self._executor = executor
        self._is_broken = False
        self._own: LocalPool | None = None

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[TaskResult[Result]]:
        """Has a task done."""
        if self._is_broken:
            return self._processes().submit(work, items)
        try:
            return self._executor.submit(run_task, work, items)
        except Exception as problem:  # noqa: BLE001 - each executor has its own way to say that it is broken
            self._is_broken = True
            return make_failed_future(problem)

    def recover(self, problem: Exception) -> bool:
        """Counts what was lost; an executor that is broken is left."""
        self.losses += 1
        if self._own is not None:
            self._own.recover(problem)
        return self._is_broken

    def retry_single(self, work: Work[Item, Result], item: Item) -> TaskResult[Result]:
        """Does one thing again: where it was lost, or here."""
        if not self._is_broken:
            try:
                return self.submit(work, (item,)).result()
            except Exception as problem:  # noqa: BLE001 - as above
                self.recover(problem)
        return self._processes().retry_single(work, item)

    def end(self) -> None:
        """Ends what we have begun ourselves."""
        if self._own is not None:
            self._own.end()

    def _processes(self) -> LocalPool:
        if self._own is None:
            self._own = LocalPool(1)
        return self._own


def workers_of(executor: Executor) -> int:
    """How many tasks an executor does at the same time, as far as it says so."""
    for name in ("_max_workers", "num_workers"):  # of the standard library; of mpi4py
        number = getattr(executor, name, None)
        if isinstance(number, int) and number > 0:
            return number
    client: Any = getattr(executor, "_client", None)  # of Dask
    threads: dict[str, int] = client.nthreads() if hasattr(client, "nthreads") else {}
    return max(1, sum(threads.values()))


def size_of_tasks(things: int, workers: int) -> int:
    """How many things make one task: a few hundred, or fewer so that each worker has something to do."""
    wished = things // (TASKS_OF_EACH * workers)
    return max(1, min(max(LEAST_AT_ONCE, wished), MOST_AT_ONCE, -(-things // workers)))
