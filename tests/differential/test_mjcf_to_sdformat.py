"""Models of MJCF made SDFormat: they move as before, weigh the same, and libsdformat loads them; so does Drake what is made for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest

from .one_by_one import CORPUS
from .oracles import working
from .versions import libsdformat

pytestmark = pytest.mark.oracle

EVERY = 6
"""Of how many documents of the corpus one is taken."""
PLAIN = ("revolute", "prismatic")
CLOSE = 1e-9
FILES = sorted((CORPUS / "mjcf").rglob("*.xml"))[::EVERY] if CORPUS.is_dir() else []
UNREAD = "The OBJ data parsed contains no objects"
"""What Drake says of files that only MuJoCo reads."""
LARGE = 1_000_000
"""A text of so many characters is not given to Drake, which takes 2.8 GB and 20 s for one of 2.6 million."""


def models_in(made: bodyplan.Document[Any]) -> list[Any]:
    root = made.root
    return [
        *([root.model] if root.model is not None else []),
        *(model for world in root.world for model in world.model),
    ]


def differences(source: bodyplan.Document[Any], made: bodyplan.Document[Any]) -> list[str]:
    """What moves or weighs otherwise; closed loops may be cut at another joint."""
    before, after = source.scene, made.scene
    names = {name: name if name in after.joints else f"{name}_joint" for name in before.joints}
    moving = [name for name, joint in before.joints.items() if joint.motion.value in PLAIN]
    found = [f"joint {name} is gone" for name in moving if names[name] not in after.joints]
    found += [f"{name} is gone" for name in before.links if name != "world" and name not in after.links]
    if found or any(type(each).__name__ == "LoopJointConstraint" for each in after.constraints):
        return found
    scope = next(iter(before.models))
    back = {new: old for old, new in names.items()}
    mimics = [
        (back[f"{scope}::{joint.name}"], back[f"{scope}::{mimic.joint}"], mimic)
        for model in models_in(made)
        for joint in model.joint
        if joint.axis is not None and (mimic := joint.axis.mimic) is not None
    ]
    numbers = random.Random(1)
    for _ in range(2):
        moved = {name: numbers.uniform(-1, 1) for name in moving}
        for _ in mimics:  # followers of followers
            for follower, leader, mimic in mimics:
                moved[follower] = mimic.multiplier * (moved[leader] - mimic.reference) + mimic.offset
        followers = {follower for follower, _, _ in mimics}
        poses = before.forward_kinematics(
            {name: value + before.joints[name].axes[0].reference for name, value in moved.items()}
        )
        again = after.forward_kinematics({names[name]: value for name, value in moved.items() if name not in followers})
        for name, link in before.links.items():
            if name == "world" or link.virtual:
                continue
            other, scale = after.links[name], max(1.0, np.abs(poses[name]).max())
            if np.abs(poses[name] - again[name]).max() > CLOSE * scale:
                found.append(f"{name} moves otherwise")
            if abs(link.mass - other.mass) > CLOSE * max(1.0, link.mass):
                found.append(f"{name}: {link.mass} kg, and {other.mass}")
            if link.mass and np.abs(np.subtract(link.com, other.com)).max() > CLOSE * scale:
                found.append(f"the centre of {name} is elsewhere")
            if np.abs(link.inertia - other.inertia).max() > CLOSE * max(1.0, np.abs(link.inertia).max()):
                found.append(f"{name} turns otherwise")
    return found


def documents() -> Iterator[tuple[Path, bodyplan.AnyDocument]]:
    """Those of the sample that are sound."""
    for path in FILES:
        try:
            yield path, bodyplan.load(path)
        except bodyplan.LoadError:
            continue


@pytest.mark.skipif(not FILES, reason="there is no corpus")
def test_models_of_the_corpus_move_as_before_and_libsdformat_loads_them(tmp_path: Path) -> None:
    program = libsdformat(tmp_path)
    if program is None:
        pytest.skip("libsdformat is not installed")
    wrong: dict[str, list[str]] = {}
    count = 0
    for path, document in documents():
        made = bodyplan.convert(document, "sdformat").document
        assert made.ok, path
        found = differences(document, made)
        older = bodyplan.convert(document, "sdformat", target="libsdformat12").document
        error = program.read(older.dumps())["error"]
        if found or error is not None:
            wrong[str(path)] = [*found[:3], str(error)]
        count += 1
    program.close()
    assert wrong == {}
    assert count > 50


@pytest.mark.skipif(not FILES, reason="there is no corpus")
def test_drake_loads_models_that_are_made_for_it() -> None:
    pytest.importorskip("pydrake")
    wrong: dict[str, list[str]] = {}
    count = 0
    with working("drake_worker.py") as drake:
        for path, document in documents():
            made = bodyplan.convert(document, "sdformat", target="drake").document
            assert made.ok, path
            beside = path.with_name(f".{path.stem}_made.sdf")
            try:
                text = made.dumps()
                if len(text) > LARGE:
                    continue
                beside.write_text(text, encoding="utf-8")
                answer = drake.read(beside)
            finally:
                beside.unlink(missing_ok=True)
            if answer["status"] != "ok":
                if UNREAD not in answer.get("error", ""):
                    wrong[str(path)] = [answer["status"], answer.get("error", "")]
                continue
            links = {name: link for name, link in document.scene.links.items() if name != "world" and not link.virtual}
            masses = {name: answer["bodies"][name]["mass"] for name in links if name in answer["bodies"]}
            found = [name for name, link in links.items() if name not in masses]
            found += [name for name, mass in masses.items() if abs(mass - links[name].mass) > CLOSE * max(1.0, mass)]
            if found:
                wrong[str(path)] = found[:3]
            count += 1
    assert wrong == {}
    assert count > 50
