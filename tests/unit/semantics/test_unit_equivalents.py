"""Values that older versions write in other units."""

from __future__ import annotations

from math import pi

import pytest
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from bodyplan.semantics.upgrade.unit_equivalents import roll_pitch_yaw
from hypothesis import given
from hypothesis import strategies as st

Angles = st.floats(-1.5, 1.5)


@given(Angles, Angles, Angles)
def test_angles_of_a_rotation_turn_as_it_does(roll: float, pitch: float, yaw: float) -> None:
    rotation = pose_from_rpy(0, 0, 0, roll, pitch, yaw)[3:]
    assert roll_pitch_yaw(*rotation) == pytest.approx([roll, pitch, yaw], abs=1e-9)


@pytest.mark.parametrize("pitch", [pi / 2, -pi / 2])
@given(roll=Angles, yaw=Angles)
def test_where_roll_and_yaw_turn_about_one_axis_all_is_yaw(pitch: float, roll: float, yaw: float) -> None:
    rotation = pose_from_rpy(0, 0, 0, roll, pitch, yaw)[3:]
    found = roll_pitch_yaw(*rotation)
    assert found[0] == 0
    again = pose_from_rpy(0, 0, 0, *found)[3:]
    assert abs(sum(a * b for a, b in zip(rotation, again))) == pytest.approx(1)
