"""The shapes of a SKEL body: typed geometry to the shapes of a scene and to what they weigh."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...runtime.diagnostics import rules_skel as rules
from ...runtime.element import is_written
from ..scene import geometry as shapes
from ..scene.description import ShapeRecord
from ..scene.poses import IDENTITY, RawPose
from . import skel_inertia as solids
from .skel_inertia import PlacedSolid, Solid
from .skel_reading import part, pose_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ... import skel
    from ...runtime.element import Element
    from .skel_reading import Reading

    Known = tuple[shapes.Geometry, Solid | None]

DART_ORDER = ("sphere", "box", "ellipsoid", "cylinder", "capsule", "cone", "pyramid", "plane", "multi_sphere", "mesh")
"""Of several shapes in one geometry the first of these counts."""

T = TypeVar("T")

UNIT = 1.0
"""What stands for a size that is none."""


@dataclass(slots=True)
class Shapes:
    """The shapes of one body."""

    visuals: list[ShapeRecord]
    collisions: list[ShapeRecord]
    solids: list[PlacedSolid]
    """Those with a volume or moment that is known, for the moment of a body that declares none. As the meshes only
    those that stand before the last element that asks for a moment from shapes, or in it."""
    meshes: list[tuple[shapes.Mesh, RawPose]]
    """Those of which only a file tells, each with its pose in the body."""


def shapes_of(bodies: Sequence[skel.Body], name: str, reading: Reading) -> Shapes:
    """The shapes of all bodies of one name, which are taken as the first one's."""
    found = Shapes([], [], [], [])
    asking = max((number for number, body in enumerate(bodies) if asks_for_moment(body)), default=-1)
    if bodies[0].soft_shape is not None:
        soft = _soft(bodies[0].soft_shape, f"{name}_SoftMeshShape", reading)
        found.visuals.append(soft)
        found.collisions.append(soft)
    for number, body in enumerate(bodies):
        counts = number <= asking
        for visual in body.visualization_shape:
            properties: dict[str, Any] = {"color": tuple(visual.color)}
            if is_written(visual, "collidable"):
                properties["collidable"] = visual.collidable
            _add(found, found.visuals, visual, f"{name} - visual shape", properties, counts, reading)
        for collision in body.collision_shape:
            properties = {"collidable": collision.collidable}
            _add(found, found.collisions, collision, f"{name} - collision shape", properties, counts, reading)
    return found


def asks_for_moment(body: skel.Body) -> bool:
    """Whether the moment of a body is to follow from its shapes."""
    return body.inertia is not None and body.inertia.moment_of_inertia is None


def _add(
    found: Shapes,
    records: list[ShapeRecord],
    shape: skel.VisualizationShape | skel.CollisionShape,
    name: str,
    properties: dict[str, Any],
    counts: bool,
    reading: Reading,
) -> None:
    pose = pose_of(shape.transformation)
    geometry, solid = geometry_of(shape.geometry, reading)
    count = sum(record.name == name or record.name.startswith(f"{name}(") for record in records)
    records.append(
        ShapeRecord(
            f"{name}({count})" if count else name,
            geometry,
            pose,
            properties=properties,
            element=shape,
        )
    )
    if counts and solid is not None:
        found.solids.append(PlacedSolid(solid=solid, pose=pose))
    elif counts and isinstance(geometry, shapes.Mesh):
        found.meshes.append((geometry, pose))


def geometry_of(geometry: skel.Geometry, reading: Reading) -> Known:
    """A shape and what it weighs; None where that is not known."""
    for tag in DART_ORDER:
        shape = getattr(geometry, tag)
        if shape is not None:
            return _SHAPES[tag](shape, reading)
    return shapes.Empty(), None


def _sphere(shape: skel.Sphere, reading: Reading) -> Known:
    radius = _size(shape, "radius", reading)
    return shapes.Sphere(radius), solids.sphere(radius)


def _box(shape: skel.Box, reading: Reading) -> Known:
    size = _sizes(shape, reading)
    return shapes.Box(size), solids.box(size)


def _ellipsoid(shape: skel.Ellipsoid, reading: Reading) -> Known:
    x, y, z = size = _sizes(shape, reading)
    return shapes.Ellipsoid((x / 2, y / 2, z / 2)), solids.ellipsoid(size)


def _cylinder(shape: skel.Cylinder, reading: Reading) -> Known:
    old = shape.length is not None and not is_written(shape, "height")
    radius, height = _size(shape, "radius", reading), _size(shape, "length" if old else "height", reading)
    return shapes.Cylinder(radius, height), solids.cylinder(radius, height)


def _capsule(shape: skel.Capsule, reading: Reading) -> Known:
    radius, height = _size(shape, "radius", reading), _size(shape, "height", reading)
    return shapes.Capsule(radius, height), solids.capsule(radius, height)


def _cone(shape: skel.Cone, reading: Reading) -> Known:
    radius, height = _size(shape, "radius", reading), _size(shape, "height", reading)
    return shapes.Cone(radius, height), solids.cone(radius, height)


def _pyramid(shape: skel.Pyramid, reading: Reading) -> Known:
    width, depth, height = (_size(shape, field, reading) for field in ("base_width", "base_depth", "height"))
    return shapes.Pyramid(width, depth, height), solids.pyramid(width, depth, height)


