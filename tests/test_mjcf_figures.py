"""The pages of ``benchmarks/mjcf.py`` and ``mjcf_conversion.py``: they have the rows that there are, and figures agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def mjcf(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import mjcf  # type: ignore[import-not-found]

    return mjcf


def rows_of(page: str) -> list[list[str]]:
    """The cells of all tables but for their heads."""
    lines = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def figures(page: str) -> dict[str, dict[str, tuple[float, float]]]:
    """Milliseconds and ratio by file and reader."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for file, reader, milliseconds, ratio in (row for row in rows_of(page) if len(row) == 4 and row[0] != "file"):
        if file:
            current = found.setdefault(file.partition(",")[0], {})
        current[reader.rpartition(" ")[0]] = float(milliseconds), float(ratio)
    return found


def test_the_page_has_all_rows_and_its_figures_agree(mjcf: Any) -> None:
    page = mjcf.TABLE.read_text(encoding="utf-8")
    found = figures(page)
    humanoid = found[mjcf.HUMANOID.name]
    assert set(humanoid) == set(mjcf.NAMES)
    assert len(found) == 3
    for readers in found.values():
        floor = readers[mjcf.FLOOR][0]
        for milliseconds, ratio in readers.values():
            assert ratio == pytest.approx(milliseconds / floor, rel=0.02, abs=0.1)
    aims = [row for row in rows_of(page) if len(row) == 3 and row[0] != "target"]
    assert len(aims) == len(mjcf.TARGETS)
    for target, (_, measured, met) in zip(mjcf.TARGETS, aims):
        ratio = humanoid[mjcf.CHECK][0] / humanoid[target.other][0]
        assert float(measured.removesuffix(" ×")) == pytest.approx(ratio, rel=0.02)
        assert (met == "yes") == (float(measured.removesuffix(" ×")) <= target.ratio)


def test_conversions_keep_all_bodies_and_joints_of_all_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import mjcf_conversion  # type: ignore[import-not-found]

    rows = [row for row in rows_of(mjcf_conversion.TABLE.read_text(encoding="utf-8")) if row[0] != "direction"]
    names = [row[1].partition(" ")[0] for row in rows]
    assert names == ["bodyplan", "truerig", "bodyplan", "truerig", "urdf2mjcf"]
    counts = {kind: len(paths) for kind, paths in (("urdf", mjcf_conversion.MODELS), ("mjcf", mjcf_conversion.ROBOTS))}
    assert counts == {"urdf": 8, "mjcf": 8}
    for name, row in zip(names, rows):
        for cell in row[2:]:
            there, _, wanted = cell.partition(" of ")
            assert 0 <= int(there) <= int(wanted)
            assert name != "bodyplan" or there == wanted
