"""Vectors count, and poses have one name."""

from __future__ import annotations

import math
import operator
import pickle
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan import Color, EulerPose, Pose, Quaternion, QuaternionPose, Transform, Vector2d, Vector2i, Vector3, Vector4
from bodyplan.runtime.values import lexical

VECTORS = (
    Vector2d(1, 2),
    Vector2i(1, 2),
    Vector3(1, 2, 3),
    Vector4(1, 2, 3, 4),
    Color(1, 0, 0.5, 1),
    Quaternion(0, 0, 1, 2),
)


@pytest.mark.parametrize("vector", VECTORS)
def test_vectors_count_as_arrays_do_and_stay_what_they_are(vector: Any) -> None:
    array = np.asarray(vector)
    kind = type(vector)
    for found, expected in [
        (vector + vector, array + array),
        (vector + tuple(vector), array + array),
        (list(vector) + vector, array + array),
        (tuple(vector) - vector, array - array),
        (vector - array, array - array),
        (vector * 3, array * 3),
        (3 * vector, array * 3),
        (-vector, -array),
    ]:
        assert type(found) is kind
        assert np.array_equal(found, expected)
    assert np.array_equal(vector / 2, array / 2)
    assert np.array_equal(array + vector, array * 2)
    assert np.allclose(vector * np.float64(0.5), array / 2)


def test_a_sum_takes_as_many_numbers_as_there_are_parts_and_a_multiple_a_number() -> None:
    vector = Vector3(1, 2, 3)
    with pytest.raises(ValueError, match="Vector3 has 3 parts, the other side has 2"):
        operator.add(vector, (1, 2))
    for operation, other in [(operator.add, 1), (operator.mul, vector), (operator.add, "abc"), (operator.mul, "a")]:
        with pytest.raises(TypeError):
            operation(vector, other)
    assert (vector + np.zeros((2, 3))).shape == (2, 3)  # type: ignore[attr-defined]


def test_halves_of_whole_numbers_are_none() -> None:
    assert type(Vector2i(1, 2) / 2) is Vector2d
    assert type(Vector2i(1, 2) * 2) is Vector2i


@pytest.mark.parametrize("value", [*VECTORS, Pose.euler(1, 2, 3), Pose.quaternion(1, 2, 3)])
def test_values_are_tuples(value: Any) -> None:
    assert value == tuple(value)
    assert hash(value) == hash(tuple(value))
    assert not hasattr(value, "__dict__")
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert type(again) is type(value)
    assert value._replace(**{value._fields[0]: 7})[0] == 7


ANGLES = [(0.1, 0.2, 0.3), (2.0, 1.0, -3.0), (0.4, math.pi / 2, 0.7), (0.0, -math.pi / 2, 0.3), (0, 0, 0)]


@pytest.mark.parametrize("angles", ANGLES)
def test_poses_of_both_kinds_say_the_same(angles: tuple[float, float, float]) -> None:
    euler = Pose.euler(1, 2, 3, *angles)
    quaternion = euler.to_quaternion()
    expected = Transform.from_rpy((1, 2, 3), angles)
    assert isinstance(euler, Pose)
    assert isinstance(quaternion, Pose)
    assert (type(euler), type(quaternion)) == (EulerPose, QuaternionPose)
    for pose in (euler, quaternion, quaternion.to_euler()):
        assert np.allclose(pose.matrix(), expected.matrix)
        assert pose.position == (1, 2, 3)
    assert np.allclose(quaternion.rpy, expected.rpy, atol=1e-7)
    assert euler.rpy == angles
    in_degrees = Pose.euler(1, 2, 3, *map(math.degrees, angles))
    assert np.allclose(in_degrees.matrix(degrees=True), expected.matrix)
    assert np.allclose(in_degrees.to_quaternion(degrees=True), quaternion)
    assert np.allclose(quaternion.to_euler(degrees=True).matrix(degrees=True), expected.matrix)


def test_either_pose_is_replaced_by_angles() -> None:
    euler, quaternion = Pose.euler(1, 2, 3, 0.1, 0.2, 0.3), Pose.euler(1, 2, 3, 0.1, 0.2, 0.3).to_quaternion()
    assert euler.replace(yaw=1.0) == (1, 2, 3, 0.1, 0.2, 1.0)
    turned = quaternion.replace(x=5.0, yaw=1.0)
    assert type(turned) is QuaternionPose
    assert np.allclose(turned.to_euler(), (5, 2, 3, 0.1, 0.2, 1.0))
    assert quaternion.replace(qw=0.5).qw == 0.5
    with pytest.raises(TypeError):
        quaternion.replace(qw=1.0, yaw=1.0)
    with pytest.raises(ValueError, match="no rotation"):
        Pose.quaternion(qw=0.0).matrix()


def test_a_pose_of_a_document_is_a_pose() -> None:
    pose = bodyplan.load("examples/arm.sdf").root.model.joint[0].pose
    assert pose is None or isinstance(pose.value, Pose)
    link = bodyplan.sdformat.Link(name="l", pose=bodyplan.sdformat.Pose(value=Pose.euler(z=1)))
    assert link.pose is not None
    link.pose.value = link.pose.value.replace(yaw=0.5)
    assert link.pose.value == (0, 0, 1, 0, 0, 0.5)


@pytest.mark.parametrize(
    ("written", "value", "text"),
    [
        (None, "", ""),
        (None, 1.0, "1"),
        (" a ", "a", " a "),
        ("a", "b", "b"),
        ("1", True, "1"),
        (" TRUE", True, " TRUE"),
        ("0", True, "true"),
        ("1", False, "false"),
        ("false", False, "false"),
        ("1.50", 1.5, "1.50"),
        ("1.5", 2.0, "2"),
        ("1.5 rad", 1.5, "1.5 rad"),
        ("nan", math.nan, "nan"),
        ("7.9", 7, "7.9"),
        ("0x1f", 0, "0x1f"),
        ("0x1f", 30, "30"),
        ("x", 1.0, "1"),
        ("1 2 3", Vector3(1, 2, 3), "1 2 3"),
        ("1  2\n3.0", Vector3(1, 2, 3), "1  2\n3.0"),
        ("1 2", Vector3(1, 2, 0), "1 2 0"),
        ("1 2 3", Vector3(1, 2, 4), "1 2 4"),
        ("1 0 0", Color(1, 0, 0, 1), "1 0 0"),
        ("1 0 0", Color(1, 0, 0, 0.5), "1 0 0 0.5"),
    ],
)
def test_what_was_written_stays_as_long_as_it_means_the_value(written: str | None, value: Any, text: str) -> None:
    assert lexical(written, value) == text
