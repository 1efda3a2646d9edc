"""Checks documents, in this process or in others, and yields what was found in each, in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from .job import CheckJob, CheckResult, PackedResult, pack_result, unpack_result

if TYPE_CHECKING:
    from ...semantics.batch.ordered_map import CachedResult
    from ...semantics.batch.worker_pools import ExternalPool
    from .cache.cache import Cache

JOBS_PER_PROCESS = 24
"""With fewer documents, one process is done before others have started."""


def found_in(
    documents: Sequence[CheckJob], jobs: int, cache: Cache | None = None, fleet: ExternalPool | None = None
) -> Iterator[CheckResult]:
    """What there is in each document, in order, as it comes.

    Args:
        documents: the documents.
        jobs: how many processes check at the same time; 1: this one.
        cache: what earlier runs found.
        fleet: where they are checked instead.
    """
    looked_up = ((asked, cache.get(asked) if cache is not None else None) for asked in documents)
    for asked, known in looked_up:
        if known is None:
            # nothing that only a check needs is loaded before there is one
            rest = chain([(asked, known)], looked_up)
            yield from _check_jobs(rest, len(documents), jobs, cache, fleet)
            return
        yield known


def _check_jobs(
    looked_up: Iterable[tuple[CheckJob, CheckResult | None]],
    total: int,
    jobs: int,
    cache: Cache | None,
    fleet: ExternalPool | None,
) -> Iterator[CheckResult]:
    if fleet is None and (jobs <= 1 or total <= 1):
        from . import check_one

        for asked, known in looked_up:
            found = known
            if found is None:
                found = check_one.examine(asked)
                if cache is not None:
                    cache.put(asked, pack_result(found))
            yield found
        return
    from ...semantics.batch.ordered_map import CachedResult
    from .processes import check_in_processes, packed_by_fleet

    waiting: deque[CheckJob] = deque()

    def items() -> Iterator[CheckJob | CachedResult[CheckResult]]:
        for asked, known in looked_up:
            if known is None:
                waiting.append(asked)
                yield asked
            else:
                yield CachedResult(known)

    made = check_in_processes(jobs, items(), total) if fleet is None else packed_by_fleet(fleet, items(), total)
    for each in made:
        if isinstance(each, PackedResult):
            asked = waiting.popleft()
            if cache is not None:
                cache.put(asked, each)
            yield unpack_result(each.found)
        else:
            yield each


def jobs_for(documents: int) -> int:
    """How many processes are worth their start, where the call does not say."""
    return max(1, min(processors(), documents // JOBS_PER_PROCESS))


def processors() -> int:
    """How many processors there are for this process."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
