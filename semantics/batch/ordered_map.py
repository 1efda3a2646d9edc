"""Maps items to results in order, in tasks that run elsewhere; what is lost there is done again, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Generic, NamedTuple, TypeVar

from .worker_pools import ExternalPool, Item, LocalPool, Result, TaskResult, Work

Other = TypeVar("Other")

MOST_GROUPS = 64
"""Groups that are looked ahead beyond the tasks that wait, where most results are known already."""
MAX_CACHED_RESULTS = 256
"""Known results that one group has at most."""


class CachedResult(NamedTuple, Generic[Other]):
    """A result that is known already, in the place of the item that it is for."""

    result: Other


class _Group(NamedTuple, Generic[Item, Other]):
    """Neighbours, of which the ``wanted`` ones are to be worked on."""

    members: tuple[Item | CachedResult[Other], ...]
    wanted: tuple[Item, ...]


def map_in_order(
    work: Work[Item, Result],
    items: Iterable[Item | CachedResult[Other]],
    place: LocalPool | ExternalPool,
    size: int,
    lost: Callable[[Item], Result],
) -> Iterator[Result | Other]:
    """The result for each item, in order, as they come; what ``work`` raises is raised.

    Items are asked for as tasks of that size are needed; ``lost`` makes the result for one whose process ended, twice.
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
                done, others_are_lost = None, False
                try:
                    done = future.result()
                except ImportError:  # the workers lack something, and it is of no use to try again
                    raise
                except Exception as problem:  # noqa: BLE001 - each executor reports in its own way that a worker is gone
                    others_are_lost = place.recover(problem)
                # one of these may end a process again, and would take along what was started before
                again = (done,) if done is not None else (_retry(place, work, item, lost) for item in group.wanted)
                results = iter([result for each in again for result in each.unpack()])
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


def _resubmit_group(
    place: LocalPool | ExternalPool,
    work: Work[Item, Result],
    group: _Group[Item, Other],
    future: Future[TaskResult[Result]] | None,
) -> Future[TaskResult[Result]] | None:
    if future is None or (future.done() and not future.cancelled() and future.exception() is None):
        return future
    return place.submit(work, group.wanted)


def _retry(
    place: LocalPool | ExternalPool, work: Work[Item, Result], item: Item, lost: Callable[[Item], Result]
) -> TaskResult[Result]:
    try:
        return place.retry_single(work, item)
    except Exception as problem:  # noqa: BLE001 - see above
        place.recover(problem)
        return TaskResult([lost(item)])
