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
MOST_KNOWN = 256
"""Known results that one group has at most."""


class Known(NamedTuple, Generic[Other]):
    """A result that there is already, in the place of what it would be made of."""

    result: Other


class Outcome(NamedTuple, Generic[Result]):
    """What became of a task where it was done: its results, or what was raised there."""

    results: list[Result]
    error: Exception | None


class Place(Protocol):
    """Where tasks are done."""

    workers: int
    """How many are done at the same time."""
    ahead: int
    """How many more wait for each worker. Results are answered in order: while one task takes long, the others go on so far."""

    def submit(self, work: Work[Item, Result], items: tuple[Item, ...]) -> Future[Outcome[Result]]:
        """Has a task done; of one that cannot even be begun the future has what was raised."""
        ...

    def renew(self, problem: Exception) -> bool:
        """Goes on after a task was lost, and answers whether all others that wait may be lost, too."""
        ...

    def alone(self, work: Work[Item, Result], item: Item) -> Outcome[Result]:
        """Does again what was lost, one thing.

        Raises:
            Exception: it was lost again.
        """
        ...


class _Group(NamedTuple, Generic[Item, Other]):
    """Neighbours, of which some have to be worked on."""

    members: tuple[Item | Known[Other], ...]
    wanted: tuple[Item, ...]


def attempt(work: Work[Item, Result], items: tuple[Item, ...]) -> Outcome[Result]:
    """Does a task; what it raises is an answer, so that whatever else is raised is of the way there or back."""
    try:
        return Outcome(work(items), None)
    except Exception as error:  # noqa: BLE001 - raised again where the results are waited for
        return Outcome([], error)


def in_order(
    work: Work[Item, Result],
    items: Iterable[Item | Known[Other]],
    place: Place,
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
    ahead: deque[tuple[_Group[Item, Other], Future[Outcome[Result]] | None]] = deque()
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
                except _Raised as raised:
                    raise raised.error from None
                except ImportError:  # the workers lack something, and it is of no use to try again
                    raise
                except Exception as problem:  # noqa: BLE001 - each executor has its own way to say that a worker is gone
                    others_are_lost = place.renew(problem)
                    # one of these may end a process again, and would take along what was begun before
                    results = iter([_by_itself(place, work, item, lost) for item in group.wanted])
                    if others_are_lost:
                        ahead = deque((each, _again(place, work, each, f)) for each, f in ahead)
            for member in group.members:
                yield member.result if isinstance(member, Known) else next(results)
    finally:
        for _, future in ahead:
            if future is not None:
                future.cancel()


def _groups(items: Iterable[Item | Known[Other]], size: int) -> Iterator[_Group[Item, Other]]:
    members: list[Item | Known[Other]] = []
    wanted: list[Item] = []
    for item in items:
        members.append(item)
        if not isinstance(item, Known):
            wanted.append(item)
        if len(wanted) >= size or len(members) - len(wanted) >= MOST_KNOWN:
            yield _Group(tuple(members), tuple(wanted))
            members, wanted = [], []
    if members:
        yield _Group(tuple(members), tuple(wanted))


class _Raised(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def _results(outcome: Outcome[Result]) -> list[Result]:
    if outcome.error is not None:
        raise _Raised(outcome.error)
    return outcome.results


def _again(
    place: Place, work: Work[Item, Result], group: _Group[Item, Other], future: Future[Outcome[Result]] | None
) -> Future[Outcome[Result]] | None:
    if future is None or (future.done() and not future.cancelled() and future.exception() is None):
        return future
    return place.submit(work, group.wanted)


def _by_itself(place: Place, work: Work[Item, Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    try:
        return _results(place.alone(work, item))[0]
    except _Raised as raised:
        raise raised.error from None
    except Exception as problem:  # noqa: BLE001 - see above
        place.renew(problem)
        return lost(item)


def failed(problem: Exception) -> Future[Any]:
    """A future that has failed."""
    future: Future[Any] = Future()
    future.set_exception(problem)
    return future
