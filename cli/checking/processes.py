"""Checks documents in several processes, and loses none where one of these is ended."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import active_children

from ...runtime.diagnostics.diagnostic import Diagnostic
from ...runtime.diagnostics.rules import PROCESS_LOST
from ...semantics.report import Report
from . import examining
from .examining import Asked, Found

MOST_AT_ONCE = 16
"""Documents of one task for another process."""
AHEAD = 4
"""Tasks that wait for each process."""


@dataclass(frozen=True)
class Task:
    """Some documents that are checked one after the other."""

    documents: tuple[Asked, ...]


def perform(task: Task) -> list[Found]:
    """What there is in the documents of a task."""
    return [examining.examine(asked) for asked in task.documents]


def found_by(jobs: int, documents: Sequence[Asked]) -> Iterator[Found]:
    """What there is in each document, in order, as it comes from so many processes."""
    processes = Processes(jobs)
    try:
        yield from _in_order(processes, tasks_of(documents, jobs))
    finally:
        processes.end()


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
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()


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
