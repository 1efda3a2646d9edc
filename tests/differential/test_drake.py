"""Agreement with Drake: over the collection of real files, and with pydrake itself on models made at random."""

from __future__ import annotations

import importlib.util
import json
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from .drake_models import sdformat, urdf

FLOORS = Path(__file__).parent / "floors_drake.json"
HERE = Path(__file__).parent
SECONDS = 30
TOLERANCE = 1e-8
VERDICTS_NEEDED = 0.99
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without shrinking: each example takes Drake a moment, and what fails is short enough to read."""

needs_drake = pytest.mark.skipif(importlib.util.find_spec("pydrake") is None, reason="pydrake is not installed")


@pytest.fixture(scope="module")
def rates(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """The share of each quantity that agrees."""
    tool = shared / "tools" / "agree.py"
    if not tool.is_file() or not (shared / "expected" / "drake").is_dir():
        pytest.skip("../shared has no expected results of Drake")
    result = tmp_path_factory.mktemp("agreement") / "rates.json"
    command = [sys.executable, str(tool), "drake", "--json", str(result), "--show", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    measured: dict[str, float] = json.loads(result.read_text(encoding="utf-8"))
    return measured


@pytest.mark.corpus
@pytest.mark.slow
def test_nothing_agrees_less_than_before(rates: dict[str, float], request: pytest.FixtureRequest) -> None:
    floors: dict[str, float] = json.loads(FLOORS.read_text(encoding="utf-8"))
    below = {name: (rates.get(name), floor) for name, floor in floors.items() if rates.get(name, 0.0) < floor}
    assert not below
    risen = {name: max(rate, floors.get(name, 0.0)) for name, rate in sorted(rates.items())}
    if request.config.getoption("--update") and risen != floors:
        FLOORS.write_text(json.dumps(risen, indent=1) + "\n", encoding="utf-8")
        pytest.fail("the floors were raised")


@pytest.mark.corpus
@pytest.mark.slow
def test_verdicts_agree(rates: dict[str, float]) -> None:
    assert rates["verdicts"] >= VERDICTS_NEEDED


class Drake:
    """pydrake in a process of its own, which is started again where Drake aborts."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def read(self, path: Path) -> dict[str, Any]:
        if self.process is None:
            command = [sys.executable, str(HERE / "drake_worker.py")]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        line = self.process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        return {"status": "crash" if ready else "timeout"}

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None


@pytest.fixture(scope="module")
def drake() -> Iterator[Drake]:
    reader = Drake()
    yield reader
    reader.close()


def close(ours: object, theirs: object) -> bool:
    a, b = np.atleast_1d(np.asarray(ours, dtype=float)), np.atleast_1d(np.asarray(theirs, dtype=float))
    if a.shape != b.shape:
        return False
    scale = 1 + np.where(np.isfinite(b), np.abs(b), 0.0)
    with np.errstate(invalid="ignore"):
        return bool(np.all((a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= TOLERANCE * scale)))


def differences(path: Path, theirs: dict[str, Any]) -> list[str]:
    """What bodyplan has otherwise than Drake."""
    report = bodyplan.check(path, strict=False, target="drake")
    if report.ok != (theirs["status"] == "ok"):
        errors = [str(finding) for finding in report.diagnostics if finding.severity == "error"]
        return [f"verdict: {report.ok}, Drake says {theirs['status']} {theirs.get('error', '')}; {errors[:2]}"]
    if not report.ok:
        return []
    scene = bodyplan.load(path, target="drake").scene
    found: list[str] = []
    for name, body in theirs["bodies"].items():
        link = scene.links[name]
        pose = scene.pose(name, q=scene.default_configuration).matrix
        compared = [("mass", link.mass, body["mass"]), ("pose", pose, body["pose"])]
        if body["mass"] > 0:
            compared += [("centre", link.com, body["com"]), ("inertia", link.inertia, body["inertia"])]
        found += [f"{name} {what}: {ours} not {other}" for what, ours, other in compared if not close(ours, other)]
    if missing := set(theirs["joints"]) - set(scene.joints):
        return [*found, f"joints {missing} are missing"]
    for name, theirs_joint in theirs["joints"].items():
        found += _joint_differences(scene.joints[name], theirs_joint)
    actuators = {a.joint: [a.effort_limit, a.gear_ratio, a.rotor_inertia] for a in scene.actuators}
    if set(actuators) != set(theirs["actuators"]):
        found.append(f"actuators: {sorted(actuators)} not {sorted(theirs['actuators'])}")
    else:
        found += [
            f"actuator of {name}: {actuators[name]} not {values}"
            for name, values in theirs["actuators"].items()
            if not close(actuators[name], values)
        ]
    count = sum(1 for constraint in scene.constraints if not constraint.is_loop_joint)
    if count != theirs["constraints"]:
        found.append(f"{count} constraints, not {theirs['constraints']}")
    colliding = [name for name in theirs["collisions"] if name != "world"]
    ours_pairs = {(a, b) for a in colliding for b in colliding if a < b and scene.collision_filter.excludes(a, b)}
    their_pairs = {(a, b) for a, b in theirs["excluded"] if "world" not in (a, b)}
    if ours_pairs != their_pairs:
        found.append(f"filtered: {ours_pairs ^ their_pairs}")
    q = dict(scene.default_configuration)
    q.update({name: v[0] if len(v) == 1 else np.array(v) for name, v in theirs["configuration"]["q"].items()})
    for name, pose in theirs["configuration"]["poses"].items():
        if not close(scene.pose(name, q=q).matrix, pose):
            found.append(f"pose of {name} at {q}")
    return found


def _joint_differences(joint: Any, theirs: dict[str, Any]) -> list[str]:
    found = []
    if (joint.parent, joint.child) != (theirs["parent"], theirs["child"]):
        found.append(f"{joint.name} joins {joint.parent} and {joint.child}")
    if theirs["type"] in ("revolute", "prismatic"):
        axis = joint.axes[0]
        for what in ("lower", "upper", "velocity", "acceleration", "damping"):
            if not close(getattr(axis, what), theirs[what][0]):
                found.append(f"{joint.name} {what}: {getattr(axis, what)} not {theirs[what]}")
    return found


@needs_drake
@pytest.mark.oracle
@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(text=urdf())
def test_random_urdf(text: str, drake: Drake, tmp_path_factory: pytest.TempPathFactory) -> None:
    _compare(text, "m.urdf", drake, tmp_path_factory)


@needs_drake
@pytest.mark.oracle
@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(text=sdformat())
def test_random_sdformat(text: str, drake: Drake, tmp_path_factory: pytest.TempPathFactory) -> None:
    _compare(text, "m.sdf", drake, tmp_path_factory)


def _compare(text: str, name: str, drake: Drake, folders: pytest.TempPathFactory) -> None:
    path = folders.getbasetemp() / name
    path.write_text(text, encoding="utf-8")
    assert differences(path, drake.read(path)) == []
