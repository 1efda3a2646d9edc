"""How much a value in xacro is, before anything is done with all of it."""

from __future__ import annotations

from typing import Any

import pytest
from bodyplan.runtime.budget import LIMITS, Budget, OverBudget
from bodyplan.semantics.xacro.meter import Meter
from bodyplan.semantics.xacro.sandbox import code_of


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("four", 4),
        (b"", 0),
        (7, 1),
        ([1, 2], 3),
        ((1, (2, 3)), 5),
        ({1, 2, 3}, 4),
        (frozenset({"ab"}), 3),
        ({"ab": [1, 2]}, 6),
    ],
    ids=repr,
)
def test_what_is_in_a_value_counts_with_it(value: Any, items: int) -> None:
    assert Meter(Budget()).items(value) == items


def test_a_limit_may_be_reached() -> None:
    limit = LIMITS["bits of one number"]
    code_of(hex((1 << limit) - 1))
    with pytest.raises(OverBudget):
        code_of(hex(1 << limit))
