"""How far bodyplan agrees with libsdformat over the collection of real files.

The figures of ``floors_libsdformat.json`` are floors: they may rise, by ``pytest --update``, and never fall.
"""

from __future__ import annotations

import pytest

from .oracles import hold_floors

TARGET = "libsdformat"
VERDICTS_NEEDED = 0.995


@pytest.mark.corpus
@pytest.mark.slow
def test_nothing_agrees_less_than_before(rates: dict[str, float], request: pytest.FixtureRequest) -> None:
    hold_floors(TARGET, rates, update=request.config.getoption("--update"))


@pytest.mark.corpus
@pytest.mark.slow
def test_what_has_to_agree_agrees(rates: dict[str, float]) -> None:
    assert rates["verdicts"] >= VERDICTS_NEEDED
    assert {name: rate for name, rate in rates.items() if name != "verdicts" and rate < 1} == {}
