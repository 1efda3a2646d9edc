"""What is found in files that their reference reads without a word: no more than the committed table says, with reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bodyplan.diagnostics.explanations.loader import read_explanation
from bodyplan.diagnostics.registry import REGISTRY

from .precision import MODES, TABLE, Measured, clean_files, complaints, false_findings, measure

NONE: dict[str, dict[str, int]] = {mode: {} for mode in MODES}
REASONS = {code: read_explanation(code).nevertheless for code in REGISTRY}


@pytest.mark.corpus
@pytest.mark.slow
def test_rules_speak_no_more_than_the_table_says(shared: Path) -> None:
    files = list(clean_files(shared))
    assert len(files) > 800
    measured = measure(files, jobs=2)
    assert complaints(measured, json.loads(TABLE.read_text(encoding="utf-8")), REASONS) == []


def test_every_rule_of_the_table_has_a_reason() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert table.keys() == NONE.keys()
    assert {code for rows in table.values() for code in rows if not REASONS.get(code)} == set()


def test_every_false_alarm_is_of_a_rule_and_has_a_reason() -> None:
    assert {code for code, _ in false_findings()} <= REGISTRY.keys()


def _measured(default: dict[str, int], *, false: int = 0, gone: tuple[str, ...] = ()) -> Measured:
    nothing = dict.fromkeys(MODES, 0)
    return Measured({**NONE, "default": default}, {**nothing, "default": 1000}, {**nothing, "default": false}, gone)


def test_a_table_may_only_get_shorter() -> None:
    table = {**NONE, "default": {"BP101": 2, "BP102": 1}}
    reasons = {"BP101": "It has one.", "BP102": "It has one."}
    same = _measured(table["default"])
    assert complaints(same, table, reasons) == []
    (grown,) = complaints(_measured({"BP101": 3, "BP102": 1}), table, reasons)
    assert grown == "default: BP101 speaks of 3 files that the reference reads without a word, not of 2"
    (shrunk,) = complaints(_measured({"BP101": 2}), table, reasons)
    assert shrunk == "default: BP102 speaks of 0 files only, not of 1: renew the table"
    (unreasoned,) = complaints(same, table, {"BP101": "It has one."})
    assert unreasoned == "default: BP102 has no `nevertheless` that tells why it is right to speak"


def test_few_findings_may_be_false_and_all_of_these_must_be_found() -> None:
    assert complaints(_measured({}, false=5), NONE, {}) == []
    (many,) = complaints(_measured({}, false=6), NONE, {})
    assert many == "default: 0.60% of what is found is false, more than 0.5%"
    (gone,) = complaints(_measured({}, gone=("BP101 arms/arm.urdf:3",)), NONE, {})
    assert gone == "BP101 arms/arm.urdf:3 is judged to be false and is no longer found"
