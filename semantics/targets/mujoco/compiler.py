"""What MuJoCo's compiler refuses of a robot that its reader takes: bodies, their masses, joints and shapes.

Unless a robot says otherwise, links that no joint moves become part of the one that they are fixed to, and those of the
root part of the world; shapes that are only seen are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import inf, isfinite, isnan, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....runtime.files import Outside, Unreadable
from ....runtime.poses import quaternion_from_rpy
from ....runtime.source import literal_tag
from ...formats.mjcf.flat_meshes import IN_ONE_PLANE
from ...ir.geometry import Box, Capsule, Cylinder, Geometry, Sphere
from ...ir.solids import SolidMass, combine_solids, solid_of, transform_solid
from ...spatial.inertia import Moments, combine_principal, principal_axes
from ...spatial.raw_pose import IDENTITY, RawPose, compose
from ..children import child_of, children_of
from ..facts import facts
from ..registry import MUJOCO
from .refusal import MujocoRefusal
from .robot_texts import WORLD_LINK, read_number, read_numbers, read_shape

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...formats.mjcf.mesh_fitness import MeshFiles
    from .settings import RobotSettings

LEAST = 1e-15
"""Mass, kg, and moments, kg m², of a body that moves have to reach this."""
LEAST_MOMENT = 1e-14
"""What the moments that are written, or of links put together, have to reach, kg m²."""
SHORTEST_AXIS = 1e-6
DENSITY = 1000.0
MOST_STL_FACES = 200_000
STL_HEADER, STL_FACE = 84, 50
"""Bytes before the first face of a binary STL file, and of each."""
NOTHING = SolidMass(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
SIZES = {"box": ("size",), "cylinder": ("radius", "length"), "sphere": ("radius",), "capsule": ("radius", "length")}
UNSCALED = (1.0, 1.0, 1.0)
WITHOUT_VOLUME = "has no volume"
GROUPS = {"visual": 1, "collision": 0}
"""Groups of the geoms that are made of shapes."""


class RobotBody:
    """A link as a body."""

    __slots__ = ("children", "has_mesh", "is_known", "joint", "link", "name", "parent", "pose", "solid")

    def __init__(self, name: str, link: _Element | None) -> None:
        self.name = name
        self.link = link
        self.parent: RobotBody | None = None
        self.joint: _Element | None = None
        self.children: list[RobotBody] = []
        self.pose: RawPose = IDENTITY
        self.solid = NOTHING
        self.is_known = True
        """Whether its mass is; one that was refused, or comes from a mesh, is not."""
        self.has_mesh = False

    @property
    def is_moving(self) -> bool:
        """Whether a joint moves it in the one around."""
        return self.joint is not None and self.joint.get("type") != "fixed"


class RobotCompiler:
    """Compiles one robot whose tree is sound."""

    def __init__(
        self, root: _Element, settings: RobotSettings, options: Options, folder: Path | None, sink: Sink
    ) -> None:
        self._sink = sink
        self._root = root
        self._settings = settings
        self._options = options
        self._folder = folder
        self.world = RobotBody(WORLD_LINK, None)
        self._bodies = self._make_bodies()

    def bodies(self) -> Iterator[RobotBody]:
        """All but the world, each before those below it."""
        waiting = [*reversed(self.world.children)]
        while waiting:
            body = waiting.pop()
            yield body
            waiting += reversed(body.children)

    def refusals(self) -> Iterator[MujocoRefusal]:
        """All faults; MuJoCo stops at the first."""
        for body in (self.world, *self.bodies()):
            if body.link is not None:
                yield from self._refuse_shapes(body.link)
                yield from self._weigh(body)
            if body.joint is not None:
                yield from self._refuse_joint(body, body.joint)
        yield from self._refuse_weightless()

    def _make_bodies(self) -> dict[str, RobotBody]:
        bodies = {WORLD_LINK: self.world}
        for link in children_of(self._root, "link"):
            name = link.get("name") or ""
            if name == WORLD_LINK:
                self.world.link = link
            else:
                bodies.setdefault(name, RobotBody(name, link))
        for joint in children_of(self._root, "joint"):
            parent, child = (child_of(joint, tag) for tag in ("parent", "child"))
            if parent is None or child is None:
                continue
            below, above = bodies.get(child.get("link") or ""), bodies.get(parent.get("link") or "")
            if below is not None and above is not None:
                below.joint, below.pose = joint, _pose_of(joint)
                below.parent = None if below is self.world else above
        for body in bodies.values():
            if body is not self.world:
                body.parent = body.parent or self.world
                body.parent.children.append(body)
        return bodies

    # shapes

    def _refuse_shapes(self, link: _Element) -> Iterator[MujocoRefusal]:
        for holder in self._shapes_of(link):
            shape = read_shape(holder)
            if shape is None:
                continue
            tag = literal_tag(shape)
            for name in SIZES.get(tag, ()):
                sizes = read_numbers(shape, name) or ()
                odd = next((size for size in sizes if not size > 0), None)
                if odd is not None:
                    about = {"name": name, "shape": tag, "text": f"{odd:g}"}
                    yield MujocoRefusal(shape, name, "size", about)
            if tag == "mesh" and shape.get("filename") is not None:
                yield from self._refuse_mesh(shape)

    def _shapes_of(self, link: _Element) -> list[_Element]:
        kinds = ("collision",) if self._settings.discardvisual else ("visual", "collision")
        return [each for each in link if literal_tag(each) in kinds]

    def _refuse_mesh(self, mesh: _Element) -> Iterator[MujocoRefusal]:
        name = mesh.get("filename") or ""
        about = {"name": name}
        scale = read_numbers(mesh, "scale")
        if scale is not None and 0 in scale:
            yield MujocoRefusal(mesh, "scale", "size", {"name": "scale", "shape": "mesh", "text": mesh.get("scale")})
        if self._settings.strippath:
            name = name.rpartition("/")[2].rpartition("\\")[2]
        if self._folder is None:
            return
        path, files = self._folder / self._settings.folder / name, self._options.files
        ending = os.path.splitext(name)[1].lower()
        try:
            if not files.is_file(path):
                yield MujocoRefusal(mesh, "filename", "mesh-missing", about)
            elif ending not in facts(MUJOCO).own["mesh_endings"]:
                yield MujocoRefusal(mesh, "filename", "mesh-kind", about)
            elif ending == ".stl" and not _is_binary_stl(files.head(path, STL_HEADER), files.size(path) or 0):
                yield MujocoRefusal(mesh, "filename", "mesh-text", about)
            else:
                yield from self._refuse_surface(mesh, str(path), about)
        except (Outside, Unreadable):
            return  # what may not be read is no fault of the document

    def _refuse_surface(self, mesh: _Element, path: str, about: dict[str, Any]) -> Iterator[MujocoRefusal]:
        scale = read_numbers(mesh, "scale")
        if scale is None or len(scale) != len(UNSCALED):
            scale = UNSCALED
        read = self._meshes.glance(path, (scale[0], scale[1], scale[2]))
        if read is None:
            return
        holder = next((each for each in mesh.iterancestors() if literal_tag(each) in GROUPS), None)
        if read.is_flat and holder is not None and literal_tag(holder) == "collision":
            yield MujocoRefusal(mesh, "filename", "mesh-fault", {**about, "fault": IN_ONE_PLANE})
        elif read.fault is not None or not read.has_volume:
            yield MujocoRefusal(mesh, "filename", "mesh-fault", {**about, "fault": read.fault or WITHOUT_VOLUME})

    @cached_property
    def _meshes(self) -> MeshFiles:
        from ...formats.mjcf.mesh_fitness import MeshFiles  # here: it imports numpy

        return MeshFiles(self._options, self._sink)

    # masses

    def _weigh(self, body: RobotBody) -> Iterator[MujocoRefusal]:
        """Sets the mass of a body, and reports moments that it cannot have."""
        link, settings = body.link, self._settings
        if link is None:
            return
        written = child_of(link, "inertial")
        solid = None
        if written is not None:
            read = _read_inertial(written)
            if read is None:
                body.is_known = False
                return
            solid, pose = read
            body.is_known = solid.mass < inf
            least = _principal(solid.moments)[0]
            if any(solid.moments) and least < LEAST_MOMENT:
                yield MujocoRefusal(_inertia_in(link), None, "moments", _of_link(body, least=least))
                body.is_known = False
                return
            solid = transform_solid(solid, pose)
        if settings.inertiafromgeom == "true" or (solid is None and settings.inertiafromgeom == "auto"):
            solids = self._solids_of(body)
            if body.has_mesh:
                body.is_known = False
                return
            solid = combine_solids(solids) or solid
        body.solid = solid or NOTHING
        if body is self.world:
            return
        body.solid = self._raise_to_bounds(body.solid)
        low, middle, high = _principal(body.solid.moments)
        if low + middle < high:
            yield MujocoRefusal(
                _inertia_in(link), None, "triangle", _of_link(body, high=high, excess=high - (low + middle))
            )
            body.is_known = False

    def _solids_of(self, body: RobotBody) -> list[SolidMass]:
        """What the shapes of a body weigh that count."""
        low, high = self._settings.inertiagrouprange
        solids = []
        for holder in () if body.link is None else children_of(body.link, "collision"):
            shape = read_shape(holder)
            if shape is None or not low <= GROUPS["collision"] <= high:
                continue
            body.has_mesh = body.has_mesh or literal_tag(shape) == "mesh"
            made = _geometry_of(shape)
            solid = None if made is None else solid_of(made, DENSITY)
            if solid is not None and solid.mass > LEAST_MOMENT:
                solids.append(transform_solid(solid, _pose_of(holder)))
        return solids

    def _raise_to_bounds(self, solid: SolidMass) -> SolidMass:
        settings = self._settings
        mass = max(solid.mass, settings.boundmass)
        if not settings.boundinertia and not settings.balanceinertia:
            return SolidMass(mass, solid.com, solid.moments)
        principal, axes = principal_axes(solid.moments)
        a, b, c = (max(moment, settings.boundinertia) for moment in principal)
        if settings.balanceinertia and a + b < c:
            a = b = c = (a + b + c) / 3
        return SolidMass(mass, solid.com, combine_principal((a, b, c), axes))

    def _refuse_weightless(self) -> Iterator[MujocoRefusal]:
        for body in self.bodies():
            if not body.is_moving or body.link is None:
                continue
            if not self._settings.fusestatic:
                if not _is_heavy_below(body):
                    yield _weightless(body, body.solid)
                continue
            together, faults = _fuse(body)
            if faults:
                yield faults[0]
            elif together is not None and not _is_heavy(together):
                yield _weightless(body, together)

    # joints

    def _refuse_joint(self, body: RobotBody, joint: _Element) -> Iterator[MujocoRefusal]:
        kind, name = joint.get("type"), joint.get("name") or ""
        about = {"joint": name}
        if kind == "fixed":
            return
        if body is self.world:
            yield MujocoRefusal(joint, None, "joint-of-world", about)
        if kind == "floating" and not self._is_on_top(body):
            yield MujocoRefusal(joint, "type", "floating-inside", about)
        axis = child_of(joint, "axis")
        xyz = read_numbers(axis, "xyz")
        has_axis = kind in ("revolute", "continuous", "prismatic", "planar") and xyz is not None
        if axis is not None and has_axis and sqrt(sum(part * part for part in xyz or ())) < SHORTEST_AXIS:
            yield MujocoRefusal(axis, "xyz", "short-axis", about)
        limit, ends = child_of(joint, "limit"), read_range(joint)
        if limit is not None and kind == "spherical" and ends is not None and ends[0] != 0 and ends[0] < ends[1]:
            yield MujocoRefusal(limit, "lower", "ball-range", about)
        has_limits = (ends is not None and any(ends)) or read_number(limit, "effort")
        if limit is not None and not self._settings.autolimits and has_limits:
            yield MujocoRefusal(limit, None, "limits-unsaid", about)
        mimic = child_of(joint, "mimic")
        if mimic is not None and name and mimic.get("joint") == name and has_one_coordinate(joint):
            yield MujocoRefusal(mimic, "joint", "mimic-of-itself", about)

    def _is_on_top(self, body: RobotBody) -> bool:
        """Whether a body is on top once links that no joint moves are part of it."""
        above = body.parent
        while above is not None and above is not self.world:
            if not self._settings.fusestatic or above.is_moving:
                return False
            above = above.parent
        return True


def has_one_coordinate(joint: _Element) -> bool:
    """Whether MuJoCo couples a joint to others."""
    return joint.get("type") in ("revolute", "continuous", "prismatic")


def read_range(joint: _Element) -> tuple[float, float] | None:
    """The range of a joint; None where MuJoCo gives it none, as where one end is missing or they are the wrong way round."""
    limit = child_of(joint, "limit")
    lower, upper = read_number(limit, "lower"), read_number(limit, "upper")
    return None if lower is None or upper is None or lower > upper else (lower, upper)


def _fuse(body: RobotBody) -> tuple[SolidMass | None, list[MujocoRefusal]]:
    """A body with what is fixed to it, in the order of MuJoCo, and what is refused meanwhile; None where a mass is not known."""
    if not body.is_known:
        return None, []
    together = body.solid
    waiting = [(IDENTITY, child) for child in reversed(body.children)]
    while waiting:
        around, child = waiting.pop()
        if child.is_moving:
            continue
        if not child.is_known:
            return None, []
        pose = compose(around, child.pose)
        if child.solid.mass >= LEAST:
            together = combine_solids((together, transform_solid(child.solid, pose))) or NOTHING
            if together.mass >= LEAST and _principal(together.moments)[0] < LEAST_MOMENT and body.link is not None:
                return None, [MujocoRefusal(body.link, "name", "fused-moments", _of_link(body))]
        waiting += [(pose, each) for each in reversed(child.children)]
    return together, []


def _is_heavy_below(body: RobotBody) -> bool:
    """Whether a body, or one that is fixed to it, has mass and moments."""
    if not body.is_known or _is_heavy(body.solid):
        return True
    return any(_is_heavy_below(child) for child in body.children if not child.is_moving)


def _is_heavy(solid: SolidMass) -> bool:
    return solid.mass >= LEAST and _principal(solid.moments)[0] >= LEAST


def _weightless(body: RobotBody, solid: SolidMass) -> MujocoRefusal:
    link = body.link
    if link is None:
        raise ValueError("the world does not move")
    inertial = child_of(link, "inertial")
    what = "mass" if not solid.mass >= LEAST else "moments"
    place = None if inertial is None else child_of(inertial, "mass" if what == "mass" else "inertia")
    at, attribute = (link, "name") if place is None else (place, "value" if what == "mass" else None)
    return MujocoRefusal(at, attribute, "weightless", _of_link(body, what=what))


def _inertia_in(link: _Element) -> _Element:
    """Where moments of a link are written; the link itself where they are not."""
    inertial = child_of(link, "inertial")
    inertia = None if inertial is None else child_of(inertial, "inertia")
    return link if inertia is None else inertia


def _of_link(body: RobotBody, **more: Any) -> dict[str, Any]:
    return {"link": body.name, **more}


def _read_inertial(inertial: _Element) -> tuple[SolidMass, RawPose] | None:
    """What ``<inertial>`` says, and where; None where it cannot be read."""
    mass, inertia = read_number(child_of(inertial, "mass"), "value"), child_of(inertial, "inertia")
    moments = [read_number(inertia, name) for name in MOMENTS]
    if mass is None or any(moment is None for moment in moments):
        return None
    xx, yy, zz, xy, xz, yz = (moment or 0.0 for moment in moments)
    whole: Moments = (xx, yy, zz, xy, xz, yz)
    if not all(map(isfinite, whole)):
        whole = NOTHING.moments
    return SolidMass(0.0 if isnan(mass) else mass, NOTHING.com, whole), _pose_of(inertial)


def _principal(moments: Moments) -> Sequence[float]:
    a, b, c, *products = moments
    if not all(map(isfinite, moments)):
        return (0.0, 0.0, 0.0)
    return principal_axes(moments)[0] if any(products) else sorted((a, b, c))


def _geometry_of(shape: _Element) -> Geometry | None:
    """A primitive with its size; None for others, and where that is none."""
    sizes = [size for name in SIZES.get(literal_tag(shape), ()) for size in read_numbers(shape, name) or ()]
    if not all(0 < size < inf for size in sizes):
        return None
    match literal_tag(shape), sizes:
        case "box", [x, y, z]:
            return Box((x, y, z))
        case "cylinder", [radius, length]:
            return Cylinder(radius, length)
        case "capsule", [radius, length]:
            return Capsule(radius, length)
        case "sphere", [radius]:
            return Sphere(radius)
    return None


def _pose_of(holder: _Element) -> RawPose:
    """The pose that ``<origin>`` gives."""
    origin = child_of(holder, "origin")
    xyz, rpy = read_numbers(origin, "xyz") or (), read_numbers(origin, "rpy") or ()
    x, y, z = xyz if len(xyz) == 3 and all(map(isfinite, xyz)) else (0.0, 0.0, 0.0)
    if len(rpy) != 3 or not any(rpy) or not all(map(isfinite, rpy)):
        return (x, y, z, 1.0, 0.0, 0.0, 0.0)
    return (x, y, z, *quaternion_from_rpy(*rpy))


def _is_binary_stl(head: bytes, size: int) -> bool:
    count = int.from_bytes(head[80:STL_HEADER], "little", signed=True) if len(head) == STL_HEADER else 0
    return 1 <= count <= MOST_STL_FACES and size == STL_HEADER + STL_FACE * count
