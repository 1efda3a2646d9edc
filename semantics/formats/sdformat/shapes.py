"""Visuals and collisions: checked while a document is described, made into records when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from math import hypot, inf
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.element import is_written
from ....runtime.numbers import STRICT
from ...ir import geometry as shapes
from ...ir.links import ShapeRecord
from ...ir.sizes import is_size
from ..drake.tags import proximity_properties, visual_roles
from .context import Locate, ShapeMaker, Sizes
from .poses import check_pose, written_pose

if TYPE_CHECKING:
    from pathlib import Path

    from ....diagnostics.rule import Severity
    from ...ir.links import Located
    from .context import SdformatContext
    from .elements import Collision, Geometry, Link, Polyline, Shape, Visual
    from .elements import Mesh as MeshElement

    _Properties = Callable[[Any], dict[str, Any]]

NO_TEXT = ("", "__default__")
"""What is written for a text that is missing; older tools wrote the second."""

LENGTHS: dict[str, tuple[str, ...]] = {
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
    "mesh": ("scale",),
    "plane": ("size",),
    "capsule": ("radius", "length"),
    "ellipsoid": ("radii",),
    "cone": ("radius", "length"),
    "heightmap": ("size",),
    "polyline": ("height",),
    "drake_capsule": ("radius", "length"),
    "drake_ellipsoid": ("a", "b", "c"),
}
"""The sizes that a shape has, by its element."""


def _make_plane(plane: Any) -> shapes.Plane:
    """A plane whose normal may have any length; one without direction is left as it is."""
    normal = _plain(plane.normal)
    length = hypot(*normal)
    if 0 < length != 1:
        x, y, z = normal
        normal = (x / length, y / length, z / length)
    return shapes.Plane(normal, _plain(plane.size))


def _plain(value: Any) -> Any:
    """A vector as any tuple."""
    return tuple(value) if isinstance(value, tuple) else value


COLOURS = ("diffuse", "ambient", "specular", "emissive")

_SHAPES: dict[str, Callable[[Any], shapes.Geometry] | None] = {
    "box": lambda box: shapes.Box(_plain(box.size)),
    "cylinder": lambda rod: shapes.Cylinder(rod.radius, rod.length),
    "sphere": lambda ball: shapes.Sphere(ball.radius),
    "mesh": None,
    "plane": _make_plane,
    "capsule": lambda rod: shapes.Capsule(rod.radius, rod.length),
    "ellipsoid": lambda ball: shapes.Ellipsoid(_plain(ball.radii)),
    "cone": lambda rod: shapes.Cone(rod.radius, rod.length),
    "heightmap": lambda map: shapes.Heightmap(map.uri, _plain(map.size), _plain(map.pos)),
    "image": lambda map: shapes.Image(map.uri, map.scale, map.threshold, map.height, map.granularity),
    "drake_capsule": lambda rod: shapes.Capsule(rod.radius, rod.length),
    "drake_ellipsoid": lambda ball: shapes.Ellipsoid((ball.a, ball.b, ball.c)),
    "empty": lambda empty: shapes.Empty(),
}
"""Elements of a geometry, and what is made of each; of a mesh that depends on where its file is found."""


class _Resized:
    """A shape of which others stand for sizes that are not above 0."""

    def __init__(self, shape: Any, instead: Mapping[str, Any]) -> None:
        self._shape = shape
        self._instead = instead

    def __getattr__(self, field: str) -> Any:
        value = getattr(self._shape, field)
        if field in self._instead and (min(value) if isinstance(value, tuple) else value) <= 0:
            return self._instead[field]
        return value


def shape_maker(context: SdformatContext) -> ShapeMaker:
    """What describes the shapes of links in the current file; all links share its functions, to save memory."""
    maker = context.shape_makers.get(id(context.file))
    if maker is None:
        locate, adapter = _locator(context), context.adapter
        visuals, collisions = (
            partial(_make_records, kind, properties, locate, adapter.unchecked_severity, adapter.sizes)
            for kind, properties in (("visual", visual_properties), ("collision", collision_properties))
        )
        geometries = partial(_find_geometries, locate, adapter.sizes)
        maker = ShapeMaker(locate, visuals, collisions, geometries)
        context.shape_makers[id(context.file)] = maker
    return maker


def _make_records(
    kind: str, properties: _Properties, locate: Locate, severity: Severity | None, sizes: Sizes, link: Link
) -> list[ShapeRecord]:
    return [shape_record(shape, properties, locate, severity, sizes) for shape in getattr(link, kind)]


ONLY_MESH = frozenset({"_origin", "mesh"})
"""What a geometry has that is a mesh."""


def _find_geometries(locate: Locate, sizes: Sizes, link: Link, is_located: Located | None) -> Iterator[shapes.Geometry]:
    """What the shapes of a link are; see ``LinkRecord.find_geometries``."""
    find = None if is_located is None else locate
    # asked for a list that it lacks, an element would make one and keep it
    written = vars(link)
    for kind in ("visual", "collision"):
        for shape in written.get(kind, ()):
            geometry = shape.geometry
            shapes_inside = geometry.__dict__
            # of a mesh whose file is looked for nothing is asked where there is none
            is_lone_mesh = is_located is not None and shapes_inside.keys() == ONLY_MESH
            if is_lone_mesh and not _is_found(geometry.mesh, locate, is_located):
                continue
            # of others with a size for which another stands the records were made at once
            is_replaced = sizes and "plane" in shapes_inside and _find_replaced(geometry, sizes)
            yield geometry_of(geometry, find, sizes if is_replaced else None, is_located)


def _is_found(mesh: MeshElement | None, locate: Locate, is_located: Located | None) -> bool:
    """Whether the file of a mesh is asked for, and there."""
    return bool(mesh and mesh.uri and is_located and is_located(mesh.scale) and locate(mesh.uri))


def shape_record(
    shape: Shape,
    properties: _Properties,
    locate: Locate,
    severity: Severity | None = None,
    instead: Sizes | None = None,
) -> ShapeRecord:
    """The record of a visual or collision.

    Args:
        shape: as it is written.
        properties: finds out what else is said of it.
        locate: finds files.
        severity: how bad a pose is that refers to no frame.
        instead: what stands for sizes that are not above 0.
    """
    pose, relative_to, place = written_pose(shape)
    written = _find_replaced(shape.geometry, instead) if instead else None
    record = ShapeRecord(
        shape.name,
        geometry_of(shape.geometry, locate, written and instead),
        pose,
        relative_to,
        properties=partial(properties, shape),
        element=shape,
        pose_element=place,
        reference_severity=severity,
    )
    record.written = written
    return record


def check_shape(context: SdformatContext, shape: Shape) -> bool:
    """Reports what is wrong with the pose and the geometry of a shape.

    Whether its record is to be made: its pose refers to a frame, or one of its sizes is none.
    """
    geometry = shape.geometry
    written = geometry.__dict__
    mesh = written.get("mesh")
    # part of a mesh has a name
    submesh = mesh.submesh if mesh is not None else None
    if submesh is not None and submesh.name in NO_TEXT and isinstance(geometry_of(geometry), shapes.Mesh):
        context.sink.report(rules.SUBMESH_WITHOUT_NAME, submesh)
    is_odd = _has_odd_size(written)
    pose = shape.pose
    if pose is None:
        return is_odd
    check_pose(context, pose)
    return is_odd or bool(pose.relative_to)


def _has_odd_size(written: Mapping[str, Any]) -> bool:
    """Whether a size that is written in a geometry is none, a scale is 0, or a plane faces nowhere; what is not written is sound."""
    if "plane" in written and (plane := written["plane"]) is not None and not any(plane.normal):
        return True
    for tag, shape in written.items():
        fields = LENGTHS.get(tag)
        if fields is None or shape is None:
            continue
        sizes = shape.__dict__
        for field in fields:
            size = sizes.get(field)
            # most are single numbers, and every shape comes here
            if size is not None and not (0.0 < size < inf if type(size) is float else is_size(size)):
                return tag != "mesh" or not all(sizes[field])
    return False


def _find_replaced(geometry: Geometry, instead: Sizes) -> dict[str, Any] | None:
    """The sizes for which others stand, as they are written."""
    written = geometry.__dict__
    for name in _SHAPES:
        shape = written.get(name)
        if shape is not None:
            values = {field: getattr(shape, field) for field in instead.get(name, ())}
            found = {
                field: tuple(value) if isinstance(value, tuple) else value
                for field, value in values.items()
                if (min(value) if isinstance(value, tuple) else value) <= 0
            }
            return found or None
    return None


def visual_properties(visual: Visual) -> dict[str, Any]:
    """Colours of a visual, and which roles and renderers it is for.

    Values are whatever a property has: tuples of numbers, texts.
    """
    properties = visual_roles(visual)
    material = visual.material
    if material is not None:
        written = vars(material)
        properties |= {name: tuple(written[name]) for name in COLOURS if written.get(name) is not None}
        if material.drake_diffuse_map:
            properties["diffuse_map"] = material.drake_diffuse_map.strip()
    return properties


CONTACT_FILTERS = ("collide_bitmask", "collide_without_contact")
"""What says with what a shape collides, or that contacts have no effect."""


def collision_properties(collision: Collision) -> dict[str, Any]:
    """Contact properties; without Drake's coefficients friction is that of ``surface/friction/ode``."""
    properties = proximity_properties(collision.drake_proximity_properties)
    properties["roles"] = ("proximity",)
    contact = collision.surface.contact if collision.surface is not None else None
    if contact is not None:
        properties |= {name: getattr(contact, name) for name in CONTACT_FILTERS if is_written(contact, name)}
    if "friction" not in properties:
        friction = collision.surface.friction if collision.surface is not None else None
        ode = friction.ode if friction is not None else None
        properties["friction"] = (1.0, 1.0) if ode is None else (float(ode.mu), float(ode.mu2))
    return properties


