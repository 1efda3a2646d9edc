"""Mass properties of what triangles enclose, or of the triangles themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ...diagnostics.records import dataclass
from ...runtime.float_errors import silent
from .inertia import Moments
from .raw_pose import Vector

if TYPE_CHECKING:
    from .so3 import Array

Filling = Literal["inside", "positive", "surface"]
"""What has mass: what the triangles enclose, each seen from outside; the same with every triangle taken as if it were seen from
outside; or their surface."""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """Volume, or area of a surface, with its centre and moments at a density of one."""

    amount: float
    """m³, or m² of a surface; below zero where most triangles are seen from inside."""
    centre: Vector
    moments: Moments
    """About the centre."""


@silent
def measure(triangles: Array, filling: Filling) -> Enclosed | None:
    """What triangles enclose; None where they are nothing.

    Each triangle makes a pyramid, whose tip is at the centre of the surface to find the centre, and at that to find the rest.
    For a surface that is not closed, or has a wrong side out, the result depends on these tips; MuJoCo takes the same.

    Args:
        triangles: corners, shape (n, 3, 3), m.
        filling: what has mass.
    """
    middles = triangles.mean(axis=1)
    doubled = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(doubled, axis=1) / 2
    surface = float(areas.sum())
    if not surface > 0:
        return None
    tip = areas @ middles / surface
    shares = _amounts(middles - tip, doubled, areas, filling)
    total = float(shares.sum())
    if total == 0 or not np.isfinite(total):
        return None
    centre = shares @ (0.75 * middles + 0.25 * tip) / total
    moved = triangles - centre
    shares = _amounts(moved.mean(axis=1), doubled, areas, filling)
    sums = moved.sum(axis=1)
    # of each triangle, the integral of x y over a pyramid from the centre, or over the triangle
    products = (np.einsum("nki,nkj->nij", moved, moved) + np.einsum("ni,nj->nij", sums, sums)) / (
        12 if filling == "surface" else 20
    )
    second = np.einsum("n,nij->ij", shares, products)
    xx, yy, zz = (float(second[i, i]) for i in range(3))
    moments = (yy + zz, xx + zz, xx + yy, -float(second[0, 1]), -float(second[0, 2]), -float(second[1, 2]))
    x, y, z = map(float, centre)
    return Enclosed(float(shares.sum()), (x, y, z), moments)


def _amounts(middles: Array, doubled: Array, areas: Array, filling: Filling) -> Array:
    """Volume of the pyramid from the origin to each triangle, or its area."""
    if filling == "surface":
        return areas
    volumes: Array = np.einsum("ni,ni->n", middles, doubled) / 6
    return np.abs(volumes) if filling == "positive" else volumes
