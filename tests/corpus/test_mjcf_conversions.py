"""Models of MJCF as SDFormat and URDF: the same masses at the same places with the same shapes, or it was told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import bodyplan
import numpy as np
import pytest

pytestmark = pytest.mark.corpus

SAMPLE = 9
"""Every which document is taken."""
LARGEST = 100_000
"""Bytes."""
EXACT = 1e-9
FEWEST = 20
"""Documents that have to be among them."""


def plain(name: str) -> str:
    return name.rpartition("::")[2]


def differences(before: Any, after: Any, *, is_told: bool) -> Iterator[str]:
    """What is otherwise with bodies: frames of links may stand elsewhere, as those of URDF stand where joints are.

    All is seen from the first body: a robot of URDF that nothing holds stands nowhere.
    """
    made = {plain(name): link for name, link in after.links.items()}
    first = next((link.name for name, link in before.links.items() if name != "world"), None)
    if first is None or plain(first) not in made:
        return
    seen_from = [before.pose(first).inverse(), after.pose(made[plain(first)].name).inverse()]
    for name, link in before.links.items():
        other = made.get(plain(name))
        if name == "world" or link.virtual:
            continue
        if other is None:
            yield f"there is no {name}"
            continue
        if abs(link.mass - other.mass) > EXACT * (1 + link.mass):
            yield f"{name} has {other.mass} kg, not {link.mass} kg"
        poses = [scene.pose(each.name) for scene, each in ((before, link), (after, other))]
        places = [start @ pose for start, pose in zip(seen_from, poses)]
        centres = [place.translation + place.rotation @ each.com for place, each in zip(places, (link, other))]
        if link.mass and not np.allclose(centres[0], centres[1], rtol=0, atol=EXACT * (1 + np.abs(centres[0]).max())):
            yield f"the mass of {name} is at {centres[1]}, not at {centres[0]}"
        moments = [place.rotation @ each.inertia @ place.rotation.T for place, each in zip(places, (link, other))]
        if link.mass and not np.allclose(moments[0], moments[1], rtol=0, atol=EXACT * (1 + np.abs(moments[0]).max())):
            yield f"{name} has other moments"
        if not is_told and len(link.collisions) != len(other.collisions):
            yield f"{name} has {len(other.collisions)} collisions, not {len(link.collisions)}"


@pytest.mark.parametrize("format", ["sdformat", "urdf"])
def test_masses_stand_where_they_stood(format: str, shared: Path) -> None:
    files = [path for path in sorted((shared / "corpus" / "mjcf").rglob("*.xml")) if path.stat().st_size < LARGEST]
    compared, found = 0, {}
    for path in files[::SAMPLE]:
        try:
            document = bodyplan.load(path)
            made = bodyplan.convert(document, cast("Any", format))
            after = made.document.scene
        except (bodyplan.LoadError, ValueError):
            continue
        compared += 1
        told = [*made.losses, *made.changes]
        wrong = list(differences(document.scene, after, is_told=bool(told)))
        if wrong:
            found[str(path.relative_to(shared))] = wrong
    assert compared >= FEWEST
    assert found == {}
