"""How the frame M of a joint moves in its frame F: its axes, the path of a curve, and the elementary moves in sequence."""

from __future__ import annotations

from enum import Enum
from math import pi
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import NamedTuple
from ...runtime.float_errors import silent
from ..ir.joints import CurveRecord, Motion
from ..spatial.raw_pose import NO_ROTATION
from ..spatial.so3 import LETTERS, X, Y, Z, perpendicular, plane_axes, unit_vector
from ..spatial.transform import matrices
from .coordinates import VELOCITY_UNITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..ir.joints import JointRecord
    from ..spatial.so3 import Array
    from .connections import Connection

DEFAULT_AXES: dict[Motion, str] = {
    Motion.UNIVERSAL: "xy",
    Motion.BALL_RPY: "xyz",
    Motion.BALL_ROTATION_VECTOR: "xyz",
    Motion.TRANSLATIONAL_2D: "xy",
    Motion.TRANSLATIONAL: "xyz",
    Motion.PLANAR: "xyz",
    Motion.FLOATING_RPY: "xyzxyz",
    Motion.FREE_ROTATION_VECTOR: "xyzxyz",
    Motion.BALL_QUATERNION: "xyz",
    Motion.FREE_QUATERNION: "xyzxyz",
}
"""Directions of axes that are not written; z for the motions that are not here."""


@silent
def unit_axes(connection: Connection, world: Array) -> list[Array]:
    """Unit vectors in the joint frame: those written, and one for each velocity at least.

    ``world``: poses of all frames where the document places them, shape (frames, 4, 4).
    """
    record = connection.record
    letters = record.axis_order if record.motion is Motion.EULER else DEFAULT_AXES.get(record.motion, "")
    joint = world[connection.vertex, :3, :3]
    axes = []
    for i in range(max(len(VELOCITY_UNITS[record.motion]), len(record.axes))):
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


class Curve:
    """The path of a curvilinear joint in its plane, by arc length."""

    def __init__(self, record: CurveRecord) -> None:
        pieces = np.array(record.pieces, dtype=np.float64).reshape(-1, 2)
        pieces = pieces[pieces[:, 0] > 0]
        if not len(pieces):
            pieces = np.array([[1.0, 0.0]])
        self.pieces = pieces
        """Length (m) and turn (rad) of each, shape (pieces, 2)."""
        lengths, turns = pieces.T
        self.periodic = record.periodic
        self.starts = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
        self.length = float(np.sum(lengths))
        self.curvatures = turns / lengths
        self.headings = np.concatenate([[0.0], np.cumsum(turns)[:-1]])
        self.points = np.zeros((len(pieces), 2))
        for i in range(1, len(pieces)):
            self.points[i] = self._along(np.array([i - 1]), lengths[i - 1 : i])[:2, 0]
        normal = unit_vector(np.array(record.normal, dtype=np.float64), Z)
        tangent = np.array(record.tangent, dtype=np.float64)
        tangent = unit_vector(tangent - normal * (normal @ tangent), perpendicular(normal))
        self.frame = np.stack([tangent, np.cross(normal, tangent), normal], axis=1)
        """Rotation matrix: tangent at the start, across, normal."""

    def at(self, length: Array) -> tuple[Array, Array, Array, Array]:
        """x, y, heading and curvature at an arc ``length`` in m, each of its shape; the end pieces go on beyond the ends."""
        if self.periodic:
            length = np.mod(length, self.length)
        piece = np.clip(np.searchsorted(self.starts, length, side="right") - 1, 0, len(self.starts) - 1)
        x, y, heading = self._along(piece, length - self.starts[piece])
        return x, y, heading, self.curvatures[piece]

    def _along(self, piece: NDArray[np.intp], length: Array) -> Array:
        curvature, heading = self.curvatures[piece], self.headings[piece]
        turn = curvature * length
        # (sin t)/t and (1 - cos t)/t in a form that holds at t = 0: the chord of the arc leads along the heading of its middle.
        chord = length * np.sinc(turn / (2 * pi))
        middle = heading + turn / 2
        result: Array = np.stack(
            [
                self.points[piece, 0] + chord * np.cos(middle),
                self.points[piece, 1] + chord * np.sin(middle),
                heading + turn,
            ]
        )
        return result


