"""Geoms: what is seen of bodies and what they touch with, as shapes of MJCF with half lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ...frames.graph import NO_INDEX, ROOT
from ...ir import geometry as shapes
from ...ir.geometry import Empty
from ...ir.sizes import is_sound
from ...spatial.raw_pose import IDENTITY, compose, shortest_rotation
from ..to_urdf.chains import Z
from ..to_urdf.links import look_of

if TYPE_CHECKING:
    from ...ir.links import LinkRecord, ShapeRecord
    from ...spatial.raw_pose import RawPose
    from .assets import MaterialAssets, MeshAssets
    from .workspace import MjcfWorkspace

VISUAL, COLLISION = "visual", "collision"
GROUPS = {VISUAL: 2, COLLISION: 3}
"""Of geoms that are seen, and of those that MuJoCo's viewer hides."""
GRID = 0.05
"""Distance between the lines that are drawn on a plane, m."""
FRICTION = (1.0, 0.005, 0.0001)
"""What MuJoCo takes where nothing is said: sliding, torsional, rolling."""
WITHOUT: dict[type[shapes.Geometry], str] = {
    shapes.Cone: "MJCF has no cones",
    shapes.Pyramid: "MJCF has no pyramids",
    shapes.Heightmap: "MJCF has height fields in files of other kinds",
    shapes.Image: "MJCF has no shapes of images",
    shapes.Polyline: "MJCF has no shapes drawn out of outlines",
    shapes.MultiSphere: "MJCF has no hulls of spheres",
    shapes.SoftMesh: "soft bodies of MJCF are others",
    shapes.Empty: "there is no shape in it",
}
"""Why a shape is lost."""
NO_SIZE = "MuJoCo refuses sizes that are not above 0"


class _Form(NamedTuple):
    """A shape of MJCF, and where it is in that of the description."""

    said: dict[str, Any]
    pose: RawPose = IDENTITY


def _form_of(shape: shapes.Geometry, kind: str) -> _Form | None:
    """The type and size of a shape that is no mesh; None where MJCF has nothing like it."""
    if isinstance(shape, shapes.Box):
        x, y, z = shape.size
        return _Form({"type": "box", "size": (x / 2, y / 2, z / 2)})
    if isinstance(shape, shapes.Sphere):
        return _Form({"type": "sphere", "size": (shape.radius,)})
    if isinstance(shape, shapes.Cylinder):
        return _Form({"type": "cylinder", "size": (shape.radius, shape.length / 2)})
    if isinstance(shape, shapes.Capsule) and shape.length:
        return _Form({"type": "capsule", "size": (shape.radius, shape.length / 2)})
    if isinstance(shape, shapes.Capsule):
        return _Form({"type": "sphere", "size": (shape.radius,)})
    if isinstance(shape, shapes.Ellipsoid):
        return _Form({"type": "ellipsoid", "size": shape.radii})
    if isinstance(shape, shapes.Plane):
        x, y = shape.size or (0.0, 0.0)
        turned = shortest_rotation(Z, shape.normal)
        nx, ny, nz = (shape.offset * part for part in shape.normal)
        # what touches a plane touches it anywhere
        size = (x / 2, y / 2, GRID) if kind == VISUAL or shape.size is not None else (0.0, 0.0, GRID)
        return _Form({"type": "plane", "size": size}, (nx, ny, nz, *turned))
    return None


