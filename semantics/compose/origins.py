"""``<origin>`` of joints, shapes and inertials of robots (URDF), read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import unset
from ...runtime.poses import QuaternionPose
from ..core.bindings import bindings_of
from ..spatial.raw_pose import IDENTITY, pose_from_quaternion, pose_from_rpy

if TYPE_CHECKING:
    from ..spatial.raw_pose import RawPose

NOISE = 1e-15
"""What rounding leaves of a zero."""


def pose_of_origin(origin: Any) -> RawPose:
    """Where an ``<origin>`` is; at its parent where there is none."""
    if origin is None:
        return IDENTITY
    if (quaternion := vars(origin).get("quat_xyzw")) is not None:
        (x, y, z), (qx, qy, qz, qw) = origin.xyz, quaternion
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    return pose_from_rpy(*origin.xyz, *origin.rpy)


def euler_numbers(pose: RawPose) -> list[float]:
    """x, y, z in m and roll, pitch, yaw in rad, without what rounding leaves of zeros."""
    x, y, z, qw, qx, qy, qz = pose
    return [each if abs(each) > NOISE else 0.0 for each in QuaternionPose(x, y, z, qx, qy, qz, qw).to_euler()]


def place_origin(part: Any, pose: RawPose) -> None:
    """Puts a joint, shape or inertial at a pose by its ``<origin>``, which is taken out where it would say nothing."""
    numbers = euler_numbers(pose)
    if not any(numbers):
        unset(part, "origin")
        return
    if part.origin is None:
        part.origin = bindings_of("urdf").types["Origin"](xyz=numbers[:3])
    part.origin.xyz = numbers[:3]
    unset(part.origin, "quat_xyzw")
    if any(numbers[3:]):
        part.origin.rpy = numbers[3:]
    else:
        unset(part.origin, "rpy")
