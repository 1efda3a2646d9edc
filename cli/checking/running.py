"""Checks documents, in this process or others, and answers what was found in each, in order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...semantics.loading import check_as
from ...semantics.report import Report
from .suppression import Suppression, suppressions_in, suppressions_of

if TYPE_CHECKING:
    from ...semantics.options import LoadOptions
    from ..settings.settings import Settings

FEW = 24
"""With fewer documents, one process is done before others have begun."""


class Asked(NamedTuple):
    """A document, and how it is to be checked."""

    path: str
    settings: Settings
    data: bytes | None = None
    """Its text, where that is not what the file holds."""


class Found(NamedTuple):
    """What there is in a document, for each reader that was asked for, and the comments that speak of findings."""

    path: str
    reports: tuple[Report, ...]
    suppressions: tuple[Suppression, ...]


def examine(asked: Asked) -> Found:
    """What there is in one document."""
    settings = asked.settings
    options: LoadOptions = {
        "strict": settings.strict,
        "search_paths": settings.search_paths,
        "confine": settings.confine,
        "extensions": settings.extensions,
    }
    reports = []
    for target in settings.targets or (None,):
        # the name of a reader was looked at when the settings were read
        reports.append(check_as(asked.path, {**options, "target": target}, data=asked.data))  # type: ignore[typeddict-item]
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics if d.file not in (None, asked.path))
    own = suppressions_of(asked.path) if asked.data is None else suppressions_in(asked.data, asked.path)
    others = [each for file in files if file is not None for each in suppressions_of(file)]
    return Found(asked.path, tuple(reports), (*own, *others))


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
