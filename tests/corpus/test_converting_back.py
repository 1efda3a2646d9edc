"""Documents that become the other format and come back: whatever they mean otherwise then was told on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.diff.differences import compare_scenes

from tests.differential.round_trips import there_and_back, written_otherwise

from .telling import Side, is_told

pytestmark = pytest.mark.corpus

THE_SAME = 0.8
"""Part of the documents."""
IN_USE = ("example-robot-data", "drake", "gz-sim", "sdformat")
SAMPLE = 29
"""Every which document is taken."""
LARGEST = 100_000
"""Bytes."""
FORMATS = {"urdf": "*.urdf", "sdformat": "*.sdf"}
UNSAID = {("frame", "world"), ("link", "world")}
"""What a robot has for the world, which is there without a link, too."""
OF_READERS = ("Actuator", "initial position", "collision filter")
"""What follows for Drake from what is told of joints and links."""


BothWays = tuple[Any, bodyplan.Conversion, bodyplan.Conversion]
"""A document, what it became, and what that became."""


def untold(made: BothWays) -> list[str]:
    """Differences that nothing of what was told on the way there and back speaks of."""
    document, there, back = made
    sides = [
        Side(document, (*there.losses, *there.changes)),
        Side(there.document, (*back.losses, *back.changes)),
    ]
    return [
        str(each)
        for each in compare_scenes(document.scene, back.document.scene, 1e-6)
        if (each.kind, each.name) not in UNSAID
        and not (each.kind in OF_READERS and each.change != "changed")
        and not is_told(each, sides)
    ]


def sample(format: str, shared: Path, offset: int = 0) -> list[Path]:
    files = [path for path in sorted((shared / "corpus").rglob(FORMATS[format])) if path.stat().st_size < LARGEST]
    return files[offset::SAMPLE]


@pytest.mark.parametrize("target", [None, "drake"])
@pytest.mark.parametrize("format", FORMATS)
def test_what_does_not_come_back_was_told(format: str, target: str | None, shared: Path) -> None:
    made = {path.name: _convert_both_ways(path, target) for path in sample(format, shared)}
    found = {name: untold(each) for name, each in made.items() if each is not None}
    assert len(found) > 5
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("format", FORMATS)
def test_all_comes_back_that_is_stored(format: str, shared: Path) -> None:
    found: dict[str, list[str]] = {}
    for path in sample(format, shared, offset=7):
        made = there_and_back(path, None, keep=True)
        if made is not None:
            document, _, back = made
            found[path.name] = written_otherwise(document.dumps(), back.document.dumps())
    assert len(found) > 5
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("format", FORMATS)
def test_most_come_back_the_same(format: str, shared: Path) -> None:
    """By the complete comparison and without anything kept: of those that are in use, not of probes of one mistake each."""
    same, silent = [], {}
    for path in [each for room in IN_USE for each in (shared / "corpus" / room).rglob(FORMATS[format])]:
        made = _convert_both_ways(path, None) if path.stat().st_size < LARGEST else None
        if made is not None:
            document, there, back = made
            same.append(not bodyplan.diff(document, back.document))
            told = there.losses or there.changes or back.losses or back.changes
            if not same[-1] and (not told or untold(made)):
                silent[path.name] = untold(made)
    assert silent == {}
    assert len(same) > 80
    assert sum(same) / len(same) >= THE_SAME


def _convert_both_ways(path: Path, target: str | None) -> BothWays | None:
    """None for what is not converted."""
    try:
        return there_and_back(path, target, keep=False)
    except (bodyplan.LoadError, ValueError):
        return None
