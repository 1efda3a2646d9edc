"""Fixes of the files of the corpus keep what is promised: one file in eleven, and with ``nox -s edits`` all."""

from __future__ import annotations

import os
from pathlib import Path

import bodyplan
import pytest

from ..fuzz.fixing import broken, options_with

pytestmark = pytest.mark.corpus

STEP = 1 if "BODYPLAN_EDITS" in os.environ else 11


def test_fixes_keep_what_is_promised(corpus_files: tuple[Path, ...]) -> None:
    failures, fixed = [], 0
    for path in corpus_files[::STEP]:
        failures += [f"{path}: {each}" for each in broken(path.read_bytes(), **options_with(path))]
        fixed += bodyplan.fix(path, unsafe=True).texts != {}
    assert failures == []
    assert fixed > 10
