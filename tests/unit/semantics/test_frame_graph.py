"""The frame graph: defaults, references, cycles, placement, poses."""

from __future__ import annotations

import numpy as np
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.frames.pose_solver import accumulate
from bodyplan.semantics.ir.geometry import Sphere
from bodyplan.semantics.ir.joints import Motion
from bodyplan.semantics.ir.links import ShapeRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from bodyplan.semantics.spatial.transform import Transform
from hypothesis import given, settings
from hypothesis import strategies as st


def model(static: bool = False) -> WorldIR:
    description = WorldIR(format="sdformat")
    description.add_model("m", pose=pose_from_rpy(1, 2, 3, 0.1, 0.2, 0.3), static=static)
    return description


def built(description: WorldIR) -> tuple[Scene, list[Diagnostic]]:
    sink = Sink()
    return build(description, sink), sink.found


def names(found: list[Diagnostic]) -> list[str]:
    return [diagnostic.name for diagnostic in found]


def test_a_link_is_placed_in_its_model_and_a_joint_on_its_child() -> None:
    description = model()
    description.add_link("a", scope="m", pose=pose_from_rpy(0, 0, 1, 0, 0, 0))
    description.add_link("b", scope="m", pose=pose_from_rpy(0, 1, 0, 0.5, 0, 0))
    description.add_joint(
        "j",
        scope="m",
        type="fixed",
        motion=Motion.FIXED,
        parent="a",
        child="b",
        pose=pose_from_rpy(0.1, 0, 0, 0, 0, 0),
    )
    scene, found = built(description)
    assert not found
    np.testing.assert_allclose(scene.pose("m::j", "m::b").translation, [0.1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(scene.pose("m::a", "m").translation, [0, 0, 1], atol=1e-15)
    assert scene.frames["m::j"].attached_to == "m::b"
    assert scene.frames["m"].attached_to == "m::a"
    assert scene.frames["world"].attached_to == "world"
    assert list(scene.frames) == ["world", "m", "m::a", "m::b", "m::j"]


def test_a_model_and_a_link_are_their_own_frames() -> None:
    description = model()
    description.add_link("a", scope="m")
    assert description.frames[1] is description.models[0]
    assert description.frames[2] is description.links[0]


def test_the_frame_of_what_is_included_is_where_it_is_included() -> None:
    description = WorldIR(format="sdformat")
    made = description.add_model("m", element="include", content="model")
    assert description.frames[1].element == "include"
    assert (description.frames[1].name, made.element) == ("m", "model")


def test_a_frame_is_placed_in_what_it_is_attached_to() -> None:
    description = model()
    description.add_frame("f", scope="m", attached_to="a", pose=pose_from_rpy(1, 0, 0, 0, 0, 0))
    description.add_frame("g", scope="m", attached_to="f", relative_to="__model__")
    description.add_link("a", scope="m", pose=pose_from_rpy(0, 5, 0, 0, 0, 0))
    scene, found = built(description)
    assert not found
    np.testing.assert_allclose(scene.pose("m::f", "m").translation, [1, 5, 0], atol=1e-15)
    np.testing.assert_allclose(scene.pose("m::g", "m").matrix, np.eye(4), atol=1e-15)
    assert scene.frames["m::g"].attached_to == "m::a"


def test_references_lead_down_into_nested_models_and_not_up() -> None:
    description = model()
    description.add_link("top", scope="m")
    description.add_model("inner", scope="m", relative_to="top")
    description.add_link("l", scope="m::inner")
    description.add_frame("down", scope="m", attached_to="inner::l")
    description.add_frame("model_frame", scope="m", attached_to="inner::__model__")
    description.add_frame("up", scope="m::inner", attached_to="top")
    description.add_frame("shadow", scope="m::inner", attached_to="inner::l")
    scene, found = built(description)
    assert names(found) == ["unknown-attached-to", "unknown-attached-to"]
    assert found[0].hint == "'m::top' is outside: references lead down into nested models only"
    assert scene.frames["m::down"].attached_to == "m::inner::l"
    assert scene.frames["m::model_frame"].attached_to == "m::inner::l"


def test_the_frame_of_a_link_is_not_taken_for_a_models() -> None:
    description = model()
    description.add_link("l", scope="m")
    description.add_frame("f", scope="m", attached_to="l::__model__")
    assert names(built(description)[1]) == ["unknown-attached-to"]


def test_world_means_the_root_frame_among_what_stands_in_the_world_only() -> None:
    description = model()
    description.add_link("l", scope="m", relative_to="world")
    description.add_frame("f", scope="world", attached_to="world")
    scene, found = built(description)
    assert names(found) == ["unknown-relative-to"]
    assert scene.frames["f"].attached_to == "world"


def test_an_unknown_reference_is_reported_with_what_was_probably_meant() -> None:
    description = model()
    description.add_link("elbow", scope="m", relative_to="shoulder_link")
    description.add_link("shoulder_lnk", scope="m")
    _, found = built(description)
    assert found[0].message == ("the pose of link 'm::elbow' is relative to 'shoulder_link', no frame of model 'm'")
    assert found[0].hint == "did you mean 'shoulder_lnk'?"


def test_a_cycle_of_poses_names_its_members() -> None:
    description = model()
    description.add_link("a", scope="m", relative_to="c")
    description.add_link("b", scope="m", relative_to="a")
    description.add_link("c", scope="m", relative_to="b")
    _, found = built(description)
    assert names(found) == ["pose-relative-to-cycle"]
    assert found[0].code == "BP301"
    assert found[0].message.endswith("itself: a -> c -> b -> a")


def test_a_cycle_of_attachments_names_its_members_and_is_reported_once() -> None:
    description = model()
    description.add_link("l", scope="m")
    description.add_frame("f", scope="m", attached_to="g")
    description.add_frame("g", scope="m", attached_to="f")
    scene, found = built(description)
    assert names(found) == ["attached-to-cycle"]
    assert found[0].message.endswith("m::f -> m::g -> m::f")
    assert scene.frames["m::f"].attached_to == "world"


def test_a_frame_attached_to_itself_is_reported() -> None:
    description = model()
    description.add_link("l", scope="m")
    description.add_frame("f", scope="m", attached_to="f")
    assert names(built(description)[1]) == ["frame-attached-to-itself"]


def test_a_pose_relative_to_itself_is_reported() -> None:
    description = model()
    description.add_link("l", scope="m", relative_to="l")
    assert names(built(description)[1]) == ["pose-relative-to-itself"]


def test_two_frames_of_one_name_are_reported() -> None:
    description = model()
    description.add_link("x", scope="m")
    description.add_frame("x", scope="m")
    assert names(built(description)[1]) == ["duplicate-frame-name"]


def test_the_canonical_link_is_the_one_named_or_the_first_or_that_of_the_first_nested_model() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("named", canonical_link="b")
    description.add_link("a", scope="named")
    description.add_link("b", scope="named")
    description.add_model("outer")
    description.add_model("empty", scope="outer", static=True)
    description.add_model("inner", scope="outer")
    description.add_link("l", scope="outer::inner")
    description.add_model("deep", canonical_link="inner::l")
    description.add_model("inner", scope="deep")
    description.add_link("k", scope="deep::inner")
    description.add_link("l", scope="deep::inner")
    scene, found = built(description)
    assert not found
    assert scene.frames["named"].attached_to == "named::b"
    assert scene.frames["outer"].attached_to == "outer::inner::l"
    assert scene.frames["deep"].attached_to == "deep::inner::l"
    assert scene.models["deep"].canonical_link == "deep::inner::l"


def test_an_unknown_canonical_link_is_reported() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m", canonical_link="missing")
    description.add_link("l", scope="m")
    assert names(built(description)[1]) == ["unknown-canonical-link"]


def test_a_model_that_is_not_static_needs_a_link() -> None:
    assert names(built(model())[1]) == ["model-without-link"]
    assert not built(model(static=True))[1]


def test_frames_of_a_static_model_stand_with_the_model() -> None:
    description = model(static=True)
    description.add_link("l", scope="m")
    description.add_frame("f", scope="m")
    description.add_frame("g", scope="m", attached_to="l")
    scene, found = built(description)
    assert not found
    assert scene.frames["m::f"].attached_to == "m::__model__"
    assert scene.frames["m::g"].attached_to == "m::l"


def test_a_placement_frame_is_what_the_models_pose_places() -> None:
    """X_RM = X_RP · inverse(X_MP), through a chain of frames and a nested model that is placed likewise."""
    description = WorldIR(format="sdformat")
    description.add_frame("r", scope="world", pose=pose_from_rpy(0, 0, 7, 0.3, 0, 0))
    raw = pose_from_rpy(1, 2, 3, 0.1, 0.2, 0.3)
    description.add_model("m", pose=raw, relative_to="r", placement_frame="p")
    description.add_link("l", scope="m", pose=pose_from_rpy(0.5, 0, 0, 0, 0.4, 0))
    description.add_model("n", scope="m", relative_to="l", pose=pose_from_rpy(0, 1, 0, 0, 0, 1), placement_frame="q")
    description.add_link("k", scope="m::n", pose=pose_from_rpy(0, 0, 2, 1, 0, 0))
    description.add_frame("q", scope="m::n", attached_to="k", pose=pose_from_rpy(3, 0, 0, 0, 1, 0))
    description.add_frame("p", scope="m", attached_to="n::k", pose=pose_from_rpy(0, 0, 1, 0, 0, 2))
    scene, found = built(description)
    assert not found
    expected = Transform.from_quaternion(raw[:3], raw[3:])
    np.testing.assert_allclose(scene.pose("m::p", "r").matrix, expected.matrix, atol=1e-14)
    nested = Transform.from_rpy((0, 1, 0), (0, 0, 1))
    np.testing.assert_allclose(scene.pose("m::n::q", "m::l").matrix, nested.matrix, atol=1e-14)
    link = Transform.from_rpy((0.5, 0, 0), (0, 0.4, 0))
    np.testing.assert_allclose(scene.pose("m::l", "m").matrix, link.matrix, atol=1e-14)


def test_an_unknown_placement_frame_is_reported() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m", placement_frame="missing")
    description.add_link("l", scope="m")
    assert names(built(description)[1]) == ["unknown-placement-frame"]


def test_shapes_may_be_placed_relative_to_any_frame_of_the_model() -> None:
    description = model()
    shape = ShapeRecord("s", Sphere(1.0), pose_from_rpy(0, 0, 1, 0, 0, 0), relative_to="f")
    lost = ShapeRecord("t", Sphere(1.0), relative_to="missing")
    description.add_link("l", scope="m", pose=pose_from_rpy(5, 0, 0, 0, 0, 0), visuals=[shape, lost])
    description.add_frame("f", scope="m", pose=pose_from_rpy(6, 0, 0, 0, 0, 0))
    scene, found = built(description)
    np.testing.assert_allclose(scene.links["m::l"].visuals[0].pose.translation, [1, 0, 1], atol=1e-15)
    assert names(found) == ["unknown-relative-to"]


def test_an_unknown_frame_is_a_key_error_that_names_a_similar_one() -> None:
    description = model()
    description.add_link("elbow", scope="m")
    scene, _ = built(description)
    with pytest.raises(KeyError, match="did you mean 'm::elbow'"):
        scene.pose("m::elbo")


numbers = st.floats(-3, 3)


@st.composite
def descriptions(draw: st.DrawFn) -> WorldIR:
    """A model of frames that are each relative to an earlier or later one, without cycles."""
    count = draw(st.integers(1, 25))
    order = draw(st.permutations(range(count)))
    description = WorldIR(format="sdformat")
    description.add_model("m", pose=pose_from_rpy(*draw(st.tuples(*[numbers] * 6))))
    description.add_link("l", scope="m")
    parents: dict[int, int | None] = {}
    for place, frame in enumerate(order):
        parents[frame] = order[draw(st.integers(0, place - 1))] if place and draw(st.booleans()) else None
    for frame in range(count):
        parent = parents[frame]
        description.add_frame(
            f"f{frame}",
            scope="m",
            attached_to="l",
            relative_to="__model__" if parent is None else f"f{parent}",
            pose=pose_from_rpy(*draw(st.tuples(*[numbers] * 6))),
        )
    return description


@given(descriptions())
@settings(max_examples=50)
def test_poses_agree_with_a_plain_recursive_evaluation(description: WorldIR) -> None:
    scene, found = built(description)
    assert not found
    records = {record.name: record for record in description.frames}

    def pose(name: str) -> Transform:
        record = records[name]
        own = Transform.from_quaternion(record.pose[:3], record.pose[3:])
        if record.kind == "world":
            return own
        if record.relative_to in (None, "__model__"):
            return pose(record.scope) @ own
        return pose(f"{record.scope}::{record.relative_to}") @ own

    for name in records:
        np.testing.assert_allclose(scene.frames[name].pose.matrix, pose(name).matrix, atol=1e-11)


@given(descriptions(), st.tuples(*[numbers] * 6))
@settings(max_examples=25)
def test_moving_a_model_moves_every_frame_in_it(description: WorldIR, move: tuple[float, ...]) -> None:
    before, _ = built(description)
    poses = {name: frame.pose for name, frame in before.frames.items()}
    moved = Transform.from_rpy(move[:3], move[3:])
    model_record = description.frames[1]
    placed = moved @ poses["m"]
    model_record.pose = (*placed.translation.tolist(), *placed.quaternion.tolist())
    after, _ = built(description)
    for name, pose in poses.items():
        expected = pose if name == "world" else moved @ pose
        np.testing.assert_allclose(after.frames[name].pose.matrix, expected.matrix, atol=1e-10)


def test_a_chain_of_many_frames_takes_few_rounds() -> None:
    count = 3000
    steps = np.tile(np.eye(4), (count, 1, 1))
    steps[1:, 0, 3] = 1.0
    poses = accumulate(steps, np.maximum(np.arange(count) - 1, 0))
    np.testing.assert_array_equal(poses[:, 0, 3], np.arange(count))
