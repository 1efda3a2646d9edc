"""Which links do not collide."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from bodyplan.diagnostics.errors import LoadError
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.diff.differences import compare_scenes
from bodyplan.semantics.diff.facts import compare_filters
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import CollisionGroupRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build

from tests.bounding import calls_of


def links(*names: str) -> WorldIR:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    for name in names:
        description.add_link(name, scope="m")
    return description


def join(description: WorldIR, parent: str, child: str, motion: Motion = Motion.REVOLUTE) -> None:
    description.add_joint(
        f"{parent}_{child}",
        scope="m",
        type="x",
        motion=motion,
        parent=parent,
        child=child,
        axes=[AxisRecord()] if motion is Motion.REVOLUTE else [],
    )


def pairs(scene: Scene) -> set[str]:
    return {" ".join(sorted(name.removeprefix("m::") for name in pair)) for pair in scene.collision_filter.pairs}


def test_links_joined_by_a_joint_do_not_collide_but_for_the_world_and_floating_joints() -> None:
    description = links("a", "b", "c", "d")
    join(description, "world", "a")
    join(description, "a", "b")
    join(description, "b", "c", Motion.FLOATING_RPY)
    scene = build(description)
    assert pairs(scene) == {"a b"}
    assert scene.collision_filter.excludes("m::b", "m::a")
    assert scene.collision_filter.excludes("m::a", "m::a")
    assert not scene.collision_filter.excludes("m::a", "world")
    kept = scene.collision_filter.pairs
    assert {"m::b", "m::a"} in kept
    assert all(each not in kept for each in ("m::a", {"m::a"}, {"m::a", "m::c"}, {"m::a", "m::x"}))
    assert not scene.collision_filter.excludes("m::a", "m::c")


def test_links_welded_together_over_others_do_not_collide() -> None:
    description = links("a", "b", "c")
    join(description, "world", "a", Motion.FIXED)
    join(description, "a", "b", Motion.FIXED)
    join(description, "b", "c")
    assert pairs(build(description)) == {"a world", "b world", "a b", "b c"}


def test_groups_exclude_each_other_and_themselves_with_the_members_of_their_members() -> None:
    description = links("a", "b", "c", "d")
    description.collision_groups += [
        CollisionGroupRecord("m::one", "m", ["a"], ["two"], ["three"]),
        CollisionGroupRecord("m::two", "m", ["b"], ["one"], []),
        CollisionGroupRecord("m::three", "m", ["c", "d"], [], ["three"]),
    ]
    assert pairs(build(description)) == {"a c", "a d", "b c", "b d", "c d"}


def test_members_and_groups_that_are_not_there_are_reported() -> None:
    description = links("a")
    description.collision_groups.append(CollisionGroupRecord("m::g", "m", ["x"], ["y"], ["z"]))
    sink = Sink()
    build(description, sink)
    assert [diagnostic.name for diagnostic in sink.found] == [
        "unknown-collision-group-member",
        "unknown-collision-group",
        "unknown-collision-group",
    ]


def test_a_link_that_there_is_not_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="there is no link 'm::x'"):
        build(links("a")).collision_filter.excludes("m::a", "m::x")


def tree_of_fixed_joints(count: int) -> Scene:
    description = links(*(f"l{number}" for number in range(count)))
    for number in range(1, count):
        join(description, "l0", f"l{number}", Motion.FIXED)
    return build(description)


def anything(seed: int) -> Scene:
    """A scene with joints, welded links, and collision groups that hold and ignore each other."""
    pick = random.Random(seed)
    names = [f"l{number}" for number in range(8)]
    description = links(*names)
    for child in range(1, 8):
        if pick.random() < 0.8:
            parent = pick.choice(["world", *names[:child]])
            join(description, parent, names[child], pick.choice([Motion.FIXED, Motion.REVOLUTE, Motion.FLOATING_RPY]))
    groups = ["one", "two", "three"]
    for group in groups:
        members, inner, ignored = ([each for each in among if pick.random() < 0.3] for among in (names, groups, groups))
        description.collision_groups.append(CollisionGroupRecord(f"m::{group}", "m", members, inner, ignored))
    return build(description)


def by_asking(scene: Scene) -> set[frozenset[str]]:
    """The pairs, by asking for each."""
    excludes = scene.collision_filter.excludes
    return {
        frozenset(pair)
        for pair in combinations(["world", *(n for n in scene.links if n != "world")], 2)
        if excludes(*pair)
    }


@pytest.mark.parametrize("seed", range(60))
def test_groups_and_pairs_say_the_same(seed: int) -> None:
    scene = anything(seed)
    found = scene.collision_filter
    told = set(found.single_pairs)
    for group in found.groups:
        told |= {frozenset(pair) for pair in combinations(group, 2)}
    for one, other in found.group_pairs:
        told |= {frozenset((a, b)) for a in one for b in other if a != b}
    expected = by_asking(scene)
    assert told == set(found.pairs) == expected
    assert (found.pairs == expected, expected == found.pairs, len(found.pairs)) == (True, True, len(expected))
    assert all(pair in found.pairs for pair in expected)
    assert found.pairs - expected == set()
    assert frozenset({"m::l0", "m::nobody"}) not in found.pairs


@pytest.mark.parametrize("seed", range(60))
def test_differences_are_those_of_the_pairs(seed: int) -> None:
    one, other = anything(seed), anything(seed + 1000)
    sides = []
    for scene in (one, other):
        joined = {frozenset((joint.parent, joint.child)) for joint in scene.joints.values()}
        sides.append({pair for pair in by_asking(scene) - joined if "world" not in pair})
    names = [{", ".join(sorted(pair)) for pair in side} for side in sides]
    told = [{thing.name for thing in side} for side in compare_filters((one, other), (None, None))]
    assert told == [names[0] - names[1], names[1] - names[0]]


def test_the_work_grows_with_the_links_and_not_with_their_pairs() -> None:
    def work(count: int) -> int:
        scene, twin = tree_of_fixed_joints(count), tree_of_fixed_joints(count)
        return calls_of(
            lambda: (
                scene.collision_filter.groups,
                list(compare_scenes(scene, twin, 1e-6)),
                len(scene.collision_filter.pairs),
            )
        )

    assert work(800) < 5 * work(200)


def test_many_differences_are_told_by_groups() -> None:
    welded, count = tree_of_fixed_joints(300), 300
    free = build(links(*(f"l{number}" for number in range(count))))
    (found,) = (each for each in compare_scenes(welded, free, 1e-6) if each.kind == "collision filter")
    assert (found.change, found.name) == ("removed", "l0, … (300 links)")


@pytest.mark.slow
def test_groups_that_hold_each_other_are_limited() -> None:
    description = links("a")
    for number in range(4000):
        inner = [f"g{number - 1}"] if number else []
        description.collision_groups.append(CollisionGroupRecord(f"m::g{number}", "m", ["a"], inner, [f"g{number}"]))
    with pytest.raises(LoadError) as refused:
        _ = build(description).collision_filter.groups
    assert [each.code for each in refused.value.diagnostics] == ["BP015"]
