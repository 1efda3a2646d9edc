"""URDF made SDFormat, or what a simulator makes of it, beside other converters: what of the robot is kept, and how long it takes.

    python benchmarks/conversion.py [--write] [--rod PYTHON] [PATH …]

Every robot below the paths that Drake loads is converted by each program. What comes out is loaded by Drake (SDFormat) or
MuJoCo (what its compiler makes) and compared with the robot: how many links and joints are there, how much of the mass, and
where each link is at zero coordinates (to 1e-9 m, as a link or frame of its name). Programs that are not here are left
out and named. Run it with an interpreter that has pydrake and mujoco; rod, which asks the command line of Gazebo
(`gz sdf`, or `ign sdf`), may have an interpreter of its own.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from staleness import write_page

HERE = Path(__file__).resolve().parent
TABLE = Path(__file__).with_suffix(".md")
CORPUS = HERE.parents[1] / "shared" / "corpus" / "example-robot-data"
POSE = 1e-9
PATIENCE = 60
FLAGS = "-std=c++17 -O2"
ROD = """
import sys, time, rod
from rod.utils.gazebo import GazeboHelper
GazeboHelper.get_gazebo_executable()
start = time.perf_counter()
text = rod.Sdf.load(sdf=open(sys.argv[1], encoding="utf-8").read(), is_urdf=True).serialize(pretty=True, validate=False)
print(time.perf_counter() - start)
open(sys.argv[2], "w", encoding="utf-8").write(text)
"""
OLDER_SDFORMAT = os.environ | {"ROD_SKIP_SDFORMAT_CHECK": "1"}
"""rod asks for libsdformat 13 or later, and works with what 12 says."""
INTERPRETERS = {"rod": sys.executable}
"""Of programs that are Python packages and may be installed elsewhere."""


class Kept(NamedTuple):
    """What is left of one robot, each beside what there was."""

    links: tuple[int, int]
    joints: tuple[int, int]
    mass: tuple[float, float]
    poses: tuple[int, int]
    seconds: float


class Robot(NamedTuple):
    """What Drake makes of a document: links, children of joints, mass, and the poses of links and frames."""

    links: set[str]
    joints: set[str]
    mass: float
    poses: dict[str, Any]


def robot_of(text: str, kind: str) -> Robot:
    """A robot of a text, ``"urdf"`` or ``"sdf"``; an error where Drake makes nothing of it."""
    from pydrake.multibody.parsing import Parser  # pyright: ignore[reportMissingImports]
    from pydrake.multibody.plant import MultibodyPlant  # pyright: ignore[reportMissingImports]
    from pydrake.multibody.tree import FrameIndex  # pyright: ignore[reportMissingImports]

    plant = MultibodyPlant(0.0)
    Parser(plant).AddModelsFromString(text, kind)
    plant.Finalize()
    context = plant.CreateDefaultContext()
    plant.SetPositions(context, _zero(plant))
    frames = [plant.get_frame(FrameIndex(number)) for number in range(plant.num_frames())]
    links = {plant.get_body(each).name() for each in _bodies(plant)}
    every = [plant.get_joint(each) for each in plant.GetJointIndices()]
    joints = {each.child_body().name() for each in every if each.num_positions() < 6}
    poses = {each.name(): each.CalcPoseInWorld(context).GetAsMatrix4() for each in frames}
    return Robot(links - {"world"}, joints, plant.CalcTotalMass(context), poses)


def _zero(plant: Any) -> Any:
    """Zero coordinates, turns of free bodies being those that turn nothing."""
    q = plant.GetPositions(plant.CreateDefaultContext())
    for each in plant.GetJointIndices():
        joint = plant.get_joint(each)
        start, count = joint.position_start(), joint.num_positions()
        q[start : start + count] = (1, 0, 0, 0, 0, 0, 0) if count == 7 else 0
    return q


def _bodies(plant: Any) -> Iterator[Any]:
    from pydrake.multibody.tree import BodyIndex  # pyright: ignore[reportMissingImports]

    return map(BodyIndex, range(plant.num_bodies()))


def compared(before: Robot, after: Robot, seconds: float) -> Kept:
    """What of a robot is kept."""
    import numpy as np

    there = [name for name in before.links if name in after.poses]
    equal = sum(bool(np.abs(before.poses[name] - after.poses[name]).max() <= POSE) for name in there)
    return Kept(
        (len(before.links & set(after.poses)), len(before.links)),
        (len(before.joints & after.joints), len(before.joints)),
        (after.mass, before.mass),
        (equal, len(before.links)),
        seconds,
    )


def by_bodyplan(path: Path, before: Robot) -> Kept:
    """bodyplan, for Drake."""
    import bodyplan

    bodyplan.convert(bodyplan.loads('<robot name="r"><link name="a"/></robot>'), "sdformat")
    start = time.perf_counter()
    text = bodyplan.convert(bodyplan.load(path), "sdformat", target="drake").document.dumps()
    seconds = time.perf_counter() - start
    return compared(before, robot_of(text, "sdf"), seconds)


def by_libsdformat(path: Path, before: Robot) -> Kept:
    """The converter of libsdformat."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "made.sdf")
        done = subprocess.run([_driver(), path, out], capture_output=True, text=True, timeout=PATIENCE, check=True)
        return compared(before, robot_of(out.read_text(), "sdf"), float(done.stdout))


