"""Geoms of bodies: what they are, where they are and how large, and the shapes that they are to a link.

Spec: MJCF reference, ``body/geom``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ...ir.geometry import Box, Capsule, Cylinder, Ellipsoid, Empty, Geometry, Heightmap, Plane, Sphere
from ...ir.links import ShapeRecord
from ...ir.sizes import is_sound
from ...spatial.raw_pose import RawPose, Vector, compose
from .context import numbers_in, word_of
from .extents import LENGTHS, extent_of, is_unreadable, refuse, report_size
from .meshes import asset_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....runtime.sink import Sink
    from ...ir.links import Shapes
    from .meshes import Meshes
    from .model import MjcfBody, MjcfModel, MjcfPart

    _Properties = Callable[["Geom", MjcfModel], dict[str, Any]]

OF_MESHES = ("mesh", "sdf")
"""The types that are the mesh itself."""
OF_ASSETS = frozenset({"mesh", "hfield"})
"""Attributes that name what a geom is, or is fitted to."""
PRIMITIVES = frozenset(LENGTHS) - {"plane"}
"""The types that need nothing else, and may be anywhere."""
DRAWN_GROUPS = range(3)
"""The groups that MuJoCo's viewer shows, as do those who take visuals from geoms."""
CONTACT_DIMENSIONS = (1, 3, 4, 6)
"""What ``condim`` may be."""
PLAIN_COLOUR = (0.5, 0.5, 0.5, 1.0)
"""The colour of a geom that a material changes."""
FRICTION = (1.0, 0.005, 0.0001)
"""Coefficients of a geom that says none: sliding, torsional, rolling."""
CONTACT = ("solref", "solimp", "solmix", "margin", "gap", "priority")
"""Attributes that become properties of the same name where they are written."""


class Geom(NamedTuple):
    """A geom with what its class gives it."""

    part: MjcfPart
    kind: str
    """Its type; that of what is fitted, where it is fitted to a mesh."""
    pose: RawPose
    """In its body, as it is written."""
    size: Vector
    """Half lengths, as many as its type has, the others 0."""
    mesh: MjcfPart | None
    """The asset that it is, or that it is fitted to."""
    hfield: MjcfPart | None
    shape: Geometry | None
    """What it is; None where that takes a mesh."""

    @property
    def is_fitted(self) -> bool:
        """Whether its size and pose come from a mesh that it takes the place of."""
        return self.mesh is not None and self.kind not in OF_MESHES

    def get(self, name: str) -> Any:
        """The value of an attribute, its own or that of its class."""
        return self.part.get(name)


class GeomShapes(NamedTuple):
    """The shapes of a link."""

    visuals: Shapes
    collisions: Shapes
    geometries: list[Geometry] | None
    """What they are, where that is known before they are made."""


