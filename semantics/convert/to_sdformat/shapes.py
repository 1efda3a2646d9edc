"""What links look like and touch with, as SDFormat has it."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ...ir import geometry as shapes
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose
from ..coverage.ledger import xml_of
from ..element_builder import euler_of, shown_color, tidy
from ..sdformat_extensions import has_ambient_color

if TYPE_CHECKING:
    from ...ir.links import ShapeRecord
    from ..workspace import Workspace

UNSCALED = (1.0, 1.0, 1.0)
ENDLESS = (100.0, 100.0)
"""Sides of a plane without end where one with sides has to stand for it, m."""
THICK = 1.0
"""Height of a box in the place of a plane, m."""
HULLS = (".obj", ".vtk", ".gltf")
"""Endings of files that Drake makes shapes to touch of."""
OTHER_FILE = "Drake makes shapes to touch of OBJ, VTK and glTF alone"
BLOCK = "a box under the plane: Drake ends with planes on links among many shapes"
SIZES: dict[type[shapes.Geometry], tuple[str, ...]] = {
    shapes.Box: ("size",),
    shapes.Sphere: ("radius",),
    shapes.Cylinder: ("radius", "length"),
    shapes.Capsule: ("radius", "length"),
    shapes.Ellipsoid: ("radii",),
    shapes.Cone: ("radius", "length"),
}
"""Shapes that SDFormat has just like the description, with the fields that say their sizes."""


def make_shape(work: Workspace, kind: str, record: ShapeRecord, name: str) -> Any:
    """A ``Visual`` or ``Collision``; None where it has no shape."""
    taking = work.takings.of(record.element)
    shape = taking.locate(record.geometry, work.folder)
    placed = record.pose
    reason = unfit(shape)
    if reason is None and kind == "Collision" and work.target.speaks_drake and isinstance(shape, shapes.Mesh):
        ending = PurePath(shape.uri).suffix.lower()
        reason = None if ending in HULLS or not record.contact_masks else OTHER_FILE
    if kind == "Collision" and isinstance(shape, shapes.Plane) and work.target.speaks_drake and record.contact_masks:
        shape = shapes.Box((*(shape.size or ENDLESS), THICK))
        placed = compose(placed, (0.0, 0.0, -THICK / 2, *NO_ROTATION))
        work.ledger.approximate(record.element, BLOCK)
    geometry = _make_geometry(work, shape) if reason is None else None
    if geometry is None:
        if (there := xml_of(record.element)) is not None:
            known = taking.reason_without_file(record.geometry)
            work.ledger.mark_rejected(there, known or reason or "nothing in SDFormat has this shape")
        return None
    if isinstance(shape, shapes.Mesh) and shape.placement != IDENTITY:
        placed = compose(placed, shape.placement)
    pose = euler_of(placed, record.pose_element or record.element)
    made = work.make(kind, name=name, pose=work.make("Pose", value=pose) if any(pose) else None, geometry=geometry)
    contacts = work.contacts if kind == "Collision" else None
    taking.shape(record, has_masks=contacts is not None and contacts.is_exact(record))
    if contacts is not None:
        contacts.write(made, record)
    if kind == "Visual":
        made.material = _make_material(work, record)
        if record.find_properties().get("grid_spacing"):
            size = shape.size if isinstance(shape, shapes.Plane) else None
            sides = "" if size else f" of {ENDLESS[0]:g} m by {ENDLESS[1]:g} m"
            work.ledger.report_representation(record.element, f"a plane{sides} without the lines of its grid")
    return made


def _make_geometry(work: Workspace, shape: shapes.Geometry) -> Any:
    make = work.make
    for kind, fields in SIZES.items():
        if isinstance(shape, kind):
            name = kind.__name__
            sizes = {field: getattr(shape, field) for field in fields}
            return make("Geometry", **{name.lower(): make(name, **sizes)})
    if isinstance(shape, shapes.Plane) and not shape.offset:
        return make("Geometry", plane=make("Plane", normal=shape.normal, size=shape.size or ENDLESS))
    if isinstance(shape, shapes.Mesh):
        scale = None if tuple(shape.scale) == UNSCALED or not all(map(isfinite, shape.scale)) else shape.scale
        mesh = make("Mesh", uri=shape.uri, scale=scale)
        if shape.convex:
            mesh.drake_declare_convex = make("DrakeDeclareConvex")
        return make("Geometry", mesh=mesh)
    return None


def _make_material(work: Workspace, record: ShapeRecord) -> Any:
    look = record.find_properties()
    color, texture = look.get("diffuse", look.get("color")), look.get("diffuse_map")
    color = None if color is None else shown_color(color)
    if color is not None and work.shown != 1.0:
        color = (*(min(tidy(part / work.shown), 1.0) for part in color[:3]), color[3])
    if color is None and texture is None:
        return None
    material = work.make("Material", ambient=None if has_ambient_color(record.element) else color, diffuse=color)
    if texture is not None and work.target.speaks_drake:
        material.drake_diffuse_map = texture
    elif texture is not None:
        material.pbr = work.make("Pbr", metal=work.make("Metal", albedo_map=texture))
    work.takings.of(record.element).look(record)
    return material


def unfit(shape: shapes.Geometry) -> str | None:
    """Why readers make something else of a shape than what it says; None where they do not."""
    if isinstance(shape, shapes.Empty):
        return "it has no shape that could be read"
    sizes: tuple[float, ...] = ()
    if isinstance(shape, shapes.Box):
        sizes = shape.size
    elif isinstance(shape, (shapes.Sphere, shapes.Cylinder, shapes.Capsule)):
        sizes = (shape.radius, shape.radius if isinstance(shape, shapes.Sphere) else shape.length)
    elif isinstance(shape, shapes.Ellipsoid):
        sizes = shape.radii
    return None if all(0 <= size < inf for size in sizes) else "no shape has such a size, and readers take another one"
