"""Measures how the cost of everything grows with the size of a document, for many shapes of large documents.

    python benchmarks/growth.py [--only TEXT] [--what STEP] [--size N] [--quick] [--jobs N]

For each shape (``benchmarks/growing``) and each thing to be done with it, a document of a size and those of twice, four
and eight times that size are measured twice: by the calls of functions, which are the same on every machine, and by the
time of the processor, which also tells of what goes on inside of one call. An exponent is the slope of a cost over
three doublings, without what the smallest document costs; 1 is in proportion. Renews ``growth.md`` unless only a part
was measured; exits with 1 if an exponent is above its bound. ``--quick`` counts calls of smaller documents only.
"""

from __future__ import annotations

import argparse
import gc
import math
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import bodyplan

sys.path.insert(0, str(Path(__file__).parent))

from growing import others, sdformat, urdf
from growing.making import Format, Shape

SHAPES: list[Shape] = [*sdformat.SHAPES, *urdf.SHAPES, *others.SHAPES]
BOUND = 1.2
"""Largest exponent of calls."""
TIME_BOUND = 1.35
"""Largest exponent of time, which is never quite the same twice."""
TABLE = Path(__file__).with_name("growth.md")
SIZE, QUICK_SIZE, DEEP_SIZE = 200, 50, 20
DOUBLINGS = (1, 2, 4, 8)
FEW = 2_000
"""Calls that count as none: a cost that never gets above the smallest one's by more has no exponent."""
SHORT = 0.1
"""Seconds that are too short for an exponent."""
PATIENCE = 15
"""Seconds of the processor after which something is given up."""
TARGETS = {
    "sdformat": ("libsdformat", "drake"),
    "urdf": ("urdfdom", "drake", "libsdformat"),
    "skel": ("dart",),
    "dmd": ("drake",),
}
OLDER = "1.6"


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
    above = [max(cost - floor, least / 100) for cost in costs]
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
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        if event == "call" or event == "c_call":
            count += 1

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


def seconds_of(run: Callable[[], object]) -> float:
    """Time of the processor."""
    start = time.process_time()
    run()
    return time.process_time() - start


def checked(path: Path, target: Any = None) -> bodyplan.Report:
    """Everything that is wrong with a document."""
    return bodyplan.check(path, target=target, search_paths=[path.parent])


def rendered(report: bodyplan.Report) -> None:
    """Findings in every form that the command prints."""
    from bodyplan.runtime.diagnostics.render.renderer import RENDERERS, renderer

    for name in RENDERERS:
        made = renderer(name)
        made.begin()
        made.report(report.path, report.diagnostics)
        made.end()


def all_of(scene: Any) -> None:
    """Everything that a scene has."""
    for mapping in (scene.links, scene.joints, scene.frames, scene.models):
        list(mapping.values())
    _ = scene.constraints, scene.force_elements, scene.actuators, scene.collision_filter, scene.welded_links


