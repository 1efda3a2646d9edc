"""Poses as libsdformat writes them into the document that it makes of a robot: in roll, pitch and yaw, as texts.

Two libraries take part, and each has its own way near a pitch of a quarter turn. What libsdformat reads again is what
they wrote, so that the model of the robot is only found by going the same way.
"""

from __future__ import annotations

from functools import lru_cache
from math import asin, atan2, pi, sqrt
from typing import TYPE_CHECKING

from ....runtime.poses import quaternion_from_rpy

if TYPE_CHECKING:
    from ...spatial.raw_pose import Quaternion, RawPose, Vector

NEARLY = 0.99999
"""Sine of the pitch from which on urdfdom takes it for a quarter turn."""
LEAST = 1e-15
NO_TURN = 0.0, 0.0, 0.0


def rotation_by_urdfdom(roll: float, pitch: float, yaw: float) -> Quaternion:
    """The rotation by roll, pitch and yaw in rad, to the last digit of urdfdom."""
    w, x, y, z = quaternion_from_rpy(roll, pitch, yaw)
    length = sqrt(x * x + y * y + z * z + w * w)
    return w / length, x / length, y / length, z / length


def rpy_by_urdfdom(rotation: Quaternion) -> Vector:
    """Roll, pitch and yaw in rad as urdfdom computes them."""
    w, x, y, z = rotation
    if not (x or y or z):
        return NO_TURN  # as it is most often
    sine = -2 * (x * z - w * y)
    if sine <= -NEARLY:
        return 0.0, -pi / 2, 2 * atan2(x, -y)
    if sine >= NEARLY:
        return 0.0, pi / 2, 2 * atan2(-x, y)
    return _roll(rotation), asin(sine), _yaw(rotation)


def rpy_by_gz_math(rotation: Quaternion) -> Vector:
    """Roll, pitch and yaw in rad as the mathematics of Gazebo compute them."""
    w, x, y, z = rotation
    if not (x or y or z):
        return NO_TURN
    length = sqrt(w * w + x * x + y * y + z * z)
    if length == 0:
        w, x, y, z = 1.0, 0.0, 0.0, 0.0
    else:
        w, x, y, z = w / length, x / length, y / length, z / length
    sine = -2 * (x * z - w * y)
    pitch = -pi / 2 if sine <= -1 else pi / 2 if sine >= 1 else asin(sine)
    for sign in (1, -1):
        if abs(sine - sign) < LEAST:
            # only the sum of roll and yaw is known
            return atan2(sign * 2 * (x * y - z * w), w * w - x * x + y * y - z * z), pitch, 0.0
    return _roll((w, x, y, z)), pitch, _yaw((w, x, y, z))


def format_numbers(*numbers: float, digits: int = 16) -> str:
    """Numbers as the text of an element; zeros have no sign."""
    if digits == 16:
        return " ".join(map(format_number, numbers))  # nearly all, at a third of the cost
    return " ".join([format_number(number, digits) for number in numbers])


@lru_cache(2048)  # a robot holds some numbers, such as those of quarter turns, again and again
def format_number(number: float, digits: int = 16) -> str:
    """A single one."""
    return "0" if number == 0 else f"{number:.{digits}g}"


def written_by_urdfdom(pose: RawPose) -> str:
    """Of visuals and collisions, and of the robot."""
    return format_numbers(*pose[:3], *rpy_by_urdfdom(pose[3:]))


def written_by_gz_math(pose: RawPose) -> str:
    """Of joints, frames and inertials."""
    return format_numbers(*pose[:3], *rpy_by_gz_math(pose[3:]))


def _roll(rotation: Quaternion) -> float:
    w, x, y, z = rotation
    return atan2(2 * (y * z + w * x), w * w - x * x - y * y + z * z)


def _yaw(rotation: Quaternion) -> float:
    w, x, y, z = rotation
    return atan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z)
