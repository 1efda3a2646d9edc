"""The shapes of a SKEL body: typed geometry to the shapes of a scene and to what they weigh."""

from __future__ import annotations

from functools import partial
from math import hypot, inf, isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from ....diagnostics.records import NamedTuple
from ...ir import geometry as shapes
from ...ir.links import ShapeRecord
from ...ir.links import Shapes as ShapeRecords
from ...ir.sizes import is_sound
from ...spatial.raw_pose import IDENTITY, RawPose
from ..text_order import child_element
from .context import pose_of
from .tree import unique_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....runtime.element import Element
    from ....skel import newest as skel
    from .context import SkelContext

    AnyShape = skel.VisualizationShape | skel.CollisionShape
    _Part = tuple[AnyShape, shapes.Geometry, dict[str, Any]]
    """A visual or collision, its shape, and the sizes that are written for which others stand."""

T = TypeVar("T")

UNIT = 1.0
"""What stands for a size that is none."""


class BodyShapes(NamedTuple):
    """The shapes of one body."""

    visuals: ShapeRecords
    collisions: ShapeRecords
    weighed: list[tuple[shapes.Geometry, RawPose]] | None
    """Those that the moment of the body follows from, each with its pose in the body: the shapes before the last element
    that asks for that, or in it. None where the moment is written, or none is asked for."""
    geometries: list[shapes.Geometry]
    """What all of them are."""


def shapes_of(bodies: Sequence[skel.Body], name: str, context: SkelContext) -> BodyShapes:
    """The shapes of all bodies of one name, which are taken as the first one's.

    What can be wrong is looked at at once; records are made when they are first needed.
    """
    asking = max((number for number, body in enumerate(bodies) if asks_for_moment(body)), default=-1)
    visuals: list[_Part] = []
    collisions: list[_Part] = []
    weighed: list[tuple[shapes.Geometry, RawPose]] = []
    for number, body in enumerate(bodies):
        written = body.__dict__  # to ask the body itself for lists that are not there would make them
        for tag, parts in (("visualization_shape", visuals), ("collision_shape", collisions)):
            for shape in written.get(tag, ()):
                replaced: dict[str, Any] = {}
                geometry = geometry_of(shape.geometry, replaced, context)
                parts.append((shape, geometry, replaced))
                if number <= asking:
                    weighed.append((geometry, pose_of(shape.transformation)))
    soft = bodies[0].soft_shape
    skin = [] if soft is None else [_soft(soft, f"{name}_SoftMeshShape", context)]
    made: list[ShapeRecords] = []
    for parts, ending, properties in ((visuals, "visual", _looks), (collisions, "collision", _contact)):
        if not parts:
            made.append(skin[:])
            continue
        make = partial(_make_records, skin, parts, f"{name} - {ending} shape", properties)
        is_late = all(is_sound(geometry) and not replaced for _, geometry, replaced in parts)
        made.append(make if is_late else make(None))
    found = [shape.geometry for shape in skin] + [geometry for _, geometry, _ in visuals + collisions]
    return BodyShapes(made[0], made[1], weighed if asking >= 0 else None, found)


def asks_for_moment(body: skel.Body) -> bool:
    """Whether the moment of a body is to follow from its shapes."""
    return body.inertia is not None and body.inertia.moment_of_inertia is None


def _make_records(
    skin: list[ShapeRecord], parts: list[_Part], name: str, properties: Callable[[Any], dict[str, Any]], _body: object
) -> list[ShapeRecord]:
    return skin + [
        ShapeRecord(given, geometry, pose_of(shape.transformation), None, properties(shape), replaced or None, shape)
        for given, (shape, geometry, replaced) in zip(unique_names([name] * len(parts)), parts)
    ]


def _looks(visual: skel.VisualizationShape) -> dict[str, Any]:
    looks: dict[str, Any] = {"color": tuple(visual.color)}
    if "collidable" in vars(visual):
        looks["collidable"] = visual.collidable
    return looks


def _contact(collision: skel.CollisionShape) -> dict[str, Any]:
    return {"collidable": collision.collidable}


def geometry_of(geometry: skel.Geometry, replaced: dict[str, Any], context: SkelContext) -> shapes.Geometry:
    """The shape of a geometry; ``replaced`` receives the sizes for which others stand, as they are written."""
    written = geometry.__dict__  # takes less time than vars
    tags = [tag for tag, value in written.items() if tag in _SHAPES and value is not None]
    if not tags:
        mesh = geometry.mesh
        return shapes.Empty() if mesh is None else _mesh(mesh, context)
    tag = tags[0] if len(tags) == 1 else min(tags, key=list(_SHAPES).index)
    return _SHAPES[tag](written[tag], replaced)


def _solid(make: Callable[..., shapes.Geometry], *fields: str) -> Callable[[Any, dict[str, Any]], shapes.Geometry]:
    return lambda shape, replaced: make(*(_size(shape, field, replaced) for field in fields))


