"""Which masses and moments of inertia a body has in kg and kg m², so that nothing need be looked at more closely.

The thresholds were measured on 4,962 documents of real robots with 24,260 inertials. Free of numpy.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, sqrt

from .inertia import Moments, clearly_possible

LEAST_MASS = 1e-3
"""kg; lighter bodies stand for something else. Their moments are often those of some unit."""
LEAST_FAR = 0.5
"""Radius of gyration, m, from which a body is looked at: that of one of 1 mm in kg·mm²."""

LEAST_GRAMS = 5.0
NARROW = (5e-4, 0.04)
"""Radius of gyration by size of a body whose mass alone is a thousand times as much as it should be."""
DENSEST_OF_MANY = 200.0
"""Mass by cube of size, kg/m³, of a narrow body from which that is in grams, where it is also out of all proportion to those of the
other links."""
LEAST_NARROW_DENSITY = DENSEST_OF_MANY / NARROW[1] ** 3
"""What the two say of the mass by the cube of the radius of gyration, whatever the size."""

MOST_REMEMBERED = 512
"""Different masses with moments: in a world of many equal things the same come again and again."""


def is_far(square: float) -> bool:
    """Whether moments may be in a smaller unit, by the square of the radius of gyration."""
    return square > LEAST_FAR * LEAST_FAR


def is_heavy(mass: float, square: float) -> bool:
    """Whether a mass may be in grams, by that and the square of the radius of gyration."""
    return mass >= LEAST_GRAMS and mass > LEAST_NARROW_DENSITY * square * sqrt(square)


@lru_cache(MOST_REMEMBERED)
def is_ordinary(mass: float, moments: Moments) -> bool:
    """Whether mass and moments are a body's, and neither may be in another unit: no check has anything to say of them."""
    if not LEAST_MASS <= mass < inf or not clearly_possible(moments):
        return False
    square = max(moments[:3]) / mass
    return not is_far(square) and not is_heavy(mass, square)
