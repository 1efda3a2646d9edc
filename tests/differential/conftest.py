"""Fixtures of the comparisons with reference implementations."""

from __future__ import annotations

from pathlib import Path

import pytest

from .oracles import measured


@pytest.fixture(scope="module")
def rates(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """The share of each quantity on which the ``TARGET`` of the test module agrees."""
    target: str = request.module.TARGET
    return measured(target, shared, tmp_path_factory.mktemp(target))
