"""Costs grow as documents do: a few of the shapes of ``benchmarks/growth.py``, small, by the calls of functions."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SHAPES = (
    "sdformat frames chained by attached_to",
    "sdformat frames chained by relative_to",
    "sdformat filter groups chained",
    "sdformat flattened names",
    "sdformat include that changes a large file",
    "sdformat mimics chained",
    "sdformat names reserved",
    "sdformat namespaces",
    "sdformat namespaces nested",
    "sdformat unknown attributes",
    "sdformat unknown elements of different names",
    "urdf attributes of a namespace",
    "urdf joints in many rings",
    "urdf links twice",
    "urdf orphans",
    "urdf second parents",
    "skel bodies without names",
    "skel joints chained",
    "dmd frames chained",
    "sdformat BP107 by the thousand",
)


@pytest.fixture
def growth(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import growth  # type: ignore[import-not-found]

    return growth


def test_there_are_a_hundred_shapes_of_each_a_document_of_any_size(growth: Any) -> None:
    assert len({(shape.format, shape.name) for shape in growth.SHAPES}) == len(growth.SHAPES) >= 100
    for shape in growth.SHAPES:
        small, large = (sum(map(len, shape.files(size).values())) for size in (2, 12))
        assert small < large, shape.name


@pytest.mark.slow
def test_there_are_findings_of_most_rules_by_the_thousand(growth: Any, tmp_path: Path) -> None:
    from growing import faults, making, steps  # type: ignore[import-not-found]

    few = []
    for rule, format, text in faults.faults():
        path = tmp_path / f"document.{making.ENDINGS[format]}"
        path.write_text(faults.multiplied(format, text, 6))
        counts = [
            sum(finding.code == rule for finding in steps.checked(path, target).diagnostics)
            for target in (None, *steps.TARGETS[format])
        ]
        if max(counts) < 6:
            few.append(rule)
    assert few == []
    assert len({rule for rule, _, _ in faults.faults()}) >= 120


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_costs_grow_in_proportion(name: str, growth: Any) -> None:
    (shape,) = (shape for shape in growth.SHAPES if f"{shape.format} {shape.name}" == name)
    found = growth.measure(shape, 12)
    assert {each.what: each.exponent for each in found if each.exponent > growth.BOUND} == {}
    assert len(found) >= 3


def test_the_exponent_of_what_is_compared_with_all_others_is_two(growth: Any) -> None:
    squares = growth.Growth("shape", "what", calls=[10, *(10 + 100 * n * n for n in (10, 20, 40, 80))])
    straight = growth.Growth("shape", "what", calls=[10, *(10 + 100 * n for n in (10, 20, 40, 80))])
    assert squares.exponent == pytest.approx(2)
    assert not squares.is_bounded
    assert straight.exponent == pytest.approx(1)


def test_the_table_of_seconds_has_the_rows_that_there_are_and_none_above_the_bound(growth: Any) -> None:
    lines = (BENCHMARKS / "growth_large.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]
    assert [tuple(row[:2]) for row in cells if row[0] != "---"] == [
        (row.document, row.step) for row in growth.large.ROWS
    ]
    assert [row for row in cells if "**" in row[-1]] == []


def test_what_squares_from_some_size_on_is_above_the_bound(growth: Any) -> None:
    large = growth.large
    row = next(iter(large.ROWS))
    squares = large.Measured(row, [size * 1e-5 + max(0, size - 4_000) ** 2 * 1e-8 for size in large.SIZES])
    steps = large.Measured(row, [size * 1e-5 * (2 if size > 4_000 else 1) for size in large.SIZES])
    assert squares.exponent > large.BOUND
    assert steps.exponent == pytest.approx(1)
    assert large.Measured(row, [1.0, math.inf]).exponent == math.inf