def _locator(context: SdformatContext) -> Locate:
    """What finds files for the current file."""
    finder, beside = context.finder, context.folders

    def locate(uri: str) -> Path | None:
        found = finder.find(uri, beside)
        return None if found is None else found.path

    return cache(locate)  # several shapes are often one mesh


def geometry_of(
    geometry: Geometry,
    locate: Locate | None = None,
    instead: Sizes | None = None,
    is_located: Located | None = None,
) -> shapes.Geometry:
    """The shape that a ``<geometry>`` holds; the first in the order above where it holds several.

    Args:
        geometry: as it is written.
        locate: finds files, if they are asked for.
        instead: what stands for sizes that are not above 0.
        is_located: whether the file of a mesh is asked for; None: that of each.
    """
    written = geometry.__dict__
    for name, make in _SHAPES.items():
        shape = written.get(name)
        if shape is not None:
            if make is None:
                return _mesh(shape, locate, is_located)
            return make(_Resized(shape, instead[name]) if instead and name in instead else shape)
    return shapes.Empty() if geometry.polyline is None else _polylines(geometry, geometry.polyline)


def _mesh(mesh: MeshElement, locate: Locate | None, is_located: Located | None) -> shapes.Geometry:
    uri = mesh.uri
    x, y, z = scale = mesh.scale
    path = locate(uri) if locate is not None and uri and (is_located is None or is_located(scale)) else None
    submesh = mesh.submesh
    return shapes.Mesh(
        uri,
        (x, y, z),
        None if path is None else os.fspath(path),
        submesh.name if submesh is not None else None,
        bool(submesh.center) if submesh is not None else False,
        mesh.drake_declare_convex is not None,
    )


def _polylines(geometry: Geometry, first: Polyline) -> shapes.Geometry:
    """The outlines of all polylines; readers take the height of the first."""
    more = [extra for extra in geometry.any_elements if getattr(extra, "qname", None) == "polyline"]
    return shapes.Polyline((tuple((point.x, point.y) for point in first.point), *map(_outline, more)), first.height)


def _outline(polyline: Any) -> tuple[tuple[float, float], ...]:
    """The corners of a polyline after the first."""
    texts = [point.text or "" for point in polyline.children if getattr(point, "qname", None) == "point"]
    found = [[STRICT.match(word) for word in text.split()[:2]] for text in texts]
    return tuple((float(x[1]), float(y[1])) for x, y in (each for each in found if len(each) == 2) if x and y)
