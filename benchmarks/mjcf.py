"""Checks, loads and saves MJCF beside MuJoCo and dm_control, in one run and in turns.

    python benchmarks/mjcf.py [--oracle-python PATH] [--rounds N] [--write]

Measures the humanoid of dm_control's suite, the largest file of the corpus, and a document of 10,000 bodies. Readers that are
not there are left out, and named; ``--oracle-python`` is an interpreter that has them.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import workloads
from readers import STEPS
from rounds import FLOOR, OURS, SHARE, Cast, Timing
from staleness import write_page
from workloads import File

TABLE = Path(__file__).with_suffix(".md")
NAMES = (FLOOR, OURS, "mujoco", "dm_control", *STEPS)
CHECK = "bodyplan check"
HUMANOID = workloads.CORPUS / "mjcf" / "dm_control" / "dm_control" / "suite" / "humanoid.xml"
BODIES = 10_000
LARGE_ROUNDS = 2
"""For large files, which take seconds each time."""
MOST_BYTES = 200_000
"""Larger files are not given to dm_control, which takes minutes for them."""


class Target(NamedTuple):
    """What is aimed at, of the humanoid."""

    other: str
    ratio: float
    """How many times its time a check may take."""


TARGETS = (Target("lxml all files", 10), Target("dm_control compiled", 0.1), Target("dm_control", 0.1))


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--oracle-python", action="append", default=[], metavar="PATH", help="interpreter that has them"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    arguments = parser.parse_args()
    cast = Cast([sys.executable, *arguments.oracle_python])
    try:
        cast.start(list(NAMES))
        with tempfile.TemporaryDirectory() as scratch:
            found = {
                file: fastest(cast, file, arguments.rounds if file.size <= MOST_BYTES else LARGE_ROUNDS)
                for file in files(Path(scratch))
            }
        versions = {name: process.version for name, process in cast.running.items()}
    finally:
        cast.close()
    text = table(found, versions)
    print(text)
    if arguments.write:
        write_page(TABLE, text)
    return 0


def files(scratch: Path) -> list[File]:
    """What is measured."""
    made = scratch / f"{BODIES}_bodies.xml"
    body = (
        '<body name="b{0}" pos="{0} 0 1"><joint name="j{0}" range="-1 1"/><geom type="box" size=".1 .2 .3"/></body>\n'
    )
    bodies = "".join(body.format(number) for number in range(BODIES))
    made.write_text(f'<mujoco model="bodies">\n<worldbody>\n{bodies}</worldbody>\n</mujoco>\n', encoding="utf-8")
    of_corpus = workloads.corpus(workloads.CORPUS / "mjcf")
    largest = workloads.largest_robot(of_corpus, "mjcf")
    paths = [HUMANOID, *([] if largest is None else [largest.path]), made]
    return [File(path, "mjcf", path.stat().st_size, 0) for path in paths if path.is_file()]


def fastest(cast: Cast, file: File, rounds: int) -> list[Timing]:
    """The shortest time of each reader, all taken in turns: what else the machine does makes times longer only."""
    best: dict[str, float] = {}
    status: dict[str, str] = {}
    asked = names_for(cast, file)
    for _ in range(rounds + 1):  # the first warms up
        for name in asked:
            answer = cast.running[name].ask(file.path, SHARE)
            status[name] = answer["status"]
            best[name] = min([best.get(name, math.inf), *answer["times"]])
    floor = best[FLOOR]
    timings = [Timing(name, best[name], best[name] / floor, status[name]) for name in asked]
    return sorted((each for each in timings if each.seconds < math.inf), key=lambda timing: timing.seconds)


def names_for(cast: Cast, file: File) -> list[str]:
    """The readers that a file is given to."""
    return [name for name in cast.running if file.size <= MOST_BYTES or not name.startswith("dm_control")]


def table(found: dict[File, list[Timing]], versions: dict[str, str]) -> str:
    """The page."""
    lines = [
        "# MJCF",
        "",
        "Made by `python benchmarks/mjcf.py --write`, which says how; what it means, [here](README.md). `bodyplan` loads, `mujoco`",
        "makes its description (`MjSpec`) and compiles nothing, `mujoco compiled` is `MjModel`; what is saved was read before.",
        "`dm_control` reads and judges little, `dm_control compiled` knows what a check knows: whether MuJoCo takes the document.",
        "`lxml` parses the document, `lxml all files` those that it includes, too: the humanoid is four files.",
        "Times are the shortest of many that were taken in turns, on a machine that does other things as well.",
        "",
        "| target | measured | met |",
        "| --- | ---: | --- |",
    ]
    for target in TARGETS:
        seconds = {each.reader: each.seconds for each in found[next(iter(found))]}
        if CHECK in seconds and target.other in seconds:
            ratio = seconds[CHECK] / seconds[target.other]
            met = "yes" if ratio <= target.ratio else "**no**"
            aim = f"check of humanoid.xml: at most {target.ratio:g} × {target.other}"
            lines.append(f"| {aim} | {ratio:.3g} × | {met} |")
    lines += ["", "| file | what | ms | × bare parse |", "| --- | --- | ---: | ---: |"]
    for file, timings in found.items():
        title = f"{file.path.name}, {file.size / 1e3:.3g} kB"
        for timing in timings:
            name = f"{timing.reader} {versions[timing.reader]}"
            lines.append(f"| {title} | {name} | {1e3 * timing.seconds:.3g} | {timing.ratio:.1f} |")
            title = ""
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
