"""Poses as SDFormat writes them."""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.values import QuaternionPose
from ...spatial.raw_pose import IDENTITY, RawPose, pose_from_quaternion, pose_from_rpy

if TYPE_CHECKING:
    from ...ir.frames import FramePose
    from .context import SdformatContext
    from .elements import InertialPose, Model, Pose, Posed


def raw_pose(pose: Pose | InertialPose | None) -> RawPose:
    """The seven numbers of a ``<pose>``; the identity where there is none."""
    if pose is None:
        return IDENTITY
    value = pose.value
    if isinstance(value, QuaternionPose):
        x, y, z, qx, qy, qz, qw = value
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    x, y, z, roll, pitch, yaw = value
    if roll == pitch == yaw == 0.0:
        return (x, y, z, 1.0, 0.0, 0.0, 0.0)
    if pose.degrees:
        roll, pitch, yaw = radians(roll), radians(pitch), radians(yaw)
    return pose_from_rpy(x, y, z, roll, pitch, yaw)


def check_pose(context: SdformatContext, pose: Pose) -> None:
    """Reports what does not go together in a ``<pose>``."""
    if isinstance(pose.value, QuaternionPose):
        if pose.degrees:
            context.sink.report(rules.QUATERNION_IN_DEGREES, pose, attribute="degrees")
        if not any(pose.value[3:]):
            context.sink.report(rules.DEGENERATE_QUATERNION, pose)


def written_pose(element: Posed, context: SdformatContext | None = None) -> tuple[RawPose, str | None, Pose | None]:
    """Pose of an element, what it is relative to (None: the default), and where that is written.

    Reports to the sink of ``context`` what does not go together.
    """
    pose = element.pose
    if pose is None:
        return IDENTITY, None, None
    if context is not None and isinstance(pose.value, QuaternionPose):
        check_pose(context, pose)
    return raw_pose(pose), pose.relative_to.strip() or None, pose


def written_frame_pose(element: Posed, context: SdformatContext) -> tuple[FramePose, str | None, Pose | None]:
    """``written_pose`` of a frame, whose numbers are made when they are first needed."""
    pose = element.pose
    if pose is None:
        return IDENTITY, None, None
    if isinstance(pose.value, QuaternionPose):
        check_pose(context, pose)
    return raw_pose, pose.relative_to.strip() or None, pose


def refuse_relative_pose(context: SdformatContext, model: Model) -> bool:
    """Reports a model in the root of its file whose pose is relative to a frame; whether it is."""
    pose = model.pose
    if pose is None or not pose.relative_to:
        return False
    context.sink.report(
        rules.TOP_LEVEL_RELATIVE_TO, pose, attribute="relative_to", name=model.name, reference=pose.relative_to
    )
    return True