def by_rod(path: Path, before: Robot) -> Kept:
    """rod, which has Gazebo's command line convert, reads what that says and writes it."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "made.sdf")
        command = [INTERPRETERS["rod"], "-c", ROD, path, out]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=OLDER_SDFORMAT
        )
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return compared(before, robot_of(out.read_text(), "sdf"), float(done.stdout.splitlines()[-1]))


def by_mujoco(path: Path, before: Robot) -> Kept:
    """The compiler of MuJoCo, asked for nothing; meshes are left out, which it would have to find."""
    import numpy as np
    from lxml import etree

    mujoco: Any = import_module("mujoco")  # which has no types

    root = etree.parse(path).getroot()
    for link in root.iter("link"):
        for shape in [*link.iterchildren("visual", "collision")]:
            if shape.find(".//mesh") is not None:
                link.remove(shape)
    text = etree.tostring(root, encoding="unicode")
    start = time.perf_counter()
    model = mujoco.MjModel.from_xml_string(text)
    seconds = time.perf_counter() - start
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    poses = {}
    for number in range(model.nbody):
        poses[model.body(number).name] = pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = data.xmat[number].reshape(3, 3), data.xpos[number]
    joints = {model.body(int(number)).name for number in model.jnt_bodyid}
    return compared(before, Robot(set(poses), joints, float(model.body_subtreemass[0]), poses), seconds)


PROGRAMS: dict[str, Callable[[Path, Robot], Kept]] = {
    "bodyplan": by_bodyplan,
    "libsdformat's converter": by_libsdformat,
    "rod": by_rod,
    "MuJoCo's compiler": by_mujoco,
}


def _driver() -> Path:
    program = HERE / "results" / "conversion_driver"
    source = HERE / "conversion_driver.cc"
    if not program.is_file() or program.stat().st_mtime < source.stat().st_mtime:
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "sdformat12"], capture_output=True, text=True, check=True
        ).stdout.split()
        program.parent.mkdir(exist_ok=True)
        subprocess.run(["c++", *FLAGS.split(), str(source), "-o", str(program), *flags], check=True)
    return program


def _missing() -> dict[str, str]:
    missing = {}
    if importlib.util.find_spec("mujoco") is None:
        missing["MuJoCo's compiler"] = "mujoco is not installed"
    asked = "from rod.utils.gazebo import GazeboHelper; GazeboHelper.get_gazebo_executable()"
    done = subprocess.run(
        [INTERPRETERS["rod"], "-c", asked], capture_output=True, text=True, check=False, env=OLDER_SDFORMAT
    )
    if done.returncode:
        missing["rod"] = done.stderr.strip().splitlines()[-1]
    try:
        _driver()
    except (OSError, subprocess.CalledProcessError) as error:
        missing["libsdformat's converter"] = f"libsdformat cannot be built with: {error}"
    return missing


def _work(program: str, path: Path, answer: Any) -> None:
    try:
        before = robot_of(path.read_text(), "urdf")
    except (RuntimeError, ValueError, OSError):
        answer.send("drake")
        return
    try:
        answer.send(PROGRAMS[program](path, before))
    except Exception as error:  # noqa: BLE001 - whatever it is, nothing came of the robot
        answer.send(f"{type(error).__name__}: {error}".splitlines()[0][:100])


def kept(program: str, path: Path) -> Kept | str:
    """What a program leaves of a robot, or why nothing; it has a process of its own, which may end."""
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(program, path, there))
    process.start()
    there.close()
    try:
        found: Kept | str = here.recv() if here.poll(PATIENCE) else "no answer in time"
    except EOFError:
        found = "it ended the process"
    process.kill()
    process.join()
    return found


def table(files: list[Path], missing: dict[str, str]) -> str:
    """The table of all programs."""
    rows = [
        "| converter | robots | made and loaded | links | joints | mass | poses equal | ms, median |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for program in PROGRAMS:
        if program in missing:
            rows.append(f"| {program} | – | – | – | – | – | – | – |")
            continue
        answers = {path: kept(program, path) for path in files}
        asked = [each for each in answers.values() if each != "drake"]
        made = [each for each in asked if isinstance(each, Kept)]
        for path, each in answers.items():
            if isinstance(each, str) and each != "drake":
                print(f"{program}: {path.name}: {each}", file=sys.stderr, flush=True)
        cells = [program, str(len(asked)), str(len(made))]
        for part in ("links", "joints", "mass", "poses"):
            left, all_of = (sum(getattr(each, part)[place] for each in made) for place in (0, 1))
            cells.append(f"{100 * left / all_of:.1f} %" if all_of else "–")
        cells.append(f"{1000 * statistics.median(each.seconds for each in made):.0f}" if made else "–")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=[CORPUS])
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    parser.add_argument("--rod", default=sys.executable, help="the interpreter that has rod")
    arguments = parser.parse_args()
    INTERPRETERS["rod"] = arguments.rod
    files = sorted(file for path in arguments.paths for file in ([path] if path.is_file() else path.rglob("*.urdf")))
    for name in ("pydrake.multibody.parsing", "pydrake.multibody.plant", "bodyplan"):
        import_module(name)  # once, and not in each process
    made = table(files, missing := _missing())
    print(made)
    for program, reason in missing.items():
        print(f"{program} is left out: {reason}", file=sys.stderr)
    if arguments.write:
        write_page(TABLE, made)


if __name__ == "__main__":
    main()
