"""Whether a body can have the mass and moments that a document gives it, in plain numbers."""

from __future__ import annotations

import sys
from math import acos, cos, inf, isfinite, pi, sqrt
from typing import NamedTuple

from .inertia import Moments, clearly_possible

TOLERANCE = 10.0
"""How many rounding errors of half the trace count as none."""

NOT_FINITE = "not-finite"

_SLACK = TOLERANCE * sys.float_info.epsilon * 0.5


class InertiaFault(NamedTuple):
    """Why no body has certain mass properties: which case it is, and in words."""

    case: str
    words: str


def find_inertia_fault(mass: float, moments: Moments) -> InertiaFault | None:
    """What is impossible about mass properties about the centre of mass; None where they are a body's."""
    if 0 <= mass < inf and clearly_possible(moments):
        return None
    ixx, iyy, izz, ixy, ixz, iyz = moments
    # the sum is finite if all numbers are, unless they are huge
    if not isfinite(mass + ixx + iyy + izz + ixy + ixz + iyz) and not all(map(isfinite, (mass, *moments))):
        return InertiaFault(NOT_FINITE, "a number is not finite")
    if mass < 0:
        return InertiaFault("negative-mass", f"the mass is {mass:g} kg")
    slack = _SLACK * abs(ixx + iyy + izz)
    if ixy == ixz == iyz == 0.0:
        principal = [ixx, iyy, izz]
        principal.sort()
    else:
        minor = ixx * iyy - ixy * ixy
        if ixx + slack < 0 or minor + slack < 0 or determinant(moments) + slack < 0:
            return InertiaFault("not-positive", "the matrix of the moments is not positive")
        principal = sorted(principal_moments(moments))
    low, middle, high = principal
    if low + slack < 0:
        return InertiaFault("negative-moment", f"a principal moment is {low:g} kg m²")
    if low + middle + slack < high:
        words = f"the principal moment {high:g} is larger than the sum of the others, {low:g} and {middle:g} kg m²"
        return InertiaFault("large-moment", words)
    return None


def power(base: float, exponent: int) -> float:
    """``base ** exponent``, infinite where it is too large for a number, as a product is."""
    try:
        result: float = base**exponent
    except OverflowError:
        return -inf if base < 0 and exponent % 2 else inf
    return result


def determinant(moments: Moments) -> float:
    """Of the symmetric matrix."""
    ixx, iyy, izz, ixy, ixz, iyz = moments
    return ixx * (iyy * izz - iyz * iyz) - ixy * (ixy * izz - iyz * ixz) + ixz * (ixy * iyz - iyy * ixz)


def principal_moments(moments: Moments) -> tuple[float, float, float]:
    """Eigenvalues of the symmetric matrix."""
    ixx, iyy, izz, ixy, ixz, iyz = moments
    off = ixy * ixy + ixz * ixz + iyz * iyz
    mean = (ixx + iyy + izz) / 3
    spread = power(ixx - mean, 2) + power(iyy - mean, 2) + power(izz - mean, 2) + 2 * off
    largest = max(map(abs, moments))
    if not spread < inf and 1 < largest < inf:
        a, b, c = principal_moments(tuple(moment / largest for moment in moments))  # type: ignore[arg-type]  # six
        return a * largest, b * largest, c * largest
    if spread == 0.0:
        return (mean, mean, mean)
    scale = sqrt(spread / 6)
    half = (
        determinant(
            (
                (ixx - mean) / scale,
                (iyy - mean) / scale,
                (izz - mean) / scale,
                ixy / scale,
                ixz / scale,
                iyz / scale,
            )
        )
        / 2
    )
    angle = acos(max(-1.0, min(1.0, half))) / 3
    first = mean + 2 * scale * cos(angle)
    last = mean + 2 * scale * cos(angle + 2 * pi / 3)
    return (first, 3 * mean - first - last, last)
