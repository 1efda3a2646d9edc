"""Geometries: typed element to the shape that every format has."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...description.geometry import (
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
    from ....runtime.element import Element

Locate = Callable[[str], "str | os.PathLike[str] | None"]
"""The local path of a URI; None where there is none."""

NOTHING = Empty()


def geometry_of(geometry: Any, locate: Locate | None = None) -> Geometry:
    """The shape that a ``<geometry>`` holds; the first in the order below where it holds several."""
    for name, make in _SHAPES:
        shape = getattr(geometry, name)
        if shape is not None:
            return make(shape, locate)
    if geometry.polyline:
        return _polyline(geometry.polyline)
    return NOTHING


def _box(box: Any, _: Locate | None) -> Geometry:
    return Box(tuple(box.size))


def _cylinder(cylinder: Any, _: Locate | None) -> Geometry:
    return Cylinder(cylinder.radius, cylinder.length)


def _sphere(sphere: Any, _: Locate | None) -> Geometry:
    return Sphere(sphere.radius)


def _mesh(mesh: Any, locate: Locate | None) -> Geometry:
    uri = mesh.uri
    path = locate(uri) if locate is not None and uri else None
    submesh = mesh.submesh
    return Mesh(
        uri,
        tuple(mesh.scale),
        None if path is None else os.fspath(path),
        submesh.name if submesh is not None else None,
        bool(submesh.center) if submesh is not None else False,
        mesh.drake_declare_convex is not None,
    )


def _plane(plane: Any, _: Locate | None) -> Geometry:
    return Plane(tuple(plane.normal), tuple(plane.size))


def _capsule(capsule: Any, _: Locate | None) -> Geometry:
    return Capsule(capsule.radius, capsule.length)


def _cone(cone: Any, _: Locate | None) -> Geometry:
    return Cone(cone.radius, cone.length)


def _ellipsoid(ellipsoid: Any, _: Locate | None) -> Geometry:
    return Ellipsoid(tuple(ellipsoid.radii))


def _drake_ellipsoid(ellipsoid: Any, _: Locate | None) -> Geometry:
    return Ellipsoid((ellipsoid.a, ellipsoid.b, ellipsoid.c))


def _heightmap(heightmap: Any, _: Locate | None) -> Geometry:
    return Heightmap(heightmap.uri, tuple(heightmap.size), tuple(heightmap.pos))


def _image(image: Any, _: Locate | None) -> Geometry:
    return Image(image.uri, image.scale, image.threshold, image.height, image.granularity)


def _empty(_element: Element, _: Locate | None) -> Geometry:
    return NOTHING


def _polyline(polylines: Any) -> Geometry:
    outlines = polylines if isinstance(polylines, list) else [polylines]
    points = tuple(tuple((point.x, point.y) for point in outline.point) for outline in outlines)
    return Polyline(points, outlines[0].height)


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
