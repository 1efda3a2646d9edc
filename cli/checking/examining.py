"""Examines one document, with all that is needed to judge it in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.files import FILES, Files
from ...runtime.watching import Record
from ...semantics.loading import check_as
from .asked import Asked, Found
from .suppression import suppressions_in, suppressions_of
from .urls import is_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...semantics.options import LoadOptions
    from ...semantics.report import Report


def examine(asked: Asked) -> Found:
    """What there is in one document."""
    if asked.data is None and is_url(asked.path):
        return _elsewhere(asked)
    record = Record()
    reports = _reports(asked, record.watch)
    text = record.document if asked.data is None else asked.data
    own = () if text is None else suppressions_in(text, asked.path)
    everywhere = record.watch_all(FILES)
    others = [each for file in _others(asked, reports) for each in suppressions_of(file, everywhere)]
    return Found(asked.path, reports, (*own, *others), record)


def _elsewhere(asked: Asked) -> Found:
    from .remote import Remote

    beside = Remote(FILES, asked.path)
    reports = _reports(asked, lambda files: Remote(files, asked.path))
    files = (asked.path, *_others(asked, reports))
    found = [each for file in files for each in suppressions_of(file, beside)]
    return Found(
        asked.path,
        tuple(beside.report(report, asked.path) for report in reports),
        tuple(each if each.file == asked.path else beside.suppression(each) for each in found),
    )


def _reports(asked: Asked, watch: Callable[[Files], Files]) -> tuple[Report, ...]:
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
        options["target"] = target  # type: ignore[typeddict-item]
        reports.append(check_as(asked.path, options, data=asked.data, watch=watch))
    return tuple(reports)


def _others(asked: Asked, reports: tuple[Report, ...]) -> list[str]:
    """Files that the document includes, as far as there are findings in them."""
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics)
    return [file for file in files if file not in (None, asked.path)]
