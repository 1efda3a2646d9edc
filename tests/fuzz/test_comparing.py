"""Documents with one value changed are never called the same, their canonical forms always."""

from __future__ import annotations

import pytest

from .comparing import broken


def test_one_changed_value_is_a_difference() -> None:
    assert list(broken(50, seed=3, corpora=False)) == []


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_one_changed_value_of_a_real_document_is_a_difference(seed: int) -> None:
    assert list(broken(250, seed)) == []
