"""Checks many files: in one process and in two, anew and again, on a fleet of one worker and of two.

    python benchmarks/fleets.py [--files N] [--folder DIR …] [--without-fleet] [--write]

Times are of the wall clock, and of processors (user and system, with all processes of the command; workers of a fleet are
not among them). On a machine that does other things as well, the latter say more.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from staleness import write_page

TABLE = Path(__file__).with_suffix(".md")
ROBOT = (
    '<robot name="r{0}"><link name="a"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" '
    'izz="1"/></inertial></link><link name="b"/><joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
    '<limit effort="1" velocity="1" lower="-1" upper="{1}"/></joint></robot>'
)
EACH = 1000
"""Files of one folder."""


class Row(NamedTuple):
    """What one run took, in seconds."""

    what: str
    wall: float
    processor: float


def main() -> None:
    """Runs the command in each way and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000, help="how many files are made up")
    parser.add_argument("--folder", action="append", default=[], help="files to check instead")
    parser.add_argument("--without-fleet", action="store_true", help="leave the fleets out")
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folders = arguments.folder or [_made_up(Path(scratch, "files"), arguments.files)]
        rows = list(_rows(folders, scratch, with_fleet=not arguments.without_fleet))
    text = _table(rows, "its own files" if arguments.folder else f"{arguments.files} small robots")
    print(text)
    if arguments.write:
        write_page(TABLE, text)


def _rows(folders: list[str], scratch: str, *, with_fleet: bool) -> Iterator[Row]:
    kept = os.path.join(scratch, "kept")
    yield _timed("one process", [*folders, "--jobs", "1", "--no-cache"])
    yield _timed("two processes", [*folders, "--jobs", "2", "--no-cache"])
    yield _timed("one process, findings kept for the next run", [*folders, "--jobs", "1", "--cache-dir", kept])
    yield _timed("again, one process", [*folders, "--jobs", "1", "--cache-dir", kept])
    yield _timed("again, two processes", [*folders, "--jobs", "2", "--cache-dir", kept])
    for workers in (1, 2) if with_fleet else ():
        with _fleet(workers) as address:
            yield _timed(f"fleet of {workers}", [*folders, "--no-cache", "--scheduler", address])


def _timed(what: str, words: list[str]) -> Row:
    command = [sys.executable, "-m", "bodyplan.cli.main", "check", "--quiet", "--output-file", os.devnull, *words]
    used, begin = _processor(), time.perf_counter()
    status = subprocess.run(command, check=False).returncode
    row = Row(what, time.perf_counter() - begin, _processor() - used)
    if status not in (0, 1):
        raise SystemExit(f"{what}: status {status}")
    print(f"{row.what}: {row.wall:.1f} s, {row.processor:.1f} s of processors", file=sys.stderr, flush=True)
    return row


def _processor() -> float:
    times = os.times()
    return times.children_user + times.children_system


@contextlib.contextmanager
def _fleet(workers: int) -> Iterator[str]:
    from distributed import LocalCluster  # pyright: ignore[reportMissingImports]

    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="", memory_limit=0)
    with cluster:
        yield cluster.scheduler_address


def _made_up(folder: Path, files: int) -> str:
    for number in range(files):
        home = folder / f"{number // EACH:05}"
        if number % EACH == 0:
            home.mkdir(parents=True)
        (home / f"{number}.urdf").write_text(ROBOT.format(number, number % 7), encoding="utf-8")
    return str(folder)


def _table(rows: list[Row], about: str) -> str:
    first = rows[0]
    lines = [
        f"Checking {about} with Python {platform.python_version()} on {os.cpu_count()} processors:",
        "",
        "| run | wall clock, s | processors, s | times as fast by the clock | by processors |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {row.what} | {row.wall:.1f} | {row.processor:.1f} | {first.wall / row.wall:.1f} "
            f"| {first.processor / row.processor:.1f} |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
