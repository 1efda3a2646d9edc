"""Moments of inertia: about the principal axes, whether a body can have them, and the nearest that one can. Free of numpy."""

from __future__ import annotations

import sys
from math import acos, cos, inf, isfinite, pi, sqrt

from ...diagnostics.records import NamedTuple
from .raw_pose import Vector

Moments = tuple[float, float, float, float, float, float]
"""``ixx iyy izz ixy ixz iyz``, kg m²."""

NEGATIVE_MASS = "negative-mass"
INFINITE_MASS = "infinite-mass"
INFINITE_MOMENT = "infinite-moment"
NEGATIVE_MOMENT = "negative-moment"
LARGE_MOMENT = "large-moment"
ROUNDED_MOMENTS = "rounding"

ROUNDING = 16 * sys.float_info.epsilon
"""What rounding may add up to, as a part of the largest moment that a trace allows. Drake has the same."""
DRAKE_SCALE = 1.0
"""Drake measures the rounding errors of small moments by this, kg m²."""
LIBSDFORMAT_ROUNDING = 10 * sys.float_info.epsilon
LIBSDFORMAT_DIAGONAL = 1e-6
"""Up to what part of the largest diagonal entry libsdformat takes the products of inertia for zero."""
SMALLEST_MARGIN = 1e-9
"""By what part of the largest moment raised ones exceed what a body must have, so that rounding takes nothing back."""
PROJECTION_MARGIN = 1e-5
"""By what part of the trace projected moments are moved away from the bound."""

_PLANES = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""The axes that a rotation mixes, and the one that it is about."""


class InertiaFault(NamedTuple):
    """Why no body has certain mass properties: which case it is, in words, and the principal moments if they are why."""

    case: str
    words: str
    principal: Vector | None = None


def clearly_possible(moments: Moments) -> bool:
    """Whether the second moments of mass, trace/2 less the inertia, are well above zero along every direction.

    Then all of them are finite, too, and every target takes them for a body's.
    """
    xx, yy, zz, xy, xz, yz = moments
    half = (xx + yy + zz) / 2
    a, b, c = half - xx, half - yy, half - zz
    floor = 1e-6 * half
    if not a > floor < half:
        return False
    minor = a * b - xy * xy
    if not minor > floor * half:
        return False
    determinant = c * minor - a * yz * yz - b * xz * xz - 2 * xy * xz * yz
    return determinant > floor * half * half


def find_inertia_fault(mass: float, moments: Moments, smallest_scale: float = 0.0) -> InertiaFault | None:
    """What is impossible about mass properties about the centre of mass; None where they are a body's.

    Rounding errors are measured by half the trace, or by ``smallest_scale`` where that is larger.
    """
    if 0 <= mass < inf and clearly_possible(moments):
        return None
    if not all(map(isfinite, (mass, *moments))):
        return InertiaFault(INFINITE_MOMENT if isfinite(mass) else INFINITE_MASS, "a number is not finite")
    if mass < 0:
        return InertiaFault(NEGATIVE_MASS, f"the mass is {mass:g} kg")
    principal, _ = principal_axes(moments)
    low, middle, high = principal
    slack = ROUNDING * max(smallest_scale, abs(moments[0] + moments[1] + moments[2]) / 2)
    if low < -slack:
        return InertiaFault(NEGATIVE_MOMENT, f"a principal moment is {low:g} kg m²", principal)
    if low + middle + slack < high:
        words = f"principal moment {high:g} exceeds the other two, {low:g} + {middle:g} kg m²"
        return InertiaFault(LARGE_MOMENT, words, principal)
    return None


def find_libsdformat_fault(mass: float, moments: Moments) -> InertiaFault | None:
    """What libsdformat refuses about mass properties; None where it takes them.

    It agrees with ``find_inertia_fault`` except near the bounds, as with thin rods: its moments are good to eight digits.
    """
    if 0 <= mass < inf and clearly_possible(moments):
        return None
    fault = find_inertia_fault(mass, moments)
    if fault is not None and fault.principal is None:
        return fault
    if libsdformat_accepts(moments):
        return None
    return fault or InertiaFault(
        ROUNDED_MOMENTS,
        "libsdformat, whose rounding errors are large, finds the moments impossible",
        principal_axes(moments)[0],
    )


def libsdformat_accepts(moments: Moments) -> bool:
    """Whether gz-math's ``MassMatrix3::IsValid`` holds for finite moments; the same operations in the same order."""
    ixx, iyy, izz, ixy, ixz, iyz = moments
    slack = LIBSDFORMAT_ROUNDING * (0.5 * abs(ixx + iyy + izz))
    determinant = (izz * iyy - iyz * iyz) * ixx + -(izz * ixy - ixz * iyz) * ixy + (iyz * ixy - ixz * iyy) * ixz
    if not (ixx + slack >= 0 and ixx * iyy - ixy * ixy + slack >= 0 and determinant + slack >= 0):
        return False
    try:
        a, b, c = _libsdformat_moments(moments)
    except ArithmeticError:  # what is not a number there
        return False
    slack = LIBSDFORMAT_ROUNDING * (0.5 * abs(a + b + c))
    return min(a, b, c) + slack >= 0 and a + b + slack >= c and b + c + slack >= a and c + a + slack >= b


