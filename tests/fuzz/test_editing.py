"""A sample of what ``python -m tests.fuzz.editing`` tries with the documents of others."""

from __future__ import annotations

import pytest

from .editing import CHECKS, find_documents


@pytest.mark.parametrize(("what", "count"), [("completions", 40), ("truncations", 40), ("edits", 60)])
@pytest.mark.parametrize("seed", [1, 2])
def test_answers_hold_while_texts_are_typed(what: str, count: int, seed: int) -> None:
    found = CHECKS[what](find_documents(["examples"], seed), count, seed)
    assert found.cases >= count
    assert found.failures == []
