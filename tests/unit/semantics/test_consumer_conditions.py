"""Conditions of target tables on documents with many of everything."""

from __future__ import annotations

from bodyplan.semantics.targets.predicates import ConditionNode, Index, ReferenceScope, compile_test
from lxml import etree

ROBOT = etree.fromstring(
    "<robot><joint name='a' type='fixed'/>"
    + "".join(f"<joint name='j{i}' type='revolute'><mimic joint='{'a' if i % 2 else 'b'}'/></joint>" for i in range(40))
    + "</robot>"
)
MIMICS = [ConditionNode(mimic, None) for mimic in ROBOT.iter("mimic")]


def test_what_refers_to_one_of_many_looks_at_all_of_them_once() -> None:
    looked: list[ConditionNode] = []

    def select(node: ConditionNode, index: Index) -> list[ConditionNode]:
        looked.append(node)
        return [ConditionNode(joint, "name") for joint in node.element]

    index, target = Index(), ReferenceScope(None, select)
    found = [index.at(target, mimic)["a"] for mimic in MIMICS]
    assert found == [[ConditionNode(ROBOT[0], "name")]] * len(MIMICS)
    assert looked == [ConditionNode(ROBOT, None)]


def test_a_reference_is_followed_from_each_place_of_its_own() -> None:
    other = etree.fromstring(
        "<robot><joint name='a' type='revolute'/><joint name='k'><mimic joint='a'/></joint></robot>"
    )
    leads_to_fixed = compile_test(
        {"at": ["@type"], "follow": {"from": "@joint", "to": ["../../joint/@name"]}, "in": ["fixed"]}
    )
    index = Index()
    assert [leads_to_fixed(mimic, index) for mimic in MIMICS] == [bool(i % 2) for i in range(40)]
    assert not leads_to_fixed(ConditionNode(other[1][0], None), index)


def test_a_path_from_the_top_begins_at_a_root_of_that_name() -> None:
    index = Index()
    assert compile_test({"at": ["/robot/joint/@type"], "in": ["fixed"]})(MIMICS[0], index)
    assert not compile_test({"at": ["/model/joint/@type"], "in": ["fixed"]})(MIMICS[0], index)
