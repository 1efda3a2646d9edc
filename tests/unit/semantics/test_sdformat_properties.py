"""What leaves the meaning of any document as it is, and what moves all of it."""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

Pose = tuple[float, float, float, float, float, float]


@dataclass
class Node:
    """A link, frame or nested model of a made-up model."""

    kind: str
    name: str
    pose: Pose
    relative_to: str = ""
    attached_to: str = ""
    contents: list[Node] = field(default_factory=list)

    def xml(self) -> str:
        x = f' relative_to="{self.relative_to}"' if self.relative_to else ""
        a = f' attached_to="{self.attached_to}"' if self.attached_to else ""
        pose = f"<pose{x}>{' '.join(map(repr, self.pose))}</pose>"
        inside = "".join(node.xml() for node in self.contents)
        return f'<{self.kind} name="{self.name}"{a}>{pose}{inside}</{self.kind}>'


numbers = st.floats(-3, 3, allow_nan=False)
poses = st.tuples(*[numbers] * 6)


@st.composite
def models(draw: st.DrawFn, name: str = "m", depth: int = 2) -> Node:
    """A model whose references lead to earlier siblings, so that there are no cycles."""
    made = [Node("link", "first", draw(poses))]
    reachable = ["", "__model__", "first"]
    for number in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["link", "frame", "model"] if depth else ["link", "frame"]))
        node = Node(kind, f"{kind}{number}", draw(poses), draw(st.sampled_from(reachable)))
        if kind == "model":
            node.contents = draw(models(depth=depth - 1)).contents
            reachable += [f"{node.name}::{inner.name}" for inner in node.contents]
        elif kind == "frame":
            node.attached_to = draw(st.sampled_from(reachable))
        reachable.append(node.name)
        made.append(node)
    return Node("model", name, draw(poses), contents=made)


def scene_of(model: Node, version: str = "1.12", name: str = "w") -> bodyplan.Scene:
    return bodyplan.loads(f'<sdf version="{version}"><world name="{name}">{model.xml()}</world></sdf>').scene


def matrix(pose: Pose) -> np.ndarray:
    x, y, z, roll, pitch, yaw = pose
    result = np.eye(4)
    for angle, (i, j) in ((roll, (1, 2)), (pitch, (2, 0)), (yaw, (0, 1))):
        turn = np.eye(4)
        turn[i, i] = turn[j, j] = math.cos(angle)
        turn[i, j], turn[j, i] = -math.sin(angle), math.sin(angle)
        result = turn @ result
    result[:3, 3] = x, y, z
    return result


def plain_poses(model: Node) -> dict[str, np.ndarray]:
    """Poses in the world by recursion, straight from what the elements say."""
    found: dict[str, np.ndarray] = {}

    def evaluate(node: Node, scope: str, siblings: dict[str, Node], base: np.ndarray) -> np.ndarray:
        full = f"{scope}::{node.name}" if scope else node.name
        if full not in found:
            reference = node.relative_to or (node.attached_to if node.kind == "frame" else "")
            found[full] = look_up(reference, scope, siblings, base) @ matrix(node.pose)
        return found[full]

    def look_up(reference: str, scope: str, siblings: dict[str, Node], base: np.ndarray) -> np.ndarray:
        if reference in ("", "__model__"):
            return base
        first, _, rest = reference.partition("::")
        pose = evaluate(siblings[first], scope, siblings, base)
        if not rest:
            return pose
        inner = {node.name: node for node in siblings[first].contents}
        return look_up(rest, f"{scope}::{first}", inner, pose)

    def walk(node: Node, scope: str, siblings: dict[str, Node], base: np.ndarray) -> None:
        pose = evaluate(node, scope, siblings, base)
        inner = {child.name: child for child in node.contents}
        for child in node.contents:
            walk(child, f"{scope}::{node.name}" if scope else node.name, inner, pose)

    walk(model, "", {model.name: model}, np.eye(4))
    return found


def assert_same(one: bodyplan.Scene, other: bodyplan.Scene) -> None:
    assert set(one.frames) == set(other.frames)
    for name in one.frames:
        assert np.allclose(one.pose(name).matrix, other.pose(name).matrix, atol=1e-9), name
        assert one.frames[name].attached_to == other.frames[name].attached_to, name


@given(models())
@settings(max_examples=60)
def test_frame_graphs_agree_with_plain_recursion(model: Node) -> None:
    scene = scene_of(model)
    expected = plain_poses(model)
    assert set(scene.frames) == {"world", *expected}
    for name, pose in expected.items():
        assert np.allclose(scene.pose(name).matrix, pose, atol=1e-9), name


@given(models(), poses)
@settings(max_examples=40)
def test_moving_a_model_moves_every_frame_of_it(model: Node, pose: Pose) -> None:
    before = scene_of(model)
    standing = matrix(model.pose)
    model.pose = pose
    after = scene_of(model)
    move = matrix(pose) @ np.linalg.inv(standing)
    for name in before.frames:
        if name != "world":
            assert np.allclose(after.pose(name).matrix, move @ before.pose(name).matrix, atol=1e-9)


@given(models(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_siblings_means_nothing_after_the_first_link(model: Node, random: object) -> None:
    before = scene_of(model)

    def shuffle(node: Node) -> None:
        rest = node.contents[1:]
        random.shuffle(rest)  # type: ignore[attr-defined]
        node.contents[1:] = rest
        for child in rest:
            shuffle(child)

    shuffle(model)
    assert_same(before, scene_of(model))


@given(models())
@settings(max_examples=40)
def test_names_mean_nothing(model: Node) -> None:
    before = scene_of(model)
    model.name = "other"
    after = scene_of(model, name="another_world")
    renamed = {name: "other" + name.removeprefix("m") if name != "world" else name for name in before.frames}
    assert list(after.frames) == list(renamed.values())
    for old, new in renamed.items():
        assert np.allclose(before.pose(old).matrix, after.pose(new).matrix, atol=1e-12)


@given(models(), st.sampled_from(["1.8", "1.9", "1.10", "1.11"]))
@settings(max_examples=40)
def test_upgrading_and_writing_leave_the_scene_as_it_was(model: Node, version: str) -> None:
    document = bodyplan.loads(f'<sdf version="{version}"><world name="w">{model.xml()}</world></sdf>')
    assert_same(document.scene, scene_of(model))
    assert_same(document.scene, bodyplan.loads(document.dumps(expand=True)).scene)
    assert_same(document.scene, bodyplan.loads(document.dumps(version="1.12")).scene)


@given(models())
@settings(max_examples=25)
def test_nesting_and_including_are_one(model: Node) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.sdf").write_text(f'<sdf version="1.12">{model.xml()}</sdf>', encoding="utf-8")
        included = '<sdf version="1.12"><world name="w"><include><uri>m.sdf</uri></include></world></sdf>'
        assert_same(scene_of(model), bodyplan.loads(included, base_dir=folder).scene)


def test_the_normal_of_a_plane_is_a_unit_vector() -> None:
    plane = "<geometry><plane><normal>0 3 4</normal><size>1 2</size></plane></geometry>"
    text = f'<sdf version="1.12"><model name="m"><link name="l"><visual name="v">{plane}</visual></link></model></sdf>'
    (shape,) = bodyplan.loads(text).scene.links["m::l"].visuals
    assert shape.geometry.normal == pytest.approx((0, 0.6, 0.8))
    assert shape.geometry.size == (1, 2)
