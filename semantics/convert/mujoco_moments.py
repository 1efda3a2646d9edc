"""The mass and moments that a converted link gets where MuJoCo reads it: it compares them without any tolerance."""

from __future__ import annotations

from math import ceil, isfinite, log10
from typing import TYPE_CHECKING

from ..formats.mjcf.principal_axes import sort_principal_axes
from ..spatial.inertia import nearest_physical_inertia
from .mass_properties import NO_MASS, NO_MOMENTS, NOTHING, RAISED

if TYPE_CHECKING:
    from ..spatial.inertia import Moments

ROUNDING = 1e-12
"""By how much of the largest moment rounding may break what holds of all bodies."""
DIGITS = 12
"""Of the largest moment, where moments were calculated: by far more than by how much they are raised."""


def make_acceptable(mass: float, moments: Moments, *, is_turned: bool = False) -> tuple[float, Moments, str | None]:
    """Mass and moments that MuJoCo accepts, and what was done to them; None where nothing but rounding was.

    Args:
        mass: kg.
        moments: as they are written.
        is_turned: whether MuJoCo turns them before it looks, by which they change as rounding has it: in URDF.
    """
    if not isfinite(mass) or mass < 0:
        return 0.0, NOTHING, NO_MASS
    if not all(map(isfinite, moments)):
        return mass, NOTHING, NO_MOMENTS
    high, middle, low = sort_principal_axes(moments)[0]
    if not any(moments[3:]):
        low, middle, high = sorted(moments[:3])  # as MuJoCo adds them
    if low >= 0 and low + middle >= high:
        return mass, raise_above_rounding(moments) if is_turned else moments, None
    is_rounding = low >= 0 and low + middle >= high * (1 - ROUNDING)
    raised = None if is_rounding else nearest_physical_inertia(moments)
    return mass, raise_above_rounding(_round(raised) if raised else moments), None if is_rounding else RAISED


def _round(moments: Moments) -> Moments:
    """Moments that were calculated, without the digits that are lost in the largest of them."""
    high = max(map(abs, moments))
    if not high:
        return moments
    digits = DIGITS - ceil(log10(high))
    xx, yy, zz, xy, xz, yz = (round(each, digits) for each in moments)
    return xx, yy, zz, xy, xz, yz


def raise_above_rounding(moments: Moments) -> Moments:
    """The same moments, all larger by rounding where they are at the bound of what a body can have."""
    low, middle, high = sorted(sort_principal_axes(moments)[0])
    if low + middle >= high * (1 + ROUNDING):
        return moments
    more = 2 * (high * (1 + ROUNDING) - low - middle)
    xx, yy, zz, xy, xz, yz = moments
    return xx + more, yy + more, zz + more, xy, xz, yz
