"""Mistakes that people make are reported, once and at their line, and documents without one are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from .__main__ import GOAL
from .documents import write_documents
from .kinds import ENDINGS, KINDS
from .planting import check, judge, plant


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_documents(tmp_path_factory.mktemp("mistakes"))


def test_there_are_documents_of_all_formats(documents: list[Path]) -> None:
    assert len(documents) == 72
    for ending in ENDINGS.values():
        assert sum(path.name.endswith(ending) for path in documents) >= 4


@pytest.mark.parametrize("plausible", [False, True])
def test_documents_are_clean(documents: list[Path], plausible: bool) -> None:
    reports = {path.name: check(path, plausible=plausible).diagnostics for path in documents}
    assert {name: [finding.code for finding in found] for name, found in reports.items() if found} == {}


def test_mistakes_are_reported_once_and_at_their_line(documents: list[Path]) -> None:
    planted = list(plant(documents, seed=1, each=1))
    assert len(planted) == len(KINDS) >= 190
    outcomes = [judge(each) for each in planted]
    wrong = [
        (each.planted.kind.name, each.planted.document.name, each.verdict) for each in outcomes if each.verdict != "one"
    ]
    assert len(wrong) <= (1 - GOAL) * len(outcomes), wrong
