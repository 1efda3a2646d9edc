"""Random edits of real documents: only the lines of the edit change, comments elsewhere stay, and what is read is the same.

``nox -s edits`` makes ten thousand of them.
"""

from __future__ import annotations

import copy
import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.document.document import Document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .edits import LONGEST, Edit, edit, faults, opened
from .seeds import CHECKOUT

COUNT = int(os.environ.get("BODYPLAN_EDITS", "300"))
ENDINGS = (".sdf", ".urdf", ".skel", ".world")
CORPUS = CHECKOUT.parent / "shared" / "corpus"


@cache
def documents() -> tuple[Path, ...]:
    folder = CORPUS if CORPUS.is_dir() else CHECKOUT / "examples"
    found = (path for path in folder.rglob("*") if path.suffix in ENDINGS and path.stat().st_size < LONGEST)
    return tuple(sorted(found))


@cache
def read_once(path: Path) -> Document | None:
    return opened(path)


@pytest.mark.slow
@settings(
    max_examples=COUNT,
    derandomize="BODYPLAN_EDITS" not in os.environ,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.data())
def test_an_edit_touches_nothing_else(data: st.DataObject) -> None:
    def choose(several: Sequence[Any]) -> Any:
        return several[data.draw(st.integers(0, len(several) - 1))]

    path = choose(documents())
    document = copy.deepcopy(read_once(path))
    if document is not None:
        before = document.dumps()
        done = edit(document, choose)
        if done is not None:
            assert faults(document, done, before) == [], (path, done)


def test_faults_of_an_edit_are_noticed() -> None:
    text = """<robot name="r">
  <!-- a -->
  <link name="l"/>

  <link name="k"/>
  <joint name="j" type="fixed"><parent link="l"/><child link="k"/></joint>
</robot>
"""
    document = bodyplan.urdf.loads(text)
    before = document.dumps()
    document.root.link[0].name = "m"
    assert faults(document, Edit("", 3, 3, Counter()), before) == []
    (wrong,) = faults(document, Edit("", 5, 5, Counter()), before)
    assert "lines [(3, 3)] are changed" in wrong
    bodyplan.remove(document.root.link[0])
    assert any("comments are gone" in fault for fault in faults(document, Edit("", 1, 9, Counter()), before))
