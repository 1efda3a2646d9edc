"""Checks documents in several processes, of this machine or of a fleet, and loses none where one of these is ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...semantics.batch.checks import lost as report_lost
from ...semantics.batch.ordered_map import Known, in_order
from ...semantics.batch.process_pool import Processes, size_of_own_tasks
from ...semantics.resources.environment import CONSULTED
from . import check_one
from .job import Asked, Found, Packed, packed

if TYPE_CHECKING:
    from ...semantics.batch.executor_pool import Lent


class Here(NamedTuple):
    """What names of files hang on: the folder of the call, and the variables that list search folders."""

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


def here() -> Here:
    """Those of this process."""
    return Here(os.getcwd(), tuple((name, os.environ.get(name)) for name in CONSULTED))


def perform(documents: tuple[Asked, ...]) -> list[Packed]:
    """What there is in the documents of a task, as it is sent."""
    return [packed(check_one.examine(asked)) for asked in documents]


def perform_elsewhere(here: Here, documents: tuple[Asked, ...]) -> list[Packed]:
    """The same where names may mean something else at first."""
    here.enter()
    return perform(documents)


def packed_by(jobs: int, documents: Iterable[Asked | Known[Found]], total: int) -> Iterator[Packed | Found]:
    """What there is in each document, in order, as it comes from so many processes.

    Args:
        jobs: how many processes.
        documents: the documents, and what is known of some.
        total: how many these are.
    """
    processes = Processes(jobs)
    try:
        yield from in_order(perform, documents, processes, size_of_own_tasks(total, jobs), lost)
    finally:
        processes.end()


def packed_by_fleet(fleet: Lent, documents: Iterable[Asked | Known[Found]], total: int) -> Iterator[Packed | Found]:
    """The same from the workers of a fleet."""
    from ...semantics.batch.executor_pool import size_of_tasks

    try:
        work = partial(perform_elsewhere, here())
        yield from in_order(work, documents, fleet, size_of_tasks(total, fleet.workers), lost)
    finally:
        fleet.end()


def lost(asked: Asked) -> Packed:
    """What is said of a document with which a process ended."""
    report = report_lost(asked.path)
    return packed(Found(asked.path, tuple(report for _ in asked.settings.targets or (None,)), ()))
