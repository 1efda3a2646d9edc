"""Which links do not collide."""

from __future__ import annotations

import pytest
from bodyplan.runtime.diagnostics.sink import Sink
from bodyplan.semantics.description.description import Description
from bodyplan.semantics.description.joints import AxisRecord, Motion
from bodyplan.semantics.description.links import CollisionGroupRecord
from bodyplan.semantics.scene.build import build
from bodyplan.semantics.scene.scene import Scene


def links(*names: str) -> Description:
    description = Description(format="sdformat")
    description.add_model("m")
    for name in names:
        description.add_link(name, scope="m")
    return description


def join(description: Description, parent: str, child: str, motion: Motion = Motion.REVOLUTE) -> None:
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
