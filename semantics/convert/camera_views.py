"""What cameras of different formats see: SDFormat's look along x and say how wide they see, MJCF's along -z and how high."""

from __future__ import annotations

from math import atan, tan

from ..spatial.raw_pose import pose_from_matrix

LOOKING_BACK = pose_from_matrix(((0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, 0.0))
"""A camera of MJCF, which looks along -z with y up, in one that looks along x with z up."""


def stretch_angle(angle: float, factor: float) -> float:
    """The angle that a picture shows that is so many times as large as one that shows ``angle``, both in rad."""
    return 2 * atan(tan(angle / 2) * factor)
