"""``visual`` and ``collision``: what a link looks like and what it touches with."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.spelling import SpellingIndex
from ...ir.geometry import Box, Capsule, Cylinder, Ellipsoid, Empty, Sphere
from ...ir.geometry import Mesh as MeshShape
from ...ir.links import ShapeRecord
from ...ir.sizes import is_sound
from ...spatial.raw_pose import IDENTITY
from ..drake.tags import proximity_properties, visual_roles
from .context import check_rotation, is_stated, raw_pose

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....urdf.newest import Collision, Geometry, Link, Material, Mesh, Robot, Visual
    from ...ir.geometry import Geometry as Shape
    from ...ir.links import Shapes as ShapeRecords
    from .context import UrdfContext

    _Part = tuple[Any, Shape, dict[str, Any] | None]
    """The typed visual or collision, its shape, and of a visual what its material says."""

FRICTION = 1.0
"""Coefficient of friction of what says nothing of it, at rest and in motion, as Drake has it."""

SAME_COLOUR = 1e-10
"""How far two colours may be apart and still count as one."""

UNREADABLE = Empty("unknown")
"""The shape of what does not say how large it is."""

ORDER = ("box", "sphere", "cylinder", "capsule", "drake_capsule", "mesh", "drake_ellipsoid")
"""The fields of shapes; of several the first counts, as in Drake."""

SOLIDS: dict[str, tuple[tuple[str, ...], Callable[..., Shape]]] = {
    "sphere": (("radius",), Sphere),
    "cylinder": (("radius", "length"), Cylinder),
    "capsule": (("radius", "length"), Capsule),
    "drake_capsule": (("radius", "length"), Capsule),
    "drake_ellipsoid": (("a", "b", "c"), lambda *radii: Ellipsoid(radii)),
}
"""By field: lengths, and what they are the lengths of."""


class LinkShapes:
    """Makes the shapes of the links of one robot, in document order.

    What can be wrong is looked at at once; records are made when they are first needed, which they seldom are.
    """

    def __init__(self, robot: Robot, context: UrdfContext) -> None:
        self._context = context
        self._materials = Materials(robot, context)

    def shapes_of(self, link: Link, tag: str) -> tuple[ShapeRecords, list[Shape]]:
        """The shapes in the elements of a link that are called ``tag``, each with a name of its own; and what they are."""
        # Asked for a list that it lacks, an element would make one and keep it.
        elements = link.__dict__.get(tag)
        if not elements:
            return [], []
        context, knows_quaternions = self._context, self._context.version > "1.0"
        parts: list[_Part] = []
        shapes: list[Shape] = []
        for element in elements:
            shape = self._shape(element.geometry)
            look = self._materials.look_of(element.material) if tag == "visual" else None
            if knows_quaternions and element.origin is not None:
                check_rotation(element.origin, context)
            parts.append((element, shape, look))
            shapes.append(shape)
        if len(parts) > 1:
            for (element, _, _), given in zip(parts, _names_of(parts)):
                name = element.name
                if name and given != name:
                    about: dict[str, Any] = {"link": link.name, "what": tag, "name": name, "given": given}
                    context.sink.report(rules.DUPLICATE_SHAPE, element, attribute="name", **about)
        if all(map(is_sound, shapes)):
            return partial(_make_records, parts, knows_quaternions), shapes
        return _make_records(parts, knows_quaternions, link), shapes

    def _shape(self, geometry: Geometry) -> Shape:
        """The first shape there is, in the order in which Drake looks for them."""
        written = geometry.__dict__
        shape: Any = None
        for tag in ORDER:
            shape = written.get(tag)
            if shape is not None:
                break
        else:
            element = geometry.source_element
            return Empty("unknown" if element is not None and len(element) else "empty")
        if tag == "box":
            if shape.size is None:
                return UNREADABLE
            x, y, z = shape.size
            return Box((x, y, z))
        if tag == "mesh":
            is_named = shape.filename or "filename" in vars(shape) or self._context.adapter.has_default_sizes
            return _mesh(shape, self._context) if is_named else UNREADABLE
        lengths, make = SOLIDS[tag]
        if not self._context.adapter.has_default_sizes and not all(name in shape.__dict__ for name in lengths):
            return UNREADABLE  # what it lacks has been reported
        return make(*(getattr(shape, name) for name in lengths))


def _names_of(parts: list[_Part]) -> list[str]:
    """A name of its own for each of the shapes of a link: what is written, or else what the shape is, with a number if need be."""
    numbers: dict[str, int] = {}
    names = []
    for element, shape, _ in parts:
        kind = "Convex" if isinstance(shape, MeshShape) and shape.convex else type(shape).__name__
        name = given = element.name or kind
        while given in numbers:
            numbers[name] += 1
            given = f"{name}_{numbers[name]}"
        numbers[given] = 0
        names.append(given)
    return names


def _make_records(parts: list[_Part], knows_quaternions: bool, _link: object) -> list[ShapeRecord]:
    records = []
    for name, (element, shape, look) in zip(_names_of(parts), parts):
        pose = IDENTITY if element.origin is None else raw_pose(element.origin, knows_quaternions)
        properties = partial(_contact, element) if look is None else partial(_looks, element, look)
        records.append(ShapeRecord(name, shape, pose, None, properties, None, element, element.origin))
    return records


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


class Materials:
    """The materials that are known so far: those of the robot, then those that visuals define."""

    def __init__(self, robot: Robot, context: UrdfContext) -> None:
        self._context = context
        self._known: dict[str, tuple[dict[str, Any], Material]] = {}
        self._names = SpellingIndex(self._known)
        for material in robot.material:
            name = material.name
            self._check_texture(material)
            if name in self._known:
                context.report_duplicate(rules.DUPLICATE_MATERIAL, material, self._known[name][1], name=name)
                continue
            look, color = _look(material), material.color
            # a colour that could not be read has been reported
            if not look and name and not (color is not None and is_stated(color, "rgba")):
                context.sink.report(rules.MATERIAL_EMPTY, material if color is None else color, name=name)
            self._known[name] = (look, material)

    def look_of(self, material: Material | None) -> dict[str, Any]:
        """What a visual's material says: ``material``, ``diffuse`` and ``diffuse_map``, as far as it is given."""
        if material is None:
            return {}
        name, look = material.name, _look(material)
        self._check_texture(material)
        if not name:
            return look
        known = self._known.get(name)
        if known is None:
            if look:
                self._known[name] = (look, material)
            else:
                advice = self._names.advise_later(name)
                self._context.sink.report(
                    rules.MATERIAL_UNDEFINED, material, attribute="name", name=name, advice=advice
                )
        elif not look:
            look = known[0]
        elif look != known[0] and not _same(look, known[0]):
            self._context.report_duplicate(rules.MATERIAL_REDEFINED, material, known[1], name=name)
        return {"material": name, **look}

    def _check_texture(self, material: Material) -> None:
        texture = material.texture
        if texture is not None and texture.filename:
            self._context.find_file(texture.filename, lambda: texture)