def _rod(make: Callable[..., shapes.Geometry]) -> Callable[[Any, dict[str, Any]], shapes.Geometry]:
    return lambda shape, replaced: make(_size(shape, "radius", replaced), _size(shape, "height", replaced, "length"))


def _make_ellipsoid(size: tuple[float, float, float]) -> shapes.Ellipsoid:
    x, y, z = size
    return shapes.Ellipsoid((x / 2, y / 2, z / 2))


def _cylinder(shape: skel.Cylinder, replaced: dict[str, Any]) -> shapes.Cylinder:
    old = shape.length is not None and "height" not in vars(shape)
    return shapes.Cylinder(
        _size(shape, "radius", replaced), _size(shape, "length" if old else "height", replaced, "length")
    )


def _plane(shape: skel.Plane, replaced: dict[str, Any]) -> shapes.Plane:
    x, y, z = _vector(shape.normal, (0.0, 0.0, 1.0))
    length = hypot(x, y, z) or 1.0
    normal = (x / length, y / length, z / length)
    offset = shape.offset
    if shape.point is not None and "offset" not in vars(shape):
        offset = sum(a * b for a, b in zip(normal, shape.point))
    return shapes.Plane(normal, offset=offset)


def _multi_sphere(shape: skel.MultiSphere, replaced: dict[str, Any]) -> shapes.MultiSphere:
    balls = ((_value_or_default(ball.radius, UNIT), ball.position) for ball in shape.sphere)
    return shapes.MultiSphere(tuple((radius, _vector(position, (0.0, 0.0, 0.0))) for radius, position in balls))


def _mesh(shape: skel.Mesh, context: SkelContext) -> shapes.Mesh:
    uri = shape.file_name.strip() if context.adapter.strips_names else shape.file_name
    path = context.find_file(uri, lambda: child_element(shape, "file_name"))
    return shapes.Mesh(uri, _vector(shape.scale, (UNIT, UNIT, UNIT)), path)


def _size(shape: Element, field: str, replaced: dict[str, Any], name: str = "") -> float:
    """One size; 1 where it is no size."""
    value: float | None = getattr(shape, field)
    if value is None:
        return UNIT
    if not 0 < value < inf:
        replaced[name or field] = value
        return UNIT
    return value


def _sizes(
    shape: skel.Box | skel.Ellipsoid, replaced: dict[str, Any], name: str = "size"
) -> tuple[float, float, float]:
    """Three sizes; 1 for all of them where one is no size."""
    x, y, z = shape.size
    if not (0 < x < inf and 0 < y < inf and 0 < z < inf):
        replaced[name] = (x, y, z)
        return (UNIT, UNIT, UNIT)
    return (x, y, z)


_SHAPES: dict[str, Callable[[Any, dict[str, Any]], shapes.Geometry]] = {
    "sphere": _solid(shapes.Sphere, "radius"),
    "box": lambda shape, replaced: shapes.Box(_sizes(shape, replaced)),
    "ellipsoid": lambda shape, replaced: _make_ellipsoid(_sizes(shape, replaced, "radii")),
    "cylinder": _cylinder,
    "capsule": _rod(shapes.Capsule),
    "cone": _rod(shapes.Cone),
    "pyramid": _solid(shapes.Pyramid, "base_width", "base_depth", "height"),
    "plane": _plane,
    "multi_sphere": _multi_sphere,
}
"""Of several shapes in one geometry the first of these counts; a mesh comes last."""


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
    if (ball := geometry.sphere) is not None:
        return shapes.Sphere(_value_or_default(ball.radius, UNIT)), (_count(ball.num_slices), _count(ball.num_stacks))
    if (block := geometry.box) is not None:
        counts = tuple(max(_count(count), 3) for count in _vector(block.frags, (3.0, 3.0, 3.0)))
        return shapes.Box(_vector(block.size, (UNIT, UNIT, UNIT))), counts
    if (skin := geometry.ellipsoid) is not None:
        return _make_ellipsoid(_vector(skin.size, (UNIT, UNIT, UNIT))), (
            _count(skin.num_slices),
            _count(skin.num_stacks),
        )
    if (rod := geometry.cylinder) is not None:
        counts = tuple(map(_count, (rod.num_slices, rod.num_stacks, rod.num_rings)))
        return shapes.Cylinder(_value_or_default(rod.radius, UNIT), _value_or_default(rod.height, UNIT)), counts
    return None, ()


def _value_or_default(value: T | None, otherwise: T) -> T:
    """A value that the format requires; faulty documents lack it."""
    return otherwise if value is None else value


def _vector(value: tuple[float, ...] | None, otherwise: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = otherwise if value is None else value
    return (x, y, z)


def _count(value: float | None) -> int:
    """A number of divisions; what is no number counts as none."""
    return int(value) if value is not None and isfinite(value) else 0
