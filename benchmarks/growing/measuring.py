"""What the steps cost, and how that grows."""

from __future__ import annotations

import gc
import math
import signal
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from cProfile import Profile
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import bodyplan

from .making import Shape
from .steps import Work

BOUND = 1.2
"""Largest exponent of calls."""
TIME_BOUND = 1.35
"""Largest exponent of time, which is never quite the same twice."""
DOUBLINGS = (1, 2, 4, 8)
FEW = 2_000
"""Calls that count as none: a cost that never gets above the smallest one's by more has no exponent."""
LARGER = 4
"""How many times larger the documents are for a second look at an exponent that is above its bound."""
SHORT = 0.1
"""Seconds that are too short for an exponent."""
PATIENCE = 15
"""Seconds of the processor after which something is given up."""


class GivenUp(BaseException):
    """Something takes too long."""


@dataclass
class Growth:
    """What one thing to be done with documents of one shape costs."""

    shape: str
    what: str
    sizes: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    given_up: bool = False

    @property
    def exponent(self) -> float:
        """Of calls."""
        return math.inf if self.given_up else _slope(self.calls, FEW)

    @property
    def time_exponent(self) -> float:
        """Of time."""
        return math.inf if self.given_up else _slope(self.seconds, SHORT)

    @property
    def is_bounded(self) -> bool:
        """Whether it grows no faster than it may."""
        return self.exponent <= BOUND and self.time_exponent <= TIME_BOUND


def _slope(costs: list[Any], least: float) -> float:
    """The slope over the last doublings, the first of ``costs`` being that of next to nothing."""
    floor, *costs = costs or [0]
    if len(costs) < 2 or costs[-1] - floor < least:
        return 0.0
    above = [max(cost - floor, least) for cost in costs]  # less is as good as none
    whole = math.log2(above[-1] / above[0]) / (len(above) - 1)
    return max(whole, math.log2(above[-1] / above[-2])) if least == FEW else whole


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Ends what takes more of the processor's time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise GivenUp

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def calls_of(run: Callable[[], object]) -> int:
    """How many functions are called, of Python and of C."""
    profile = Profile()
    profile.enable()
    try:
        run()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def seconds_of(run: Callable[[], object]) -> float:
    """Time of the processor."""
    start = time.process_time()
    run()
    return time.process_time() - start


def measure(shape: Shape, size: int, only: str | None = None, seconds: bool = False) -> list[Growth]:
    """What everything costs that can be done with documents of a shape.

    Args:
        shape: what the documents are like.
        size: of the smallest one.
        only: the one step that is to be measured.
        seconds: whether to measure the time of the processor, too.
    """
    warnings.simplefilter("ignore")
    sizes = [1, *(size * doubling for doubling in DOUBLINGS)]
    found: dict[str, Growth] = {}
    with tempfile.TemporaryDirectory() as name:
        paths = [_written(shape, count, Path(name) / str(count)) for count in sizes]
        for _ in _costs(Work(paths[0]), shape, only, found, calls_of):
            pass  # whatever is imported or made once
        if seconds:
            gc.freeze()  # so that collecting before each step takes no longer than the step
        for path in paths:
            if seconds:
                for what, cost in _costs(Work(path), shape, only, found, seconds_of):
                    found.setdefault(what, Growth(shape.name, what, sizes)).seconds.append(cost)
            for what, cost in _costs(Work(path), shape, only, found, calls_of):
                found.setdefault(what, Growth(shape.name, what, sizes)).calls.append(cost)
        if any(growth.exponent > BOUND and not growth.given_up for growth in found.values()):
            _measure_again(shape, 1 if shape.deep else LARGER, only, found, Path(name))
    return [growth for growth in found.values() if len(growth.calls) == len(sizes) or growth.given_up]


def _measure_again(shape: Shape, factor: int, only: str | None, found: dict[str, Growth], folder: Path) -> None:
    """Puts the calls for larger documents in the place of what was counted.

    What only large documents need was imported meanwhile, and a cost that begins late looks steep where it begins.
    """
    sizes = next(growth.sizes for growth in found.values() if growth.sizes)
    larger = [1, *(count * factor for count in sizes[1:])]
    paths = [_written(shape, count, folder / f"again {count}") for count in larger]
    again = [list(_costs(Work(path), shape, only, found, calls_of)) for path in paths]
    for growth in found.values():
        growth.sizes = larger
        growth.calls = [cost for costs in again for what, cost in costs if what == growth.what]


def _costs(
    work: Work, shape: Shape, only: str | None, found: dict[str, Growth], cost_of: Callable[[Callable[[], object]], Any]
) -> Iterator[tuple[str, Any]]:
    """Each step with its cost."""
    for what, step in work.steps(shape.format):
        known = found.get(what)
        if known is not None and known.given_up:
            if what == "load":
                return
            continue
        if cost_of is seconds_of:
            gc.collect()
        gc.disable()
        try:
            with patience(PATIENCE), suppress(bodyplan.LoadError):
                if only in (None, what) or what == "load":
                    cost = cost_of(step)
                    if only in (None, what):
                        yield what, cost
        except (GivenUp, RecursionError):
            found.setdefault(what, Growth(shape.name, what, [])).given_up = True
        finally:
            gc.enable()


def _written(shape: Shape, size: int, folder: Path) -> Path:
    """The document of a size, in a folder."""
    files = shape.files(size)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / next(iter(files))