class Work:
    """What can be done with one document, one after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.report: Any = None
        self.document: Any = None

    def steps(self, format: Format) -> Iterator[tuple[str, Callable[[], object]]]:
        """Name and step; what takes a document that could be loaded comes only where it was."""
        yield "check", self.check
        yield "findings in words", lambda: rendered(self.report)
        for target in TARGETS[format]:
            yield f"check for {target}", partial(checked, self.path, target)
        yield "load", self.load
        if self.document is None:
            return
        document = self.document
        yield "scene", lambda: all_of(document.scene)
        yield "poses", lambda: document.scene.forward_kinematics().stack()
        yield "dumps", document.dumps
        if format == "sdformat":
            yield f"dumps as {OLDER}", lambda: document.export(OLDER)
        if format in ("sdformat", "dmd"):
            yield "expand", lambda: document.dumps(expand=True)
        yield "dumps when changed", lambda: (document.root, document.dumps())
        yield "check again", document.check

    def check(self) -> None:
        """Everything that is wrong with it."""
        self.report = checked(self.path)

    def load(self) -> None:
        """Reads it, where it has no errors."""
        with suppress(bodyplan.LoadError):
            self.document = bodyplan.load(self.path, search_paths=[self.path.parent])


def measure(shape: Shape, size: int, only: str | None = None, quick: bool = False) -> list[Growth]:
    """What everything costs that can be done with documents of a shape.

    Args:
        shape: what the documents are like.
        size: of the smallest one.
        only: the one step that is to be measured.
        quick: whether to count calls only.
    """
    warnings.simplefilter("ignore")
    sizes = [1, *(size * doubling for doubling in DOUBLINGS)]
    found: dict[str, Growth] = {}
    with tempfile.TemporaryDirectory() as name:
        paths = [_written(shape, count, Path(name) / str(count)) for count in sizes]
        for _ in _costs(Work(paths[0]), shape, only, found, calls_of):
            pass  # whatever is imported or made once
        for path in paths:
            if not quick:
                for what, cost in _costs(Work(path), shape, only, found, seconds_of):
                    found.setdefault(what, Growth(shape.name, what, sizes)).seconds.append(cost)
            for what, cost in _costs(Work(path), shape, only, found, calls_of):
                found.setdefault(what, Growth(shape.name, what, sizes)).calls.append(cost)
    return [growth for growth in found.values() if len(growth.calls) == len(sizes) or growth.given_up]


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


def _measured(asked: tuple[int, int | None, str | None, bool]) -> tuple[int, list[Growth]]:
    number, size, only, quick = asked
    shape = SHAPES[number]
    return number, measure(shape, DEEP_SIZE if shape.deep else size or (QUICK_SIZE if quick else SIZE), only, quick)


def shown(value: float) -> str:
    """An exponent for the table."""
    return "∞" if math.isinf(value) else f"{value:.2f}"


def table(everything: dict[int, list[Growth]]) -> str:
    """The page of all exponents: for each shape those of calls, and the largest of time."""
    steps = list(dict.fromkeys(growth.what for found in everything.values() for growth in found))
    # targets last, under one heading: the largest
    columns = [step for step in steps if not step.startswith("check for")]
    above = sum(not growth.is_bounded for found in everything.values() for growth in found)
    lines = [
        "# How costs grow",
        "",
        "Made by `python benchmarks/growth.py`, which says how. Exponents of calls over three doublings of the document;",
        f"{BOUND} is the bound. A cost that does not grow has 0, what cannot be done with a document nothing.",
        f"{len(everything)} shapes, {sum(map(len, everything.values()))} exponents, {above} above the bound.",
        "",
        f"| shape | {' | '.join(columns)} | check for any target | time |",
        f"| --- |{' --- |' * (len(columns) + 2)}",
    ]
    for number in sorted(everything):
        found = {growth.what: growth for growth in everything[number]}
        targets = [growth for what, growth in found.items() if what.startswith("check for")]
        cells = [_cell(found[column]) if column in found else "" for column in columns]
        cells.append(_cell(max(targets, key=lambda growth: growth.exponent)) if targets else "")
        time = max((growth.time_exponent for growth in found.values()), default=0.0)
        shape = SHAPES[number]
        lines.append(f"| {shape.format}: {shape.name} | {' | '.join(cells)} | {shown(time)} |")
    return "\n".join(lines) + "\n"


def _cell(growth: Growth) -> str:
    return shown(growth.exponent) if growth.exponent <= BOUND else f"**{shown(growth.exponent)}**"


def main() -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="shapes whose format and name hold this text")
    parser.add_argument("--what", help="the one thing to be done")
    parser.add_argument("--size", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    numbers = [
        n for n, shape in enumerate(SHAPES) if asked.only is None or asked.only in f"{shape.format} {shape.name}"
    ]
    bad = 0
    everything: dict[int, list[Growth]] = {}
    with get_context("fork").Pool(asked.jobs, maxtasksperchild=4) as pool:
        tasks = [(number, asked.size, asked.what, asked.quick) for number in numbers]
        for number, found in pool.imap_unordered(_measured, tasks):
            everything[number] = found
            shape = SHAPES[number]
            for growth in found:
                if asked.what or not growth.is_bounded:
                    bad += not growth.is_bounded
                    print(
                        f"{shape.format:9}{shape.name:38}{growth.what:24}{shown(growth.exponent):>6}"
                        f"{shown(growth.time_exponent):>6}  {growth.calls[-1] if growth.calls else 0:>9} calls"
                        f" {growth.seconds[-1] if growth.seconds else 0:8.3f} s",
                        flush=True,
                    )
    if asked.only is None and asked.what is None:
        TABLE.write_text(table(everything), encoding="utf-8")
    print(len(numbers), "shapes,", sum(map(len, everything.values())), "growths,", bad, "above the bound")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
