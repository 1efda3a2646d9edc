"""What saving, converting, resolving, viewing, xacro, many files, memory and kinematics cost.

    python benchmarks/costs.py [--only calls,commands,memory,files,kinematics] [--write]

``instruction_counts.py`` says how instructions are counted. Memory is the most that a process has of the machine, over the size of the
document. Of many files, times are those of processors, with all processes of a command; two jobs are compared by the clock,
which says something on a quiet machine only. Answers of pinocchio are compared with bodyplan's before its times are.
``--write`` writes the table to ``costs.md`` with the commit and the machine.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import workloads
from instruction_counts import count_instructions, judge, keep_compiled, measure, ratio_of, time_process
from kinematics import arm, best
from processes import environment
from staleness import write_page

TABLE = Path(__file__).with_suffix(".md")
LOAD = """
import sys
import bodyplan
def call():
    return bodyplan.load(sys.argv[1])
"""
LOAD_WITH_DART = """
import sys
import dartpy.utils
def call():
    assert dartpy.utils.SkelParser.readWorld(sys.argv[1]) is not None
"""
SAVE = """
import sys
import bodyplan
kind, is_saved = sys.argv[2], sys.argv[3] == "saved"
def call():
    document = bodyplan.load(sys.argv[1])
    inertials = bodyplan.find_all(document, getattr(bodyplan, kind).Inertial)
    mass = inertials[len(inertials) // 2]
    if kind == "urdf":
        mass.mass.value += 1.0
    else:
        mass.mass += 1.0
    return document.dumps() if is_saved else None
"""
CONVERT = """
import sys
import bodyplan
def call():
    return bodyplan.convert(bodyplan.load(sys.argv[1]), sys.argv[2])
"""
COMMAND = """
import contextlib, io, sys
from bodyplan.cli.main import main
def call():
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(sys.argv[1:-1]) in (0, 1)
"""
XACRO = """
import sys, xacro
def call():
    xacro.process_file(sys.argv[1]).toprettyxml(indent="  ")
"""
SAVING, CONVERTING, RESOLVING, VIEWING, EXPANDING = 0.6, 1000.0, 2000.0, 3000.0, 1.5
"""What is wanted: loads, millions of instructions three times, times xacro itself."""
MEMORY, AGAIN, JOBS = 5.0, 20.0, 1.7
"""Times the document; how many times as fast a second run is, and two jobs are."""
BATCH = 10_000
"""Configurations at once."""
BATCHES = 2.0
"""Times pinocchio."""
WORLDS = ((100_000, "load", False), (120_000, "check", False), (120_000, "check", True))
"""How many models, what is done with them, and whether something is wrong with one."""
PEAK = """
import resource, sys
import bodyplan
kept = getattr(bodyplan, sys.argv[2])(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def main() -> int:
    """Measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default=",".join(PARTS), help="parts to measure, with commas between them")
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    asked = parser.parse_args()
    lines = ["# What else costs", "", "Made by `python benchmarks/costs.py --write`, which says how.", ""]
    with tempfile.TemporaryDirectory() as folder:
        keep_compiled(folder)
        for name in asked.only.split(","):
            for line in PARTS[name](Path(folder)):
                print(line, file=sys.stderr, flush=True)
                lines.append(line)
            lines.append("")
    text = "\n".join(lines)
    print(text)
    if asked.write:
        write_page(TABLE, text)
    return 0


def robot_and_world() -> tuple[str, str]:
    """The largest robot and the world of shapes."""
    found = workloads.corpus()
    robot, world = workloads.largest_robot(found, "urdf"), workloads.shapes(found)
    if robot is None or world is None:
        raise SystemExit(f"{workloads.CORPUS} is not there")
    return str(robot.path), str(world.path)


def calls(_: Path) -> Iterator[str]:
    """Saving and converting, in one process."""
    robot, world = robot_and_world()
    yield "| call | million instructions | ms | loads | wanted | met |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for path, format, few in ((robot, "urdf", False), (world, "sdformat", True)):
        load = measure(LOAD, [path], few=few)
        title = os.path.basename(path)
        yield f"| load of {title} | {load.instructions / 1e6:.4g} | {1e3 * load.seconds:.3g} | 1.00 | {judge(0, None)} |"
        edit = measure(SAVE, [path, format, "edited"], few=few)
        save = measure(SAVE, [path, format, "saved"], few=few).minus(edit)
        times = ratio_of(save, load)
        # on a machine that does other things, too, the difference of two times may come out at less than nothing
        taken = f"{1e3 * save.seconds:.3g}" if save.seconds > 0 else "lost in noise"
        yield f"| save of {title} after one edit | {save.instructions / 1e6:.4g} | {taken} | {times:.2f} | {judge(times, SAVING)} |"
    skeleton = workloads.largest_robot(workloads.corpus(), "skel")
    if skeleton is not None and importlib.util.find_spec("dartpy") is not None:
        own = measure(LOAD, [str(skeleton.path)], few=False)
        theirs = measure(LOAD_WITH_DART, [str(skeleton.path)], few=False)
        title, times = skeleton.path.name, ratio_of(own, theirs)
        yield f"| DART's load of {title} | {theirs.instructions / 1e6:.4g} | {1e3 * theirs.seconds:.3g} | | {judge(0, None)} |"
        yield (
            f"| load of {title} | {own.instructions / 1e6:.4g} | {1e3 * own.seconds:.3g} "
            f"| {times:.2f} of DART's | {judge(times, None)} |"
        )
    load = measure(LOAD, [robot], few=False)
    cost = measure(CONVERT, [robot, "sdformat"], few=True).minus(load)
    millions = cost.instructions / 1e6
    yield (
        f"| convert {os.path.basename(robot)} to SDFormat | {ratio_of(cost, load):.3g} loads | {1e3 * cost.seconds:.3g} "
        f"| {millions:.4g} M | {judge(millions, CONVERTING).replace(' |', ' M |', 1)} |"
    )


def commands(folder: Path) -> Iterator[str]:
    """Commands in new processes, and xacro in one."""
    _, world = robot_and_world()
    program = ["-c", "from bodyplan.cli.process import run_process; run_process()"]
    page, title = str(folder / "page.html"), os.path.basename(world)
    yield "| command | ms | million instructions | wanted | met |"
    yield "| --- | ---: | ---: | ---: | --- |"
    wanted = {"resolve": RESOLVING, "view": VIEWING}
    calls = [[*program, "resolve", world], [*program, "view", world, "-o", page, "--no-open"]]
    seconds = [time_process(words, times=3) for words in calls]
    with ThreadPoolExecutor(2) as pool:  # counts do not depend on what else goes on
        counts = list(pool.map(count_instructions, calls))
    for (name, most), taken, count in zip(wanted.items(), seconds, counts):
        yield f"| `{name} {title}` | {1e3 * taken:.3g} | {count / 1e6:.4g} | {judge(count / 1e6, most)} |"
    gripper = str(workloads.CORPUS / "drake" / "examples" / "planar_gripper" / "planar_gripper.xacro")
    theirs = measure(XACRO, [gripper], few=False)
    ours = measure(COMMAND, ["xacro", gripper], few=False)
    yield f"| xacro itself, planar_gripper.xacro, in one process | {1e3 * theirs.seconds:.3g} | {theirs.instructions / 1e6:.4g} | {judge(0, None)} |"
    times = ratio_of(ours, theirs)
    yield (
        f"| `xacro planar_gripper.xacro`, in one process | {1e3 * ours.seconds:.3g} | {times:.2f} × xacro "
        f"| {EXPANDING:g} × | {judge(times, EXPANDING).rpartition('|')[2].strip()} |"
    )


def memory(folder: Path) -> Iterator[str]:
    """The most memory of processes that read large worlds."""
    yield "| world | MB | most memory / size | wanted | met |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for models, what, is_wrong in WORLDS:
        path = workloads.write_world(models, folder)
        title = f"{what} of {models} models"
        if is_wrong:
            path.write_text(path.read_text("utf-8").replace("<mass>", "<mass>-", 1), "utf-8")
            title += ", one of a negative mass"
        size = path.stat().st_size
        done = subprocess.run(
            [sys.executable, "-c", PEAK, str(path), what], check=True, capture_output=True, text=True, env=environment()
        )
        times = float(done.stdout) / size
        yield f"| {title} | {size / 1e6:.3g} | {times:.2f} | {judge(times, MEMORY)} |"
        path.unlink()


def files(folder: Path) -> Iterator[str]:
    """Checks of all files of the corpus: anew, again, and in two processes."""
    kept = str(folder / "kept")
    yield "| check of all files of the corpus | wall clock, s | processors, s | times as fast | wanted | met |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    words = [str(workloads.CORPUS), "--quiet", "--output-file", os.devnull]
    _run([*words, "--jobs", "1", "--no-cache"])  # so that all modules are compiled
    first = _run([*words, "--jobs", "1", "--cache-dir", kept])
    yield f"| findings kept for the next run | {first[0]:.2f} | {first[1]:.2f} | 1.0 | {judge(0, None)} |"
    again = min((_run([*words, "--jobs", "1", "--cache-dir", kept]) for _ in range(3)), key=lambda each: each[1])
    yield _row("again", again, first[1] / again[1], AGAIN)
    one, two = ([_run([*words, "--jobs", jobs, "--no-cache"]) for _ in range(3)] for jobs in "12")
    clock = min(each[0] for each in one) / min(each[0] for each in two)
    yield f"| one process, nothing kept | {min(one)[0]:.2f} | {min(one)[1]:.2f} | 1.0 | {judge(0, None)} |"
    yield _row("two processes, by the clock", min(two), clock, JOBS)


def _row(what: str, taken: tuple[float, float], times: float, wanted: float) -> str:
    met = "yes" if times >= wanted else "**no**"
    return f"| {what} | {taken[0]:.2f} | {taken[1]:.2f} | {times:.1f} | {wanted:g} | {met} |"


def _run(words: list[str]) -> tuple[float, float]:
    """Time by the clock and of processors, in s."""
    used, begin = sum(os.times()[2:4]), time.perf_counter()
    status = subprocess.run(
        [sys.executable, "-m", "bodyplan.cli.main", "check", *words], check=False, stderr=subprocess.DEVNULL
    ).returncode
    if status not in (0, 1):
        raise SystemExit(f"check {' '.join(words)}: status {status}")
    return time.perf_counter() - begin, sum(os.times()[2:4]) - used


def kinematics(_: Path) -> Iterator[str]:
    """Many configurations, Jacobians, mass matrices and centres of mass beside pinocchio."""
    try:
        importlib.import_module("pinocchio")
    except ImportError:
        yield "Kinematics is left out: pinocchio is not there."
        return
    yield "| robot | what | bodyplan, µs | pinocchio, µs | largest difference, relative | ratio | wanted | met |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    robot, _world = robot_and_world()
    for title, text in (("arm of 7 joints", arm(7)), (os.path.basename(robot), Path(robot).read_text("utf-8"))):
        yield from _beside_pinocchio(title, text)


def _beside_pinocchio(title: str, text: str) -> Iterator[str]:
    import bodyplan
    import numpy as np

    pinocchio: Any = importlib.import_module("pinocchio")
    scene = bodyplan.loads(text).scene
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    ours = np.random.default_rng(0).uniform(-1, 1, (BATCH, scene.dofs))
    theirs, order = np.stack([pinocchio.neutral(model)] * BATCH), []
    for at, coordinate in enumerate(scene.coordinates):
        joint = model.joints[model.getJointId(coordinate.joint.rpartition("::")[2])]
        angle = ours[:, at]
        # a joint without limits has the cosine and the sine of its angle
        theirs[:, joint.idx_q : joint.idx_q + joint.nq] = (
            angle[:, None] if joint.nq == 1 else np.stack([np.cos(angle), np.sin(angle)], axis=1)
        )
        order.append(joint.idx_v)
    q, of_theirs = ours[0], theirs[0]
    # the one that most joints move
    link = max(scene.links, key=lambda name: np.count_nonzero(scene.jacobian(name).any(axis=0)))
    frame = model.getFrameId(link.rpartition("::")[2])
    moved = [name for name in scene.links if scene.jacobian(name).any()]

    def of_pinocchio_batch() -> None:
        for each in theirs:
            pinocchio.forwardKinematics(model, data, each)

    def place_of_pinocchio() -> Any:
        pinocchio.framesForwardKinematics(model, data, of_theirs)
        return data.oMf[frame].homogeneous

    def mass_of_pinocchio() -> Any:
        upper = np.triu(pinocchio.crba(model, data, of_theirs))
        return (upper + np.triu(upper, 1).T)[np.ix_(order, order)]

    def jacobian_of_pinocchio() -> Any:
        found = pinocchio.computeFrameJacobian(model, data, of_theirs, frame, pinocchio.LOCAL_WORLD_ALIGNED)
        return found[:, order]

    def com_of_pinocchio() -> Any:
        # what stands still is none of its bodies
        return pinocchio.centerOfMass(model, data, of_theirs).copy()

    rows: list[tuple[str, Callable[[], Any], Callable[[], Any], int, float | None]] = [
        ("poses at one configuration", lambda: scene.forward_kinematics(q)[link], place_of_pinocchio, 1, None),
        (f"poses at {BATCH}, each", lambda: scene.forward_kinematics(ours), of_pinocchio_batch, BATCH, BATCHES),
        ("Jacobian", lambda: scene.jacobian(link, q), jacobian_of_pinocchio, 1, None),
        ("mass matrix", lambda: scene.mass_matrix(q), mass_of_pinocchio, 1, None),
        ("centre of mass", lambda: scene.mass_properties(q, moved).com, com_of_pinocchio, 1, None),
    ]
    has_masses = any(link.mass for link in scene.links.values())
    for what, of_bodyplan, of_other, count, wanted in rows if has_masses else rows[:3]:
        one, other = of_bodyplan(), of_other()
        apart = "" if other is None else f"{float(np.max(np.abs(one - other)) / max(1e-30, np.max(np.abs(other)))):.1e}"
        times = [best(each, 3 if count > 1 else 300) / count for each in (of_bodyplan, of_other)]
        ratio = times[0] / times[1]
        yield (
            f"| {title} | {what} | {1e6 * times[0]:.3g} | {1e6 * times[1]:.3g} | {apart} | {ratio:.1f} | {judge(ratio, wanted)} |"
        )
        title = ""


PARTS = {"calls": calls, "commands": commands, "memory": memory, "files": files, "kinematics": kinematics}


if __name__ == "__main__":
    sys.exit(main())
