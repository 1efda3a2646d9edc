"""Checks documents, in this process or in several, and answers what was found in each, in order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from .examining import Asked, Found, examine

FEW = 24
"""With fewer documents, one process is done before others have begun."""


def found_in(documents: Sequence[Asked], jobs: int) -> Iterator[Found]:
    """What there is in each document, in order, as it comes.

    Args:
        documents: the documents.
        jobs: how many processes check at the same time; 1: this one.
    """
    if jobs <= 1 or len(documents) <= 1:
        yield from map(examine, documents)
        return
    from .processes import found_by

    yield from found_by(jobs, documents)


def jobs_for(documents: int) -> int:
    """How many processes are worth their start, where the call does not say."""
    return max(1, min(processors(), documents // FEW))


def processors() -> int:
    """How many processors there are for this process."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
