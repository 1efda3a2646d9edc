"""Nodes are paired in steps, and attributes that differ are found: for saving, and for what is stored for the way back."""

from __future__ import annotations

from bodyplan.runtime.saving.element_pairs import changed_values, match_nodes, pair_by
from lxml import etree


def test_each_step_pairs_what_the_ones_before_have_left() -> None:
    before = list(etree.fromstring('<r><a name="x"/><a name="y"/><b name="x"/><b/></r>'))
    now = list(etree.fromstring('<r><a name="y"/><a name="z"/><b/><c/></r>'))
    by_name = pair_by(lambda each: each.get("name") and (each.tag, each.get("name")))
    found = match_nodes(before, now, by_name, pair_by(lambda each: each.tag))
    assert [(now.index(new), before.index(old)) for new, old in found.pairs.items()] == [(0, 1), (1, 0), (2, 2)]
    assert found.added == [now[3]]
    assert found.gone == [before[3]]


def test_attributes_that_differ_have_both_values() -> None:
    before, now = {"same": "1", "other": "2", "gone": "3"}, {"same": "1", "other": "4", "new": "5"}
    assert list(changed_values(before, now)) == [("other", "2", "4"), ("gone", "3", None), ("new", None, "5")]
