"""Costs grow as documents do: a few of the shapes of ``benchmarks/growth.py``, small, by the calls of functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SHAPES = (
    "sdformat frames chained by attached_to",
    "sdformat frames chained by relative_to",
    "sdformat filter groups chained",
    "sdformat flattened names",
    "sdformat mimics chained",
    "sdformat namespaces",
    "sdformat unknown attributes",
    "sdformat unknown elements of different names",
    "urdf attributes of a namespace",
    "urdf joints in many rings",
    "urdf orphans",
    "urdf second parents",
    "skel joints chained",
    "dmd frames chained",
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