def _plane(shape: skel.Plane, reading: Reading) -> Known:
    x, y, z = _known(shape.normal, (0.0, 0.0, 1.0))
    length = hypot(x, y, z) or 1.0
    normal = (x / length, y / length, z / length)
    offset = shape.offset
    if shape.point is not None and not is_written(shape, "offset"):
        offset = sum(a * b for a, b in zip(normal, shape.point))
    return shapes.Plane(normal, offset=offset), solids.plane()


def _multi_sphere(shape: skel.MultiSphere, reading: Reading) -> Known:
    balls = tuple((_known(ball.radius, UNIT), _vector(_known(ball.position, (0.0, 0.0, 0.0)))) for ball in shape.sphere)
    return shapes.MultiSphere(balls), solids.multi_sphere(balls)


def _mesh(shape: skel.Mesh, reading: Reading) -> Known:
    x, y, z = _known(shape.scale, (1.0, 1.0, 1.0))
    uri = shape.file_name if reading.by_dart else shape.file_name.strip()
    return shapes.Mesh(uri, (x, y, z), _path(uri, shape, reading)), None


def _path(uri: str, shape: skel.Mesh, reading: Reading) -> str | None:
    if uri not in reading.meshes:
        reading.meshes[uri] = _found(uri, reading)
    path = reading.meshes[uri]
    if path is None and uri and reading.options.base_dir is not None:
        reading.sink.report(rules.MESH_NOT_FOUND, part(shape, "file_name"), uri=uri)
    return path


def _found(uri: str, reading: Reading) -> str | None:
    from ..includes.uri import Finder

    options = reading.options
    if options.base_dir is None or not uri:
        return None
    if reading.finder is None:
        reading.finder = Finder(options.search_paths, fetch=options.fetch)
    found = reading.finder.find(uri, (Path(options.base_dir),))
    return None if found is None else str(found.path)


def _size(shape: Element, field: str, reading: Reading) -> float:
    """One size; 1 where it is no size."""
    value: float | None = getattr(shape, field)
    if value is None:
        return UNIT
    if not (value > 0 and isfinite(value)):
        _report(shape, field, f"{value:g}", "1", reading)
        return UNIT
    return value


def _sizes(shape: skel.Box | skel.Ellipsoid, reading: Reading) -> tuple[float, float, float]:
    """Three sizes; 1 for all of them where one is no size."""
    x, y, z = shape.size
    if not all(value > 0 and isfinite(value) for value in (x, y, z)):
        _report(shape, "size", f"{x:g} {y:g} {z:g}", "1 1 1", reading)
        return (UNIT, UNIT, UNIT)
    return (x, y, z)


def _report(shape: Element, field: str, value: str, instead: str, reading: Reading) -> None:
    what = f"<{field}> of this <{type(shape).Meta.name}>"  # type: ignore[attr-defined]
    reading.sink.report(rules.BAD_SIZE, part(shape, field), what=what, value=value, instead=instead)


_SHAPES: dict[str, Callable[[Any, Reading], Known]] = {
    "sphere": _sphere,
    "box": _box,
    "ellipsoid": _ellipsoid,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "cone": _cone,
    "pyramid": _pyramid,
    "plane": _plane,
    "multi_sphere": _multi_sphere,
    "mesh": _mesh,
}


def _soft(soft: skel.SoftShape, name: str, reading: Reading) -> ShapeRecord:
    """The deformable skin. Only that of a box is placed by its transformation."""
    rest, divisions = _rest(soft.geometry)
    pose = pose_of(soft.transformation) if isinstance(rest, shapes.Box) else IDENTITY
    properties = {"vertex_stiffness": soft.kv, "edge_stiffness": soft.ke, "damping": soft.damp}
    geometry: shapes.Geometry = shapes.Empty()
    if rest is not None:
        geometry = shapes.SoftMesh(rest, _known(soft.total_mass, 0.0), divisions)
    return ShapeRecord(name, geometry, pose, properties=properties, element=soft)


def _rest(
    geometry: skel.SoftShapeGeometry,
) -> tuple[shapes.Box | shapes.Sphere | shapes.Ellipsoid | shapes.Cylinder | None, tuple[int, ...]]:
    if geometry.sphere is not None:
        ball = geometry.sphere
        return shapes.Sphere(_known(ball.radius, UNIT)), (_count(ball.num_slices), _count(ball.num_stacks))
    if geometry.box is not None:
        size = _vector(_known(geometry.box.size, (UNIT, UNIT, UNIT)))
        frags = _vector(_known(geometry.box.frags, (3.0, 3.0, 3.0)))
        return shapes.Box(size), tuple(max(_count(count), 3) for count in frags)
    if geometry.ellipsoid is not None:
        skin = geometry.ellipsoid
        x, y, z = _vector(_known(skin.size, (UNIT, UNIT, UNIT)))
        return shapes.Ellipsoid((x / 2, y / 2, z / 2)), (_count(skin.num_slices), _count(skin.num_stacks))
    if geometry.cylinder is not None:
        rod = geometry.cylinder
        counts = tuple(map(_count, (rod.num_slices, rod.num_stacks, rod.num_rings)))
        return shapes.Cylinder(_known(rod.radius, UNIT), _known(rod.height, UNIT)), counts
    return None, ()


def _known(value: T | None, otherwise: T) -> T:
    """A value that the format requires; faulty documents lack it."""
    return otherwise if value is None else value


def _vector(value: tuple[float, ...]) -> tuple[float, float, float]:
    x, y, z = value
    return (x, y, z)


def _count(value: float | None) -> int:
    """A number of divisions; what is no number counts as none."""
    return int(value) if value is not None and isfinite(value) else 0
