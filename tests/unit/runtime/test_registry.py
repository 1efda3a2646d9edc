"""Rules of the registry are made when they are asked for, and are what their rows say whenever that is."""

from __future__ import annotations

import copy
import pickle

import pytest
from bodyplan.diagnostics.records import field_defaults
from bodyplan.diagnostics.registry import FILE, REGISTRY
from bodyplan.diagnostics.rule import Rule, UnreadRule, make_rule

ROWS = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()[1:]]


def test_each_rule_is_what_its_row_says() -> None:
    assert [make_rule(row) for row in ROWS] == [*REGISTRY.values()]
    assert [row[0] for row in ROWS] == [*REGISTRY]


@pytest.mark.parametrize("first", [*field_defaults(Rule)])
def test_whatever_is_asked_for_first_of_a_rule_is_there(first: str) -> None:
    rule = object.__new__(UnreadRule)
    object.__setattr__(rule, "code", "BP301")
    assert getattr(rule, first) == getattr(REGISTRY["BP301"], first)
    assert rule == REGISTRY["BP301"]
    assert type(rule) is Rule, "it is asked in a fifth of the time"


def test_a_rule_has_nothing_else_and_is_copied_as_other_values() -> None:
    rule = REGISTRY["BP302"]
    assert copy.deepcopy(rule) == copy.copy(rule) == pickle.loads(pickle.dumps(rule)) == rule
    with pytest.raises(AttributeError, match="nothing"):
        _ = rule.nothing
    with pytest.raises(AttributeError):
        _ = object.__new__(UnreadRule).severity
