"""How many coordinates each motion has, and in which unit."""

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
    Motion.CURVILINEAR: ("m",),
    Motion.GEARBOX: (),
}
"""Unit of each coordinate, in order."""

COUNT: Final[dict[Motion, int]] = {motion: len(units) for motion, units in UNITS.items()}
"""Number of coordinates."""