class Geoms:
    """Reads the geoms of one model."""

    def __init__(self, model: MjcfModel, meshes: Meshes, sink: Sink) -> None:
        self._model = model
        self._meshes = meshes
        self._sink = sink
        pairs = [part for part in model.sections.get("contact", ()) if part.tag == "pair"]
        self._paired = {model.reference(part, field) for part in pairs for field in ("geom1", "geom2")}
        """Names of the geoms that contact pairs name."""

    def of(self, body: MjcfBody) -> list[Geom]:
        """The geoms of a body in the order of the text; reports what is wrong with each."""
        return [self._read(part, body) for part in body.geoms]

    def shapes_of(self, geoms: Sequence[Geom]) -> GeomShapes:
        """What is seen of a body, and what it touches with."""
        if not geoms:
            return GeomShapes([], [], [])
        make_visuals, make_collisions = partial(self._make_visuals, geoms), partial(self._make_collisions, geoms)
        # what can be wrong is looked at now; else records are made when they are first needed, which they seldom are
        odd = [geom for geom in geoms if geom.shape is not None and not is_sound(geom.shape)]
        if not odd:
            shapes = [geom.shape for geom in geoms if geom.shape is not None]
            return GeomShapes(make_visuals, make_collisions, shapes if len(shapes) == len(geoms) else None)
        visuals = make_visuals(None) if any(map(self._is_seen, odd)) else make_visuals
        collisions = make_collisions(None) if any(map(self._touches, odd)) else make_collisions
        return GeomShapes(visuals, collisions, None)

    def fit_to_mesh(self, geom: Geom) -> Geom | None:
        """The geom in the place of the mesh that it is fitted to, where it is fitted to one; None where that fails."""
        if not geom.is_fitted or geom.mesh is None:
            return geom
        found = self._meshes.fit(geom.mesh, geom.part, geom.kind)
        if found is None:
            return None
        shape = primitive_of(geom.kind, found.size, None)
        return geom._replace(size=found.size, pose=compose(geom.pose, found.pose), shape=shape)

    def _is_seen(self, geom: Geom) -> bool:
        return (geom.get("group") or 0) in DRAWN_GROUPS or not self._touches(geom)

    def _touches(self, geom: Geom) -> bool:
        return bool(geom.get("contype") or geom.get("conaffinity")) or geom.part.name in self._paired

    def _make_visuals(self, geoms: Sequence[Geom], _link: object) -> list[ShapeRecord]:
        return self._make_records(list(filter(self._is_seen, geoms)), _names_of(geoms), _look_of)

    def _make_collisions(self, geoms: Sequence[Geom], _link: object) -> list[ShapeRecord]:
        return self._make_records(list(filter(self._touches, geoms)), _names_of(geoms), _contact_of)

    def _make_records(self, geoms: Sequence[Geom], names: dict[int, str], properties: _Properties) -> list[ShapeRecord]:
        records = []
        for geom in geoms:
            geometry, pose = self._geometry_of(geom)
            part, element = geom.part, geom.part.element
            found_later = partial(properties, geom, self._model)
            record = ShapeRecord(names[id(geom.part)], geometry, pose, None, found_later, element=element)
            record.size_element = part.holder("size") or element
            if properties is _contact_of:
                record.contact_masks = (geom.get("contype"), geom.get("conaffinity"))
            records.append(record)
        return records

    def _geometry_of(self, geom: Geom) -> tuple[Geometry, RawPose]:
        if geom.mesh is not None and not geom.is_fitted:
            return self._meshes.geometry_of(geom.mesh), geom.pose
        placed = self.fit_to_mesh(geom)
        return (placed.shape, placed.pose) if placed is not None and placed.shape else (Empty("unknown"), geom.pose)

    def _read(self, part: MjcfPart, body: MjcfBody) -> Geom:
        kind = word_of(part, "type")
        mesh = hfield = None
        is_asset = part.are_written(OF_ASSETS)
        if is_asset:
            mesh, hfield = asset_of(self._model, part, "mesh"), asset_of(self._model, part, "hfield")
        if part.is_written("condim") and part.get("condim") not in CONTACT_DIMENSIONS:
            self._report_contact(part)
        if is_asset or kind not in PRIMITIVES:
            self._check_kind(part, kind, body)
        pose, size = extent_of(part, kind, self._sink)
        if kind == "plane" and mesh is None and not size[2] > 0:
            report_size(part, f"the third size of the plane of link {body.label!r}", size[2], self._sink)
        shape = primitive_of(kind, size, hfield) if mesh is None else None
        made = Geom(part, kind, pose, size, mesh, hfield, shape)
        if mesh is not None and kind in OF_MESHES and (kind == "sdf" or self._touches(made)):
            self._check_hull(part, mesh)
        return made

    def _check_hull(self, part: MjcfPart, mesh: MjcfPart) -> None:
        if not self._meshes.has_fault(mesh) and self._meshes.is_flat(mesh):
            refuse(part, "may touch others, and the corners of its mesh are in one plane", "mesh", self._sink)

    def _report_contact(self, part: MjcfPart) -> None:
        """Reports a number of dimensions that no contact has."""
        allowed, text = tuple(map(str, CONTACT_DIMENSIONS)), str(part.get("condim"))
        self._sink.report(
            rules.NOT_ALLOWED, part.holder("condim"), attribute="condim", text=text, suggested=None, allowed=allowed
        )

    def _check_kind(self, part: MjcfPart, kind: str, body: MjcfBody) -> None:
        """Reports a type that needs something else, or does not go with what else is said."""
        if kind in OF_MESHES:
            if not part.get("mesh") and not is_unreadable(part, "mesh") and not part.of("plugin"):
                refuse(part, f"has the type {kind} and names no mesh", "type", self._sink)
            elif part.get("shellinertia"):
                refuse(part, "is a mesh, of which the asset says whether it is a shell", "shellinertia", self._sink)
        elif (part.get("mesh") and kind not in LENGTHS) or (kind == "plane" and part.get("mesh")):
            refuse(part, f"is a {kind}, which cannot be fitted to a mesh", "mesh", self._sink)
        if kind == "hfield" and not part.get("hfield"):
            refuse(part, "has the type hfield and names none", "type", self._sink)
        elif kind != "hfield" and part.get("hfield"):
            refuse(part, f"is a {kind} and names a height field", "hfield", self._sink)
        if kind == "plane" and moves(body):
            refuse(part, f"is a plane, and body {body.label!r} moves", "type", self._sink)


