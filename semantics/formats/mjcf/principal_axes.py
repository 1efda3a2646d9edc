"""The principal axes of moments of inertia in the order and direction that MuJoCo gives them."""

from __future__ import annotations

from math import atan, sin, sqrt
from typing import TYPE_CHECKING

from ...spatial.raw_pose import NO_ROTATION, Quaternion, Vector, multiply, normalize_quaternion, rotate

if TYPE_CHECKING:
    from ...spatial.inertia import Moments

SMALL = 1e-12
"""Of entries beside the diagonal, and of differences between moments: MuJoCo takes them for none."""
MOST_TURNS = 50
AXES: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def sort_principal_axes(moments: Moments) -> tuple[Vector, Quaternion]:
    """The principal moments, in falling order, and the rotation of their axes.

    By Jacobi's method on a quaternion: where two moments are alike, the axes depend on the turns that it makes.
    """
    rotation = NO_ROTATION
    for _ in range(MOST_TURNS):
        diagonal, beside = _look_along(moments, rotation)
        xy, xz, yz = map(abs, beside)
        if xy > xz and xy > yz:
            row, column, axis, entry = 0, 1, 2, beside[0]
        elif xz > yz:
            row, column, axis, entry = 0, 2, 1, beside[1]
        else:
            row, column, axis, entry = 1, 2, 0, beside[2]
        if not abs(entry) >= SMALL:
            break
        tau = (diagonal[column] - diagonal[row]) / (2 * entry)
        t = 1 / (tau + sqrt(1 + tau * tau)) if tau >= 0 else -1 / (-tau + sqrt(1 + tau * tau))
        sine = sin(atan(abs(t)) / 2)
        rotation = _turn_on(rotation, axis, sine if (tau >= 0) == (axis == 1) else -sine)
    sizes = list(_look_along(moments, rotation)[0])
    for step in range(3):
        low = step % 2
        if sizes[low] + SMALL < sizes[low + 1]:
            sizes[low], sizes[low + 1] = sizes[low + 1], sizes[low]
            rotation = _turn_on(rotation, (low + 2) % 3, sqrt(0.5))
    return (sizes[0], sizes[1], sizes[2]), rotation


def _turn_on(rotation: Quaternion, axis: int, sine: float) -> Quaternion:
    """A rotation after another turn about one of its own axes, by the sine of half the angle."""
    step = [sqrt(1 - sine * sine), 0.0, 0.0, 0.0]
    step[axis + 1] = sine
    return normalize_quaternion(multiply(rotation, (step[0], step[1], step[2], step[3])))


def _look_along(moments: Moments, rotation: Quaternion) -> tuple[Vector, Vector]:
    """Moments along the axes of a rotation: those on the diagonal, and xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = moments
    x, y, z = (rotate(rotation, axis) for axis in AXES)
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    def entry(a: Vector, b: Vector) -> float:
        return sum(a[i] * sum(rows[i][j] * b[j] for j in range(3)) for i in range(3))

    return (entry(x, x), entry(y, y), entry(z, z)), (entry(x, y), entry(x, z), entry(y, z))
