"""Agreement with DART: over the collection of real files, and with dartpy itself on skeletons made at random."""

from __future__ import annotations

import importlib.util
import json
import math
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FLOORS = Path(__file__).parent / "floors_dart.json"
SECONDS = 10
TOLERANCE = 1e-8
PARTS = ("lower", "upper", "damping", "friction", "stiffness", "rest_position")
HERE = Path(__file__).parent

needs_dart = pytest.mark.skipif(importlib.util.find_spec("dartpy") is None, reason="dartpy is not installed")


@pytest.mark.corpus
def test_everything_agrees_on_the_collection(shared: Path, tmp_path: Path) -> None:
    tool = shared / "tools" / "agree.py"
    if not tool.is_file() or not (shared / "expected" / "dart").is_dir():
        pytest.skip("../shared has no expected results of DART")
    result = tmp_path / "rates.json"
    command = [sys.executable, str(tool), "dart", "--json", str(result), "--show", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    rates: dict[str, float] = json.loads(result.read_text(encoding="utf-8"))
    floors: dict[str, float] = json.loads(FLOORS.read_text(encoding="utf-8"))
    assert {name: rates.get(name) for name, floor in floors.items() if rates.get(name, 0.0) < floor} == {}


class Dart:
    """dartpy in a process of its own, which is started again where DART crashes or hangs."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def read(self, path: Path) -> dict[str, Any]:
        if self.process is None:
            command = [sys.executable, str(HERE / "dart_worker.py")]
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
def dart() -> Iterator[Dart]:
    reader = Dart()
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
    """What bodyplan has otherwise than DART."""
    report = bodyplan.check(path, strict=False, target="dart")
    if report.ok != (theirs["status"] == "ok"):
        errors = [str(finding) for finding in report.diagnostics if finding.severity == "error"]
        return [f"verdict: {report.ok}, DART says {theirs['status']} {theirs.get('error', '')}; {errors[:2]}"]
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
def test_dart_itself_agrees_on_the_collection(shared: Path, dart: Dart) -> None:
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
@given(data=st.data())
def test_dart_itself_agrees_on_skeletons_made_at_random(
    dart: Dart, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = data.draw(skel_documents())
    path = tmp_path_factory.getbasetemp() / "made.skel"
    path.write_text(text, encoding="utf-8")
    assert differences(path, dart.read(path)) == []


def skel_documents() -> st.SearchStrategy[str]:
    """The strategy of the module beside this one, which no package holds."""
    spec = importlib.util.spec_from_file_location("skel_documents", HERE / "skel_documents.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    strategy: st.SearchStrategy[str] = module.documents()
    return strategy


def test_close_knows_infinities() -> None:
    assert close([math.inf, -math.inf, math.nan, 1.0], [math.inf, -math.inf, math.nan, 1.0 + 1e-12])
    assert not close([math.inf], [-math.inf])
    assert not close([1.0], [1.0, 2.0])
