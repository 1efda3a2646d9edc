"""What there is in one document, with all that is needed to judge it in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...semantics.loading import check_as
from ...semantics.report import Report
from ..fetching import fetcher_of
from .suppression import Suppression, suppressions_in, suppressions_of

if TYPE_CHECKING:
    from ...semantics.options import LoadOptions
    from ..settings.settings import Settings


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
        "fetch": fetcher_of(settings),
    }
    reports = []
    for target in settings.targets or (None,):
        # the name of a reader was looked at when the settings were read
        reports.append(check_as(asked.path, {**options, "target": target}, data=asked.data))  # type: ignore[typeddict-item]
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics if d.file not in (None, asked.path))
    own = suppressions_of(asked.path) if asked.data is None else suppressions_in(asked.data, asked.path)
    others = [each for file in files if file is not None for each in suppressions_of(file)]
    return Found(asked.path, tuple(reports), (*own, *others))
