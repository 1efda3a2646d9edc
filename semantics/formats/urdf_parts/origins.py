"""``origin``: where a frame stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.diagnostics import rules_urdf as rules
from ....runtime.element import is_written
from ...scene.poses import IDENTITY, pose_from_quaternion, quaternion_from_rpy

if TYPE_CHECKING:
    from ....urdf import Origin
    from ...scene.poses import RawPose
    from .reading import Reading


def pose_of(origin: Origin | None, reading: Reading) -> RawPose:
    """The pose that an ``origin`` gives, none at all being the identity.

    From version 1.1 on a quaternion, its real part last, may stand for the angles.
    """
    if origin is None:
        return IDENTITY
    x, y, z = origin.xyz
    if reading.newer_than("1.0") and is_written(origin, "quat_xyzw"):
        if is_written(origin, "rpy"):
            reading.sink.report(rules.TWO_ROTATIONS, origin, attribute="quat_xyzw")
        qx, qy, qz, qw = origin.quat_xyzw
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    roll, pitch, yaw = origin.rpy
    if not (roll or pitch or yaw):
        return (x, y, z, 1.0, 0.0, 0.0, 0.0)
    return (x, y, z, *quaternion_from_rpy(roll, pitch, yaw))
