"""Masses and moments of inertia that a body can have, as near as can be to those that none has."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from .inertia import clearly_possible

if TYPE_CHECKING:
    from .inertia import Moments

SLACK = 1e-9
"""By what part of the largest moment the others reach it, so that rounding takes nothing back."""


NOTHING: Moments = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_MASS = "no body has such a mass, and readers refuse the link; it is written without mass"
NO_MOMENTS = "they are not finite, and readers refuse the link; it is written without moments"
LEAST = 1e-14
"""Mass of what has moments and no mass, kg: no one can measure it, and readers take none for another."""
LIGHT = f"readers take another mass for none where there are moments; it is written with {LEAST:g} kg"
RAISED = "no body has these moments, which libsdformat refuses; the smaller ones are raised"


def make_physical(
    mass: float, moments: Moments, *, mends_itself: bool, keeps_moments: bool = False
) -> tuple[float, Moments, str | None]:
    """Mass and moments that readers take, and what was done to them; None where nothing was.

    Args:
        mass: kg.
        moments: as they are written.
        mends_itself: whether the reader takes finite moments that no body has.
        keeps_moments: whether moments without mass count where they come from.
    """
    if not isfinite(mass) or (mass < 0 and not mends_itself):
        return 0.0, NOTHING, NO_MASS
    if not all(map(isfinite, moments)):
        return mass, NOTHING, NO_MOMENTS
    if keeps_moments and not mass and any(moments):
        return LEAST, nearest_physical_inertia(moments) or moments, LIGHT
    raised = None if mends_itself else nearest_physical_inertia(moments)
    return mass, raised or moments, None if raised is None else RAISED


def nearest_physical_inertia(moments: Moments) -> Moments | None:
    """Moments with the same principal axes, the smaller ones raised until a body can have them; None where one can."""
    if clearly_possible(moments) or not any(moments):
        return None
    import numpy as np

    xx, yy, zz, xy, xz, yz = moments
    found, axes = np.linalg.eigh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    low, middle, high = (float(each) for each in found)
    if low >= 0 and low + middle >= high:
        return None
    high = max(high, 0.0)
    low, middle = max(low, SLACK * high), max(middle, SLACK * high)
    missing = high * (1 + SLACK) - low - middle
    if missing > 0:
        low, middle = low + missing / 2, middle + missing / 2
    matrix = axes @ np.diag([low, middle, high]) @ axes.T
    return tuple(float(matrix[row, column]) for row, column in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))  # type: ignore[return-value]