def _look(material: Material) -> dict[str, Any]:
    look: dict[str, Any] = {}
    color, texture = material.color, material.texture
    rgba = color.rgba if color is not None else None
    if rgba is not None:
        look["diffuse"] = tuple(rgba)
    if texture is not None and texture.filename:
        look["diffuse_map"] = texture.filename
    return look


def _same(look: dict[str, Any], other: dict[str, Any]) -> bool:
    if look.get("diffuse_map") != other.get("diffuse_map"):
        return False
    colour, known = look.get("diffuse"), other.get("diffuse")
    if colour is None or known is None:
        return colour is known
    if not all(0 <= part <= 1 for part in (*colour, *known)):
        return True  # that is reported, and what it should have been is not known
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(colour, known))


def _mesh(mesh: Mesh, context: UrdfContext) -> MeshShape:
    """The shape of a mesh, with the path of its file where there is one."""
    uri = mesh.filename
    path = context.find_file(uri, lambda: mesh)
    return MeshShape(uri, _scale(mesh), path, convex=mesh.drake_declare_convex is not None)


def _scale(mesh: Mesh) -> tuple[float, float, float]:
    """The scale along x, y, z. A single number, as Drake and Bullet take it, is for all three."""
    x, y, z = mesh.scale
    unread = mesh.any_attributes if "any_attributes" in mesh.__dict__ else None
    if unread and len(unread.get("scale", "").split()) == 1:
        with suppress(ValueError):
            x = y = z = float(unread["scale"])
    return (x, y, z)
