"""``visual`` and ``collision``: what a link looks like and what it touches with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ...ir.geometry import Box, Capsule, Cylinder, Ellipsoid, Empty, Mesh, Sphere
from ...ir.links import ShapeRecord
from ...spatial.raw_pose import IDENTITY
from ..drake.tags import proximity_properties, visual_roles
from .materials import Materials
from .meshes import Meshes
from .origins import check_rotation, raw_pose

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....urdf.newest import Collision, Geometry, Link, Robot, Visual
    from ...ir.geometry import Geometry as Shape
    from ...ir.links import Shapes as ShapeRecords
    from .context import UrdfContext

    _Part = tuple[Any, Shape, tuple[Any, ...]]
    """The typed visual or collision, its shape, and what else its properties depend on."""

FRICTION = 1.0
"""Coefficient of friction of what says nothing of it, at rest and in motion, as Drake has it."""

UNREADABLE = Empty("unknown")
"""The shape of what does not say how large it is."""


class LinkShapes:
    """Makes the shapes of the links of one robot, in document order.

    What can be wrong is looked at at once; records are made when they are first needed, which they seldom are.
    """

    def __init__(self, robot: Robot, context: UrdfContext) -> None:
        self._context = context
        self._materials = Materials(robot, context)
        self._meshes = Meshes(context)

    def visuals_of(self, link: Link) -> ShapeRecords:
        """What is seen of a link."""
        # Asked for a list that it lacks, an element would make one and keep it.
        visuals = link.__dict__.get("visual")
        if not visuals:
            return []
        look_of = self._materials.look_of
        parts = [(visual, self._shape(visual.geometry), (look_of(visual.material),)) for visual in visuals]
        return self._records(link, parts, _looks)

    def collisions_of(self, link: Link) -> ShapeRecords:
        """What a link touches with."""
        collisions = link.__dict__.get("collision")
        if not collisions:
            return []
        parts: list[_Part] = [(collision, self._shape(collision.geometry), ()) for collision in collisions]
        return self._records(link, parts, _contact)

    def _records(self, link: Link, parts: list[_Part], properties: Callable[..., dict[str, Any]]) -> ShapeRecords:
        context = self._context
        if context.knows_quaternions:
            for element, *_ in parts:
                if element.origin is not None:
                    check_rotation(element.origin, context)
        names = self._names(link, parts) if len(parts) > 1 else None
        return partial(_make_records, parts, names, properties, context.knows_quaternions)

    def _names(self, link: Link, parts: list[_Part]) -> list[str]:
        """A name of its own for each of several shapes."""
        taken: dict[str, int] = {}
        for element, shape, _ in parts:
            name = element.name or _kind(shape)
            if name in taken:
                name = self._another_name(link, name, taken, element)
            taken[name] = 0
        return list(taken)

    def _shape(self, geometry: Geometry) -> Shape:
        """The first shape there is, in the order in which Drake looks for them."""
        written = geometry.__dict__
        box = geometry.box if "box" in written else None
        sphere = geometry.sphere if "sphere" in written else None
        cylinder = geometry.cylinder if "cylinder" in written else None
        if box is not None:
            size: Any = box.size
            if size is None:
                return UNREADABLE
            x, y, z = size
            if not min(x, y, z) > 0:
                self._check(box, size=min(x, y, z))
            return Box((x, y, z))
        if sphere is not None:
            if not sphere.radius > 0 and not self._check(sphere, radius=sphere.radius):
                return UNREADABLE
            return Sphere(sphere.radius)
        if cylinder is not None:
            radius, length = cylinder.radius, cylinder.length
            if not (radius > 0 and length > 0) and not self._check(cylinder, radius=radius, length=length):
                return UNREADABLE
            return Cylinder(radius, length)
        capsule: Any = geometry.capsule if "capsule" in written else None
        if capsule is None and "drake_capsule" in written:
            capsule = geometry.drake_capsule
        if capsule is not None:
            if not self._check(capsule, radius=capsule.radius, length=capsule.length):
                return UNREADABLE
            return Capsule(capsule.radius, capsule.length)
        mesh = geometry.mesh
        if mesh is not None:
            is_named = mesh.filename or "filename" in vars(mesh) or self._context.adapter.has_default_sizes
            return self._meshes.shape_of(mesh) if is_named else UNREADABLE
        ellipsoid = geometry.drake_ellipsoid
        if ellipsoid is not None:
            if not self._check(ellipsoid, a=ellipsoid.a, b=ellipsoid.b, c=ellipsoid.c):
                return UNREADABLE
            return Ellipsoid((ellipsoid.a, ellipsoid.b, ellipsoid.c))
        element = geometry.source_element
        return Empty("unknown" if element is not None and len(element) else "empty")

    def _check(self, shape: Any, **lengths: float) -> bool:
        """Reports lengths that leave nothing of a shape; from 1.2 on the schema refuses the negative ones.

        Returns:
            Whether the shape has all of its lengths; those that could not be read or are not there were reported.
        """
        has_all = True
        for name, value in lengths.items():
            if value > 0 or (value < 0 and self._context.newer_than("1.1")):
                continue
            if name not in vars(shape):
                has_all = self._context.adapter.has_default_sizes
            else:
                element = shape.source_element
                self._context.sink.report(
                    rules.SHAPE_WITHOUT_SIZE,
                    shape,
                    attribute=name,
                    severity=self._context.adapter.severity_of_size(type(shape).Meta.name, value),
                    what=f"{name!r} of <{literal_tag(element)}>" if element is not None else name,
                    value=value,
                )
        return has_all

    def _another_name(self, link: Link, name: str, taken: dict[str, int], place: Visual | Collision) -> str:
        """A name that no other shape of the link has, in place of one that is taken; reported if that was written.

        Args:
            link: has the shapes.
            name: the name that is taken.
            taken: the names that are, each with the number of the last one that was given in its place.
            place: the shape.
        """
        count = taken[name] + 1
        while (given := f"{name}_{count}") in taken:
            count += 1
        taken[name] = count
        if place.name:
            self._context.sink.report(
                rules.DUPLICATE_SHAPE,
                place,
                attribute="name",
                link=link.name,
                what=type(place).Meta.name,
                name=name,
                given=given,
            )
        return given


def _make_records(
    parts: list[_Part],
    names: list[str] | None,
    properties: Callable[..., dict[str, Any]],
    knows_quaternions: bool,
    _link: object,
) -> list[ShapeRecord]:
    records = []
    for number, (element, shape, given) in enumerate(parts):
        name = names[number] if names is not None else element.name or _kind(shape)
        origin = element.origin
        pose = IDENTITY if origin is None else raw_pose(origin, knows_quaternions)
        found = partial(properties, element, *given)
        records.append(ShapeRecord(name, shape, pose, None, found, element, origin))
    return records


def _kind(shape: Shape) -> str:
    if isinstance(shape, Mesh) and shape.convex:
        return "Convex"
    return type(shape).__name__


def _looks(visual: Visual, material: dict[str, Any]) -> dict[str, Any]:
    return {**material, **visual_roles(visual)}


def _contact(collision: Collision) -> dict[str, Any]:
    properties = proximity_properties(collision.drake_proximity_properties)
    properties["roles"] = ("proximity",)
    if "friction" not in properties:
        old = collision.drake_compliance
        static, dynamic = (old.static_friction, old.dynamic_friction) if old is not None else (None, None)
        if static is None or dynamic is None:
            static = dynamic = FRICTION
        properties["friction"] = (static, dynamic)
    return properties
