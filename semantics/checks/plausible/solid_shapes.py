"""Shapes of links as convex sets, and as the triangles of their surfaces where they are not convex."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ....diagnostics.records import dataclass
from ....runtime.budget import OverBudget
from ....runtime.float_errors import silent
from ...formats.meshes import Surfaces, find_surface
from ...ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    MultiSphere,
    Polyline,
    Pyramid,
    Sphere,
)
from ...spatial.convex import ConvexSet, reduce_to_extremes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...spatial.so3 import Array

LARGEST = 1e9
"""m; a larger shape is a mistake of another kind, and exact no more."""
MOST_TRIANGLES = 200_000
"""Of a mesh of which more than the hull is looked at."""
NO_TRIANGLES = np.zeros((0, 3, 3))


@dataclass(frozen=True, slots=True, eq=False)
class SolidShape:
    """A shape, or what is known of it."""

    convex: ConvexSet
    """The shape, or its hull."""
    triangles: Array | None = None
    """Of a surface that its hull is larger than, shape (triangles, 3, 3), m; None: the shape is its hull."""

    @property
    def is_known(self) -> bool:
        """Whether more than a hull is known of it."""
        return self.triangles is None or bool(len(self.triangles))


class SolidShapes:
    """Shapes as convex sets and triangles, each mesh read once.

    Args:
        surfaces: what reads meshes.
    """

    def __init__(self, surfaces: Surfaces) -> None:
        self._surfaces = surfaces
        self._meshes: dict[Mesh, SolidShape | None] = {}

    def find(self, geometry: Geometry) -> SolidShape | None:
        """What a shape is; None for what has no volume, no end or cannot be read."""
        if isinstance(geometry, Mesh):
            if geometry not in self._meshes:
                self._meshes[geometry] = self._read(geometry)
            return self._meshes[geometry]
        make = _SETS.get(type(geometry))
        if make is None or not all(0 < length < LARGEST for length in _lengths(geometry)):
            return None
        made = make(geometry)
        if made is None or not _is_finite(made):
            return None
        return SolidShape(made, NO_TRIANGLES if isinstance(geometry, Polyline) else None)

    @silent
    def _read(self, mesh: Mesh) -> SolidShape | None:
        try:
            surface = find_surface(mesh, self._surfaces)
        except OverBudget:
            return None  # of so many meshes the others are looked at
        if isinstance(surface, str):
            return None
        corners = np.asarray(surface.vertices, dtype=np.float64)
        if corners.ndim != 2 or not len(corners) or not np.all(np.abs(corners) < LARGEST):
            return None
        hull = ConvexSet(reduce_to_extremes(corners))
        if mesh.convex:
            return SolidShape(hull)
        faces = np.asarray(surface.faces)
        return SolidShape(hull, corners[faces] if len(faces) <= MOST_TRIANGLES else NO_TRIANGLES)


def _is_finite(made: ConvexSet) -> bool:
    return bool(len(made.centres)) and bool(np.all(np.abs(made.centres) < LARGEST))


def _lengths(geometry: Any) -> Sequence[float]:
    """What has to be above zero for a shape to have a volume."""
    if isinstance(geometry, Box):
        return geometry.size
    if isinstance(geometry, Ellipsoid):
        return geometry.radii
    names = ("radius", "height", "base_width", "base_depth")
    lengths = [getattr(geometry, name) for name in names if hasattr(geometry, name)]
    if isinstance(geometry, (Cylinder, Cone)):
        lengths.append(geometry.length)
    return lengths


def _box(size: Sequence[float]) -> Array:
    corners: Array = np.array(list(product((-0.5, 0.5), repeat=3))) * np.array(size)
    return corners


def _along_z(length: float) -> Array:
    return np.array([(0.0, 0.0, -length / 2), (0.0, 0.0, length / 2)])


def _pyramid(shape: Pyramid) -> ConvexSet:
    base = _box((shape.base_width, shape.base_depth, shape.height))
    return ConvexSet(np.array([*base[base[:, 2] < 0], (0.0, 0.0, shape.height / 2)]))


def _polyline(shape: Polyline) -> ConvexSet | None:
    outline = [point for points in shape.points for point in points]
    if not outline:
        return None
    return ConvexSet(reduce_to_extremes(np.array([(x, y, z) for x, y in outline for z in (0.0, shape.height)])))


def _spheres(shape: MultiSphere) -> ConvexSet | None:
    radii = np.array([radius for radius, _ in shape.spheres], dtype=np.float64)
    if not len(radii) or not np.all((radii > 0) & (radii < LARGEST)):
        return None
    more = np.repeat((radii - radii.min())[:, None], 3, axis=1)
    return ConvexSet(np.array([centre for _, centre in shape.spheres]), more, float(radii.min()))


_SETS: dict[type, Callable[[Any], ConvexSet | None]] = {
    Box: lambda shape: ConvexSet(_box(shape.size)),
    Sphere: lambda shape: ConvexSet(np.zeros((1, 3)), None, shape.radius),
    Capsule: lambda shape: ConvexSet(_along_z(max(shape.length, 0.0)), None, shape.radius),
    Cylinder: lambda shape: ConvexSet(_along_z(shape.length), np.array([(shape.radius, shape.radius, 0.0)] * 2)),
    Cone: lambda shape: ConvexSet(
        _along_z(shape.length), np.array([(shape.radius, shape.radius, 0.0), (0.0, 0.0, 0.0)])
    ),
    Ellipsoid: lambda shape: ConvexSet(np.zeros((1, 3)), np.array([shape.radii], dtype=np.float64)),
    Pyramid: _pyramid,
    Polyline: _polyline,
    MultiSphere: _spheres,
}
