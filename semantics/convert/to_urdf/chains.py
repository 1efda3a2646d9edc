"""Motions of several coordinates as several motions of one each, for formats that know no others."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, NamedTuple

from ...ir.joints import AxisRecord, Motion
from ...spatial.raw_pose import unit

if TYPE_CHECKING:
    from ...ir.joints import JointRecord
    from ...spatial.raw_pose import Vector

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LETTERS = {"x": X, "y": Y, "z": Z}


class ChainStep(NamedTuple):
    """One motion of a chain, the first of which moves on the parent."""

    motion: Motion
    xyz: Vector
    """In the joint frame."""
    axis: AxisRecord
    """What limits and resists it."""
    coordinate: int | None
    """Which coordinate of the joint it is; None for one that follows another."""
    multiplier: float = 0.0
    """Of a step that follows the one before it."""


def chain_of(record: JointRecord) -> list[ChainStep] | None:
    """The steps of a joint, from the parent to the child; None where it is one that no chain says.

    A rotation vector becomes turns about x, y and z: the same positions, by other coordinates.
    """
    motion, said = record.motion, record.axes
    axes = [*said, *(AxisRecord() for _ in range(3))]
    first, second = axes[0].xyz or X, axes[1].xyz or Y

    def turns(order: tuple[tuple[int, Vector], ...]) -> list[ChainStep]:
        return [ChainStep(Motion.REVOLUTE, xyz, axes[number], number) for number, xyz in order]

    def slides(*directions: Vector) -> list[ChainStep]:
        return [ChainStep(Motion.PRISMATIC, xyz, axes[number], number) for number, xyz in enumerate(directions)]

    if motion is Motion.UNIVERSAL:
        return turns(((0, first), (1, second)))
    if motion is Motion.BALL_RPY:
        return turns(((2, Z), (1, Y), (0, X)))
    if motion is Motion.BALL_ROTATION_VECTOR:
        return turns(((0, X), (1, Y), (2, Z)))
    if motion is Motion.EULER:
        return turns(tuple((number, LETTERS[letter]) for number, letter in enumerate(record.axis_order)))
    if motion is Motion.TRANSLATIONAL:
        return slides(X, Y, Z)
    if motion is Motion.TRANSLATIONAL_2D:
        return slides(first, second)
    if motion is Motion.PLANAR:
        across, normal = plane_of(first, second)
        return [*slides(unit(first), across), ChainStep(Motion.REVOLUTE, normal, axes[2], 2)]
    if motion is Motion.SCREW:
        turn = ChainStep(Motion.REVOLUTE, axes[0].xyz or Z, axes[0], 0)
        return [turn, ChainStep(Motion.PRISMATIC, turn.xyz, AxisRecord(), None, record.pitch / (2 * pi))]
    return None


def plane_of(first: Vector, second: Vector) -> tuple[Vector, Vector]:
    """The second direction of a plane at right angles to the first, and the normal."""
    normal = unit(_cross(first, second))
    return _cross(normal, unit(first)), normal


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
