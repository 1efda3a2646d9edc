"""What links look like and touch with, as a robot (URDF) has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...ir import geometry as shapes
from ...spatial.raw_pose import IDENTITY, RawPose, compose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...ir.links import ShapeRecord
    from ..workspace import RobotWorkspace

UNSCALED = (1.0, 1.0, 1.0)
WITH_CAPSULES = "1.2"
"""The version of URDF that brought them."""
WITHOUT = {
    shapes.Cone: "URDF has no cones",
    shapes.Pyramid: "URDF has no pyramids",
    shapes.Plane: "URDF has no planes",
    shapes.Heightmap: "URDF has no heightmaps",
    shapes.Image: "URDF has no shapes of images",
    shapes.Polyline: "URDF has no shapes drawn out of outlines",
    shapes.MultiSphere: "URDF has no hulls of spheres",
    shapes.SoftMesh: "URDF has no soft bodies",
    shapes.Ellipsoid: "URDF has no ellipsoids; Drake has",
    shapes.Empty: "there is no shape in it",
}
"""Why a shape is lost."""


ROUND = (shapes.Capsule, shapes.Ellipsoid)
"""Shapes that may be spheres."""


class ShapePiece(NamedTuple):
    """One geometry that a shape becomes, and where that is in the shape's frame."""

    geometry: Any
    pose: RawPose = IDENTITY


class VisualAppearance(NamedTuple):
    """Colour and texture of a visual."""

    color: tuple[float, ...] | None
    texture: str | None


def look_of(record: ShapeRecord) -> VisualAppearance:
    """What a visual says of its colour; that of a format without words for light is the one that there is."""
    said = record.find_properties()
    color = said.get("diffuse", said.get("color"))
    if color is not None and len(color) == 3:
        color = (*color, 1.0)
    return VisualAppearance(color, said.get("diffuse_map"))


class Geometries:
    """Makes geometries."""

    def __init__(self, work: RobotWorkspace) -> None:
        self._make = work.make
        self._for_drake = work.target.speaks_drake
        self._has_capsules = work.version >= WITH_CAPSULES

    def pieces(self, shape: shapes.Geometry) -> list[ShapePiece]:
        """What a shape becomes: mostly one; none where URDF has nothing like it."""
        make = self._make
        inner: dict[str, Any] = {}
        if isinstance(shape, shapes.Box):
            inner["box"] = make("Box", size=shape.size)
        elif isinstance(shape, shapes.Sphere):
            inner["sphere"] = make("Sphere", radius=shape.radius)
        elif isinstance(shape, shapes.Cylinder):
            inner["cylinder"] = make("Cylinder", radius=shape.radius, length=shape.length)
        elif isinstance(shape, shapes.Mesh):
            inner["mesh"] = make("Mesh", filename=shape.uri, scale=None if shape.scale == UNSCALED else shape.scale)
            if shape.convex:
                inner["mesh"].drake_declare_convex = make("DrakeDeclareConvex")
        elif isinstance(shape, shapes.Capsule):
            return self._capsule(shape)
        elif isinstance(shape, shapes.Ellipsoid):
            a, b, c = shape.radii
            if a == b == c:
                inner["sphere"] = make("Sphere", radius=a)
            elif self._for_drake:
                inner["drake_ellipsoid"] = make("DrakeEllipsoid", a=a, b=b, c=c)
        return [ShapePiece(make("Geometry", **inner))] if inner else []

    def _capsule(self, shape: shapes.Capsule) -> list[ShapePiece]:
        make, radius, length = self._make, shape.radius, shape.length
        if self._for_drake:
            return [ShapePiece(make("Geometry", drake_capsule=make("DrakeCapsule", radius=radius, length=length)))]
        if self._has_capsules:
            return [ShapePiece(make("Geometry", capsule=make("GeometryCapsule", radius=radius, length=length)))]
        ball = make("Geometry", sphere=make("Sphere", radius=radius))
        tube = make("Geometry", cylinder=make("Cylinder", radius=radius, length=length))
        if not length:
            return [ShapePiece(ball)]
        ends = (ShapePiece(ball, (0.0, 0.0, z, *IDENTITY[3:])) for z in (length / 2, -length / 2))
        return [ShapePiece(tube), *ends]


def places_of(pieces: Iterable[ShapePiece], pose: RawPose) -> list[RawPose]:
    """Where the pieces of a shape are in the link."""
    return [pose if piece.pose == IDENTITY else compose(pose, piece.pose) for piece in pieces]


class Looks:
    """Materials: one that several visuals have is in the robot, one of a single visual in it."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._used: dict[VisualAppearance, list[tuple[Any, str]]] = {}

    def add(self, visual: Any, look: VisualAppearance, name: str) -> None:
        """Notes what a visual looks like.

        Args:
            visual: the typed visual.
            look: its colour and texture, one of them at least.
            name: what its material may be called.
        """
        self._used.setdefault(look, []).append((visual, name))

    def write(self, robot: Any) -> None:
        """Writes all materials."""
        make = self._make
        taken: set[str] = set()
        for look, visuals in self._used.items():
            name, number = f"{visuals[0][1]}_material", 1
            while name in taken:
                number += 1
                name = f"{visuals[0][1]}_material_{number}"
            taken.add(name)
            color = None if look.color is None else make("Color", rgba=look.color)
            texture = None if look.texture is None else make("Texture", filename=look.texture)
            material = make("Material", name=name, color=color, texture=texture)
            if len(visuals) == 1:
                visuals[0][0].material = material
                continue
            robot.material.append(material)
            for visual, _ in visuals:
                visual.material = make("Material", name=name)
