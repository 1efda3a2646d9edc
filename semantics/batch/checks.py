"""Checks of many documents: in this process, in several, or on an executor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.rules import PROCESS_LOST
from ..core.options import LoadOptions, picklable_options, with_option_signature
from ..core.report import Report
from ..document.loader import check_bytes
from ..postprocess.dedupe import ReportDeduplicator

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack


@with_option_signature(LoadOptions)
def check_many(
    paths: Iterable[str | os.PathLike[str]],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    **options: Unpack[LoadOptions],
) -> Iterator[Report]:
    """A report for each path, in order, as they come.

    What is wrong in a file that several of them include is in the report of the first one; in those of the others
    it is among the ``repeated``. No report is lost with a worker: what it was at is done again, at last in a process of
    our own, and a document with which that ends as well has BP014.

    Args:
        paths: the documents.
        executor: where to run; any ``concurrent.futures.Executor``, which gets tasks of some hundred documents.
        jobs: without an executor, how many processes to use; None or 1: this one, 0: one for each processor.
        options: see ``check``.

    Example:
        >>> reports = bodyplan.check_many(["examples/arm.sdf", "examples/arm.urdf"])
        >>> [report.ok for report in reports]
        [True, True]
    """
    work = partial(_reports, picklable_options(options))
    if executor is None and (jobs is None or jobs == 1):
        yield from map(ReportDeduplicator(), (work((os.fspath(path),))[0] for path in paths))
        return
    from .ordered_map import map_in_order
    from .worker_pools import ExternalPool, LocalPool

    names = [os.fspath(path) for path in paths]
    place = LocalPool(jobs or os.cpu_count() or 1) if executor is None else ExternalPool(executor)
    try:
        reports = map_in_order(work, names, place, place.task_size(len(names)), make_crash_report)
        yield from map(ReportDeduplicator(), reports)
    finally:
        place.end()


def make_crash_report(path: str) -> Report:
    """The report of a document with which processes end."""
    rule = PROCESS_LOST
    return Report(path, (Diagnostic(rule.code, rule.name, rule.severity, rule.message, path, 0, 0, "", rule.hint),))


def _reports(options: LoadOptions, paths: tuple[str, ...]) -> list[Report]:
    return [check_bytes(path, options) for path in paths]
