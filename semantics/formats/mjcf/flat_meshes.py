"""Meshes whose corners are all in one plane: they have no volume, and nothing can touch them.

Spec: MJCF reference, ``asset/mesh/vertex``, ``asset/mesh/inertia``, ``asset/mesh/builtin``.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from ...spatial.raw_pose import Vector, cross, dot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import MjcfPart

IN_ONE_PLANE = "has all corners in one plane"
WITHOUT_VOLUME = 'has no volume; with inertia="shell" its surface has mass'
"""What is wrong with a mesh."""
FLAT = 1e-14
"""Of the size of the corners: what is closer than that to a plane is in it."""
SHEET = "plate"
"""The mesh of MuJoCo's own that is flat."""


def is_flat(asset: MjcfPart) -> bool:
    """Whether the corners of a mesh are in one plane, as far as the document itself has them."""
    if asset.is_written("builtin"):
        return str(asset.get("builtin")) == SHEET
    if asset.get("file") or asset.of("plugin"):
        return False
    return are_in_one_plane(asset.get("vertex") or ())


def are_in_one_plane(numbers: Sequence[float]) -> bool:
    """Whether points are in one plane, of which three numbers each are given; numbers of 32 bits are as exact as they are."""
    count = len(numbers) // 3 * 3  # what is left over is reported
    x, y, z = (array("f", numbers[axis:count:3]) for axis in range(3))
    if not x:
        return True
    size = max(max(each) - min(each) for each in (x, y, z))
    edges: list[Vector] = [(x[at] - x[0], y[at] - y[0], z[at] - z[0]) for at in range(1, len(x))]
    first = max(edges, key=lambda edge: dot(edge, edge), default=(0.0, 0.0, 0.0))
    normal = max((cross(first, edge) for edge in edges), key=lambda each: dot(each, each), default=(0.0, 0.0, 0.0))
    allowed = FLAT * size * dot(normal, normal) ** 0.5
    return all(abs(dot(edge, normal)) <= allowed for edge in edges)