def moves(body: MjcfBody) -> bool:
    """Whether a body, or one that it is welded to, has joints."""
    current: MjcfBody | None = body
    while current is not None and not current.joints:
        current = current.parent
    return current is not None


def primitive_of(kind: str, size: Vector, hfield: MjcfPart | None) -> Geometry:
    """The shape of a geom that is no mesh."""
    a, b, c = size
    if kind == "sphere":
        return Sphere(a)
    if kind == "capsule":
        return Capsule(a, 2 * b)
    if kind == "cylinder":
        return Cylinder(a, 2 * b)
    if kind == "ellipsoid":
        return Ellipsoid((a, b, c))
    if kind == "box":
        return Box((2 * a, 2 * b, 2 * c))
    if kind == "plane":
        return Plane(size=(2 * a, 2 * b) if a > 0 and b > 0 else None)
    if kind == "hfield" and hfield is not None:
        width, depth, height, _ = hfield.get("size") or (0.0, 0.0, 0.0, 0.0)
        return Heightmap(hfield.get("file") or "", (2 * width, 2 * depth, height))
    return Empty("unknown")


def _names_of(geoms: Sequence[Geom]) -> dict[int, str]:
    """Names of the shapes that geoms become, each its own: that of the geom, or of its type with a number."""
    taken = {geom.part.name for geom in geoms if geom.part.name}
    names: dict[int, str] = {}
    numbers: dict[str, int] = {}
    for geom in geoms:
        name = geom.part.name or geom.kind
        while not geom.part.name and name in taken:
            number = numbers[geom.kind] = numbers.get(geom.kind, 0) + 1
            name = f"{geom.kind}_{number}"
        taken.add(name)
        names[id(geom.part)] = name
    return names


def _look_of(geom: Geom, model: MjcfModel) -> dict[str, Any]:
    """``roles``, ``diffuse``, ``material`` and, of planes, ``grid_spacing``; a colour of its own counts before the material's."""
    colour = tuple(geom.get("rgba"))
    look: dict[str, Any] = {"roles": ("illustration",), **_group_of(geom)}
    material = asset_of(model, geom.part, "material")
    if material is not None:
        look["material"] = material.name
        if colour == PLAIN_COLOUR:
            colour = tuple(material.get("rgba"))
    look["diffuse"] = colour
    if geom.kind == "plane":
        look["grid_spacing"] = geom.size[2]
    return look


def _contact_of(geom: Geom, _model: MjcfModel) -> dict[str, Any]:
    """``friction`` at rest and in motion, ``torsional_friction``, ``rolling_friction``, and what contact depends on."""
    sliding, torsional, rolling = numbers_in(geom.part, "friction", FRICTION)
    contact: dict[str, Any] = {
        "roles": ("proximity",),
        **_group_of(geom),
        "friction": (sliding, sliding),
        "torsional_friction": torsional,
        "rolling_friction": rolling,
        "condim": geom.get("condim"),
    }
    contact.update((name, geom.get(name)) for name in CONTACT if geom.part.is_written(name))
    return contact


def _group_of(geom: Geom) -> dict[str, Any]:
    return {"group": geom.get("group") or 0}
