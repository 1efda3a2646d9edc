"""Which rows of a table apply to a part, where several ask the same."""

from __future__ import annotations

from typing import Any

import pytest
from bodyplan.diagnostics import rules
from bodyplan.semantics.targets.predicates import Condition, Index
from bodyplan.semantics.targets.rule_rows import MOST_TEXTS, RowChoice, RuleRow
from lxml import etree

WHEN: list[list[dict[str, Any]]] = [
    [{"at": ["@type"], "in": ["fixed"]}, {"at": ["limit/@lower"], "above": "limit/@upper"}],
    [],
    [{"at": ["limit"], "present": True}],
    [{"at": ["@type"], "in": ["fixed"]}],
    [{"at": ["@type"], "not_in": ["fixed"]}],
    [{"at": ["@damping"], "below": 0}],
    [{"at": ["@damping"], "default": -1, "below": 0}],
    [{"at": ["@damping"], "present": False}],
    [{"at": ["@lower"], "above": "@upper"}],
    [{"at": ["limit/@lower", "limit/@upper", "@lower"], "in": [""]}],
    [{"later": True}],
    [{"at": ["limit/@lower"], "below": 0.5}],
    [{"at": ["limit/@lower"], "default": 1, "at_most": "limit/@upper"}],
    [{"at": ["limit/@upper", "@upper"], "default": 1, "at_most": 2}],
]
ELEMENTS = """<robot>
  <joint/> <joint type="fixed"/> <joint type="fixed"><limit lower="2" upper="1"/></joint> <joint damping="-2 3"/>
  <joint type="revolute" damping="-0x2" lower="0x3" upper="2"/> <joint damping="" lower="3" upper="4"><limit lower=""/></joint>
  <joint><limit lower="0x1"/><limit upper="-3"/></joint>
  <joint damping="nothing" lower="4" upper="3"/> <x:joint xmlns:x="http://lab.example" type="fixed"/>
</robot>"""


@pytest.mark.parametrize("root", ["robot", "sdf"])
def test_rows_apply_as_each_says_by_itself(root: str) -> None:
    conditions = [tuple(map(Condition.of, when)) for when in WHEN]
    rows = [RuleRow((), frozenset(), False, False, each, (), "", rules.REFUSED) for each in conditions]
    choice = RowChoice((place, row, row.conditions) for place, row in enumerate(rows))
    tree = etree.fromstring(ELEMENTS.replace("robot>", f"{root}>"))
    for _ in range(2):  # what was found out before makes no difference
        for joint in tree:
            node = joint, None
            alone = [(i, row) for i, row in enumerate(rows) if all(c.test(node, Index()) for c in row.conditions)]
            assert choice.find(node, Index()) == alone


def test_texts_without_end_are_not_all_remembered() -> None:
    row = RuleRow((), frozenset(), False, False, (Condition.of({"at": ["@n"], "in": ["7"]}),), (), "", rules.REFUSED)
    choice = RowChoice([(0, row, row.conditions)])
    joint = etree.Element("joint")
    for number in range(2 * MOST_TEXTS):
        joint.set("n", str(number))
        assert bool(choice.find((joint, None), Index())) is (number == 7)
    ((_, _, by_text),) = choice.texts
    assert len(by_text.known) == MOST_TEXTS
