"""Bounds on work that is counted: how busy the machine is makes no difference."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

PROCESSOR_SECONDS = 20
"""What bounded work may take of the processor: a search within C code makes no calls that could be counted."""


class TooMuchWork(BaseException):
    """More work than a bound allows; not an Exception, so that the code under test does not catch it."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Ends what makes more calls than that, of Python functions or of C functions."""
    left = calls

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal left
        if event in ("call", "c_call"):
            left -= 1
            if left < 0:
                raise TooMuchWork(f"more than {calls} calls")

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooMuchWork(f"more than {PROCESSOR_SECONDS} seconds of the processor")

    handler, profile = signal.signal(signal.SIGVTALRM, stop), sys.getprofile()
    signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS)
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(profile)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


def calls_of(run: Callable[[], object]) -> int:
    """How many functions are called, of Python or of C, while ``run`` runs."""
    made = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return made
