"""The tree of a SKEL skeleton, without documents."""

from __future__ import annotations

import pytest
from bodyplan.semantics.formats.skel.tree import (
    BuildOrder,
    TreeJoint,
    UnusedReason,
    build_order,
    unique_names,
)
from bodyplan.semantics.targets.dart.checks import ADAPTER
from hypothesis import given
from hypothesis import strategies as st


def joint(parent: str | None, child: str | None, type: str | None = "weld") -> TreeJoint:
    return TreeJoint(type=type, parent=parent, child=child)


def built(order: BuildOrder) -> list[tuple[str | None, str, int | None]]:
    return [(step.parent, step.body, step.joint) for step in order.steps]


class TestBuildOrder:
    def test_follows_the_joints_and_not_the_bodies(self) -> None:
        order = build_order([joint("world", "b"), joint("b", "a")], ["a", "b"])
        assert built(order) == [(None, "b", 0), ("b", "a", 1)]
        assert not order.unused
        assert order.unbuilt == ()
        assert order.loops == ()
        assert order.stopped_at is None

    def test_builds_the_parents_joint_first(self) -> None:
        joints = [joint("c", "d"), joint("b", "c"), joint("world", "a"), joint("a", "b")]
        order = build_order(joints, ["a", "b", "c", "d"])
        assert built(order) == [(None, "a", 2), ("a", "b", 3), ("b", "c", 1), ("c", "d", 0)]

    def test_gives_a_jointless_parent_a_free_joint(self) -> None:
        order = build_order([joint("a", "b"), joint("c", "d"), joint("a", "e")], ["a", "b", "c", "d", "e"])
        assert built(order) == [(None, "a", None), ("a", "b", 0), (None, "c", None), ("c", "d", 1), ("a", "e", 2)]

    def test_leaves_out_bodies_that_no_joint_names(self) -> None:
        order = build_order([joint("world", "a")], ["loose", "a"])
        assert built(order) == [(None, "a", 0)]
        assert order.unbuilt == ("loose",)

    def test_a_joint_without_parent_hangs_on_the_world(self) -> None:
        assert built(build_order([joint(None, "a")], ["a"])) == [(None, "a", 0)]

    def test_a_body_called_world_is_what_the_word_means(self) -> None:
        order = build_order([joint("world", "a")], ["world", "a"])
        assert built(order) == [(None, "world", None), ("world", "a", 0)]

    @pytest.mark.parametrize(
        ("wrong", "reason"),
        [
            (joint("world", "a", "hinge"), UnusedReason.UNKNOWN_TYPE),
            (joint("world", "a", None), UnusedReason.UNKNOWN_TYPE),
            (joint("nobody", "a"), UnusedReason.UNKNOWN_PARENT),
            (joint("world", "nobody"), UnusedReason.UNKNOWN_CHILD),
            (joint("world", None), UnusedReason.UNKNOWN_CHILD),
            (joint("world", "world"), UnusedReason.UNKNOWN_CHILD),
        ],
    )
    def test_a_useless_joint_does_not_claim_its_child(self, wrong: TreeJoint, reason: UnusedReason) -> None:
        order = build_order([wrong, joint("world", "a")], ["a"])
        assert built(order) == [(None, "a", 1)]
        assert order.unused == {0: reason}

    def test_the_second_joint_of_a_child_is_left_out(self) -> None:
        order = build_order([joint("world", "a"), joint("world", "b"), joint("a", "b")], ["a", "b"])
        assert built(order) == [(None, "a", 0), (None, "b", 1)]
        assert order.unused == {2: UnusedReason.SECOND_FOR_CHILD}

    def test_a_loop_is_named_and_the_rest_is_built(self) -> None:
        joints = [joint("c", "d"), joint("a", "b"), joint("b", "a"), joint("b", "c"), joint("world", "e")]
        order = build_order(joints, ["a", "b", "c", "d", "e"])
        assert built(order) == [(None, "e", 4)]
        assert order.loops == ((1, 2),)
        assert order.unused == {
            0: UnusedReason.BELOW_LOOP,
            1: UnusedReason.IN_LOOP,
            2: UnusedReason.IN_LOOP,
            3: UnusedReason.BELOW_LOOP,
        }
        assert order.unbuilt == ("a", "b", "c", "d")

    def test_a_joint_below_a_loop_found_before_is_left_out(self) -> None:
        order = build_order([joint("a", "a"), joint("a", "b"), joint("b", "c")], ["a", "b", "c"])
        assert order.loops == ((0,),)
        assert order.unused == {0: UnusedReason.IN_LOOP, 1: UnusedReason.BELOW_LOOP, 2: UnusedReason.BELOW_LOOP}

    def test_a_body_called_world_that_hangs_on_the_world_is_a_loop(self) -> None:
        assert build_order([joint("world", "world")], ["world"]).loops == ((0,),)

    def test_screws_are_built_unless_told_to_stop(self) -> None:
        joints = [joint("c", "d"), joint("b", "c", "screw"), joint("world", "b"), joint("world", "a")]
        bodies = ["a", "b", "c", "d"]
        assert [step.body for step in build_order(joints, bodies).steps] == ["b", "c", "d", "a"]
        order = build_order(joints, bodies, stop_at=ADAPTER.unbuilt_types)
        assert built(order) == [(None, "b", 2)]
        assert order.stopped_at == 1
        assert order.unused == dict.fromkeys([0, 1, 3], UnusedReason.AFTER_STOP)
        assert order.unbuilt == ("a", "c", "d")

    def test_the_free_joint_above_a_stop_is_built(self) -> None:
        order = build_order([joint("a", "b", "screw"), joint("a", "c")], ["a", "b", "c"], stop_at=ADAPTER.unbuilt_types)
        assert built(order) == [(None, "a", None)]
        assert order.unused == dict.fromkeys([0, 1], UnusedReason.AFTER_STOP)

    def test_reasons_found_before_a_stop_stay(self) -> None:
        joints = [joint("nobody", "a"), joint("b", "b"), joint("world", "a", "screw")]
        order = build_order(joints, ["a", "b"], stop_at=ADAPTER.unbuilt_types)
        assert order.unused == {0: UnusedReason.UNKNOWN_PARENT, 1: UnusedReason.IN_LOOP, 2: UnusedReason.AFTER_STOP}

    @given(st.data())
    def test_parents_come_first_and_nothing_is_lost(self, data: st.DataObject) -> None:
        bodies = [f"b{index}" for index in range(data.draw(st.integers(1, 7)))]
        words = st.sampled_from([*bodies, "world", "nobody"])
        types = st.sampled_from(["weld", "screw", "hinge"])
        joints = data.draw(st.lists(st.builds(joint, words, words, types), max_size=9))
        order = build_order(joints, bodies, stop_at=data.draw(st.sampled_from([ADAPTER.unbuilt_types, frozenset()])))
        seen: set[str] = set()
        for step in order.steps:
            assert step.parent is None or step.parent in seen
            assert step.body not in seen
            seen.add(step.body)
        assert sorted([*seen, *order.unbuilt]) == bodies
        used = [step.joint for step in order.steps if step.joint is not None]
        assert sorted([*used, *order.unused]) == list(range(len(joints)))
        for loop in order.loops:
            for below, above in zip(loop, (*loop[1:], loop[0])):
                assert joints[below].parent == joints[above].child


class TestUniqueNames:
    def test_counts_up_past_names_already_given(self) -> None:
        assert unique_names(["j", "j(1)", "j", "j"]) == ["j", "j(1)", "j(2)", "j(3)"]
        assert unique_names(["j(1)", "j", "j"]) == ["j(1)", "j", "j(2)"]

    def test_nameless_ones_get_the_word_for_that(self) -> None:
        assert unique_names(["", "", "default"]) == ["default", "default(1)", "default(2)"]
        assert unique_names([""], empty="skeleton") == ["skeleton"]
