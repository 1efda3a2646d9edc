"""Documents made MJCF: MuJoCo compiles each, and all bodies and joints are there, move and weigh as in the source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from .one_by_one import CORPUS

pytest.importorskip("mujoco")
pytestmark = pytest.mark.oracle

from .mjcf_results import Comparison, compile_text, shape_differences

EVERY = 6
"""Of how many documents of the corpus one is taken."""
ENDINGS = (".urdf", ".sdf", ".world", ".skel")
FILES = [path for path in sorted(CORPUS.rglob("*")) if path.suffix in ENDINGS][::EVERY] if CORPUS.is_dir() else []
RAISED = "no body has these moments"
FIXED = "a fixed joint: MJCF has no joint that moves like it"


def is_comparable(document: bodyplan.Document[Any], made: bodyplan.Conversion[Any]) -> bool:
    """Whether nothing is approximated that the comparison looks at, and joints make the same tree."""
    said = [each.message for each in made.changes]
    is_approximated = any(RAISED in each or FIXED in each for each in said)
    # of joints that close a loop either one may be the one that is left out
    closes = any(joint.closes_loop for joint in document.scene.joints.values())
    is_soft = "deformable" in document.dumps()
    return not (is_approximated or closes or is_soft)


def test_an_arm_is_the_same(checkout: Path) -> None:
    for name in ("arm.urdf", "arm.sdf"):
        document = bodyplan.load(checkout / "examples" / name)
        made = bodyplan.convert(document, "mjcf")
        assert (
            Comparison(document, compile_text(made.document.dumps(), str(checkout / "examples"))).find_differences()
            == []
        )


@pytest.mark.skipif(not FILES, reason="there is no corpus")
def test_documents_of_the_corpus_are_the_same() -> None:
    wrong: dict[str, list[str]] = {}
    counted: Counter[str] = Counter()
    for path in FILES:
        try:
            document = bodyplan.load(path)
        except bodyplan.LoadError:
            continue
        made = bodyplan.convert(document, "mjcf")
        if not made.document.ok:
            counted["refused"] += 1
            continue
        try:
            model = compile_text(made.document.dumps(), str(path.parent))
        except ValueError as refusal:
            wrong[str(path)] = [f"MuJoCo: {refusal}"]
            continue
        counted["compiled"] += 1
        found = [] if "deformable" in document.dumps() else shape_differences(document, made)
        if is_comparable(document, made):
            found += Comparison(document, model).find_differences()
        if found:
            wrong[str(path)] = found[:3]
    assert wrong == {}
    assert counted["compiled"] > 100
    assert counted["refused"] <= counted["compiled"] / 50
