"""Fixes of mutated documents, and whether they keep what is promised."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fixing import broken
from .judging import Judge
from .mutating import document

BLOCKS = 4
COUNT = 60


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_fixes_of_mutated_documents_keep_what_is_promised(block: int, tmp_path: Path) -> None:
    Judge(tmp_path)  # makes the files that are included
    failures = []
    for number in range(block * COUNT, (block + 1) * COUNT):
        seed = document(number, corpora=False)
        options = {"format": seed.format, "base_dir": tmp_path, "search_paths": (tmp_path,)}
        failures += [f"document {number}: {each}" for each in broken(seed.data, **options)]
    assert failures == []
