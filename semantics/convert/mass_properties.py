"""The mass and moments that a converted link gets: those of its body, unless targets refuse them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ..spatial.inertia import nearest_physical_inertia

if TYPE_CHECKING:
    from ..ir.links import InertialRecord
    from ..spatial.inertia import Moments

NOTHING: Moments = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_MASS = "no body has such a mass, and readers refuse the link; it is written without mass"
NO_MOMENTS = "they are not finite, and readers refuse the link; it is written without moments"
LEAST = 1e-14
"""Mass of what has moments and no mass, kg: no one can measure it, and targets take none for another."""
LIGHT = f"readers take another mass for none where there are moments; it is written with {LEAST:g} kg"
ROUNDING = 1e-15
"""Share of the largest moment below which a product that was computed is rounding."""
RAISED = "no body has these moments; the smaller ones are raised"


def tidy_products(moments: Moments) -> Moments:
    """Moments that were computed, without products that are nothing but what computing them left behind."""
    xx, yy, zz, xy, xz, yz = moments
    least = max(abs(xx), abs(yy), abs(zz)) * ROUNDING
    xy, xz, yz = (0.0 if abs(each) <= least else each for each in (xy, xz, yz))
    return xx, yy, zz, xy, xz, yz


def moments_of(inertial: InertialRecord) -> Moments:
    """The moments of a link, tidied where they follow from its shapes."""
    return tidy_products(inertial.moments) if inertial.is_computed else inertial.moments


def make_physical(
    mass: float, moments: Moments, *, accepts_impossible: bool, keeps_moments: bool = False
) -> tuple[float, Moments, str | None]:
    """Mass and moments that targets accept, and what was done to them; None where nothing was.

    Args:
        mass: kg.
        moments: as they are written.
        accepts_impossible: whether the target accepts finite moments that no body has.
        keeps_moments: whether moments without mass count where they come from.
    """
    if not isfinite(mass) or (mass < 0 and not accepts_impossible):
        return 0.0, NOTHING, NO_MASS
    if not all(map(isfinite, moments)):
        return mass, NOTHING, NO_MOMENTS
    if keeps_moments and not mass and any(moments):
        return LEAST, nearest_physical_inertia(moments) or moments, LIGHT
    raised = None if accepts_impossible else nearest_physical_inertia(moments)
    return mass, raised or moments, None if raised is None else RAISED
