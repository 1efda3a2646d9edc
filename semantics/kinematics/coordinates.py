"""How many coordinates and velocities each motion has, and in which unit."""

from __future__ import annotations

from typing import Final

from ..ir.joints import Motion

UNITS: Final[dict[Motion, tuple[str, ...]]] = {
    Motion.FIXED: (),
    Motion.REVOLUTE: ("rad",),
    Motion.PRISMATIC: ("m",),
    Motion.SCREW: ("rad",),
    Motion.UNIVERSAL: ("rad", "rad"),
    Motion.BALL_RPY: ("rad", "rad", "rad"),
    Motion.BALL_ROTATION_VECTOR: ("rad", "rad", "rad"),
    Motion.EULER: ("rad", "rad", "rad"),
    Motion.TRANSLATIONAL_2D: ("m", "m"),
    Motion.TRANSLATIONAL: ("m", "m", "m"),
    Motion.PLANAR: ("m", "m", "rad"),
    Motion.FLOATING_RPY: ("rad", "rad", "rad", "m", "m", "m"),
    Motion.FREE_ROTATION_VECTOR: ("rad", "rad", "rad", "m", "m", "m"),
    Motion.BALL_QUATERNION: ("1", "1", "1", "1"),
    Motion.FREE_QUATERNION: ("m", "m", "m", "1", "1", "1", "1"),
    Motion.CURVILINEAR: ("m",),
    Motion.GEARBOX: (),
}
"""Unit of each coordinate, in order; ``"1"`` for the parts of a quaternion."""

COUNT: Final[dict[Motion, int]] = {motion: len(units) for motion, units in UNITS.items()}
"""Number of coordinates."""

QUATERNIONS: Final[dict[Motion, int]] = {Motion.BALL_QUATERNION: 0, Motion.FREE_QUATERNION: 3}
"""Where the quaternion among the coordinates begins; its three velocities take the places of the first three parts."""

VELOCITY_UNITS: Final[dict[Motion, tuple[str, ...]]] = {
    motion: units if motion not in QUATERNIONS else (*units[: QUATERNIONS[motion]], "rad", "rad", "rad")
    for motion, units in UNITS.items()
}
"""Unit of each velocity, times seconds."""
