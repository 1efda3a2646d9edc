"""Pictures of all documents of the corpus."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.diagrams.branches import branches
from bodyplan.semantics.diagrams.build import drawing_of
from bodyplan.semantics.diagrams.svg import A4, render

from tests.pictures import Picture

pytestmark = pytest.mark.corpus
LARGE = 1500
"""Frames of the largest document that is drawn here."""


def test_nothing_shares_a_place_and_every_joint_is_drawn(corpus_files: tuple[Path, ...]) -> None:
    faults, drawn = [], 0
    for path in corpus_files:
        try:
            scene = bodyplan.load(path).scene
        except bodyplan.LoadError:
            continue
        if len(scene.frames) > LARGE:
            continue
        drawn += 1
        drawing = drawing_of(scene, "joints")
        assert [(e.start, e.end) for e in drawing.edges[: len(scene.joints)]] == [
            (joint.parent, joint.child) for joint in scene.joints.values()
        ], path
        rows = [row for row in branches(scene) if not row.closes]
        assert {row.link for row in rows} >= set(scene.links), path
        assert len(rows) == len({row.link for row in rows}), path
        for each in (drawing, drawing_of(scene, "poses")):
            picture = Picture.read(render(each))
            faults += [(path, fault) for fault in picture.faults()]
            assert len(picture.nodes) == len(each.nodes), path
    assert faults == []
    assert drawn > 700


@pytest.mark.parametrize(
    "name", ["pr2_description/urdf/pr2", "tiago_description/robots/tiago", "icub_description/robots/icub"]
)
def test_pictures_of_robots_fit_a_page_and_are_read_without_zooming(shared: Path, name: str) -> None:
    path = shared / "corpus" / "example-robot-data" / "robots" / f"{name}.urdf"
    picture = Picture.read(render(drawing_of(bodyplan.load(path).scene)))
    assert picture.shown[0] <= A4[0] + 1
    assert picture.shown[1] <= A4[1] + 1
    assert picture.scale > 0.7  # names in 6.3 points or more
