"""Checks documents in several processes, of this machine or of a fleet, and loses none where one of these is ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...semantics.batch.checks import make_crash_report as report_lost
from ...semantics.batch.ordered_map import CachedResult, map_in_order
from ...semantics.batch.worker_pools import LocalPool
from ...semantics.resources.environment import CONSULTED
from . import check_one
from .job import CheckJob, CheckResult, PackedResult, pack_result

if TYPE_CHECKING:
    from ...semantics.batch.worker_pools import ExternalPool


class ProcessEnvironment(NamedTuple):
    """What names of files depend on: the folder of the call, and the variables that list search folders."""

    folder: str
    variables: tuple[tuple[str, str | None], ...]

    def enter(self) -> None:
        """Makes it so in this process.

        Raises:
            OSError: there is no such folder.
        """
        if os.getcwd() != self.folder:
            os.chdir(self.folder)
        for name, value in self.variables:
            if value is None:
                os.environ.pop(name, None)
            elif os.environ.get(name) != value:
                os.environ[name] = value


def current_environment() -> ProcessEnvironment:
    """Those of this process."""
    return ProcessEnvironment(os.getcwd(), tuple((name, os.environ.get(name)) for name in CONSULTED))


def check_documents(documents: tuple[CheckJob, ...]) -> list[PackedResult]:
    """What there is in the documents of a task, as it is sent."""
    return [pack_result(check_one.examine(asked)) for asked in documents]


def check_elsewhere(here: ProcessEnvironment, documents: tuple[CheckJob, ...]) -> list[PackedResult]:
    """The same where names may mean something else at first."""
    here.enter()
    return check_documents(documents)


def check_in_processes(
    jobs: int, documents: Iterable[CheckJob | CachedResult[CheckResult]], total: int
) -> Iterator[PackedResult | CheckResult]:
    """What there is in each document, in order, as it comes from so many processes.

    Args:
        jobs: how many processes.
        documents: the documents, and what is known of some.
        total: how many these are.
    """
    processes = LocalPool(jobs)
    try:
        yield from map_in_order(check_documents, documents, processes, processes.task_size(total), report_lost_job)
    finally:
        processes.end()


def packed_by_fleet(
    fleet: ExternalPool, documents: Iterable[CheckJob | CachedResult[CheckResult]], total: int
) -> Iterator[PackedResult | CheckResult]:
    """The same from the workers of a fleet."""
    try:
        work = partial(check_elsewhere, current_environment())
        yield from map_in_order(work, documents, fleet, fleet.task_size(total), report_lost_job)
    finally:
        fleet.end()


def report_lost_job(asked: CheckJob) -> PackedResult:
    """What is said of a document with which a process ended."""
    report = report_lost(asked.path)
    return pack_result(CheckResult(asked.path, tuple(report for _ in asked.settings.targets or (None,)), ()))
