"""What checks cost with each target, cold starts and poses of one configuration, in instructions beside milliseconds.

    python benchmarks/checks.py [--only FILE,...] [--write] [--check]

Instructions are counted by valgrind, and do not depend on what else the machine does: those of a call are the difference
between a process that makes it more often and one that makes it less often, after the first. ``--write`` writes the table
to ``checks.md`` with the commit and the machine; ``--check`` fails where the table is of other sources or another machine.
"""

from __future__ import annotations

import argparse
import functools
import math
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import workloads
from processes import environment
from startup import SMALL

TABLE = Path(__file__).with_suffix(".md")
CHECKOUT = Path(__file__).parent.parent
SOURCES = ("runtime", "semantics", "generated", "diagnostics", "cli", "schemas", "public.py", "benchmarks/checks.py")
"""What the figures depend on."""
FLOOR, PLAIN = "lxml", "check"
TARGETS = ("urdfdom", "libsdformat", "drake", "dart", "mujoco")
READS = {
    "urdf": ("urdfdom", "libsdformat", "drake", "mujoco"),
    "sdformat": ("libsdformat", "drake"),
    "skel": ("dart",),
    "mjcf": ("mujoco", "drake"),
}
WANTED = {
    PLAIN: 4.5, "urdfdom": 6.0, "libsdformat": 12.0, "drake": 9.0, "dart": 9.0,
}  # fmt: skip
"""How many times a bare parse a check may take; of MJCF 10 times."""
WANTED_OF_MJCF = 10.0
POSES = {"arm of 7 joints": 40.0, "tiago_dual.urdf": 120.0}
"""Longest times of all poses at one configuration, in µs."""
LARGE = 1_000_000
"""Bytes from which on a file is read fewer times."""
_COUNT = re.compile(r"I\s+refs:\s+([\d,]+)")
_MADE = re.compile(r"Measured at commit `([\w.]+)` on `([^`]*)`")

CALL = """
import sys, time
path, what, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
if what == "lxml":
    from lxml import etree
    def call():
        with open(path, "rb") as file:
            etree.fromstring(file.read())
else:
    import bodyplan
    options = {} if what == "check" else {"target": what}
    def call():
        bodyplan.check(path, **options)
best = 1e9
for _ in range(count):
    start = time.process_time()
    call()
    best = min(best, time.process_time() - start)
print(best)
"""
COLD = {
    "nothing": ["-c", "pass"],
    "import lxml.etree": ["-c", "import lxml.etree"],
    "bodyplan --help": ["-c", "import sys; from bodyplan.cli.main import main; sys.exit(main(['--help']))"],
    "bodyplan convert --help": [
        "-c", "import sys; from bodyplan.cli.main import main; sys.exit(main(['convert', '--help']))",
    ],
    "bodyplan check small.urdf --no-cache": [
        "-c", "import sys; from bodyplan.cli.main import main; sys.exit(main(['check', 'small.urdf', '--no-cache']))",
    ],
}  # fmt: skip
WANTED_COLD = {
    "bodyplan --help": ("nothing", 3.0),
    "bodyplan check small.urdf --no-cache": ("import lxml.etree", 2.5),
}


class Cost(NamedTuple):
    """What one call costs."""

    instructions: float
    """NaN where nothing counts them."""
    seconds: float


