"""How far bodyplan agrees with libsdformat about robots, which that converts before it judges them.

The figures of ``floors_libsdformat_robots.json`` are floors: they may rise, by ``pytest --update``, and never fall.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from .oracles import close, hold_floors

VERDICTS_NEEDED = 0.99


@pytest.fixture(scope="module")
def robots(shared: Path) -> list[tuple[Path, dict[str, Any], list[Path]]]:
    """Every robot of the collection, what libsdformat made of it, and the folders it looked in."""
    expected = shared / "expected" / "libsdformat"
    if not expected.is_dir():
        pytest.skip("../shared has no expected results of libsdformat")
    places = json.loads((expected / "search_paths.json").read_text(encoding="utf-8"))
    found = []
    for answer in sorted(expected.rglob("*.urdf.json")):
        corpus = answer.relative_to(expected).parts[0]
        entry = places.get(corpus, {})
        folders = [*entry.get("search", ()), *entry.get("packages", {}).values(), corpus]
        file = shared / "corpus" / answer.relative_to(expected).with_suffix("")
        found.append(
            (file, json.loads(answer.read_text(encoding="utf-8")), [shared / "corpus" / each for each in folders])
        )
    assert found
    return found


def compared(file: Path, theirs: dict[str, Any], folders: list[Path]) -> Iterator[tuple[str, bool]]:
    """Each quantity that both have, and whether they agree."""
    takes = not theirs["load_errors"] and not theirs.get("xml_error")
    ours = bodyplan.check(file, strict=False, target="libsdformat", search_paths=folders)
    yield "verdicts", ours.ok == takes
    if not (takes and ours.ok):
        return
    scene = bodyplan.load(file, target="libsdformat", search_paths=folders).scene
    model = theirs["model"]
    scope = model["scoped_name"]
    frames = [name for name, frame in scene.frames.items() if frame.kind == "frame"]
    yield "links", list(scene.links) == [each["scoped_name"] for each in model["links"]]
    yield "joints", list(scene.joints) == [each["scoped_name"] for each in model["joints"]]
    yield "frames", sorted(frames) == sorted(each["scoped_name"] for each in model["frames"])
    yield "static models", scene.models[scope].static == model["static"]
    yield "poses", _same_pose(scene.pose(scope), model["resolved_pose"])
    for each in (*model["links"], *model["joints"], *model["frames"]):
        if each.get("resolved_pose") and each["scoped_name"] in scene.frames:
            yield "poses", _same_pose(scene.pose(each["scoped_name"], relative_to=scope), each["resolved_pose"])
    for each in model["links"]:
        link = scene.links.get(each["scoped_name"])
        if link is None:
            continue
        inertial = each["inertial"]
        yield "masses", close(link.mass, inertial["mass"]) and close(link.com, inertial["pose"][:3])
        for kind, shapes in (("visuals", link.visuals), ("collisions", link.collisions)):
            yield kind, [shape.name for shape in shapes] == [shape["name"] for shape in each[kind]]
            for shape, other in zip(shapes, each[kind]):
                yield "poses", _same_pose(shape.pose, other["pose_in_parent"])


def _same_pose(ours: bodyplan.Transform, theirs: list[float]) -> bool:
    x, y, z, *quaternion = theirs
    other = bodyplan.Transform.from_quaternion((x, y, z), quaternion)
    return close(ours.matrix, other.matrix)


@pytest.mark.corpus
@pytest.mark.slow
def test_robots_are_what_libsdformat_makes_of_them(
    robots: list[tuple[Path, dict[str, Any], list[Path]]], request: pytest.FixtureRequest
) -> None:
    agreed: Counter[str] = Counter()
    all_in_all: Counter[str] = Counter()
    for robot in robots:
        for quantity, same in compared(*robot):
            agreed[quantity] += same
            all_in_all[quantity] += 1
    rates = {quantity: agreed[quantity] / count for quantity, count in all_in_all.items()}
    print({quantity: f"{agreed[quantity]} of {count}" for quantity, count in all_in_all.items()})
    assert rates["verdicts"] >= VERDICTS_NEEDED
    hold_floors("libsdformat_robots", rates, update=request.config.getoption("--update"))
