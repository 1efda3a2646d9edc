"""Which links touch, in formats whose shapes have masks."""

from __future__ import annotations

import itertools
import random

import pytest
from bodyplan.semantics.ir.geometry import Sphere
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import ContactPairRecord, ContactRules, LinkPairRecord, ShapeRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.collision_filter import ContactPair
from bodyplan.semantics.scene.scene import build

Mask = tuple[int, int]


def ball(*masks: Mask) -> list[ShapeRecord]:
    return [ShapeRecord(f"c{i}", Sphere(0.1), contact_masks=mask) for i, mask in enumerate(masks)]


def world(*masks: Mask) -> WorldIR:
    description = WorldIR(format="test", contact_rules=ContactRules())
    if masks:
        description.add_world_link(collisions=ball(*masks))
    return description


def body(
    description: WorldIR, name: str, parent: str, *masks: Mask, motion: Motion | None = Motion.REVOLUTE, via: int = 0
) -> None:
    """A body on another, with as many virtual links in between."""
    for number in range(via):
        description.add_link(f"{name}{number}", scope="world", virtual=True)
        joint(description, parent, f"{name}{number}", Motion.REVOLUTE)
        parent = f"{name}{number}"
    description.add_link(name, scope="world", collisions=ball(*masks))
    if motion is not None:
        joint(description, parent, name, motion)


def joint(description: WorldIR, parent: str, child: str, motion: Motion) -> None:
    axes = [AxisRecord((0, 0, 1))] if motion is Motion.REVOLUTE else []
    name = f"{parent}_{child}"
    description.add_joint(name, scope="world", type="x", motion=motion, parent=parent, child=child, axes=axes)


def touching(description: WorldIR, *names: str) -> set[str]:
    filter = build(description).collision_filter
    return {f"{a} {b}" for a, b in itertools.combinations(names, 2) if not filter.excludes(a, b)}


def test_masks_have_to_match_in_one_direction_for_one_pair_of_shapes() -> None:
    description = world((1, 0))
    for name, masks in {"a": [(0, 1)], "b": [(1, 0)], "c": [(2, 0), (0, 2)], "d": [(2, 2)]}.items():
        body(description, name, "world", *masks, motion=Motion.FREE_QUATERNION)
    assert touching(description, "world", "a", "b", "c", "d") == {"world a", "a b", "c d"}


def test_parents_do_not_touch_with_all_that_is_welded_to_either_but_for_the_world() -> None:
    description = world((1, 1))
    body(description, "base", "world", (1, 1), motion=Motion.FIXED)
    body(description, "a", "base", (1, 1))
    body(description, "a_pad", "a", (1, 1), motion=Motion.FIXED)
    body(description, "b", "a_pad", (1, 1), via=2)
    body(description, "b_pad", "b", (1, 1), motion=Motion.FIXED)
    body(description, "c", "b", (1, 1))
    names = ("world", "base", "a", "a_pad", "b", "b_pad", "c")
    moving, still = names[2:], names[:2]
    expected = {f"{a} {b}" for a in still for b in moving} | {"a c", "a_pad c"}
    assert touching(description, *names) == expected
    assert description.contact_rules is not None
    description.contact_rules.filters_parents = False
    pads = {"a b", "a b_pad", "a_pad b", "a_pad b_pad", "b c", "b_pad c"}
    assert touching(description, *names) == expected | pads


def test_pairs_that_the_document_names() -> None:
    description = world()
    for name in "abc":
        body(description, name, "world", (1, 1), motion=Motion.FREE_QUATERNION)
    rules = description.contact_rules
    assert rules is not None
    rules.excludes = [LinkPairRecord("world", "a", "b"), LinkPairRecord("world", "c", "c")]
    rules.excludes.append(LinkPairRecord("world", "a", "nobody"))
    rules.pairs = [ContactPairRecord("world", "a", "c0", "b", "c0"), ContactPairRecord("world", "a", "c0", "x", "c0")]
    assert touching(description, "a", "b", "c") == {"a c", "b c"}
    assert build(description).collision_filter.contact_pairs == (ContactPair("a", "c0", "b", "c0"),)


def test_a_body_that_no_joint_holds_is_welded_to_nothing() -> None:
    description = world((1, 1))
    body(description, "hand", "world", (1, 1), motion=None)
    body(description, "base", "world", (1, 1), motion=Motion.FIXED)
    assert touching(description, "world", "hand", "base") == {"world hand", "hand base"}


@pytest.mark.parametrize("seed", range(8))
def test_pairs_and_groups_say_what_the_filter_says_of_each_pair(seed: int) -> None:
    rng = random.Random(seed)
    description = world((1, 1)) if seed % 2 else world()
    names = ["world"]
    for number in range(14):
        name = f"l{number}"
        masks = [(rng.randrange(4), rng.randrange(4)) for _ in range(rng.randrange(3))]
        motion = rng.choice([Motion.REVOLUTE, Motion.FIXED, Motion.REVOLUTE, None])
        body(description, name, rng.choice(names), *masks, motion=motion)
        names.append(name)
    rules = description.contact_rules
    assert rules is not None
    rules.excludes = [LinkPairRecord("world", *rng.sample(names, 2)) for _ in range(4)]
    filter = build(description).collision_filter
    expected = {frozenset(pair) for pair in itertools.combinations(names, 2) if filter.excludes(*pair)}
    assert set(filter.pairs) == expected
    assert len(filter.pairs) == len(expected)
    said = {frozenset(pair) for group in filter.groups for pair in itertools.combinations(group, 2)}
    said |= {frozenset((a, b)) for one, other in filter.group_pairs for a in one for b in other if a != b}
    assert said | set(filter.single_pairs) == expected
