"""What there is in one document, with all that is needed to judge it in another process."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from ...semantics.loading import check_as
from ...semantics.report import Report
from ..fetching import fetcher_of
from .suppression import Suppression, suppressions_in, suppressions_of

if TYPE_CHECKING:
    from ...semantics.options import LoadOptions, Target
    from ..settings.settings import Settings


class Asked(NamedTuple):
    """A document, and how it is to be checked."""

    path: str
    settings: Settings
    data: bytes | None = None
    """Its text, where that is not what the file holds."""
    with_fixes: bool = False
    """Whether findings are to carry their fixes."""


class Found(NamedTuple):
    """What there is in a document, for each reader that was asked for, and the comments that speak of findings."""

    path: str
    reports: tuple[Report, ...]
    suppressions: tuple[Suppression, ...]


def options_of(settings: Settings, target: str | None) -> LoadOptions:
    """The keywords of a check that settings ask for."""
    return {
        "strict": settings.strict,
        "search_paths": settings.search_paths,
        "confine": settings.confine,
        "extensions": settings.extensions,
        "fetch": fetcher_of(settings),
        "target": cast("Target | None", target),  # the name of a reader was looked at when the settings were read
    }


def examine(asked: Asked) -> Found:
    """What there is in one document."""
    reports = [_report(asked, target) for target in asked.settings.targets or (None,)]
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics if d.file not in (None, asked.path))
    own = suppressions_of(asked.path) if asked.data is None else suppressions_in(asked.data, asked.path)
    others = [each for file in files if file is not None for each in suppressions_of(file)]
    return Found(asked.path, tuple(reports), (*own, *others))


def _report(asked: Asked, target: str | None) -> Report:
    options = options_of(asked.settings, target)
    report = check_as(asked.path, options, data=asked.data)
    if not asked.with_fixes or not report.diagnostics:
        return report
    from ...semantics.fixing.fixing import fixes_as

    fixes = fixes_as(asked.path, report.diagnostics, options, asked.data)
    return replace(report, diagnostics=tuple(replace(d, fix=fixes.get(d)) for d in report.diagnostics))
