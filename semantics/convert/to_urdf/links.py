"""What is in the links of a robot (URDF), from records: masses, shapes, and what these look like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.budget import OverBudget
from ....runtime.files import Unreadable
from ....runtime.source import literal_tag
from ...formats.extension_names import URDF
from ...frames.graph import NO_INDEX, ROOT
from ...ir import geometry as shapes
from ...ir.geometry import Empty
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, compose
from ..coverage.ledger import xml_of
from ..element_builder import tidy
from ..mass_properties import LEAST, LIGHT, moments_of
from ..to_sdformat.free_names import free_name
from ..to_sdformat.shapes import unfit
from ..urdf_extensions import make_material_name, read_material_name, read_moments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lxml.etree import _Element

    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord
    from ...spatial.inertia import Moments
    from ..workspace import RobotWorkspace
    from .origins import Origins

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


MESH_NOT_FOUND = "its file is not there, and MuJoCo refuses a document that names one that is not"
WITHOUT_VOLUME = "its mesh has no volume, which MuJoCo refuses in URDF"
SHOWN = 0.8
"""Part of a colour that Gazebo's converter takes for all of it."""
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
            return [ShapePiece(make("Geometry", **inner), shape.placement)]
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


class Looks:
    """Materials: one that several visuals have is in the robot, one of a single visual in it."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._used: dict[tuple[VisualAppearance, str | None], list[tuple[Any, str]]] = {}

    def add(self, visual: Any, look: VisualAppearance, name: str, said: str | None = None) -> None:
        """Notes what a visual looks like.

        Args:
            visual: the typed visual.
            look: its colour and texture, one of them at least.
            name: what its material may be called.
            said: what it is called; None where nothing says it.
        """
        self._used.setdefault((look, said), []).append((visual, name))

    def write(self, robot: Any) -> None:
        """Writes all materials."""
        make = self._make
        taken: set[str] = set()
        for (look, said), visuals in self._used.items():
            is_shared = len(visuals) > 1 and said != "" and said not in taken
            name = free_name(make_material_name(visuals[0][1]), taken, 2) if said is None else said
            taken.add(name)
            color = None if look.color is None else make("Color", rgba=look.color)
            texture = None if look.texture is None else make("Texture", filename=look.texture)
            material = make("Material", name=name, color=color, texture=texture)
            if not is_shared:
                for visual, _ in visuals:
                    visual.material = material
                continue
            robot.material.append(material)
            for visual, _ in visuals:
                visual.material = make("Material", name=name)


class LinkParts:
    """Makes what is in links.

    Attributes:
        shapes: pairs of the typed element that something was made of, and what was made.
        looks: what visuals look like.
    """

    def __init__(self, work: RobotWorkspace, origins: Origins) -> None:
        self.shapes: list[tuple[Any, Any]] = []
        self._work = work
        self._origins = origins
        self._geometries = Geometries(work)
        self.looks = Looks(work.make)

    def _correct(self, inertial: InertialRecord) -> tuple[float, Moments, str | None]:
        """Mass and moments that the target takes as they are meant, and what was done to them; None where nothing was."""
        had = self._moments(inertial)
        if not inertial.mass and inertial.may_be_massless:
            return LEAST, had, LIGHT
        if self._work.target.is_exact:
            from ..mujoco_moments import make_acceptable

            return make_acceptable(inertial.mass, inertial.moments, is_turned=inertial.pose[3:] != NO_ROTATION)
        return inertial.mass, had, None

    def inertial(self, record: LinkRecord, body: int) -> Any:
        """Mass and moments; None where nothing has to be said."""
        inertial, make = record.inertial, self._work.make
        if inertial.mass == 0.0 and not any(inertial.moments) and inertial.pose == IDENTITY:
            if inertial.element is not None:
                self._work.takings.of(inertial.element).inertial(inertial)
                self._work.ledger.report_representation(
                    inertial.element, "nothing: a link of URDF that says nothing has no mass"
                )
            return None
        mass, moments, how = self._correct(inertial)
        if how is not None:
            self._work.takings.of(inertial.element).mark_corrected_inertial(inertial, how)
        ixx, iyy, izz, ixy, ixz, iyz = moments
        made = make("Inertial", mass=make("Mass", value=mass))
        made.inertia = make("Inertia", ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz)
        taking = self._work.takings.of(inertial.element)
        base = body
        if inertial.relative_to is not None:
            base = max(self._work.graph.find(inertial.relative_to, record.scope), ROOT)
        made.origin = self._origins.place_origin(body, base, inertial.pose, taking.written_inertial_pose(inertial))
        if inertial.element is None or inertial.element is record.element:
            follows = "as its shapes do" if inertial.is_computed else "in URDF one that says nothing has none"
            self._work.ledger.report_representation(
                record.element, f"a link that says that it has {inertial.mass:g} kg: {follows}"
            )
        else:
            taking.inertial(inertial)
        return made

    def _moments(self, inertial: InertialRecord) -> Moments:
        """The moments of a link; those that it had as a robot, where nothing was changed and no reader judges them."""
        element: Any = inertial.element
        had = read_moments(element, inertial.moments, self._work.ledger)
        if had is None or self._work.target.profile is not None:
            return moments_of(inertial)
        self._work.ledger.report_representation(
            element.inertia,
            f"the moments that <{URDF.prefix}:inertia> says: {' '.join(f'{each:g}' for each in had)}",
        )
        return had

    def add_shape(self, link: Any, tag: str, shape: ShapeRecord, record: LinkRecord, body: int) -> None:
        """Adds a visual or collision to a link, which a body is; more than one where URDF has no such shape."""
        element: Any = shape.element
        taking = self._work.takings.of(element)
        geometry = taking.locate(shape.geometry, self._work.folder)
        reason = None if isinstance(geometry, Empty) else unfit(geometry)
        if isinstance(geometry, shapes.Mesh):
            reason = self._find_mesh_fault(geometry)
        pieces = self._geometries.pieces(geometry) if reason is None else []
        if not pieces:
            if element is not None and element.source_element is not None:
                self._work.ledger.mark_rejected(
                    element.source_element,
                    reason or taking.reason_without_file(shape.geometry) or WITHOUT[type(geometry)],
                )
            return
        base = self._work.graph.index[record.name]
        if shape.relative_to is not None:
            found = self._work.graph.find(shape.relative_to, record.scope)
            base = base if found == NO_INDEX else found
        taking.shape(shape)
        name = getattr(element, "name", None) or None
        place = element if shape.pose_element is None and hasattr(element, "transformation") else shape.pose_element
        look = self._look(shape, record) if tag == "visual" else None
        if len(pieces) > 1:
            self._work.ledger.report_representation(
                element, "a cylinder with two spheres: this version of URDF has no capsules"
            )
        if type(shape.geometry) in ROUND and pieces[0].geometry.sphere is not None and len(pieces) == 1:
            self._work.ledger.report_representation(element, "a sphere, as round as it is")
        for number, piece in enumerate(pieces):
            pose = _place_piece(piece, shape.pose)
            made = self._work.make(tag.capitalize(), name=name if not number else name and f"{name}_{number}")
            made.origin = self._origins.place_origin(body, base, pose, place)
            made.geometry = piece.geometry
            getattr(link, tag).append(made)
            self.shapes.append((element, made))
            if look is not None and any(look):
                self.looks.add(made, look, name or link.name, read_material_name(element, self._work.ledger))
        if look is not None and any(look):
            taking.look(shape)

    def _find_mesh_fault(self, mesh: shapes.Mesh) -> str | None:
        """Why a target that refuses documents for their meshes does not take one; None where it does."""
        if self._work.meshes is None or self._work.folder is None:
            return None
        try:
            if mesh.path is None:
                return MESH_NOT_FOUND
            read = self._work.meshes.judge(mesh.path, mesh.scale)
        except OverBudget:
            return None
        except (Unreadable, OSError):
            return MESH_NOT_FOUND
        if read.fault is not None:
            return f"its file {read.fault}"
        return None if read.has_volume else WITHOUT_VOLUME

    def _look(self, shape: ShapeRecord, record: LinkRecord) -> VisualAppearance:
        """What a visual looks like; to Gazebo, which shows other colours than are written, those by which it shows this."""
        look = look_of(shape)
        said = describe_material(xml_of(shape.element))
        if look.color is None or said is None or not self._work.target.is_gazebo or have_one_material(record.visuals):
            return look
        *rgb, alpha = look.color
        return look._replace(color=(*(tidy(part * SHOWN) for part in rgb), alpha))


def have_one_material(visuals: Iterable[ShapeRecord]) -> bool:
    """Whether all visuals of a link say of themselves what one block can say of them all."""
    said = {describe_material(xml_of(each.element)) for each in visuals}
    return len(said) == 1 and None not in said


def describe_material(visual: _Element | None) -> str | None:
    """What a visual of SDFormat says of its material, whatever the layout; None where it says nothing."""
    material = None if visual is None else visual.find("material")
    if material is None:
        return None
    words = ((literal_tag(each), sorted(each.items()), (each.text or "").split()) for each in material.iter("*"))
    return repr(list(words))


def _place_piece(piece: ShapePiece, outer: RawPose) -> RawPose:
    """Where a piece of a shape is in the link that has the shape at ``outer``: a sphere beside its origin is not turned."""
    if piece.pose == IDENTITY:
        return outer
    placed = compose(outer, piece.pose)
    return placed if piece.geometry.sphere is None else (*placed[:3], *NO_ROTATION)
