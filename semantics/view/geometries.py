"""Shapes as the page draws them."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np

from ..ir import geometry as shapes
from ..spatial.so3 import Z, unit_vector
from ..spatial.transform import Transform
from .json_data import number, sizes
from .meshes import MeshTable

MOST_SPHERES = 100
"""Of a hull of spheres, those that are drawn."""
ROUND = 12
"""Points on each circle of latitude of such a sphere."""


AT_ORIGIN = Transform()
"""Where nearly all are in the frames of their shapes."""


def geometry_data(shape: shapes.Geometry, meshes: MeshTable, beside: str | None) -> tuple[dict[str, Any], Transform]:
    """A geometry named in the file ``beside``, and where it is in the frame of its shape."""
    made = _MADE.get(type(shape))
    if made is not None:
        return made(shape), AT_ORIGIN
    if isinstance(shape, shapes.Mesh):
        mesh = {"mesh": meshes.add(shape, beside), "scale": sizes(shape.scale), "submesh": shape.submesh}
        return {"type": "mesh", **mesh, "center": shape.submesh is not None and shape.center_submesh}, AT_ORIGIN
    if isinstance(shape, shapes.Plane):
        normal = unit_vector(np.nan_to_num(np.array(shape.normal, dtype=np.float64), posinf=0.0, neginf=0.0), Z)
        size = None if shape.size is None else sizes(shape.size)
        return {"type": "plane", "size": size, "normal": normal.tolist()}, Transform.from_quaternion(
            normal * shape.offset
        )
    if isinstance(shape, shapes.Heightmap):
        return {"type": "heightmap", "size": sizes(shape.size), "uri": shape.uri}, Transform.from_quaternion(
            shape.position
        )
    if isinstance(shape, shapes.SoftMesh):
        return geometry_data(shape.rest, meshes, beside)
    return {"type": "empty", "what": type(shape).__name__.lower()}, AT_ORIGIN


def has_size_alone(shape: shapes.Geometry) -> bool:
    """Whether what is drawn of a shape follows from its sizes, wherever it is named."""
    return type(shape) in _MADE


def _draw_by_size(type: str, *fields: str) -> Callable[[Any], dict[str, Any]]:
    """What is drawn of a shape by the numbers that it has."""
    return lambda shape: {"type": type, **dict(zip(fields, sizes([getattr(shape, field) for field in fields])))}


def _pyramid(shape: shapes.Pyramid) -> dict[str, Any]:
    x, y, z = (side / 2 for side in sizes((shape.base_width, shape.base_depth, shape.height)))
    return {"type": "points", "points": [[-x, -y, -z], [x, -y, -z], [x, y, -z], [-x, y, -z], [0.0, 0.0, z]]}


def _spheres(shape: shapes.MultiSphere) -> dict[str, Any]:
    points = []
    for radius, centre in shape.spheres[:MOST_SPHERES]:
        (size,), (x, y, z) = sizes((radius,)), sizes(centre)
        points += [[x + size * a, y + size * b, z + size * c] for a, b, c in _BALL]
    return {"type": "points", "points": points}


_BALL = [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)] + [
    (sqrt(1 - height**2) * cos(2 * pi * n / ROUND), sqrt(1 - height**2) * sin(2 * pi * n / ROUND), height)
    for height in (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9)
    for n in range(ROUND)
]

_MADE: dict[type, Callable[[Any], dict[str, Any]]] = {
    shapes.Box: lambda shape: {"type": "box", "size": sizes(shape.size)},
    shapes.Sphere: _draw_by_size("sphere", "radius"),
    shapes.Cylinder: _draw_by_size("cylinder", "radius", "length"),
    shapes.Capsule: _draw_by_size("capsule", "radius", "length"),
    shapes.Cone: _draw_by_size("cone", "radius", "length"),
    shapes.Ellipsoid: lambda shape: {"type": "ellipsoid", "radii": sizes(shape.radii)},
    shapes.Pyramid: _pyramid,
    shapes.MultiSphere: _spheres,
    shapes.Polyline: lambda shape: {
        "type": "polyline",
        "points": [[sizes(point) for point in outline] for outline in shape.points],
        "height": number(shape.height) or 0.0,
    },
}
