"""Forward kinematics of a seven-joint arm at many configurations: bodyplan at once, others in a loop.

    python benchmarks/kinematics.py [--configurations 10000] [--repeat 5]

Each library answers the pose of every link at every configuration as 4 x 4 matrices, and the answers are compared before
times are. Libraries that are not installed are left out. The last lines say how much longer than bodyplan the others
took in this run, and how bodyplan's own time grows with configurations and with links.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from io import StringIO
from typing import Any

import bodyplan
import numpy as np

JOINTS = 7


def arm(joints: int) -> str:
    """A chain of revolute joints in URDF, each turned against the one before, as the usual arms are."""
    parts = ['<robot name="arm">', '<link name="l0"/>']
    for i in range(1, joints + 1):
        roll = (-1) ** i * 1.5707963267948966
        parts.append(
            f'<link name="l{i}"/><joint name="j{i}" type="revolute"><parent link="l{i - 1}"/><child link="l{i}"/>'
            f'<origin xyz="0.03 {0.02 * i} 0.2" rpy="{roll} 0.1 {0.05 * i}"/><axis xyz="0 0 1"/>'
            '<limit lower="-2.9" upper="2.9" effort="80" velocity="2"/></joint>'
        )
    return "".join([*parts, "</robot>"])


def best(run: Callable[[], object], repeat: int) -> float:
    """The shortest of several times of the processor, in s, which other processes disturb least."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def with_bodyplan(text: str, q: np.ndarray) -> Callable[[], np.ndarray]:
    """All configurations in one call."""
    scene = bodyplan.loads(text).scene
    links = [f"arm::l{i}" for i in range(1, q.shape[1] + 1)]
    named = {f"arm::j{i + 1}": q[:, i] for i in range(q.shape[1])}
    return lambda: scene.forward_kinematics(named).stack(links)


def with_bodyplan_alone(text: str, q: np.ndarray) -> Callable[[], None]:
    """All configurations in one call; the matrices are not looked at."""
    scene = bodyplan.loads(text).scene
    named = {f"arm::j{i + 1}": q[:, i] for i in range(q.shape[1])}

    def run() -> None:
        scene.forward_kinematics(named)

    return run


def with_pinocchio(text: str, q: np.ndarray) -> Callable[[], np.ndarray]:
    """One configuration after the other."""
    pinocchio: Any = importlib.import_module("pinocchio")
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    joints = [model.getJointId(f"j{i + 1}") for i in range(q.shape[1])]

    def run() -> np.ndarray:
        result = np.empty((len(joints), len(q), 4, 4))
        for n, configuration in enumerate(q):
            pinocchio.forwardKinematics(model, data, configuration)
            for i, joint in enumerate(joints):
                result[i, n] = data.oMi[joint].homogeneous
        return result

    return run


def with_pinocchio_alone(text: str, q: np.ndarray) -> Callable[[], None]:
    """One configuration after the other; the poses are not looked at."""
    pinocchio: Any = importlib.import_module("pinocchio")
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()

    def run() -> None:
        for configuration in q:
            pinocchio.forwardKinematics(model, data, configuration)

    return run


def with_yourdfpy(text: str, q: np.ndarray) -> Callable[[], np.ndarray]:
    """One configuration after the other."""
    yourdfpy: Any = importlib.import_module("yourdfpy")
    robot = yourdfpy.URDF.load(StringIO(text), load_meshes=False, build_scene_graph=True)
    links = [f"l{i}" for i in range(1, q.shape[1] + 1)]

    def run() -> np.ndarray:
        result = np.empty((len(links), len(q), 4, 4))
        for n, configuration in enumerate(q):
            robot.update_cfg(configuration)
            for i, link in enumerate(links):
                result[i, n] = robot.get_transform(link)
        return result

    return run


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--configurations", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    text = arm(JOINTS)
    q = np.random.default_rng(0).uniform(-2.9, 2.9, (arguments.configurations, JOINTS))
    ours = with_bodyplan(text, q)
    poses = ours()
    times = {"bodyplan, all poses": best(ours, arguments.repeat)}
    for name, make, repeat in (
        ("bodyplan, poses not read", with_bodyplan_alone, arguments.repeat),
        ("pinocchio, all poses", with_pinocchio, arguments.repeat),
        ("pinocchio, poses not read", with_pinocchio_alone, arguments.repeat),
        ("yourdfpy, all poses", with_yourdfpy, 1),
    ):
        try:
            run = make(text, q)
        except ImportError as missing:
            print(f"{name}: left out, {missing}", file=sys.stderr)
            continue
        theirs = run()
        if isinstance(theirs, np.ndarray):
            apart = float(np.max(np.abs(theirs - poses)))
            print(f"{name}: largest difference of any number {apart:.1e}")
            if apart > 1e-9:
                return 1
        times[name] = best(run, repeat)
    base = times["bodyplan, all poses"]
    for name, seconds in times.items():
        print(f"{name:28s} {1e3 * seconds:10.1f} ms  {seconds / base:8.1f} times bodyplan")
    print("bodyplan by configurations:")
    for factor in (0.1, 1, 4):
        count = max(1, int(factor * len(q)))
        run = with_bodyplan(text, np.resize(q, (count, JOINTS)))
        print(f"{count:10d} {1e9 * best(run, arguments.repeat) / count / JOINTS:8.1f} ns for each pose")
    print("bodyplan by links, 1000 configurations:")
    for joints in (7, 70, 700):
        wide = np.random.default_rng(0).uniform(-1, 1, (1000, joints))
        run = with_bodyplan(arm(joints), wide)
        print(f"{joints:10d} {1e9 * best(run, 3) / 1000 / joints:8.1f} ns for each pose")
    return 0


if __name__ == "__main__":
    sys.exit(main())
