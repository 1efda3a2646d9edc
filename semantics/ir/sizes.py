"""Which fields of shapes are sizes, and which values are none."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from .geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Heightmap, Mesh, Plane, Polyline, Pyramid, Sphere

if TYPE_CHECKING:
    from .geometry import Geometry

SIZES: Mapping[type, tuple[str, ...]] = {
    Box: ("size",),
    Sphere: ("radius",),
    Cylinder: ("radius", "length"),
    Capsule: ("radius", "length"),
    Cone: ("radius", "length"),
    Pyramid: ("base_width", "base_depth", "height"),
    Ellipsoid: ("radii",),
    Plane: ("size",),
    Heightmap: ("size",),
    Polyline: ("height",),
}
"""The lengths that a shape has."""


def is_size(value: Any) -> bool:
    """Whether a length, or each of several, is above 0 and finite."""
    if isinstance(value, tuple):
        for each in value:  # noqa: SIM110 - every shape comes here, and a generator takes several times as long
            if not 0 < each < inf:
                return False
        return True
    return bool(0 < value < inf)


def is_sound(geometry: Geometry) -> bool:
    """Whether all sizes of a shape are sizes, no scale is 0, and a plane faces somewhere."""
    if isinstance(geometry, Plane) and not any(geometry.normal):
        return False
    if isinstance(geometry, Mesh):
        x, y, z = geometry.scale
        return bool(x and y and z)
    for field in SIZES.get(type(geometry), ()):
        value = getattr(geometry, field)
        if value is not None and not is_size(value):
            return False
    return True
