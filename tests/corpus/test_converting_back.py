"""Documents that become the other format and come back: whatever they mean otherwise then was told on the way."""

from __future__ import annotations

import re
from pathlib import Path

import bodyplan
import pytest

pytestmark = pytest.mark.corpus

SAMPLE = 29
"""Every which document is taken."""
LARGEST = 100_000
"""Bytes."""
WAYS = {"urdf": ("*.urdf", "sdformat"), "sdformat": ("*.sdf", "urdf")}
SPOKEN_OF = {
    "DistanceConstraint": "distance_constraint",
    "BallConstraint": "ball_constraint",
    "Spring": "linear_spring",
}
SPOKEN_OF |= {"LinearBushing": "linear_bushing", "TendonConstraint": "tendon_constraint", "world": "<world>"}
"""What kinds of differences without a name of their own are called where they are told."""
WELDS = ("sdformat_model_static_", "world_")
"""How names of joints begin that hold static models, which are told as such, before and after."""
NUMBER = re.compile(r" \(\d+\)$")
"""Of several that are alike."""
UNSAID = {("frame", "world"), ("link", "world")}
"""What a robot has for the world, which is there without a link, too."""


def untold(path: Path, to: str) -> list[str] | None:
    """Differences that nothing of what was told on the way there and back names; None for a document that is not converted."""
    try:
        document = bodyplan.load(path, target="drake", search_paths=[path.parent])
        there = bodyplan.convert(document, to, target="drake")
        back = bodyplan.convert(there.document, document.format, target="drake")
    except (bodyplan.LoadError, ValueError):
        return None
    told = [each.message for made in (there, back) for each in (*made.losses, *made.changes)]
    return [
        str(each)
        for each in bodyplan.diff(document, back.document)
        if (each.kind, each.name) not in UNSAID and not any(_names(message, each) for message in told)
    ]


def _names(message: str, difference: bodyplan.Difference) -> bool:
    if (tag := SPOKEN_OF.get(difference.kind)) is not None:
        return tag in message
    if difference.kind == "joint" and difference.name.startswith(WELDS) and "<static>" in message:
        return True
    if difference.kind == "model" and difference.change == "added":
        return "the beginning of the names" in message
    name = (
        NUMBER.sub("", difference.name).removesuffix("_frame").removesuffix("_parent")
    )  # frames that joints need which only Drake knows
    return any(f"'{part}" in message or f"{part}'" in message for part in (name, *name.split("::")))


@pytest.mark.parametrize("format", WAYS)
def test_what_does_not_come_back_was_told(format: str, shared: Path) -> None:
    pattern, to = WAYS[format]
    files = [path for path in sorted((shared / "corpus").rglob(pattern)) if path.stat().st_size < LARGEST]
    found = {path.name: untold(path, to) for path in files[::SAMPLE]}
    assert sum(each is not None for each in found.values()) > 5
    assert {name: each for name, each in found.items() if each} == {}
