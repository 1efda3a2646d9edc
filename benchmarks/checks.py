"""What checks cost with each target, cold starts and poses of one configuration, in instructions beside milliseconds.

    python benchmarks/checks.py [--only FILE,...] [--write]

``instruction_counts.py`` says how instructions are counted. ``--write`` writes the table to ``checks.md`` with the commit and the
machine.
"""

from __future__ import annotations

import argparse
import functools
import sys
import tempfile
from pathlib import Path
from typing import Any

import workloads
from instruction_counts import Cost, judge, keep_compiled, measure, measure_process, ratio_of
from staleness import write_page
from startup import SMALL

TABLE = Path(__file__).with_suffix(".md")
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
"""How many times a bare parse of all its files a check of a document may take; of MJCF 10 times."""
WANTED_OF_MJCF = 10.0
POSES = {"arm of 7 joints": 40.0, "tiago_dual.urdf": 120.0}
"""Longest times of all poses at one configuration, in µs."""
LARGE = 1_000_000
"""Bytes from which on a file is read fewer times."""
CALL = """
import sys
what, path, *included = sys.argv[1:-1]
if what == "lxml":
    from lxml import etree
    def call():
        for each in (path, *included):
            with open(each, "rb") as file:
                etree.fromstring(file.read())
else:
    import bodyplan
    target, _, rest = what.partition(" ")
    options = {} if target == "check" else {"target": target}
    if rest:
        def call():
            bodyplan.check(path, **options).ok
    else:
        def call():
            for each in bodyplan.check(path, **options).diagnostics:
                each.line, each.message
"""
"""What is measured; with findings placed and worded, unless only the verdict is asked for."""
VERDICT = " verdict"
"""What follows a target of which only the verdict is asked for."""
PROGRAM = ["-c", "from bodyplan.cli.process import run_process; run_process()"]
"""What the script does that is installed."""
COLD = {
    "nothing": ["-c", "pass"],
    "import lxml.etree": ["-c", "import lxml.etree"],
    "bodyplan --help": [*PROGRAM, "--help"],
    "bodyplan check --help": [*PROGRAM, "check", "--help"],
    "bodyplan convert --help": [*PROGRAM, "convert", "--help"],
    "bodyplan check small.urdf --no-cache": [*PROGRAM, "check", "small.urdf", "--no-cache"],
    "bodyplan check small.urdf, again": [*PROGRAM, "check", "small.urdf", "--cache-dir", "kept"],
    "bodyplan check small.urdf --no-cache --target drake": [
        *PROGRAM, "check", "small.urdf", "--no-cache", "--target", "drake",
    ],
}  # fmt: skip
WANTED_COLD = {
    "bodyplan --help": ("nothing", 3.0),
    "bodyplan check small.urdf --no-cache": ("import lxml.etree", 2.5),
}


def main() -> int:
    """Measures, or looks whether what was measured still holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="names of files to measure, with commas between them")
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    asked = parser.parse_args()
    text = table([name for name in asked.only.split(",") if name])
    print(text)
    if asked.write:
        write_page(TABLE, text)
    return 0


def table(only: list[str]) -> str:
    """The page."""
    lines = [
        "# Checks, cold starts and poses",
        "",
        "Made by `python benchmarks/checks.py --write`, which says how. Ratios are of instructions where these are counted.",
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
    asked = (PLAIN, *READS[file.format])
    read = list(map(str, workloads.files_of(file.path) if file.format == "mjcf" else [file.path]))
    for what in (FLOOR, *(each + more for each in asked for more in ("", VERDICT))):
        cost = measure(CALL, [what, *read], few=file.size > LARGE)
        floor = floor or cost
        ratio = ratio_of(cost, floor)
        target = what.removesuffix(VERDICT)
        wanted = (
            None if what == FLOOR or what != target else WANTED_OF_MJCF if file.format == "mjcf" else WANTED.get(what)
        )
        if what == "libsdformat" and file.format == "sdformat":
            wanted = 8.0
        name = target if target in (FLOOR, PLAIN) else f"`--target {target}`"
        name += ", only whether it is ok" if what != target else ""
        lines.append(
            f"| {title} | {name} | {cost.instructions / 1e6:.4g} | {1e3 * cost.seconds:.3g} | {ratio:.1f} | {judge(ratio, wanted)} |"
        )
        title = ""
        print(lines[-1], file=sys.stderr)
    return lines


def cold_rows() -> list[str]:
    """What commands cost in new processes, whose modules are compiled."""
    lines: list[str] = []
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "small.urdf").write_text(SMALL, encoding="utf-8")
        keep_compiled(folder)
        for name, arguments in COLD.items():
            costs[name] = measure_process(arguments, folder)
            other, wanted = WANTED_COLD.get(name, ("nothing", None))
            ratio = ratio_of(costs[name], costs[other])
            cost = costs[name]
            lines.append(
                f"| `{name}` | {cost.instructions / 1e6:.4g} | {1e3 * cost.seconds:.3g} | {ratio:.1f} × {other} | {judge(ratio, wanted)} |"
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
        lines.append(f"| {name} | {1e6 * seconds:.0f} | {judge(1e6 * seconds, wanted)} |")
    return lines


def _pose_of(scene: Any, q: Any, link: str) -> Any:
    return scene.forward_kinematics(q)[link]


if __name__ == "__main__":
    sys.exit(main())
