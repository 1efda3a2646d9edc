"""The directions of a joint's axes: those written, and those that its motion has by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent
from ..ir.joints import Motion
from ..spatial.raw_pose import NO_ROTATION
from ..spatial.so3 import LETTERS, Z
from ..spatial.transform import matrices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..ir.joints import JointRecord
    from .connections import Connection

    Array = NDArray[np.float64]

DEFAULT_AXES: dict[Motion, str] = {
    Motion.UNIVERSAL: "xy",
    Motion.BALL_RPY: "xyz",
    Motion.BALL_ROTATION_VECTOR: "xyz",
    Motion.TRANSLATIONAL_2D: "xy",
    Motion.TRANSLATIONAL: "xyz",
    Motion.PLANAR: "xyz",
    Motion.FLOATING_RPY: "xyzxyz",
    Motion.FREE_ROTATION_VECTOR: "xyzxyz",
}
"""Directions of axes that are not written; z for the motions that are not here."""


@silent
def unit_axes(connection: Connection, world: Array) -> list[Array]:
    """Unit vectors in the joint frame: those written, and one for each coordinate at least.

    Args:
        connection: the joint.
        world: poses of all frames at the zero configuration, shape (frames, 4, 4).
    """
    record = connection.record
    letters = record.axis_order if record.motion is Motion.EULER else DEFAULT_AXES.get(record.motion, "")
    joint = world[connection.vertex, :3, :3]
    axes = []
    for i in range(max(connection.dofs, len(record.axes))):
        xyz = record.axes[i].xyz if i < len(record.axes) else None
        if xyz is None or connection.zero_axes[i]:
            unwritten = i < len(letters) and xyz is None
            axes.append(LETTERS[letters[i]] if unwritten else Z)
            continue
        vector = np.array(xyz, dtype=np.float64)
        frame = connection.axis_frames[i]
        if frame != connection.vertex:
            vector = joint.T @ world[frame, :3, :3] @ vector
        length = float(np.linalg.norm(vector))
        axes.append(vector if length == 1.0 else vector / length)
    return axes


def motion_axes(record: JointRecord, axes: list[Array]) -> list[Array]:
    """The same axes in F: written ones are along the joint frame, those of the motion itself along F already."""
    if record.turned == NO_ROTATION:
        return axes
    back = matrices(np.array([(0.0, 0.0, 0.0, *record.turned)]))[0, :3, :3].T
    written = [i < len(record.axes) and record.axes[i].xyz is not None for i in range(len(axes))]
    return [back @ axis if here else axis for axis, here in zip(axes, written)]
