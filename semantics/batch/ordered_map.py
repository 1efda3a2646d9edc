"""Has many things done elsewhere and answers results in order; what is lost on the way is done again, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Other = TypeVar("Other")

Work = Callable[[tuple[Item, ...]], list[Result]]
"""What is done with the things of one task; other processes have to be able to import it."""

MOST_GROUPS = 64
"""Groups beside these that are looked ahead, where most results are known already."""
MAX_CACHED_RESULTS = 256
"""Known results that one group has at most."""


class CachedResult(NamedTuple, Generic[Other]):
    """A result that there is already, in the place of what it would be made of."""

    result: Other


class TaskResult(NamedTuple, Generic[Result]):
    """What became of a task where it was done: its results, or what was raised there."""

    results: list[Result]
    error: Exception | None


class WorkerPool(Protocol):
    """Where tasks are done."""

    workers: int
    """How many are done at the same time."""
    ahead: int
    """How many more wait for each worker. Results are answered in order: while one task takes long, the others go on so far."""

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[TaskResult[Result]]:
        """Has a task done; of one that cannot even be begun the future has what was raised."""
        ...

    def recover(self, problem: Exception) -> bool:
        """Goes on after a task was lost, and answers whether all others that wait may be lost, too."""
        ...

    def retry_single(self, work: Work[Item, Result], item: Item) -> TaskResult[Result]:
        """Does again what was lost, one thing.

        Raises:
            Exception: it was lost again.
        """
        ...


class _Group(NamedTuple, Generic[Item, Other]):
    """Neighbours, of which some have to be worked on."""

    members: tuple[Item | CachedResult[Other], ...]
    wanted: tuple[Item, ...]


def run_task(work: Work[Item, Result], items: tuple[Item, ...]) -> TaskResult[Result]:
    """Does a task; what it raises is an answer, so that whatever else is raised is of the way there or back."""
    try:
        return TaskResult(work(items), None)
    except Exception as error:  # noqa: BLE001 - raised again where the results are waited for
        return TaskResult([], error)


def map_in_order(
    work: Work[Item, Result],
    items: Iterable[Item | CachedResult[Other]],
    place: WorkerPool,
    size: int,
    lost: Callable[[Item], Result],
) -> Iterator[Result | Other]:
    """The result for each thing, in order, as they come.

    Args:
        work: what is done.
        items: the things; they are asked for as tasks are needed.
        place: where.
        size: how many make one task.
        lost: the result for a thing with which its process ended, twice.

    Raises:
        Exception: what ``work`` raises.
    """
    groups: Iterator[_Group[Item, Other]] = _groups(items, size)
    ahead: deque[tuple[_Group[Item, Other], Future[TaskResult[Result]] | None]] = deque()
    waiting = 0
    try:
        while True:
            wished = place.ahead * place.workers
            while waiting < wished and len(ahead) < wished + MOST_GROUPS and (group := next(groups, None)):
                ahead.append((group, place.submit(work, group.wanted) if group.wanted else None))
                waiting += bool(group.wanted)
            if not ahead:
                return
            group, future = ahead.popleft()
            results: Iterator[Result] = iter(())
            if future is not None:
                waiting -= 1
                try:
                    results = iter(_results(future.result()))
                except _TaskError as raised:
                    raise raised.error from None
                except ImportError:  # the workers lack something, and it is of no use to try again
                    raise
                except Exception as problem:  # noqa: BLE001 - each executor has its own way to say that a worker is gone
                    others_are_lost = place.recover(problem)
                    # one of these may end a process again, and would take along what was begun before
                    results = iter([_run_single(place, work, item, lost) for item in group.wanted])
                    if others_are_lost:
                        ahead = deque((each, _resubmit_group(place, work, each, f)) for each, f in ahead)
            for member in group.members:
                yield member.result if isinstance(member, CachedResult) else next(results)
    finally:
        for _, future in ahead:
            if future is not None:
                future.cancel()


def _groups(items: Iterable[Item | CachedResult[Other]], size: int) -> Iterator[_Group[Item, Other]]:
    members: list[Item | CachedResult[Other]] = []
    wanted: list[Item] = []
    for item in items:
        members.append(item)
        if not isinstance(item, CachedResult):
            wanted.append(item)
        if len(wanted) >= size or len(members) - len(wanted) >= MAX_CACHED_RESULTS:
            yield _Group(tuple(members), tuple(wanted))
            members, wanted = [], []
    if members:
        yield _Group(tuple(members), tuple(wanted))


class _TaskError(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def _results(outcome: TaskResult[Result]) -> list[Result]:
    if outcome.error is not None:
        raise _TaskError(outcome.error)
    return outcome.results


def _resubmit_group(
    place: WorkerPool, work: Work[Item, Result], group: _Group[Item, Other], future: Future[TaskResult[Result]] | None
) -> Future[TaskResult[Result]] | None:
    if future is None or (future.done() and not future.cancelled() and future.exception() is None):
        return future
    return place.submit(work, group.wanted)


def _run_single(place: WorkerPool, work: Work[Item, Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    try:
        return _results(place.retry_single(work, item))[0]
    except _TaskError as raised:
        raise raised.error from None
    except Exception as problem:  # noqa: BLE001 - see above
        place.recover(problem)
        return lost(item)


def make_failed_future(problem: Exception) -> Future[Any]:
    """A future that has failed."""
    future: Future[Any] = Future()
    future.set_exception(problem)
    return future
