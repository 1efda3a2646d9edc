"""How the frame M of a joint moves in its frame F: every motion is a sequence of elementary moves."""

from __future__ import annotations

from enum import Enum
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..ir.joints import CurveRecord, Motion
from ..spatial.so3 import LETTERS, X, Y, Z, plane_axes
from .curve import Curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..ir.joints import JointRecord

    Array = NDArray[np.float64]


class MoveKind(Enum):
    """An elementary move; about or along z."""

    TURN = "turn"
    SLIDE = "slide"
    SCREW = "screw"
    ROTATION_VECTOR = "rotation vector"
    CURVE = "curve"
    UNSCALED_TURNS = "turns about axes of any length"


class ElementaryMove(NamedTuple):
    """An elementary move of one joint."""

    kind: MoveKind
    axis: Array
    """Unit vector in F (before any motion)."""
    coordinate: int
    """Within the joint; the first of three for a rotation vector, of two for unscaled turns."""
    parameter: float | Curve | Turns = 0.0
    """Of a screw: m/rad."""


class Turns(NamedTuple):
    """The axes of two turns, in F, at the length that they are written."""

    first: Array
    second: Array


def moves_of(joint: JointRecord, axes: Sequence[Array]) -> list[ElementaryMove]:
    """The elementary moves of a joint, next to the parent first; ``axes`` are unit vectors in F, one for each coordinate."""
    motion = joint.motion
    unscaled = [np.array(axis.xyz, dtype=np.float64) for axis in joint.axes] if joint.unscaled else ()
    turn, slide = MoveKind.TURN, MoveKind.SLIDE
    rpy = [ElementaryMove(turn, Z, 2), ElementaryMove(turn, Y, 1), ElementaryMove(turn, X, 0)]
    moves: dict[Motion, list[ElementaryMove]] = {
        Motion.FIXED: [],
        Motion.GEARBOX: [],
        Motion.BALL_RPY: rpy,
        Motion.FLOATING_RPY: [
            ElementaryMove(slide, X, 3),
            ElementaryMove(slide, Y, 4),
            ElementaryMove(slide, Z, 5),
            *rpy,
        ],
        Motion.BALL_ROTATION_VECTOR: [ElementaryMove(MoveKind.ROTATION_VECTOR, Z, 0)],
        Motion.FREE_ROTATION_VECTOR: [
            ElementaryMove(slide, X, 3),
            ElementaryMove(slide, Y, 4),
            ElementaryMove(slide, Z, 5),
            ElementaryMove(MoveKind.ROTATION_VECTOR, Z, 0),
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
