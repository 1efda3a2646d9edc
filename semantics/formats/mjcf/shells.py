"""Geoms whose mass is on their surface (``shellinertia``), as MuJoCo's compiler takes them."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from ...ir.solids import SolidMass

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...spatial.raw_pose import Vector

THICKNESS = 1e-6
"""m; an ellipsoid without one that is smaller by this is its shell."""
EXPONENT = 1.6075
"""Of Thomsen's formula for the area of an ellipsoid."""


def shell_of(kind: str, size: Vector) -> SolidMass | None:
    """The surface of a geom at 1 kg/m², by its type and half lengths; None for what has none."""
    make = _SHELLS.get(kind)
    if make is None:
        return None
    area, (x, y, z) = make(*size)
    return SolidMass(area, (0.0, 0.0, 0.0), (area * x, area * y, area * z, 0.0, 0.0, 0.0))


def _sphere(radius: float, _y: float, _z: float) -> tuple[float, Vector]:
    square = radius * radius
    return 4 * pi * square, (2 / 3 * square, 2 / 3 * square, 2 / 3 * square)


def _capsule(radius: float, half: float, _z: float) -> tuple[float, Vector]:
    square, length = radius * radius, 2 * half
    ends, tube = 4 * pi * square, 2 * pi * radius * length
    area = ends + tube
    if not area:
        return 0.0, (0.0, 0.0, 0.0)
    in_ends, in_tube = ends / area, tube / area
    off = half + radius / 2
    side = in_tube * (6 * square + length * length) / 12 + in_ends * (2 / 3 * square + off * off - square / 4)
    return area, (side, side, in_tube * square + in_ends * 2 / 3 * square)


def _cylinder(radius: float, half: float, _z: float) -> tuple[float, Vector]:
    square, length = radius * radius, 2 * half
    lids, tube = 2 * pi * square, 2 * pi * radius * length
    area = lids + tube
    if not area:
        return 0.0, (0.0, 0.0, 0.0)
    in_lids, in_tube = lids / area, tube / area
    side = in_tube * (6 * square + length * length) / 12 + in_lids * (square / 4 + half * half)
    return area, (side, side, in_tube * square + in_lids * square / 2)


def _box(x: float, y: float, z: float) -> tuple[float, Vector]:
    xx, yy, zz = x * x, y * y, z * z
    area = 8 * (x * y + y * z + z * x)
    if not area:
        return 0.0, (0.0, 0.0, 0.0)
    # the two sides across each axis
    across_x, across_y, across_z = 8 * y * z / area, 8 * x * z / area, 8 * x * y / area
    about_x = across_x * (yy + zz) / 3 + across_y * (yy + zz / 3) + across_z * (zz + yy / 3)
    about_y = across_y * (xx + zz) / 3 + across_x * (xx + zz / 3) + across_z * (zz + xx / 3)
    about_z = across_z * (xx + yy) / 3 + across_x * (xx + yy / 3) + across_y * (yy + xx / 3)
    return area, (about_x, about_y, about_z)


def _ellipsoid(a: float, b: float, c: float) -> tuple[float, Vector]:
    if not (a > 0 and b > 0 and c > 0):
        return 0.0, (0.0, 0.0, 0.0)
    area = 4 * pi * (((a * b) ** EXPONENT + (b * c) ** EXPONENT + (c * a) ** EXPONENT) / 3) ** (1 / EXPONENT)
    outer = (a + THICKNESS, b + THICKNESS, c + THICKNESS)
    within, around = 4 * pi * a * b * c / 3, 4 * pi * outer[0] * outer[1] * outer[2] / 3

    def moment(i: int, j: int) -> float:
        inner = (a, b, c)
        big, small = outer[i] ** 2 + outer[j] ** 2, inner[i] ** 2 + inner[j] ** 2
        return (around * big - within * small) / 5 / (around - within)

    return area, (moment(1, 2), moment(0, 2), moment(0, 1))


_SHELLS: dict[str, Callable[[float, float, float], tuple[float, Vector]]] = {
    "sphere": _sphere,
    "capsule": _capsule,
    "cylinder": _cylinder,
    "box": _box,
    "hfield": _box,
    "ellipsoid": _ellipsoid,
}
