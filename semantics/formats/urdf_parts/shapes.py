"""``visual`` and ``collision``: what a link looks like and what it touches with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_urdf as rules
from ....runtime.element import is_written
from ....runtime.source import literal_tag
from ...scene.description import ShapeRecord
from ...scene.geometry import Box, Capsule, Cylinder, Ellipsoid, Empty, Mesh, Sphere
from ..drake_tags import proximity_properties, visual_roles
from .materials import Materials
from .meshes import Meshes
from .origins import pose_of

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....urdf import Collision, Geometry, Link, Robot, Visual
    from ...scene.geometry import Geometry as Shape
    from .reading import Reading

FRICTION = 1.0
"""Coefficient of friction of what says nothing of it, at rest and in motion, as Drake has it."""


class Shapes:
    """Makes the shapes of the links of one robot, in document order."""

    def __init__(self, robot: Robot, reading: Reading) -> None:
        self._reading = reading
        self._materials = Materials(robot, reading)
        self._meshes = Meshes(reading)

    def visuals_of(self, link: Link) -> list[ShapeRecord]:
        """What is seen of a link."""
        records = []
        taken: set[str] = set()
        for visual in link.visual:
            shape = self._shape(visual.geometry)
            name = self._name(link, visual.name, "visual", shape, taken, visual)
            properties = partial(_looks, self._materials.look_of(visual.material), visual)
            pose = pose_of(visual.origin, self._reading)
            records.append(ShapeRecord(name, shape, pose, None, properties, visual, visual.origin))
        return records

    def collisions_of(self, link: Link) -> list[ShapeRecord]:
        """What a link touches with."""
        records = []
        taken: set[str] = set()
        for collision in link.collision:
            shape = self._shape(collision.geometry)
            name = self._name(link, collision.name, "collision", shape, taken, collision)
            pose = pose_of(collision.origin, self._reading)
            properties = partial(_contact, collision)
            records.append(ShapeRecord(name, shape, pose, None, properties, collision, collision.origin))
        return records

    def _shape(self, geometry: Geometry) -> Shape:
        """The first shape there is, in the order in which Drake looks for them."""
        element, mesh = geometry.source_element, geometry.mesh
        if mesh is not None and element is not None and len(element) == 1:
            # Most shapes are meshes; asking for each kind that is not there takes its time.
            return self._meshes.shape_of(mesh)
        if geometry.box is not None:
            size: Any = geometry.box.size
            x, y, z = size if size is not None else (0.0, 0.0, 0.0)
            self._check(geometry.box, size=min(x, y, z))
            return Box((x, y, z))
        if geometry.sphere is not None:
            self._check(geometry.sphere, zero_fits=self._reading.for_drake, radius=geometry.sphere.radius)
            return Sphere(geometry.sphere.radius)
        if geometry.cylinder is not None:
            self._check(geometry.cylinder, radius=geometry.cylinder.radius, length=geometry.cylinder.length)
            return Cylinder(geometry.cylinder.radius, geometry.cylinder.length)
        capsule = geometry.capsule if geometry.capsule is not None else geometry.drake_capsule
        if capsule is not None:
            self._check(capsule, radius=capsule.radius, length=capsule.length)
            return Capsule(capsule.radius, capsule.length)
        if mesh is not None:
            return self._meshes.shape_of(mesh)
        ellipsoid = geometry.drake_ellipsoid
        if ellipsoid is not None:
            self._check(ellipsoid, a=ellipsoid.a, b=ellipsoid.b, c=ellipsoid.c)
            return Ellipsoid((ellipsoid.a, ellipsoid.b, ellipsoid.c))
        return Empty("unknown" if element is not None and len(element) else "empty")

    def _check(self, shape: Element, *, zero_fits: bool = False, **lengths: float) -> None:
        """Reports lengths that leave nothing of a shape; from 1.2 on the schema refuses the negative ones.

        Drake takes a sphere without a radius for a point.
        """
        for name, value in lengths.items():
            if value > 0 or (value < 0 and self._reading.newer_than("1.1")):
                continue
            # What could not be read has been reported.
            if is_written(shape, name):
                element = shape.source_element
                refused = self._reading.for_drake and not (zero_fits and value == 0)
                self._reading.sink.report(
                    rules.SHAPE_WITHOUT_SIZE,
                    shape,
                    attribute=name,
                    severity="error" if refused else None,
                    what=f"{name!r} of <{literal_tag(element)}>" if element is not None else name,
                    value=value,
                )

    def _name(self, link: Link, written: str | None, what: str, shape: Shape, taken: set[str], place: Element) -> str:
        """The name of a shape, its kind where none is written, made different from the others of its link."""
        name = given = written or _kind(shape)
        count = 0
        while given in taken:
            count += 1
            given = f"{name}_{count}"
        taken.add(given)
        if written and given != written:
            self._reading.sink.report(
                rules.DUPLICATE_SHAPE, place, attribute="name", link=link.name, what=what, name=name, given=given
            )
        return given


def _kind(shape: Shape) -> str:
    if isinstance(shape, Mesh) and shape.convex:
        return "Convex"
    return type(shape).__name__


def _looks(material: dict[str, Any], visual: Visual) -> dict[str, Any]:
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
