"""The shapes of a SKEL body: typed geometry to the shapes of a scene and to what they weigh."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import hypot, inf, isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from ....diagnostics import rules_includes
from ....diagnostics import rules_skel as rules
from ...ir import geometry as shapes
from ...ir.links import ShapeRecord
from ...ir.solids import DART_SOLIDS, PlacedSolid
from ...spatial.raw_pose import IDENTITY, RawPose
from ..text_order import child_element
from .context import pose_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....runtime.element import Element
    from ....skel import newest as skel
    from ...ir.links import Shapes as ShapeRecords
    from .context import SkelContext

    AnyShape = skel.VisualizationShape | skel.CollisionShape
    _Part = tuple[AnyShape, shapes.Geometry]

T = TypeVar("T")

UNIT = 1.0
"""What stands for a size that is none."""


@dataclass(slots=True)
class BodyShapes:
    """The shapes of one body."""

    weighed: bool
    """Whether a moment is to follow from them."""
    visuals: ShapeRecords
    collisions: ShapeRecords
    solids: list[PlacedSolid]
    """Those with a volume or moment that is known, for the moment of a body that declares none. As the meshes only
    those that stand before the last element that asks for a moment from shapes, or in it."""
    meshes: list[tuple[shapes.Mesh, RawPose]]
    """Those of which only a file tells, each with its pose in the body."""


def shapes_of(bodies: Sequence[skel.Body], name: str, context: SkelContext) -> BodyShapes:
    """The shapes of all bodies of one name, which are taken as the first one's.

    What can be wrong is looked at at once; records are made when they are first needed.
    """
    asking = -1
    for number, body in enumerate(bodies):
        if asks_for_moment(body):
            asking = number
    found = BodyShapes(asking >= 0, [], [], [], [])
    visuals: list[_Part] = []
    collisions: list[_Part] = []
    for number, body in enumerate(bodies):
        counts = number <= asking
        written = body.__dict__  # to ask the body itself for lists that are not there would make them
        for tag, parts in (("visualization_shape", visuals), ("collision_shape", collisions)):
            for shape in written.get(tag, ()):
                geometry = geometry_of(shape.geometry, context)
                parts.append((shape, geometry))
                if counts:
                    _weigh(found, shape, geometry)
    soft = bodies[0].soft_shape
    skin = [] if soft is None else [_soft(soft, f"{name}_SoftMeshShape", context)]
    found.visuals = partial(_make_records, skin, visuals, f"{name} - visual shape", _looks) if visuals else skin
    found.collisions = (
        partial(_make_records, skin, collisions, f"{name} - collision shape", _contact) if collisions else skin[:]
    )
    return found


def asks_for_moment(body: skel.Body) -> bool:
    """Whether the moment of a body is to follow from its shapes."""
    return body.inertia is not None and body.inertia.moment_of_inertia is None


def _number_name(name: str, count: int) -> str:
    """The name, with a number where others had it before."""
    return f"{name}({count})" if count else name


def _weigh(found: BodyShapes, shape: AnyShape, geometry: shapes.Geometry) -> None:
    """Keeps a shape for the moment of its body."""
    pose = pose_of(shape.transformation)
    if isinstance(geometry, shapes.Mesh):
        found.meshes.append((geometry, pose))
    elif type(geometry) in DART_SOLIDS:
        found.solids.append(PlacedSolid(solid=DART_SOLIDS[type(geometry)](geometry, 1.0), pose=pose))


def _make_records(
    skin: list[ShapeRecord], parts: list[_Part], name: str, said: Callable[[Any], dict[str, Any]], _body: object
) -> list[ShapeRecord]:
    return skin + [
        ShapeRecord(_number_name(name, number), geometry, pose_of(shape.transformation), None, said(shape), shape)
        for number, (shape, geometry) in enumerate(parts)
    ]


def _looks(visual: skel.VisualizationShape) -> dict[str, Any]:
    said: dict[str, Any] = {"color": tuple(visual.color)}
    if "collidable" in vars(visual):
        said["collidable"] = visual.collidable
    return said


def _contact(collision: skel.CollisionShape) -> dict[str, Any]:
    return {"collidable": collision.collidable}


def geometry_of(geometry: skel.Geometry, context: SkelContext) -> shapes.Geometry:
    """The shape of a geometry."""
    written = geometry.__dict__  # takes less time than vars
    tags = [tag for tag, value in written.items() if tag in _SHAPES and value is not None]
    if not tags:
        return shapes.Empty()
    tag = tags[0] if len(tags) == 1 else min(tags, key=list(_SHAPES).index)
    return _SHAPES[tag](written[tag], context)


def _sphere(shape: skel.Sphere, context: SkelContext) -> shapes.Sphere:
    return shapes.Sphere(_size(shape, "radius", context))


def _box(shape: skel.Box, context: SkelContext) -> shapes.Box:
    return shapes.Box(_sizes(shape, context))


def _ellipsoid(shape: skel.Ellipsoid, context: SkelContext) -> shapes.Ellipsoid:
    x, y, z = _sizes(shape, context)
    return shapes.Ellipsoid((x / 2, y / 2, z / 2))


def _cylinder(shape: skel.Cylinder, context: SkelContext) -> shapes.Cylinder:
    old = shape.length is not None and "height" not in vars(shape)
    return shapes.Cylinder(_size(shape, "radius", context), _size(shape, "length" if old else "height", context))


def _capsule(shape: skel.Capsule, context: SkelContext) -> shapes.Capsule:
    return shapes.Capsule(_size(shape, "radius", context), _size(shape, "height", context))


def _cone(shape: skel.Cone, context: SkelContext) -> shapes.Cone:
    return shapes.Cone(_size(shape, "radius", context), _size(shape, "height", context))


def _pyramid(shape: skel.Pyramid, context: SkelContext) -> shapes.Pyramid:
    width, depth, height = (_size(shape, field, context) for field in ("base_width", "base_depth", "height"))
    return shapes.Pyramid(width, depth, height)


def _plane(shape: skel.Plane, context: SkelContext) -> shapes.Plane:
    x, y, z = _value_or_default(shape.normal, (0.0, 0.0, 1.0))
    length = hypot(x, y, z) or 1.0
    normal = (x / length, y / length, z / length)
    offset = shape.offset
    if shape.point is not None and "offset" not in vars(shape):
        offset = sum(a * b for a, b in zip(normal, shape.point))
    return shapes.Plane(normal, offset=offset)


def _multi_sphere(shape: skel.MultiSphere, context: SkelContext) -> shapes.MultiSphere:
    return shapes.MultiSphere(
        tuple(
            (_value_or_default(ball.radius, UNIT), _vector(_value_or_default(ball.position, (0.0, 0.0, 0.0))))
            for ball in shape.sphere
        )
    )


def _mesh(shape: skel.Mesh, context: SkelContext) -> shapes.Mesh:
    x, y, z = _value_or_default(shape.scale, (1.0, 1.0, 1.0))
    uri = shape.file_name.strip() if context.adapter.strips_names else shape.file_name
    return shapes.Mesh(uri, (x, y, z), _path(uri, shape, context))


def _path(uri: str, shape: skel.Mesh, context: SkelContext) -> str | None:
    if uri not in context.meshes:
        context.meshes[uri] = _find_file(uri, context)
    path = context.meshes[uri]
    base_dir, finder = context.options.base_dir, context.finder
    if path is None and uri and base_dir is not None:
        place = child_element(shape, "file_name")
        if finder is not None and finder.leads_outside(uri, (base_dir,)):
            context.sink.report(rules_includes.URI_OUTSIDE, place, severity="warning", uri=uri)
        else:
            assert finder is not None, "it looked in vain"
            if finder.report_failure(uri, (base_dir,), context.sink, place):
                return None
            advice = finder.later(uri, (base_dir,), context.sink, place, is_file=True)
            context.sink.report(rules.MESH_NOT_FOUND, place, uri=uri, advice=advice)
    return path


def _find_file(uri: str, context: SkelContext) -> str | None:
    options = context.options
    if options.base_dir is None or not uri:
        return None
    if context.finder is None:
        from ...resources.resolver import Finder

        context.finder = Finder(options.search_paths, fetch=options.fetch, files=options.files)
    found = context.finder.find(uri, (options.base_dir,), is_file=True)
    return None if found is None else found.file


def _size(shape: Element, field: str, context: SkelContext) -> float:
    """One size; 1 where it is no size."""
    value: float | None = getattr(shape, field)
    if value is None:
        return UNIT
    if not 0 < value < inf:
        _report(shape, field, f"{value:g}", "1", context)
        return UNIT
    return value


def _sizes(shape: skel.Box | skel.Ellipsoid, context: SkelContext) -> tuple[float, float, float]:
    """Three sizes; 1 for all of them where one is no size."""
    x, y, z = shape.size
    if not (0 < x < inf and 0 < y < inf and 0 < z < inf):
        _report(shape, "size", f"{x:g} {y:g} {z:g}", "1 1 1", context)
        return (UNIT, UNIT, UNIT)
    return (x, y, z)


def _report(shape: Element, field: str, value: str, instead: str, context: SkelContext) -> None:
    what = f"<{field}> of this <{type(shape).Meta.name}>"  # type: ignore[attr-defined]
    context.sink.report(rules.BAD_SIZE, child_element(shape, field), what=what, value=value, instead=instead)


_SHAPES: dict[str, Callable[[Any, SkelContext], shapes.Geometry]] = {
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
"""Of several shapes in one geometry the first of these counts."""


def _soft(soft: skel.SoftShape, name: str, context: SkelContext) -> ShapeRecord:
    """The deformable skin. Only that of a box is placed by its transformation."""
    rest, divisions = _rest(soft.geometry)
    pose = pose_of(soft.transformation) if isinstance(rest, shapes.Box) else IDENTITY
    properties = {"vertex_stiffness": soft.kv, "edge_stiffness": soft.ke, "damping": soft.damp}
    geometry: shapes.Geometry = shapes.Empty()
    if rest is not None:
        geometry = shapes.SoftMesh(rest, _value_or_default(soft.total_mass, 0.0), divisions)
    return ShapeRecord(name, geometry, pose, properties=properties, element=soft)


def _rest(
    geometry: skel.SoftShapeGeometry,
) -> tuple[shapes.Box | shapes.Sphere | shapes.Ellipsoid | shapes.Cylinder | None, tuple[int, ...]]:
    if geometry.sphere is not None:
        ball = geometry.sphere
        return shapes.Sphere(_value_or_default(ball.radius, UNIT)), (_count(ball.num_slices), _count(ball.num_stacks))
    if geometry.box is not None:
        size = _vector(_value_or_default(geometry.box.size, (UNIT, UNIT, UNIT)))
        frags = _vector(_value_or_default(geometry.box.frags, (3.0, 3.0, 3.0)))
        return shapes.Box(size), tuple(max(_count(count), 3) for count in frags)
    if geometry.ellipsoid is not None:
        skin = geometry.ellipsoid
        x, y, z = _vector(_value_or_default(skin.size, (UNIT, UNIT, UNIT)))
        return shapes.Ellipsoid((x / 2, y / 2, z / 2)), (_count(skin.num_slices), _count(skin.num_stacks))
    if geometry.cylinder is not None:
        rod = geometry.cylinder
        counts = tuple(map(_count, (rod.num_slices, rod.num_stacks, rod.num_rings)))
        return shapes.Cylinder(_value_or_default(rod.radius, UNIT), _value_or_default(rod.height, UNIT)), counts
    return None, ()


def _value_or_default(value: T | None, otherwise: T) -> T:
    """A value that the format requires; faulty documents lack it."""
    return otherwise if value is None else value


def _vector(value: tuple[float, ...]) -> tuple[float, float, float]:
    x, y, z = value
    return (x, y, z)


def _count(value: float | None) -> int:
    """A number of divisions; what is no number counts as none."""
    return int(value) if value is not None and isfinite(value) else 0
