"""Examines one document, with all that is needed to judge it in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ...diagnostics.records import replace
from ...runtime.file_trace import Record
from ...runtime.files import FILES, Files
from ...semantics.document.loader import check_bytes
from ..fetch_command import fetcher_of
from .argument_matrix import join_sets
from .job import CheckJob, CheckResult
from .suppression import suppressions_in, suppressions_of
from .urls import is_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...semantics.core.options import LoadOptions, Target
    from ...semantics.core.report import Report
    from ..settings.settings import Settings


def options_of(
    settings: Settings, target: str | None, arguments: tuple[tuple[str, str], ...] | None = None
) -> LoadOptions:
    """The keywords of a check that settings ask for; with other arguments of documents in xacro, where these are given."""
    return {
        "strict": settings.strict,
        "plausible": settings.plausible,
        "search_paths": settings.search_paths,
        "confine": settings.confine,
        "extensions": settings.extensions,
        "arguments": settings.arguments if arguments is None else arguments,
        "env": settings.env,
        "with_": settings.robot or None,
        "fetch": fetcher_of(settings),
        "target": cast("Target | None", target),  # the name of a reader was looked at when the settings were read
    }


def examine(asked: CheckJob) -> CheckResult:
    """What there is in one document."""
    if asked.data is None and is_url(asked.path):
        return _elsewhere(asked)
    if asked.is_outside:
        return CheckResult(asked.path, _reports(asked, lambda _: Files([])), ())
    record = Record()
    reports = _reports(asked, record.watch)
    text = record.document if asked.data is None else asked.data
    found = add_suppressions(asked, reports, text, record.watch_all(FILES))
    is_kept = not asked.settings.fetch  # what a program answers may be another time
    return found._replace(record=record) if is_kept else found


def add_suppressions(
    asked: CheckJob, reports: tuple[Report, ...], text: bytes | None, files: Files = FILES
) -> CheckResult:
    """What was found in a document with the comments in it, and in what it includes, that speak of that."""
    own = () if text is None else suppressions_in(text, asked.path)
    others = [each for file in _others(asked, reports) for each in suppressions_of(file, files)]
    return CheckResult(asked.path, reports, (*own, *others))


def _elsewhere(asked: CheckJob) -> CheckResult:
    from .fsspec_source import Remote

    beside = Remote(FILES, asked.path)
    reports = _reports(asked, lambda files: Remote(files, asked.path))
    files = (asked.path, *_others(asked, reports))
    found = [each for file in files for each in suppressions_of(file, beside)]
    return CheckResult(
        asked.path,
        tuple(beside.report(report, asked.path) for report in reports),
        tuple(each if each.file == asked.path else beside.suppression(each) for each in found),
    )


def _reports(asked: CheckJob, watch: Callable[[Files], Files]) -> tuple[Report, ...]:
    return tuple(_report(asked, target, watch) for target in asked.settings.targets or (None,))


def _report(asked: CheckJob, target: str | None, watch: Callable[[Files], Files]) -> Report:
    sets = asked.settings.argument_sets
    if not sets:
        return _report_with(asked, target, watch, None)
    return join_sets({each.name: _report_with(asked, target, watch, each.values) for each in sets})


def _report_with(
    asked: CheckJob,
    target: str | None,
    watch: Callable[[Files], Files],
    arguments: tuple[tuple[str, str], ...] | None,
) -> Report:
    options = options_of(asked.settings, target, arguments)
    report = check_bytes(asked.path, options, data=asked.data, watch=watch)
    if not asked.with_fixes or not report.diagnostics:
        return report
    from ...semantics.fix.api import find_fixes_in_bytes

    fixes = find_fixes_in_bytes(asked.path, report.diagnostics, options, asked.data, watch)
    return replace(report, diagnostics=tuple(replace(d, fix=fixes.get(d)) for d in report.diagnostics))


def _others(asked: CheckJob, reports: tuple[Report, ...]) -> list[str]:
    """Files that the document includes, as far as there are findings in them."""
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics)
    return [file for file in files if file not in (None, asked.path)]