def _libsdformat_moments(moments: Moments) -> Vector:
    """gz-math's ``MassMatrix3::PrincipalMoments``: a closed form (M. Kronenburg, arXiv:1306.6291)."""
    ixx, iyy, izz, ixy, ixz, iyz = moments
    tolerance = LIBSDFORMAT_DIAGONAL * max(ixx, iyy, izz)
    if max(abs(ixy), abs(ixz), abs(iyz)) <= tolerance:
        return ixx, iyy, izz
    b = ixx + iyy + izz
    c = ixx * iyy - ixy * ixy + ixx * izz - ixz * ixz + iyy * izz - iyz * iyz
    d = ixx * (iyz * iyz) + iyy * (ixz * ixz) + izz * (ixy * ixy) - ixx * iyy * izz - 2 * ixy * ixz * iyz
    p = b * b - 3 * c
    if p < tolerance * tolerance:
        return b / 3, b / 3, b / 3
    q = 2 * b**3.0 - 9 * b * c - 27 * d
    delta = acos(max(min(0.5 * q / p**1.5, 1.0), -1.0))
    radius = 2 * sqrt(p)
    first, second, third = (
        (b + radius * cos(angle)) / 3 for angle in (delta / 3, (delta + 2 * pi) / 3, (delta - 2 * pi) / 3)
    )
    return first, second, third


def nearest_physical_inertia(moments: Moments) -> Moments | None:
    """Moments about the same principal axes, the smaller ones raised until libsdformat takes them; None where it does."""
    if clearly_possible(moments) or not any(moments) or libsdformat_accepts(moments):
        return None
    principal, axes = principal_axes(moments)
    high = max(principal[2], 0.0)
    margin = SMALLEST_MARGIN
    while True:
        low, middle = max(principal[0], margin * high), max(principal[1], margin * high)
        missing = max(high * (1 + margin) - low - middle, 0.0)
        raised = combine_principal((low + missing / 2, middle + missing / 2, high), axes)
        if margin > 1 or libsdformat_accepts(raised):
            return raised
        margin *= 10


def project_to_physical(moments: Moments) -> Moments | None:
    """The nearest moments that a body can have, by the sum of the squares of what all nine entries change by.

    The principal axes stay. What is on the bound is moved inside by a part of ``PROJECTION_MARGIN``, so that numbers of
    seven digits are possible too. None where the moments are possible already, are no numbers, or nothing but zero is near.
    """
    if not all(map(isfinite, moments)) or find_inertia_fault(0.0, moments) is None:
        return None
    principal, axes = principal_axes(moments)
    low, middle, high = _project_principal(principal)
    margin = PROJECTION_MARGIN * (low + middle + high)
    return combine_principal((low + margin, middle + margin, high + margin), axes) if margin > 0 else None


def _project_principal(principal: Vector) -> Vector:
    """The nearest point of the cone in which no number is larger than the sum of the others, for numbers in rising order."""
    low, middle, high = principal
    excess = max(high - low - middle, 0.0) / 3
    low, middle, high = low + excess, middle + excess, high - excess
    if low < 0:  # beyond the edge of the cone, where the least moment is zero and the others are equal
        equal = max((principal[1] + principal[2]) / 2, 0.0)
        return 0.0, equal, equal
    return low, middle, high


def combine_principal(principal: Vector, axes: tuple[Vector, Vector, Vector]) -> Moments:
    """Moments along the axes of a frame, of the principal moments about unit vectors in it."""

    def entry(row: int, column: int) -> float:
        return sum(moment * axis[row] * axis[column] for moment, axis in zip(principal, axes))

    return entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)


def principal_axes(moments: Moments) -> tuple[Vector, tuple[Vector, Vector, Vector]]:
    """The principal moments, in rising order, and of each the unit vector of its axis.

    By Jacobi's method, whose errors are a few roundings of the largest moment.
    """
    xx, yy, zz, xy, xz, yz = moments
    diagonal = [xx, yy, zz]
    beside = [yz, xz, xy]  # by the axis that has no part in it
    axes: list[Vector] = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    # each turn takes one entry beside the diagonal to zero, and the rest soon follows
    for _ in range(12):
        if not any(beside):
            break
        for first, second, third in _PLANES:
            entry = beside[third]
            if entry == 0.0:
                continue
            theta = (diagonal[second] - diagonal[first]) / (2 * entry)
            t = (1.0 if theta >= 0 else -1.0) / (abs(theta) + (theta * theta + 1) ** 0.5)
            cosine = 1 / (t * t + 1) ** 0.5
            sine = t * cosine
            diagonal[first] -= t * entry
            diagonal[second] += t * entry
            beside[third] = 0.0
            one, other = beside[second], beside[first]
            beside[second], beside[first] = cosine * one - sine * other, sine * one + cosine * other
            (x, y, z), (u, v, w) = axes[first], axes[second]
            axes[first] = (cosine * x - sine * u, cosine * y - sine * v, cosine * z - sine * w)
            axes[second] = (sine * x + cosine * u, sine * y + cosine * v, sine * z + cosine * w)
    i, j, k = sorted(range(3), key=diagonal.__getitem__)
    return (diagonal[i], diagonal[j], diagonal[k]), (axes[i], axes[j], axes[k])
