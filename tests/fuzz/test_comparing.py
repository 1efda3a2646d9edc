"""Documents with one value changed are never called the same, their canonical forms always."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.diff import differences
from bodyplan.semantics.diff.equal_records import find_equal_records
from bodyplan.semantics.diff.facts import NONE_PASSED

from .comparing import broken, edited

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_one_changed_value_is_a_difference() -> None:
    assert list(broken(50, seed=3, corpora=False)) == []


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_one_changed_value_of_a_real_document_is_a_difference(seed: int) -> None:
    assert list(broken(250, seed)) == []


@pytest.mark.parametrize(("name", "other"), [("arm.urdf", "sdformat"), ("arm.sdf", "urdf"), ("arm.xml", "urdf")])
def test_links_and_joints_that_records_pass_over_have_no_difference(
    name: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = EXAMPLES / name
    document = bodyplan.load(path)
    converted = bodyplan.convert(document, to=other).document.dumps().encode()
    passed = compared = 0

    def count_passed(*arguments: Any) -> Any:
        nonlocal passed
        found = find_equal_records(*arguments)
        passed += sum(len(each) for each in found[0])
        return found

    for edit in edited(path.with_suffix(".edited"), converted, Random(5), 80):
        try:
            changed = bodyplan.loads(edit.text, base_dir=path.parent)
            assert changed.scenes
        except bodyplan.LoadError:
            continue
        monkeypatch.setattr(differences, "find_equal_records", count_passed)
        told = list(map(str, differences.compare_documents(document, changed, 1e-6)))
        monkeypatch.setattr(differences, "find_equal_records", lambda *_: (NONE_PASSED, NONE_PASSED))
        assert told == list(map(str, differences.compare_documents(document, changed, 1e-6))), edit.change
        compared += 1
    assert compared > 10
    assert passed > compared
