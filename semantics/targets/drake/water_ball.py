"""What Drake puts in place of mass properties that no body can have: a ball of water of the same mass."""

from __future__ import annotations

from math import isfinite, pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...spatial.inertia import Moments

DENSITY = 1000.0
"""kg/m³"""


def find_water_ball(mass: float) -> tuple[float, Moments]:
    """Mass and moments of a ball of that mass, kg; of 1 kg where there is no such ball."""
    if not (isfinite(mass) and mass > 0):
        mass = 1.0
    radius = (3 * mass / (4 * pi * DENSITY)) ** (1 / 3)
    moment = 2 / 5 * mass * radius * radius
    return mass, (moment, moment, moment, 0.0, 0.0, 0.0)
