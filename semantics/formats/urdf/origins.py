"""``origin``: where a frame stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.poses import quaternion_from_rpy
from ...spatial.raw_pose import IDENTITY, pose_from_quaternion

if TYPE_CHECKING:
    from ....urdf.newest import Origin
    from ...spatial.raw_pose import RawPose
    from .context import UrdfContext


def pose_of(origin: Origin | None, context: UrdfContext) -> RawPose:
    """The pose that an ``origin`` gives, none at all being the identity; reports one with two rotations."""
    if origin is None:
        return IDENTITY
    knows_quaternions = context.knows_quaternions
    if knows_quaternions:
        check_rotation(origin, context)
    return raw_pose(origin, knows_quaternions)


def check_rotation(origin: Origin, context: UrdfContext) -> None:
    """Reports an ``origin`` that has angles and a quaternion, or a quaternion that is no rotation."""
    written = vars(origin)
    if "quat_xyzw" in written:
        if "rpy" in written:
            context.sink.report(rules.TWO_ROTATIONS, origin, attribute="quat_xyzw")
        if not any(origin.quat_xyzw):
            context.sink.report(rules.DEGENERATE_QUATERNION, origin, attribute="quat_xyzw")


def raw_pose(origin: Origin, knows_quaternions: bool) -> RawPose:
    """The pose that an ``origin`` gives.

    From version 1.1 on a quaternion, its real part last, may stand for the angles.
    """
    x, y, z = origin.xyz
    if knows_quaternions and "quat_xyzw" in vars(origin):
        qx, qy, qz, qw = origin.quat_xyzw
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    roll, pitch, yaw = origin.rpy
    if roll or pitch or yaw:
        return (x, y, z, *quaternion_from_rpy(roll, pitch, yaw))
    return (x, y, z, 1.0, 0.0, 0.0, 0.0)