class MoveKind(Enum):
    """An elementary move; about or along z."""

    TURN = "turn"
    SLIDE = "slide"
    SCREW = "screw"
    ROTATION_VECTOR = "rotation vector"
    QUATERNION = "quaternion"
    CURVE = "curve"
    UNSCALED_TURNS = "turns about axes of any length"


class ElementaryMove(NamedTuple):
    """An elementary move of one joint."""

    kind: MoveKind
    axis: Array
    """Unit vector in F (before any motion)."""
    coordinate: int
    """Within the joint; the first of three for a rotation vector, of four for a quaternion, of two for unscaled turns.
    The place of the velocity, too."""
    parameter: float | Curve | Turns = 0.0
    """Of a screw: m/rad."""


class Turns(NamedTuple):
    """The axes of two turns, in F, at the length that they are written."""

    first: Array
    second: Array


def moves_of(joint: JointRecord, axes: Sequence[Array]) -> list[ElementaryMove]:
    """The elementary moves of a joint, next to the parent first; ``axes`` are unit vectors in F, one for each velocity."""
    motion = joint.motion
    unscaled = [np.array(axis.xyz, dtype=np.float64) for axis in joint.axes] if joint.unscaled else ()
    turn, slide = MoveKind.TURN, MoveKind.SLIDE
    rpy = [ElementaryMove(turn, Z, 2), ElementaryMove(turn, Y, 1), ElementaryMove(turn, X, 0)]
    shift = [ElementaryMove(slide, X, 3), ElementaryMove(slide, Y, 4), ElementaryMove(slide, Z, 5)]
    vector = ElementaryMove(MoveKind.ROTATION_VECTOR, Z, 0)
    moves: dict[Motion, list[ElementaryMove]] = {
        Motion.FIXED: [],
        Motion.GEARBOX: [],
        Motion.BALL_RPY: rpy,
        Motion.FLOATING_RPY: [*shift, *rpy],
        Motion.BALL_ROTATION_VECTOR: [vector],
        Motion.FREE_ROTATION_VECTOR: [*shift, vector],
        Motion.BALL_QUATERNION: [ElementaryMove(MoveKind.QUATERNION, Z, 0)],
        Motion.FREE_QUATERNION: [
            *(ElementaryMove(slide, axis, i) for i, axis in enumerate((X, Y, Z))),
            ElementaryMove(MoveKind.QUATERNION, Z, 3),
        ],
        Motion.TRANSLATIONAL: [ElementaryMove(slide, X, 0), ElementaryMove(slide, Y, 1), ElementaryMove(slide, Z, 2)],
        Motion.EULER: [ElementaryMove(turn, LETTERS[letter], i) for i, letter in enumerate(joint.axis_order)],
    }
    if motion in moves:
        return moves[motion]
    if motion is Motion.CURVILINEAR:
        return [ElementaryMove(MoveKind.CURVE, Z, 0, Curve(joint.curve or CurveRecord([])))]
    if unscaled and motion is Motion.UNIVERSAL:
        return [ElementaryMove(MoveKind.UNSCALED_TURNS, Z, 0, Turns(unscaled[0], unscaled[1]))]
    if unscaled and not unscaled[0].any():
        return []
    if motion is Motion.REVOLUTE:
        return [ElementaryMove(turn, axes[0], 0)]
    if motion is Motion.PRISMATIC:
        return [ElementaryMove(slide, axes[0], 0)]
    if motion is Motion.SCREW:
        return [ElementaryMove(MoveKind.SCREW, axes[0], 0, joint.pitch / (2 * pi))]
    if motion is Motion.UNIVERSAL:
        return [ElementaryMove(turn, axes[0], 0), ElementaryMove(turn, axes[1], 1)]
    first, second, normal = plane_axes(axes)
    if motion is Motion.TRANSLATIONAL_2D:
        return [ElementaryMove(slide, first, 0), ElementaryMove(slide, second, 1)]
    return [ElementaryMove(slide, first, 0), ElementaryMove(slide, second, 1), ElementaryMove(turn, normal, 2)]
