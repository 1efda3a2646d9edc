"""Agreement with DART: over the collection of real files, and with dartpy itself on skeletons made at random."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from .oracles import Worker, close, hold_floors, verdicts_differ, working
from .skel_documents import documents

TARGET = "dart"
PARTS = ("lower", "upper", "damping", "friction", "stiffness", "rest_position")

needs_dart = pytest.mark.skipif(importlib.util.find_spec("dartpy") is None, reason="dartpy is not installed")


@pytest.mark.corpus
def test_everything_agrees_on_the_collection(rates: dict[str, float], request: pytest.FixtureRequest) -> None:
    hold_floors(TARGET, rates, update=request.config.getoption("--update"))


@pytest.fixture(scope="module")
def dart() -> Iterator[Worker]:
    with working("dart_worker.py") as worker:
        yield worker


def differences(path: Path, theirs: dict[str, Any]) -> list[str]:
    """What bodyplan has otherwise than DART."""
    report = bodyplan.check(path, strict=False, target="dart")
    if different := verdicts_differ(report.ok, report.diagnostics, "DART", theirs):
        return different
    if not report.ok:
        return []
    scene = bodyplan.load(path, target="dart").scene
    found: list[str] = []
    links, joints = set(scene.links), set(scene.joints)
    for skeleton in theirs["skeletons"]:
        scope = skeleton["name"]
        for body in skeleton["bodies"]:
            name = f"{scope}::{body['name']}"
            links.discard(name)
            if name not in scene.links:
                found.append(f"no body {name}")
                continue
            link = scene.links[name]
            pose = scene.pose(name, q=scene.default_configuration).matrix
            for what, ours, other in (
                ("mass", link.mass, body["mass"]),
                ("centre", link.com, body["com"]),
                ("inertia", link.inertia, body["inertia"]),
                ("pose", pose, body["pose"]),
                ("gravity", link.properties["gravity"], body["gravity"]),
            ):
                if not close(ours, other):
                    found.append(f"{what} of {name}: {np.asarray(ours).tolist()}, DART has {other}")
        for joint in skeleton["joints"]:
            name = f"{scope}::{joint['name']}"
            joints.discard(name)
            if name not in scene.joints:
                found.append(f"no joint {name}")
                continue
            found += joint_differences(scene, scope, joint)
        for sample in skeleton["configurations"]:
            q = {f"{scope}::{name}": np.array(values) for name, values in sample["q"].items() if values}
            poses = scene.forward_kinematics(scene.default_configuration | q)
            for body, pose in zip(skeleton["bodies"], sample["poses"], strict=True):
                name = f"{scope}::{body['name']}"
                if not close(poses[name], pose):
                    found.append(f"pose of {name} at {q}: {poses[name].tolist()}, DART has {pose}")
    return found + [f"DART has no {name}" for name in sorted(links | joints)]


def joint_differences(scene: bodyplan.Scene, scope: str, theirs: dict[str, Any]) -> list[str]:
    name = f"{scope}::{theirs['name']}"
    joint = scene.joints[name]
    found = []
    parent = "world" if theirs["parent"] is None else f"{scope}::{theirs['parent']}"
    if (joint.parent, joint.child) != (parent, f"{scope}::{theirs['child']}"):
        found.append(f"{name} joins {joint.parent} and {joint.child}, in DART {parent} and {theirs['child']}")
    for what in ("X_PF", "X_BM"):
        if not close(getattr(joint, what).matrix, theirs[what]):
            found.append(f"{what} of {name}: {getattr(joint, what).matrix.tolist()}, DART has {theirs[what]}")
    if joint.dofs != len(theirs["start"]):
        return [*found, f"{name} has {joint.dofs} coordinates, in DART {len(theirs['start'])}"]
    if joint.dofs:
        start = scene.default_configuration[name]
        velocity = joint.properties.get("initial_velocity", (0.0,) * joint.dofs)
        for what, ours, other in (
            ("start", start, theirs["start"]),
            ("start velocity", velocity, theirs["start_velocity"]),
        ):
            if not close(ours, other):
                found.append(f"{what} of {name}: {ours}, DART has {other}")
    for what in PARTS:
        ours = [getattr(axis, what) for axis in joint.axes[: joint.dofs]]
        if joint.dofs and not close(ours, theirs[what]):
            found.append(f"{what} of {name}: {ours}, DART has {theirs[what]}")
    return found


@needs_dart
@pytest.mark.oracle
@pytest.mark.corpus
def test_dart_itself_agrees_on_the_collection(shared: Path, dart: Worker) -> None:
    found = {}
    for path in sorted((shared / "corpus" / "dart").rglob("*.skel")):
        text = path.read_text(encoding="utf-8", errors="replace")
        # Meshes do not belong to the collection, and vectors of a wrong length read memory that was never written.
        if "<mesh>" in text or path.name == "manipulator2d.skel":
            continue
        different = differences(path, dart.read(path))
        if different:
            found[path.name] = different[:3]
    assert found == {}


@needs_dart
@pytest.mark.oracle
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(text=documents())
def test_dart_itself_agrees_on_skeletons_made_at_random(
    dart: Worker, tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "made.skel"
    path.write_text(text, encoding="utf-8")
    assert differences(path, dart.read(path)) == []


def test_close_knows_infinities() -> None:
    assert close([math.inf, -math.inf, math.nan, 1.0], [math.inf, -math.inf, math.nan, 1.0 + 1e-12])
    assert not close([math.inf], [-math.inf])
    assert not close([1.0], [1.0, 2.0])
