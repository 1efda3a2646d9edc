"""Tasks, and where they run: in processes of this machine, or on any executor of a caller."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

Work = Callable[[tuple[Item, ...]], list[Result]]
"""Makes the results of one task; other processes have to be able to import it."""

MOST_PER_LOCAL_TASK = 16
"""Documents of one task in a process of our own: sending it is cheap, and worlds of a second each are not all in one."""
LEAST_PER_TASK = 100
MOST_PER_TASK = 500
"""Documents of one task on an executor: enough that sending it is cheap, few enough that little is lost with a worker."""
TASKS_PER_WORKER = 8
"""Tasks that each worker gets, as far as there are documents for them: the last ones end at about the same time."""

SAFE_PATH = "PYTHONSAFEPATH"
"""Variable that makes Python leave the current folder out of the path of modules."""


class TaskResult(NamedTuple, Generic[Result]):
    """The results of a task, or what was raised where it ran."""

    results: list[Result]
    error: Exception | None = None

    def unpack(self) -> list[Result]:
        """The results; raises what the task raised."""
        if self.error is not None:
            raise self.error
        return self.results


def run_task(work: Work[Item, Result], items: tuple[Item, ...]) -> TaskResult[Result]:
    """Runs a task; what it raises is part of the result, so that a future fails only where the task was lost."""
    try:
        return TaskResult(work(items))
    except Exception as error:  # noqa: BLE001 - raised again where the results are waited for
        return TaskResult([], error)


class LocalPool:
    """So many processes of our own, which are started again where one was killed."""

    ahead = 32
    """Tasks that wait for each worker: results come in order, so the others go on that far while one takes long."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.losses = 0
        """How often a process was killed."""
        self._pool = self._start_executor()

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[TaskResult[Result]]:
        """Starts a task; where that fails, the future has what was raised."""
        try:
            with _safe_path():
                return self._pool.submit(run_task, work, items)
        except BrokenExecutor as broken:
            return _make_failed_future(broken)

    def recover(self, problem: Exception) -> bool:
        """Replaces the processes where one was killed; whether all other tasks that wait may be lost, too."""
        if not isinstance(problem, BrokenExecutor):  # what came back could not be read: the processes are sound
            return False
        self.losses += 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._start_executor()
        return True

    def retry_single(self, work: Work[Item, Result], item: Item) -> TaskResult[Result]:
        """Does one item of a lost task again; raises where it is lost again."""
        return self.submit(work, (item,)).result()

    def task_size(self, items: int) -> int:
        """Items of one task: few enough for all processes to end at about the same time."""
        return max(1, min(MOST_PER_LOCAL_TASK, items // (TASKS_PER_WORKER * self.workers)))

    def end(self) -> None:
        """Ends the processes, whatever they are doing."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _start_executor(self) -> ProcessPoolExecutor:
        drops_safe_path = SAFE_PATH not in os.environ
        with _safe_path():  # the process that tracks shared resources is started at once
            return ProcessPoolExecutor(self.workers, initializer=_initialize_worker, initargs=(drops_safe_path,))


class ExternalPool:
    """An executor that belongs to a caller, who ends it; runs ``workers`` tasks at once, by default as many as it says.

    A task that it loses is done again there, one item at a time, then in a process of our own; so is everything that is
    left once the executor takes no more tasks.
    """

    ahead = 4

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.workers = workers or workers_of(executor)
        self.losses = 0
        """How many tasks were lost."""
        self._executor = executor
        self._is_broken = False
        self._own: LocalPool | None = None

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[TaskResult[Result]]:
        """See ``LocalPool``."""
        if self._is_broken:
            return self._local_pool().submit(work, items)
        try:
            return self._executor.submit(run_task, work, items)
        except Exception as problem:  # noqa: BLE001 - each executor reports in its own way that it is broken
            self._is_broken = True
            return _make_failed_future(problem)

    def recover(self, problem: Exception) -> bool:
        """Counts what was lost; a broken executor is not used again."""
        self.losses += 1
        if self._own is not None:
            self._own.recover(problem)
        return self._is_broken

    def retry_single(self, work: Work[Item, Result], item: Item) -> TaskResult[Result]:
        """See ``LocalPool``."""
        if not self._is_broken:
            try:
                return self.submit(work, (item,)).result()
            except Exception as problem:  # noqa: BLE001 - as above
                self.recover(problem)
        return self._local_pool().retry_single(work, item)

    def task_size(self, items: int) -> int:
        """Items of one task: a few hundred, or fewer so that each worker has something to do."""
        wished = items // (TASKS_PER_WORKER * self.workers)
        return max(1, min(max(LEAST_PER_TASK, wished), MOST_PER_TASK, -(-items // self.workers)))

    def end(self) -> None:
        """Ends the processes that were started here."""
        if self._own is not None:
            self._own.end()

    def _local_pool(self) -> LocalPool:
        if self._own is None:
            self._own = LocalPool(1)
        return self._own


def workers_of(executor: Executor) -> int:
    """How many tasks an executor runs at the same time, as far as it says so."""
    for name in ("_max_workers", "num_workers"):  # of the standard library; of mpi4py
        number = getattr(executor, name, None)
        if isinstance(number, int) and number > 0:
            return number
    client: Any = getattr(executor, "_client", None)  # of Dask
    threads: dict[str, int] = client.nthreads() if hasattr(client, "nthreads") else {}
    return max(1, sum(threads.values()))


@contextmanager
def _safe_path() -> Iterator[None]:
    """Has Python, from 3.11 on, start processes that import no modules from the current folder at first."""
    is_new = SAFE_PATH not in os.environ
    os.environ.setdefault(SAFE_PATH, "1")
    try:
        yield
    finally:
        if is_new:
            del os.environ[SAFE_PATH]


def _initialize_worker(drops_safe_path: bool) -> None:
    """Leaves Ctrl-C to the first process, and ends with it; programs that are called do not get ``SAFE_PATH`` from us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if drops_safe_path:
        os.environ.pop(SAFE_PATH, None)
    Thread(target=_end_with_parent, name="end with parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _make_failed_future(problem: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(problem)
    return future