def main() -> int:
    """Measures, or looks whether what was measured still holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="names of files to measure, with commas between them")
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    parser.add_argument(
        "--check", action="store_true", help="fail where the table is not of these sources and this machine"
    )
    asked = parser.parse_args()
    if asked.check:
        return check_table()
    text = table([name for name in asked.only.split(",") if name])
    print(text)
    if asked.write:
        TABLE.write_text(text, encoding="utf-8")
    return 0


def check_table() -> int:
    """Says why the table is stale; 1 where it is."""
    made = _MADE.search(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else None
    if made is None:
        print(f"{TABLE.name} does not say what it was measured of")
        return 1
    stale = []
    changed = subprocess.run(["git", "diff", "--quiet", made[1], "--", *SOURCES], cwd=CHECKOUT, check=False)
    if changed.returncode:
        stale.append(f"{TABLE.name} was measured at commit {made[1]}: sources have changed since")
    if made[2] != machine():
        stale.append(f"{TABLE.name} was measured on {made[2]}, and this is {machine()}")
    print("\n".join(stale) or f"{TABLE.name} holds")
    return 1 if stale else 0


def machine() -> str:
    """The processor and the interpreter."""
    processor = platform.processor() or platform.machine()
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        named = re.search(r"model name\s*:\s*(.+)", facts.read_text(encoding="utf-8"))
        processor = named[1].strip() if named else processor
    return f"{processor}, Python {platform.python_version()}"


def table(only: list[str]) -> str:
    """The page."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=CHECKOUT, check=True, capture_output=True, text=True
    ).stdout.strip()
    lines = [
        "# Checks, cold starts and poses",
        "",
        "Made by `python benchmarks/checks.py --write`, which says how. Ratios are of instructions where these are counted.",
        f"Measured at commit `{commit}` on `{machine()}`.",
        "",
        "| file | what | million instructions | ms | × bare parse | wanted | met |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for file in files():
        if not only or file.path.name in only:
            lines += rows_of(file)
    lines += ["", "| command, in a new process | million instructions | ms | ratio | wanted | met |"]
    lines += ["| --- | ---: | ---: | ---: | ---: | --- |", *cold_rows()]
    lines += ["", "| all poses at one configuration | µs | wanted | met |", "| --- | ---: | ---: | --- |", *pose_rows()]
    return "\n".join([*lines, ""])


def files() -> list[workloads.File]:
    """What is checked."""
    found = workloads.corpus()
    picked = [workloads.largest_robot(found, "urdf"), workloads.shapes(found)]
    picked += [workloads.largest_robot(found, "sdformat"), workloads.largest_robot(found, "skel")]
    humanoid = workloads.CORPUS / "mjcf" / "dm_control" / "dm_control" / "suite" / "humanoid.xml"
    picked.append(next((file for file in found if file.path == humanoid), None))
    return [file for file in picked if file is not None]


def rows_of(file: workloads.File) -> list[str]:
    """What a bare parse and checks of a file cost."""
    title, floor, lines = f"{file.path.name}, {file.size / 1e3:.3g} kB", None, []
    for what in (FLOOR, PLAIN, *READS[file.format]):
        cost = measure(str(file.path), what, few=file.size > LARGE)
        floor = floor or cost
        ratio = ratio_of(cost, floor)
        wanted = None if what == FLOOR else WANTED_OF_MJCF if file.format == "mjcf" else WANTED.get(what)
        if what == "libsdformat" and file.format == "sdformat":
            wanted = 8.0
        name = what if what in (FLOOR, PLAIN) else f"`--target {what}`"
        lines.append(
            f"| {title} | {name} | {cost.instructions / 1e6:.4g} | {1e3 * cost.seconds:.3g} | {ratio:.1f} | {_judge(ratio, wanted)} |"
        )
        title = ""
        print(lines[-1], file=sys.stderr)
    return lines


def ratio_of(cost: Cost, floor: Cost) -> float:
    """How many times the floor something costs: by instructions, by time where nothing counts these."""
    by_instructions = cost.instructions / floor.instructions
    return cost.seconds / floor.seconds if math.isnan(by_instructions) else by_instructions


def measure(path: str, what: str, few: bool) -> Cost:
    """The cost of one call."""
    less, more = (1, 2) if few else (2, 4)
    arguments = ["-c", CALL, path, what]
    # first, so that all modules are compiled
    done = subprocess.run(
        [sys.executable, *arguments, "5" if few else "25"],
        check=True,
        capture_output=True,
        text=True,
        env=environment(),
    )
    counts = [count_instructions([*arguments, str(times)]) for times in (less, more)]
    return Cost((counts[1] - counts[0]) / (more - less), float(done.stdout))


def count_instructions(arguments: list[str], folder: str | None = None) -> float:
    """Instructions of a Python process; NaN where valgrind is not there."""
    if shutil.which("valgrind") is None:
        return math.nan
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", sys.executable]
    fixed = {**environment(), "PYTHONHASHSEED": "0"}
    done = subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, env=fixed, cwd=folder)
    found = _COUNT.search(done.stderr)
    return float(found[1].replace(",", "")) if found else math.nan


def cold_rows() -> list[str]:
    """What commands cost in new processes, whose modules are compiled."""
    lines: list[str] = []
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "small.urdf").write_text(SMALL, encoding="utf-8")
        compiled = {"PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        os.environ.update(compiled)
        for name, arguments in COLD.items():
            times = []
            for _ in range(10):
                start = time.perf_counter()
                subprocess.run(
                    [sys.executable, *arguments], check=False, capture_output=True, env={**os.environ}, cwd=folder
                )
                times.append(time.perf_counter() - start)
            costs[name] = Cost(count_instructions(arguments, folder), min(times))
            other, wanted = WANTED_COLD.get(name, ("nothing", None))
            ratio = ratio_of(costs[name], costs[other])
            cost = costs[name]
            lines.append(
                f"| `{name}` | {cost.instructions / 1e6:.4g} | {1e3 * cost.seconds:.3g} | {ratio:.1f} × {other} | {_judge(ratio, wanted)} |"
            )
            print(lines[-1], file=sys.stderr)
    return lines


def pose_rows() -> list[str]:
    """What the poses of all links at one configuration take, one of which is looked at."""
    import bodyplan
    import numpy as np
    from kinematics import arm, best

    robot = workloads.largest_robot(workloads.corpus(), "urdf")
    scenes = {"arm of 7 joints": bodyplan.loads(arm(7)).scene}
    if robot is not None:
        scenes[robot.path.name] = bodyplan.load(robot.path).scene
    lines = []
    for name, scene in scenes.items():
        q, last = np.full(scene.dofs, 0.3), list(scene.links)[-1]
        seconds = best(functools.partial(_pose_of, scene, q, last), 500)
        wanted = POSES.get(name)
        lines.append(f"| {name} | {1e6 * seconds:.0f} | {_judge(1e6 * seconds, wanted)} |")
    return lines


def _pose_of(scene: Any, q: Any, link: str) -> Any:
    return scene.forward_kinematics(q)[link]


def _judge(measured: float, wanted: float | None) -> str:
    if wanted is None:
        return "| "
    return f"{wanted:g} | {'yes' if measured <= wanted else '**no**'}"


if __name__ == "__main__":
    sys.exit(main())
