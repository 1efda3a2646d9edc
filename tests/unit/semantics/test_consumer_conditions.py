"""Conditions of target tables on documents with many of everything."""

from __future__ import annotations

from bodyplan.semantics.targets.predicates import (
    ConditionNode,
    Index,
    Places,
    ReferenceScope,
    compile_test,
    without_prefix,
)
from lxml import etree

ROBOT = etree.fromstring(
    "<robot><joint name='a' type='fixed'/>"
    + "".join(f"<joint name='j{i}' type='revolute'><mimic joint='{'a' if i % 2 else 'b'}'/></joint>" for i in range(40))
    + "</robot>"
)
MIMICS = [ConditionNode(mimic, None) for mimic in ROBOT.iter("mimic")]


def test_what_refers_to_one_of_many_looks_at_all_of_them_once() -> None:
    looked: list[ConditionNode] = []

    class Counted(Places):
        def collect(self, node: ConditionNode, index: Index) -> list[ConditionNode]:
            looked.append(node)
            return super().collect(node, index)

    index, target = Index(), ReferenceScope(None, Counted(["/robot/joint/@name"]))
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


def test_a_condition_about_an_extension_is_decided_where_no_name_has_its_prefix() -> None:
    about_two = {"at": ["box", "drake:capsule"], "present": True}
    assert without_prefix(about_two, "drake:") == {"at": ["box"], "present": True}
    assert without_prefix({"at": ["../drake:mimic/@joint"], "present": False}, "drake:") is True
    assert without_prefix({"at": ["@drake:acceleration"], "below": 0}, "drake:") is False
    plain = {"at": ["limit/@lower"], "below": 0}
    assert without_prefix(plain, "drake:") == plain
    with_default = {"at": ["drake:mu"], "default": 1, "below": 2}
    assert without_prefix(with_default, "drake:") == with_default


def test_paths_from_one_place_share_what_they_have_in_common() -> None:
    holder = etree.fromstring("<visual><geometry><box a='1'/><box a='2'/></geometry><origin/></visual>")
    node, index = ConditionNode(holder, None), Index()
    assert Places(["geometry/box/@a", "origin"]).collect(node, index) == [
        ConditionNode(holder[0][0], "a"),
        ConditionNode(holder[0][1], "a"),
        ConditionNode(holder[1], None),
    ]
    inner = ConditionNode(holder[0][1], "a")
    assert Places(["../../../origin"]).collect(inner, index) == [ConditionNode(holder[1], None)]
    assert Places(["../../../.."]).collect(inner, index) == []
