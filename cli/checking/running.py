"""Checks documents, in this process or others, and answers what was found in each, in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...runtime.diagnostics.diagnostic import Diagnostic
from ...runtime.diagnostics.rules import PROCESS_LOST
from ...semantics.loading import check_as
from ...semantics.report import Report
from .suppression import Suppression, suppressions_in, suppressions_of

if TYPE_CHECKING:
    from ...semantics.options import LoadOptions
    from ..settings.settings import Settings

MOST_AT_ONCE = 16
"""Documents of one task for another process."""
AHEAD = 4
"""Tasks that wait for each process."""
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


@dataclass(frozen=True)
class Task:
    """Some documents that are checked one after the other."""

    documents: tuple[Asked, ...]


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


def perform(task: Task) -> list[Found]:
    """What there is in the documents of a task."""
    return [examine(asked) for asked in task.documents]


def found_in(documents: Sequence[Asked], jobs: int) -> Iterator[Found]:
    """What there is in each document, in order, as it comes.

    Args:
        documents: the documents.
        jobs: how many processes check at the same time; 1: this one.
    """
    if jobs <= 1 or len(documents) <= 1:
        yield from map(examine, documents)
        return
    with _processes(jobs) as processes:
        yield from _in_order(processes, tasks_of(documents, jobs))


def jobs_for(documents: int) -> int:
    """How many processes are worth their start, where the call does not say."""
    return max(1, min(processors(), documents // FEW))


def processors() -> int:
    """How many processors there are for this process."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def tasks_of(documents: Sequence[Asked], jobs: int) -> Iterator[Task]:
    """The documents in tasks that are small enough for all processes to end at about the same time."""
    size = max(1, min(MOST_AT_ONCE, len(documents) // (8 * jobs)))
    for begin in range(0, len(documents), size):
        yield Task(tuple(documents[begin : begin + size]))


class Processes:
    """Processes of our own, which are made anew where one was ended."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.renew()

    def renew(self) -> None:
        """Leaves the processes that there are, and begins with others."""
        from concurrent.futures import ProcessPoolExecutor

        self._pool = ProcessPoolExecutor(self.jobs, initializer=_leave_interrupts)

    def submit(self, task: Task) -> Future[list[Found]]:
        """Has a task done; where the processes are ended already, what it answers says so."""
        try:
            return self._pool.submit(perform, task)
        except BrokenExecutor as broken:
            lost: Future[list[Found]] = Future()
            lost.set_exception(broken)
            return lost

    def end(self) -> None:
        """Ends the processes, whatever they are at."""
        from multiprocessing import active_children

        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()


@contextmanager
def _processes(jobs: int) -> Iterator[Processes]:
    processes = Processes(jobs)
    try:
        yield processes
    finally:
        processes.end()


def _leave_interrupts() -> None:
    """Lets the first process alone deal with Ctrl-C: the terminal sends it to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_order(processes: Processes, tasks: Iterator[Task]) -> Iterator[Found]:
    """What was found, task by task; what was lost with a process is looked at again, one document at a time."""
    waiting: deque[tuple[Task, Future[list[Found]]]] = deque()
    while True:
        while len(waiting) < AHEAD * processes.jobs and (task := next(tasks, None)) is not None:
            waiting.append((task, processes.submit(task)))
        if not waiting:
            return
        task, future = waiting.popleft()
        try:
            found = future.result()
        except BrokenExecutor:
            processes.renew()
            found = [_by_itself(processes, asked) for asked in task.documents]
            waiting = deque((task, processes.submit(task) if _is_lost(future) else future) for task, future in waiting)
        yield from found


def _by_itself(processes: Processes, asked: Asked) -> Found:
    try:
        return processes.submit(Task((asked,))).result()[0]
    except BrokenExecutor:
        processes.renew()
        return lost(asked)


def _is_lost(future: Future[list[Found]]) -> bool:
    return not future.done() or isinstance(future.exception(), BrokenExecutor)


def lost(asked: Asked) -> Found:
    """What is said of a document with which a process ended."""
    rule = PROCESS_LOST
    finding = Diagnostic(rule.code, rule.name, rule.severity, rule.message, asked.path, 0, 0, "", rule.hint)
    return Found(asked.path, tuple(Report(asked.path, (finding,)) for _ in asked.settings.targets or (None,)), ())
