"""Transforms."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from bodyplan.semantics.spatial import raw_pose
from bodyplan.semantics.spatial.transform import Transform
from hypothesis import given
from hypothesis import strategies as st

angle = st.floats(-pi, pi)
length = st.floats(-100, 100)
transforms = st.builds(
    lambda xyz, rpy: Transform.from_rpy(xyz, rpy), st.tuples(length, length, length), st.tuples(angle, angle, angle)
)


@given(transforms)
def test_a_transform_times_its_inverse_is_the_identity(x: Transform) -> None:
    np.testing.assert_allclose((x @ x.inverse()).matrix, np.eye(4), atol=1e-12)


@given(transforms, transforms, transforms)
def test_composition_is_associative(a: Transform, b: Transform, c: Transform) -> None:
    np.testing.assert_allclose(((a @ b) @ c).matrix, (a @ (b @ c)).matrix, atol=1e-11)


@given(transforms)
def test_the_quaternion_gives_the_transform_back_and_has_a_positive_real_part(x: Transform) -> None:
    assert x.quaternion[0] >= 0
    np.testing.assert_allclose(Transform.from_quaternion(x.translation, x.quaternion).matrix, x.matrix, atol=1e-12)


@given(transforms)
def test_roll_pitch_yaw_give_the_transform_back(x: Transform) -> None:
    np.testing.assert_allclose(Transform.from_rpy(x.translation, x.rpy).matrix, x.matrix, atol=1e-8)


@pytest.mark.parametrize("pitch", [pi / 2, -pi / 2])
def test_roll_pitch_yaw_at_the_pole_give_the_transform_back(pitch: float) -> None:
    x = Transform.from_rpy((1, 2, 3), (0.3, pitch, 0.5))
    np.testing.assert_allclose(Transform.from_rpy(x.translation, x.rpy).matrix, x.matrix, atol=1e-12)


def test_applying_moves_points_from_the_inner_to_the_outer_frame() -> None:
    x = Transform.from_rpy((1, 0, 0), (0, 0, pi / 2))
    np.testing.assert_allclose(x.apply([[1, 0, 0], [0, 1, 0]]), [[1, 1, 0], [0, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(x.apply([1, 0, 0]), [1, 1, 0], atol=1e-15)


def test_a_transform_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Transform().matrix[0, 0] = 2


def test_a_matrix_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(4, 4\)"):
        Transform(np.eye(3))


@given(transforms, transforms)
def test_raw_poses_compose_and_invert_as_transforms_do(a: Transform, b: Transform) -> None:
    raw_a = raw_pose.pose_from_matrix(a.rotation.tolist(), a.translation.tolist())
    raw_b = raw_pose.pose_from_matrix(b.rotation.tolist(), b.translation.tolist())
    product = raw_pose.compose(raw_a, raw_pose.inverse(raw_b))
    back = Transform.from_quaternion(product[:3], product[3:])
    np.testing.assert_allclose(back.matrix, (a @ b.inverse()).matrix, atol=1e-11)


def test_angles_about_moved_axes_are_applied_x_then_y_then_z() -> None:
    raw = raw_pose.pose_from_moved_axes(0, 0, 0, 0.3, -0.4, 0.5)
    expected = (
        Transform.from_rpy(rpy=(0.3, 0, 0)) @ Transform.from_rpy(rpy=(0, -0.4, 0)) @ Transform.from_rpy(rpy=(0, 0, 0.5))
    )
    np.testing.assert_allclose(Transform.from_quaternion(raw[:3], raw[3:]).matrix, expected.matrix, atol=1e-15)


@given(st.tuples(length, length, length), st.tuples(length, length, length))
def test_the_shortest_rotation_turns_one_direction_to_the_other(
    start: tuple[float, float, float], end: tuple[float, float, float]
) -> None:
    if np.linalg.norm(start) < 1e-3 or np.linalg.norm(end) < 1e-3:
        return
    turned = raw_pose.rotate(raw_pose.shortest_rotation(start, end), raw_pose.unit(start))
    np.testing.assert_allclose(turned, raw_pose.unit(end), atol=1e-7)


def test_opposite_directions_are_a_half_turn_about_x() -> None:
    assert raw_pose.shortest_rotation((0, 0, 1), (0, 0, -1)) == (0.0, 1.0, 0.0, 0.0)


def test_equal_transforms_are_one_key_and_say_what_they_are() -> None:
    one, same = Transform.from_rpy((1, 2, 3), (0.1, 0.2, 0.3)), Transform.from_rpy((1, 2, 3), (0.1, 0.2, 0.3))
    other = Transform.from_rpy((1, 2, 3), (0.1, 0.2, 0.4))
    assert one == same
    assert one != other
    assert one != "one"
    assert len({one, same, other}) == 2
    assert repr(one) == "Transform(x=1, y=2, z=3, roll=0.1, pitch=0.2, yaw=0.3)"


def test_only_transforms_are_composed() -> None:
    with pytest.raises(TypeError):
        Transform.from_rpy() @ "frame"  # type: ignore[operator]
