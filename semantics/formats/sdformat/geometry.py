"""Geometries: typed element to the shape that every format has."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....runtime.numbers import STRICT
from ...ir import geometry as shapes

if TYPE_CHECKING:
    from . import elements

Locate = Callable[[str], "str | os.PathLike[str] | None"]
"""The local path of a URI; None where there is none."""

_SHAPES: tuple[tuple[str, Callable[..., shapes.Geometry], tuple[str, ...]], ...] = (
    ("box", shapes.Box, ("size",)),
    ("cylinder", shapes.Cylinder, ("radius", "length")),
    ("sphere", shapes.Sphere, ("radius",)),
    ("mesh", shapes.Mesh, ()),
    ("plane", shapes.Plane, ("normal", "size")),
    ("capsule", shapes.Capsule, ("radius", "length")),
    ("ellipsoid", shapes.Ellipsoid, ("radii",)),
    ("cone", shapes.Cone, ("radius", "length")),
    ("heightmap", shapes.Heightmap, ("uri", "size", "pos")),
    ("image", shapes.Image, ("uri", "scale", "threshold", "height", "granularity")),
    ("drake_capsule", shapes.Capsule, ("radius", "length")),
    ("drake_ellipsoid", lambda *radii: shapes.Ellipsoid(radii), ("a", "b", "c")),
    ("empty", shapes.Empty, ()),
)
"""Elements of a geometry, what is made of them, and of which of their fields."""


def geometry_of(geometry: elements.Geometry, locate: Locate | None = None) -> shapes.Geometry:
    """The shape that a ``<geometry>`` holds; the first in the order above where it holds several."""
    for name, make, fields in _SHAPES:
        shape = getattr(geometry, name)
        if shape is not None:
            if make is shapes.Mesh:
                return _mesh(shape, locate)
            values = [getattr(shape, field) for field in fields]
            return make(*(tuple(value) if isinstance(value, tuple) else value for value in values))
    return shapes.Empty() if geometry.polyline is None else _polylines(geometry, geometry.polyline)


def _mesh(mesh: elements.Mesh, locate: Locate | None) -> shapes.Geometry:
    uri = mesh.uri
    x, y, z = mesh.scale
    path = locate(uri) if locate is not None and uri else None
    submesh = mesh.submesh
    return shapes.Mesh(
        uri,
        (x, y, z),
        None if path is None else os.fspath(path),
        submesh.name if submesh is not None else None,
        bool(submesh.center) if submesh is not None else False,
        mesh.drake_declare_convex is not None,
    )


def _polylines(geometry: elements.Geometry, first: elements.Polyline) -> shapes.Geometry:
    """The outlines of all polylines; readers take the height of the first."""
    more = [extra for extra in geometry.any_elements if getattr(extra, "qname", None) == "polyline"]
    return shapes.Polyline((tuple((point.x, point.y) for point in first.point), *map(_outline, more)), first.height)


def _outline(polyline: Any) -> tuple[tuple[float, float], ...]:
    """The corners of a polyline that stands beside the first."""
    texts = [point.text or "" for point in polyline.children if getattr(point, "qname", None) == "point"]
    found = [[STRICT.match(word) for word in text.split()[:2]] for text in texts]
    return tuple((float(x[1]), float(y[1])) for x, y in (each for each in found if len(each) == 2) if x and y)