class GeomWriter:
    """Makes geoms.

    Attributes:
        made: geoms by ``"visual"`` and ``"collision"``, in document order.
        shapes: pairs of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: MjcfWorkspace, meshes: MeshAssets, materials: MaterialAssets) -> None:
        self.made: dict[str, list[Any]] = {VISUAL: [], COLLISION: []}
        self.shapes: list[tuple[Any, Any]] = []
        self._work = work
        self._meshes = meshes
        self._materials = materials

    def add_all(self, body: Any, vertex: int, record: LinkRecord, *, moves: bool) -> None:
        """Adds the shapes of a link to a body.

        Args:
            body: of MJCF, or its world.
            vertex: of the body.
            record: the link.
            moves: whether the body does.
        """
        for kind, found in ((VISUAL, record.visuals), (COLLISION, record.collisions)):
            for shape in found:
                self._add(body, kind, shape, vertex, record, moves)

    def write_masses(self, body: Any) -> None:
        """Lets shapes of a body weigh nothing where that does not say its mass, which would follow from them."""
        for geom in body.geom if body.inertial is None else ():
            if geom.type != "plane":
                geom.mass = 0.0  # not in a class: pinocchio reads it of geoms alone

    def _add(self, body: Any, kind: str, shape: ShapeRecord, vertex: int, record: LinkRecord, moves: bool) -> None:
        taking, element = self._work.takings.of(shape.element), shape.element
        form = self._find_form(shape.geometry, kind, moves)
        if isinstance(form, str):
            there = getattr(element, "source_element", None)
            if there is not None:
                self._work.ledger.mark_rejected(there, form)
            return
        taking.shape(shape)
        self._report_form(shape, form)
        base = vertex if record.name != self._work.graph.records[ROOT].name else ROOT
        if shape.relative_to is not None:
            found = self._work.graph.find(shape.relative_to, record.scope)
            base = base if found == NO_INDEX else found
        written = getattr(element, "name", None) or None
        name = None if written is None else self._name_of(written, kind, body)
        made = self._work.make("Geom", name=name, **form.said)
        place = element if shape.pose_element is None and hasattr(element, "transformation") else shape.pose_element
        if form.pose == IDENTITY:
            said = self._work.compute_place(vertex, base, shape.pose, place)
        else:
            said = self._work.compute_place(vertex, base, compose(shape.pose, form.pose), None)
        for field, value in said.items():
            setattr(made, field, value)
        if name is not None and name != written:
            self._work.ledger.report_representation(
                element, f"geom {name!r}: MJCF takes each name once", attribute="name"
            )
        if kind == VISUAL:
            self._paint(made, shape, name or getattr(body, "name", None) or VISUAL)
        else:
            self._touch(made, shape)
        body.geom.append(made)
        self.made[kind].append(made)
        self.shapes.append((element, made))

    def _name_of(self, written: str, kind: str, body: Any) -> str:
        """A name that no other geom has: that of a collision is often that of a visual, and that of another link's."""
        around = getattr(body, "name", None)
        of_kind = [] if kind == VISUAL or kind in written else [f"{written}_{kind}"]
        of_body = [f"{around}_{each}" for each in (written, *of_kind) if around]
        return self._work.new_name("geom", written, *of_kind, *of_body)

    def _find_form(self, shape: shapes.Geometry, kind: str, moves: bool) -> _Form | str:
        """What a shape becomes, or why it is lost."""
        if isinstance(shape, shapes.Mesh):
            fault = self._meshes.find_fault(shape, touches=kind == COLLISION)
            return fault or _Form({"type": "mesh", "mesh": self._meshes.name_of(shape)}, shape.placement)
        if isinstance(shape, shapes.Plane) and moves:
            return "planes of MJCF stand still, and its body moves"
        form = _form_of(shape, kind)
        if form is None:
            return WITHOUT.get(type(shape), WITHOUT[Empty])
        measured = shapes.Sphere(shape.radius) if isinstance(shape, shapes.Capsule) and not shape.length else shape
        return form if is_sound(measured) else NO_SIZE

    def _report_form(self, shape: ShapeRecord, form: _Form) -> None:
        if isinstance(shape.geometry, shapes.Capsule) and form.said["type"] == "sphere":
            self._work.ledger.report_representation(shape.element, "a sphere, as round as it is")

    def _paint(self, made: Any, shape: ShapeRecord, name: str) -> None:
        look = look_of(shape)
        image = None if look.texture is None else self._materials.find_image(look.texture)
        if look.texture is None or image is not None:
            if any(look):
                self._work.takings.of(shape.element).look(shape)
        elif look.color is not None:
            self._work.takings.of(shape.element).mark("colour", shape.element)
        look = look._replace(texture=image)
        if any(look):
            material = getattr(shape.element, "material", None)
            called = getattr(material, "name", None)
            self._materials.add(made, look, called if isinstance(called, str) else "", name)

    def _touch(self, made: Any, shape: ShapeRecord) -> None:
        """Friction that is written, where it is not MuJoCo's own."""
        said = shape.find_properties()
        sliding, other = (*said.get("friction", FRICTION[:1]), None)[:2]
        rest = said.get("torsional_friction", FRICTION[1]), said.get("rolling_friction", FRICTION[2])
        taking = self._work.takings.of(shape.element)
        taking.mark("friction", shape.element)
        if other == sliding:
            taking.mark("same_friction", shape.element)
        if sliding is not None and (sliding, *rest) != FRICTION and sliding >= 0:
            made.friction = (sliding, *rest) if rest != FRICTION[1:] else (sliding,)
