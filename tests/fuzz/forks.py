"""Work in processes that may end with what they try: each is forked, watched, and followed by another where it died."""

from __future__ import annotations

import mmap
import multiprocessing
import resource
import signal
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
MEMORY = 3 << 30
"""Bytes that a process may have."""
PROCESSOR_SECONDS = 30
"""What one number may take of the processor where not even the interpreter can end it."""
NUMBER = 8


class Done(NamedTuple, Generic[T]):
    """What came of the numbers of one piece of work.

    Attributes:
        result: what the process answered; None where it died.
        died_at: the number that it died with; None where it did not.
        how: the signal or status, where it died.
    """

    result: T | None
    died_at: int | None
    how: str


def forked(
    work: Callable[[Callable[[int], None]], T], works: Sequence[Callable[[Callable[[int], None]], T]] = ()
) -> list[Done[T]]:
    """Runs pieces of work at the same time, each in a process of its own.

    Args:
        work: takes a function that it calls with each number before it tries it; what it answers is pickled.
        works: more such.
    """
    context = multiprocessing.get_context("fork")
    running = []
    for each in (work, *works):
        place = mmap.mmap(-1, NUMBER)  # shared with the process
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_run, args=(each, place, theirs))
        with warnings.catch_warnings():  # threads of a runner of tests have no part in it
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        theirs.close()
        running.append((process, place, ours))
    found: list[Done[T]] = []
    for process, place, ours in running:
        try:
            result, died_at = ours.recv(), None
        except EOFError:
            result, died_at = None, int.from_bytes(place[:], "little")
        process.join()
        code = process.exitcode or 0
        found.append(Done(result, died_at, signal.Signals(-code).name if code < 0 else f"status {code}"))
    return found


def _run(work: Callable[[Callable[[int], None]], Any], place: mmap.mmap, answer: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def begin(number: int) -> None:
        place[:] = number.to_bytes(NUMBER, "little")
        used = resource.getrusage(resource.RUSAGE_SELF)
        spent = int(used.ru_utime + used.ru_stime)
        resource.setrlimit(resource.RLIMIT_CPU, (spent + PROCESSOR_SECONDS, resource.RLIM_INFINITY))

    answer.send(work(begin))
