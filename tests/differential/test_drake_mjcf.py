"""MJCF documents as Drake reads them: whether it takes them, and where it puts their bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import numpy as np
import pytest

from .oracles import Worker, working

pytestmark = pytest.mark.oracle

LEAST_VERDICTS = 0.99
LEAST_BODIES = 0.99


@pytest.fixture(scope="module")
def drake() -> Iterator[Worker]:
    pytest.importorskip("pydrake")
    with working("drake_worker.py") as worker:
        yield worker


def test_verdicts_and_bodies_are_those_of_drake(drake: Worker, shared: Path) -> None:
    verdicts: list[bool] = []
    bodies: list[bool] = []
    names: list[bool] = []
    for path in sorted((shared / "corpus" / "mjcf").rglob("*.xml")):
        if b"<mujoco" not in path.read_bytes() or b"<mujocoinclude" in path.read_bytes():
            continue
        theirs = drake.read(path)
        ours = bodyplan.check(path, target="drake")
        verdicts.append(ours.ok == (theirs["status"] == "ok"))
        if not ours.ok or theirs["status"] != "ok":
            continue
        scene = bodyplan.load(path, target="drake").scene
        known = {name.rpartition("::")[2]: link for name, link in scene.links.items()}
        for name, body in theirs["bodies"].items():
            link = known.get(name.rpartition("::")[2])
            if link is not None:
                pose = scene.pose(link.name, q=scene.default_configuration).matrix
                bodies.append(np.allclose(pose, np.asarray(body["pose"]), atol=1e-6))
            names.append(link is not None or re.fullmatch(r"body\d+", name.rpartition("::")[2]) is not None)
    assert np.mean(verdicts) >= LEAST_VERDICTS
    assert np.mean(bodies) >= LEAST_BODIES
    assert np.mean(names) >= LEAST_BODIES
