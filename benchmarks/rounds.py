"""Measuring in turns: every reader of a file once in each round, in another order each time."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import processes
import workloads
from processes import Missing, Process
from readers import LIBSDFORMAT, LIBSDFORMAT_FORMATS, READERS, Format
from workloads import File

FLOOR = "lxml"
OURS = "bodyplan"
SHARE = 0.15
"""Seconds that a reader goes on with one file in one round, at least."""
GROWTH_READERS = (FLOOR, OURS)
CORPUS_READERS = (FLOOR, OURS, LIBSDFORMAT)


@dataclass
class Timing:
    """What one reader took for one workload."""

    reader: str
    seconds: float
    ratio: float
    """To the floor: the median of the ratios of each round."""
    status: str


@dataclass
class Cast:
    """The readers that are there, each in its process."""

    interpreters: list[str]
    running: dict[str, Process] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def start(self, names: tuple[str, ...] | list[str]) -> None:
        """Starts the readers and says which are left out."""
        for name in names:
            try:
                self.running[name] = processes.start(name, self.interpreters)
            except Missing as error:
                self.missing[name] = str(error)
                say(f"left out: {name} ({error})")

    def close(self) -> None:
        """Ends all processes."""
        for process in self.running.values():
            process.close()

    def of(self, format: Format) -> list[str]:
        """Names of those that read a format."""
        return [name for name in self.running if format in formats_of(name)]


def formats_of(name: str) -> tuple[Format, ...]:
    """What a reader reads."""
    return LIBSDFORMAT_FORMATS if name == LIBSDFORMAT else READERS[name].formats


def say(text: str) -> None:
    """Shows progress on the standard error."""
    print(text, file=sys.stderr, flush=True)


def side_by_side(cast: Cast, file: File, rounds: int, names: list[str] | None = None) -> list[Timing]:
    """Every reader's time for one file."""
    order = random.Random(0)
    asked = names or cast.of(file.format)
    status: dict[str, str] = {}
    for name in list(asked):
        status[name] = cast.running[name].ask(file.path)["status"]  # warms up
        if status[name] not in ("read", "rejected"):
            asked = [other for other in asked if other != name]
    medians: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(rounds):
        order.shuffle(asked)
        for name in asked:
            medians[name].append(statistics.median(cast.running[name].ask(file.path, SHARE)["times"]))
    floor = medians[FLOOR]
    result = [
        Timing(name, statistics.median(found), statistics.median(a / b for a, b in zip(found, floor)), status[name])
        for name, found in medians.items()
    ]
    failed = [Timing(name, 0.0, 0.0, said) for name, said in status.items() if name not in medians]
    return sorted(result, key=lambda timing: timing.seconds) + failed


def whole_corpus(cast: Cast, files: list[File], passes: int) -> dict[str, dict[str, float]]:
    """Files per second of each reader over the files that it reads; and of ours over the same files.

    The first pass is not counted.
    """
    order = random.Random(0)
    names = [name for name in CORPUS_READERS if name in cast.running]
    times: dict[str, dict[Path, list[float]]] = {name: {} for name in names}
    for turn in range(passes + 1):
        for file in files:
            readers = [name for name in names if file.format in formats_of(name)]
            order.shuffle(readers)
            for name in readers:
                answer = cast.running[name].ask(file.path)
                if turn and answer["times"]:
                    times[name].setdefault(file.path, []).append(answer["times"][0])
    seconds = {name: {path: statistics.median(taken) for path, taken in mine.items()} for name, mine in times.items()}
    found: dict[str, dict[str, float]] = {}
    ours = seconds[OURS]
    for name, taken in seconds.items():
        both = [path for path in taken if path in ours]
        found[name] = {
            "files": len(taken),
            "files per second": len(taken) / sum(taken.values()),
            "ours on the same files": len(both) / sum(ours[path] for path in both),
        }
    return found


def growth(cast: Cast, sizes: list[int], repeats: dict[int, int]) -> list[dict[str, Any]]:
    """Time for each model and most memory, for worlds of several sizes, each in new processes."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        small = workloads.write_world(100, Path(folder))
        for size in sizes:
            path = workloads.write_world(size, Path(folder))
            row: dict[str, Any] = {"models": size, "bytes": path.stat().st_size}
            for name in GROWTH_READERS:
                process = processes.start(name, cast.interpreters, keep_heap=True)
                process.ask(small)
                process.ask(path)
                taken = [seconds for _ in range(repeats[size]) for seconds in process.ask(path)["times"]]
                process.close()
                row[name] = statistics.median(taken) / size
            row["memory"] = memory(OURS, cast, path, small)
            rows.append(row)
            path.unlink()
    return rows


def memory(name: str, cast: Cast, path: Path, small: Path) -> dict[str, float]:
    """Most memory of a new process that reads one file, over the file's size: all of it, and what reading added."""
    process = processes.start(name, cast.interpreters, keep_heap=False)
    before = process.ask(small)["peak"]
    answer = process.ask(path)
    process.close()
    size = path.stat().st_size
    return {"peak": answer["peak"] / size, "added": (answer["peak"] - before) / size, "kept": answer["rss"] / size}
