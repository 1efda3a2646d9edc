"""How values are read and tested."""

from __future__ import annotations

from typing import Any

import pytest
from bodyplan.codegen.model import Part
from bodyplan.codegen.views.values import bounds, has_bounds, view_scalar


def part(**facts: Any) -> Part:
    return Part(**{"kind": "leaf", "name": "p", "doc_key": ("f", "p"), **facts})


@pytest.mark.parametrize(
    ("facts", "trims", "expected"),
    [
        ({"type": "string"}, True, "text"),
        ({"type": "string", "kind": "attribute"}, True, "word"),
        ({"type": "string", "kind": "attribute"}, False, "text"),
        ({"type": "double"}, False, "scalar"),
        ({"type": "string", "enum": "Kind"}, False, "enum"),
    ],
)
def test_kinds_of_readers(facts: dict[str, Any], trims: bool, expected: str) -> None:
    assert view_scalar(part(**facts), trims).kind == expected


def test_texts_of_common_types_are_looked_up_before_they_are_read() -> None:
    assert view_scalar(part(type="vector3"), trims=False).known == "triples"
    assert view_scalar(part(type="vector4"), trims=False).known is None


def test_bounds_of_numbers_are_compared_here_and_those_of_vectors_by_the_runtime() -> None:
    number = bounds(part(type="double", minimum="0", below="2"))
    assert [(bound.test, bound.limit, bound.report) for bound in number] == [
        ("<", "0.0", "below"),
        (">=", "2.0", "not_below"),
    ]
    (vector,) = bounds(part(type="vector3", minimum="0 0 1"))
    assert (vector.test, vector.limit, vector.report) == ("", "(0.0, 0.0, 1.0)", "each_at_least")
    assert not has_bounds(part(type="string", minimum="0"))


@pytest.mark.parametrize(
    ("count", "wrong"),
    [
        ((2, None), ["len(value) < 2"]),
        ((6, 6), ["len(value) != 6"]),
        ((1, 3), ["not 1 <= len(value) <= 3"]),
        ((0, None), []),
    ],
)
def test_counts_are_compared_here(count: tuple[int, int | None], wrong: list[str]) -> None:
    assert [bound.may_fail for bound in bounds(part(type="doubles", count=count))] == wrong


def test_angles_are_read_by_functions_that_know_degrees() -> None:
    kinds = {kind: view_scalar(part(type=kind, unit="rad"), trims=False) for kind in ("double", "vector3", "doubles")}
    assert {kind: (view.function, view.known) for kind, view in kinds.items()} == {
        "double": ("angle", None),
        "vector3": ("angles", "angles"),
        "doubles": ("doubles", "lists"),
    }
