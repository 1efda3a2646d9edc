"""SRDF documents of real packages beside their robots: as srdfdom takes them, and still so after random renames.

What srdfdom says is written down in ``srdf_verdicts.toml``, since no package has it; the documents are those of the package
``example-robot-data``.
"""

from __future__ import annotations

import random
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import toml

PACKAGE = "example-robot-data"
KINDS = {
    "groups": "group",
    "states": "group_state",
    "end_effectors": "end_effector",
    "virtual_joints": "virtual_joint",
    "passive_joints": "passive_joint",
    "pairs": "disable_collisions",
}
LEFT_OUT = frozenset({"BP204", "BP311", "BP350", "BP351", "BP354"})
"""Findings about what srdfdom leaves out, or says something of."""
RENAMES = 7
"""Of each robot; more than 200 together."""
SEED = 35
ROWS = toml.loads((Path(__file__).parent / "srdf_verdicts.toml").read_text(encoding="utf-8"))["document"]


def find_robots() -> Path | None:
    try:
        files = distribution(PACKAGE).files or []
    except PackageNotFoundError:
        return None
    found = next((file for file in files if file.match("example-robot-data/robots/*/srdf/*.srdf")), None)
    return None if found is None else Path(str(found.locate())).parents[2]


ROBOTS = find_robots()

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(ROBOTS is None, reason=f"the robots are not installed (pip install {PACKAGE}==6.0.0)"),
]


def read(path: Path) -> bodyplan.Document[Any]:
    return bodyplan.read_lenient(path.read_text(encoding="utf-8"), path)


def found(path: Path, robot: Path) -> list[tuple[str, int]]:
    diagnostics = bodyplan.check(path, with_=robot).diagnostics
    return sorted((each.code, each.line) for each in diagnostics if each.code != "BP214")


@pytest.mark.parametrize("row", ROWS, ids=[row["srdf"] for row in ROWS])
def test_what_srdfdom_leaves_out_is_found(row: dict[str, Any]) -> None:
    assert ROBOTS is not None
    path = ROBOTS / row["srdf"]
    codes = {each.code for each in bodyplan.check(path).diagnostics}
    assert bool(codes & LEFT_OUT) == bool(row["complaints"])
    if not row["complaints"]:
        root = read(path).root
        written = {kind: len(getattr(root, field)) for kind, field in KINDS.items() if getattr(root, field)}
        assert written == row["kept"]


def test_after_random_renames_robots_and_documents_agree_as_before(tmp_path: Path) -> None:
    assert ROBOTS is not None
    chance, count = random.Random(SEED), 0
    for row in ROWS:
        path, file = ROBOTS / row["srdf"], ROBOTS / row["robot"]
        document, robot = read(path), read(file)
        before = found(path, file)
        parts = [each for each in (*robot.root.link, *robot.root.joint) if each.name != "world"]
        for number, part in enumerate(chance.sample(parts, min(RENAMES, len(parts)))):
            bodyplan.rename(robot, part, f"renamed_{number}_{part.name}", files=[document])
            count += 1
        changed = tmp_path / file.name, tmp_path / path.name
        for made, doc in zip(changed, (robot, document), strict=True):
            made.write_text(doc.dumps(), encoding="utf-8")
        assert found(changed[1], changed[0]) == before, row["srdf"]
    assert count >= 200
