"""The inertial of a link that a child is lumped into."""

from __future__ import annotations

import pytest
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from bodyplan.semantics.targets.libsdformat.lumped_inertia import combine_exactly, combine_inertials
from bodyplan.semantics.targets.libsdformat.robot import Inertial


def test_libsdformats_way_and_the_exact_one_come_to_the_same() -> None:
    mine = Inertial(2.0, pose_from_rpy(0.1, -0.2, 0.3, 0, 0, 0), (1.0, 1.2, 1.4, 0.1, -0.2, 0.05))
    other = Inertial(3.0, pose_from_rpy(-0.4, 0.5, 0.6, 0.3, -0.2, 0.7), (0.6, 0.7, 0.9, 0.02, 0.03, -0.04))
    at = pose_from_rpy(0.7, 0.8, -0.9, -0.4, 0.6, 1.1)
    found, exact = combine_inertials(mine, other, at), combine_exactly(mine, other, at)
    assert found.mass == exact.mass == 5.0
    assert found.pose == pytest.approx(exact.pose)
    assert found.moments == pytest.approx(exact.moments)


def test_masses_along_each_axis_have_moments_about_the_others() -> None:
    point = (0.0,) * 6
    for axis in range(3):
        at = [0.0, 0.0, 0.0]
        at[axis] = 2.0
        one = Inertial(1.0, pose_from_rpy(0, 0, 0, 0, 0, 0), point)
        found = combine_inertials(one, one, pose_from_rpy(*at, 0, 0, 0))
        assert found.pose[axis] == 1.0
        expected = [2.0, 2.0, 2.0, 0.0, 0.0, 0.0]
        expected[axis] = 0.0
        assert found.moments == pytest.approx(expected)
