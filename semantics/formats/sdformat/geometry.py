"""Geometries: typed element to the shape that every format has."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....runtime.numbers import STRICT
from ...ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Geometry,
    Heightmap,
    Image,
    Mesh,
    Plane,
    Polyline,
    Sphere,
)

if TYPE_CHECKING:
    from . import elements

Locate = Callable[[str], "str | os.PathLike[str] | None"]
"""The local path of a URI; None where there is none."""

NOTHING = Empty()


def geometry_of(geometry: elements.Geometry, locate: Locate | None = None) -> Geometry:
    """The shape that a ``<geometry>`` holds; the first in the order below where it holds several."""
    for name, make in _SHAPES:
        shape = getattr(geometry, name)
        if shape is not None:
            return make(shape, locate)
    return NOTHING if geometry.polyline is None else _polylines(geometry, geometry.polyline)


def _box(box: elements.Box, _: Locate | None) -> Geometry:
    x, y, z = box.size
    return Box((x, y, z))


def _cylinder(cylinder: elements.Cylinder, _: Locate | None) -> Geometry:
    return Cylinder(cylinder.radius, cylinder.length)


def _sphere(sphere: elements.Sphere, _: Locate | None) -> Geometry:
    return Sphere(sphere.radius)


def _mesh(mesh: elements.Mesh, locate: Locate | None) -> Geometry:
    uri = mesh.uri
    x, y, z = mesh.scale
    path = locate(uri) if locate is not None and uri else None
    submesh = mesh.submesh
    return Mesh(
        uri,
        (x, y, z),
        None if path is None else os.fspath(path),
        submesh.name if submesh is not None else None,
        bool(submesh.center) if submesh is not None else False,
        mesh.drake_declare_convex is not None,
    )


def _plane(plane: elements.Plane, _: Locate | None) -> Geometry:
    x, y, z = plane.normal
    width, depth = plane.size
    return Plane((x, y, z), (width, depth))


def _capsule(capsule: elements.Capsule | elements.DrakeCapsule, _: Locate | None) -> Geometry:
    return Capsule(capsule.radius, capsule.length)


def _cone(cone: elements.Cone, _: Locate | None) -> Geometry:
    return Cone(cone.radius, cone.length)


def _ellipsoid(ellipsoid: elements.Ellipsoid, _: Locate | None) -> Geometry:
    x, y, z = ellipsoid.radii
    return Ellipsoid((x, y, z))


def _drake_ellipsoid(ellipsoid: elements.DrakeEllipsoid, _: Locate | None) -> Geometry:
    return Ellipsoid((ellipsoid.a, ellipsoid.b, ellipsoid.c))


def _heightmap(heightmap: elements.Heightmap, _: Locate | None) -> Geometry:
    width, depth, height = heightmap.size
    x, y, z = heightmap.pos
    return Heightmap(heightmap.uri, (width, depth, height), (x, y, z))


def _image(image: elements.Image, _: Locate | None) -> Geometry:
    return Image(image.uri, image.scale, image.threshold, image.height, image.granularity)


def _empty(_empty: elements.Empty, _: Locate | None) -> Geometry:
    return NOTHING


def _polylines(geometry: elements.Geometry, first: elements.Polyline) -> Geometry:
    """The outlines of all polylines; readers take the height of the first."""
    more = [extra for extra in geometry.any_elements if getattr(extra, "qname", None) == "polyline"]
    return Polyline((tuple((point.x, point.y) for point in first.point), *map(_outline, more)), first.height)


def _outline(polyline: Any) -> tuple[tuple[float, float], ...]:
    """The corners of a polyline that stands beside the first."""
    texts = [point.text or "" for point in polyline.children if getattr(point, "qname", None) == "point"]
    found = [[STRICT.match(word) for word in text.split()[:2]] for text in texts]
    return tuple((float(x[1]), float(y[1])) for x, y in (each for each in found if len(each) == 2) if x and y)


# each function takes the class of its field
_SHAPES: tuple[tuple[str, Callable[[Any, Locate | None], Geometry]], ...] = (
    ("box", _box),
    ("cylinder", _cylinder),
    ("sphere", _sphere),
    ("mesh", _mesh),
    ("plane", _plane),
    ("capsule", _capsule),
    ("ellipsoid", _ellipsoid),
    ("cone", _cone),
    ("heightmap", _heightmap),
    ("image", _image),
    ("drake_capsule", _capsule),
    ("drake_ellipsoid", _drake_ellipsoid),
    ("empty", _empty),
)
