"""What moments of inertia a body can have. Free of numpy."""

from __future__ import annotations

Moments = tuple[float, float, float, float, float, float]
"""``ixx iyy izz ixy ixz iyz``, kg m²."""


def clearly_possible(moments: Moments) -> bool:
    """Whether the second moments of mass, trace/2 less the inertia, are well above zero along every direction.

    Then all of them are finite, too, and every reader takes them for a body's.
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
