"""Angles that were written in degrees where radians are meant."""

from __future__ import annotations

from math import isfinite, radians

LEAST = 7.0
"""Angles below this, a little more than a whole turn in rad, may be radians."""
MOST = 3600.0
"""Angles beyond this many degrees, ten turns, are no angles that somebody wrote in degrees."""
STEP = 0.5
"""What people write in degrees is a multiple of this. In 5,000 documents of real robots the angles beyond a whole turn
that are meant in radians are 6.597, 7.226 and 11.781."""
SMALL_STEP = 5.0
"""What people write in degrees beside others, and is less than ``LEAST``, is a multiple of this."""


def is_in_degrees(angle: float) -> bool:
    """Whether an angle is more than a turn in rad and a round number of degrees."""
    return LEAST <= abs(angle) <= MOST and angle % STEP == 0.0


def to_radians(angle: float) -> float:
    """An angle beside one in degrees in rad, which it is already where it is no round number of degrees."""
    step = STEP if abs(angle) >= LEAST else SMALL_STEP
    return round(radians(angle), 6) if isfinite(angle) and angle % step == 0.0 else angle
