"""How the frame M of a joint moves in its frame F: every motion is a sequence of elementary moves."""

from __future__ import annotations

from enum import Enum
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..ir.joints import CurveRecord, Motion
from ..spatial.directions import LETTERS, X, Y, Z, plane_axes
from .curve import Curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class Kind(Enum):
    """An elementary move; about or along z."""

    TURN = "turn"
    SLIDE = "slide"
    SCREW = "screw"
    ROTATION_VECTOR = "rotation vector"
    CURVE = "curve"
    UNSCALED_TURNS = "turns about axes of any length"


class Move(NamedTuple):
    """An elementary move of one joint."""

    kind: Kind
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


def moves_of(
    motion: Motion,
    axes: Sequence[Array],
    pitch: float,
    order: str,
    curve: CurveRecord | None,
    unscaled: Sequence[Array] = (),
) -> list[Move]:
    """The elementary moves of a motion, the outermost (next to the parent) first.

    Args:
        motion: how the joint moves.
        axes: unit vectors in F, one for each coordinate.
        pitch: of a screw, m per revolution.
        order: of an euler joint.
        curve: of a curvilinear joint.
        unscaled: the axes at the length that they are written, for a joint whose axes are taken so.
    """
    turn, slide = Kind.TURN, Kind.SLIDE
    rpy = [Move(turn, Z, 2), Move(turn, Y, 1), Move(turn, X, 0)]
    moves: dict[Motion, list[Move]] = {
        Motion.FIXED: [],
        Motion.GEARBOX: [],
        Motion.BALL_RPY: rpy,
        Motion.FLOATING_RPY: [Move(slide, X, 3), Move(slide, Y, 4), Move(slide, Z, 5), *rpy],
        Motion.BALL_ROTATION_VECTOR: [Move(Kind.ROTATION_VECTOR, Z, 0)],
        Motion.FREE_ROTATION_VECTOR: [
            Move(slide, X, 3),
            Move(slide, Y, 4),
            Move(slide, Z, 5),
            Move(Kind.ROTATION_VECTOR, Z, 0),
        ],
        Motion.TRANSLATIONAL: [Move(slide, X, 0), Move(slide, Y, 1), Move(slide, Z, 2)],
        Motion.EULER: [Move(turn, LETTERS[letter], i) for i, letter in enumerate(order)],
    }
    if motion in moves:
        return moves[motion]
    if motion is Motion.CURVILINEAR:
        return [Move(Kind.CURVE, Z, 0, Curve(curve or CurveRecord([])))]
    if unscaled and motion is Motion.UNIVERSAL:
        return [Move(Kind.UNSCALED_TURNS, Z, 0, Turns(unscaled[0], unscaled[1]))]
    if unscaled and not unscaled[0].any():
        return []
    if motion is Motion.REVOLUTE:
        return [Move(turn, axes[0], 0)]
    if motion is Motion.PRISMATIC:
        return [Move(slide, axes[0], 0)]
    if motion is Motion.SCREW:
        return [Move(Kind.SCREW, axes[0], 0, pitch / (2 * pi))]
    if motion is Motion.UNIVERSAL:
        return [Move(turn, axes[0], 0), Move(turn, axes[1], 1)]
    first, second, normal = plane_axes(axes)
    if motion is Motion.TRANSLATIONAL_2D:
        return [Move(slide, first, 0), Move(slide, second, 1)]
    return [Move(slide, first, 0), Move(slide, second, 1), Move(turn, normal, 2)]
