"""Mass properties as they are drawn: the box of even density that has the same mass and moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.float_errors import silent
from ..spatial.inertia import principal_axes
from ..spatial.transform import Transform
from .json_data import IDENTITY_POSE, number, pose, sizes

if TYPE_CHECKING:
    from ..scene.links import Link

SLACK = 1e-6
"""By which part of the largest moment one may be larger than the sum of the others, as rounding leaves it."""


@silent
def mass_data(link: Link) -> dict[str, Any]:
    """Mass, centre of mass, principal axes and box of a link."""
    com = link.com
    found: dict[str, Any] = {
        "mass": number(link.mass),
        "com": sizes(com),
        "inertia_pose": [*sizes(com), *IDENTITY_POSE[3:]],
        "inertia_box": None,
    }
    inertia = link.inertia
    if not (np.isfinite(inertia).all() and np.isfinite(com).all() and 0 < link.mass < np.inf):
        return found
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    principal, axes = principal_axes((xx, yy, zz, xy, xz, yz))
    moments = np.array(principal)
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = np.transpose(axes), com
    if np.linalg.det(placed) < 0:
        placed[:3, 2] *= -1
    squares = 6 / link.mass * (moments.sum() - 2 * moments)
    largest = float(np.abs(moments).max())
    axes_pose = pose(Transform(placed))
    if axes_pose is not None and np.all(squares >= -6 / link.mass * SLACK * largest):
        found["inertia_pose"] = axes_pose
        found["inertia_box"] = sizes(np.sqrt(np.maximum(squares, 0.0)))
    return found
