"""Agreement with Drake: over the collection of real files, and with pydrake itself on models made at random."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings

from .drake_models import sdformat, urdf
from .oracles import Worker, close, hold_floors, verdicts_differ, working

TARGET = "drake"
VERDICTS_NEEDED = 0.99
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without shrinking: each example takes Drake a moment, and what fails is short enough to read."""

needs_drake = pytest.mark.skipif(importlib.util.find_spec("pydrake") is None, reason="pydrake is not installed")


@pytest.mark.corpus
@pytest.mark.slow
def test_nothing_agrees_less_than_before(rates: dict[str, float], request: pytest.FixtureRequest) -> None:
    hold_floors(TARGET, rates, update=request.config.getoption("--update"))


@pytest.mark.corpus
@pytest.mark.slow
def test_verdicts_agree(rates: dict[str, float]) -> None:
    assert rates["verdicts"] >= VERDICTS_NEEDED


@pytest.fixture(scope="module")
def drake() -> Iterator[Worker]:
    with working("drake_worker.py") as worker:
        yield worker


def differences(path: Path, theirs: dict[str, Any]) -> list[str]:
    """What bodyplan has otherwise than Drake."""
    report = bodyplan.check(path, strict=False, target="drake")
    if different := verdicts_differ(report.ok, report.diagnostics, "Drake", theirs):
        return different
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
def test_random_urdf(text: str, drake: Worker, tmp_path_factory: pytest.TempPathFactory) -> None:
    _compare(text, "m.urdf", drake, tmp_path_factory)


@needs_drake
@pytest.mark.oracle
@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(text=sdformat())
def test_random_sdformat(text: str, drake: Worker, tmp_path_factory: pytest.TempPathFactory) -> None:
    _compare(text, "m.sdf", drake, tmp_path_factory)


def _compare(text: str, name: str, drake: Worker, folders: pytest.TempPathFactory) -> None:
    path = folders.getbasetemp() / name
    path.write_text(text, encoding="utf-8")
    seen = drake.read(path)
    if seen["status"] == "crash":  # as it does where a length in a curve is no number
        reject()
    if seen["status"] == "ok" and _has_second_parent(path):
        reject()
    assert differences(path, seen) == []


def _has_second_parent(path: Path) -> bool:
    """Whether two joints hold one link: Drake may take that, since it drops floating joints and turns others around."""
    return any(each.code == "BP540" for each in bodyplan.check(path, target="drake").diagnostics)
