"""Links as bodies: mass properties, and shapes as points and volumes, all in the frame of the link and along its axes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable
from functools import cached_property
from math import cos, isfinite, pi
from typing import TYPE_CHECKING, Any

import numpy as np

from ....diagnostics.records import dataclass
from ....runtime.budget import LIMITS, OverBudget
from ....runtime.contents import Contents
from ....runtime.files import Unreadable
from ....runtime.float_errors import silent
from ....runtime.patterns import compile_pattern
from ...formats.mesh_facets import FACET_COUNTS
from ...formats.meshes import Surfaces, solid_of_mesh
from ...frames.graph import NO_INDEX
from ...frames.pose_solver import world_poses
from ...ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Geometry,
    Mesh,
    MultiSphere,
    Polyline,
    Pyramid,
    Sphere,
)
from ...ir.solids import SolidMass, solid_of, transform_solid
from ...spatial.transform import Transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....runtime.budget import Budget
    from ....runtime.files import Files
    from ...frames.graph import FrameGraph
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord
    from ...scene.validation import ValidatedWorld

    Array = NDArray[np.float64]

SIDES = 24
"""Of the polygons that stand for circles."""
_METER = compile_pattern(rb"<unit\b[^>]{0,200}?\bmeter\s*=\s*[\"']\s*([0-9.eE+-]{1,30})\s*[\"']")
AXES_OF_FILE = frozenset({"dae", "glb", "gltf"})
"""Endings of files that say which axis is up and how long a unit is, which readers heed or not."""


@dataclass(frozen=True, slots=True)
class MeshMeasure:
    """What is known of a mesh, in its own frame and at its scale."""

    points: Array
    """Corners of its convex hull, shape (n, 3)."""
    solid: SolidMass | None
    """What it encloses, at 1 kg/m³; None where it is not closed."""
    hull: SolidMass | None
    """The same of its convex hull; None where that is flat, or there is nothing to find it with."""
    facets: int
    placed: bool
    """Whether every reader has it at this place and of this size."""


@dataclass(frozen=True, slots=True)
class PlacedShape:
    """A shape in the frame of its link."""

    record: ShapeRecord
    points: Array | None
    """Corners of a polyhedron that it lies in, shape (n, 3); None where its extent is not known."""
    solid: SolidMass | None
    """The shape filled evenly, at 1 kg/m³, so that its mass is the volume; None where it encloses nothing that is known."""
    hull: SolidMass | None
    """Its convex hull, likewise."""
    facets: int = 0
    """Of its mesh, as far as they are known."""


class Body:
    """A link with its shapes."""

    def __init__(self, link: LinkRecord, bodies: Bodies) -> None:
        self.link = link
        self._bodies = bodies

    @property
    def inertial(self) -> InertialRecord:
        """Its mass properties as they are written."""
        return self.link.inertial

    @property
    def is_written(self) -> bool:
        """Whether the document says what its mass properties are."""
        return self.inertial.element not in (None, self.link.element)

    @cached_property
    def com(self) -> Array:
        """Centre of mass, shape (3,), m."""
        return self._bodies.pose(self.inertial, self.link)[:3, 3]

    @cached_property
    def inertia(self) -> Array:
        """About the centre of mass, shape (3, 3), kg m²."""
        xx, yy, zz, xy, xz, yz = self.inertial.moments
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=np.float64)
        rotation = self._bodies.pose(self.inertial, self.link)[:3, :3]
        turned: Array = rotation @ matrix @ rotation.T
        return turned

    @cached_property
    def visuals(self) -> tuple[PlacedShape, ...]:
        """What is seen of it."""
        return tuple(self._bodies.place(shape, self.link) for shape in self.link.visuals)

    @cached_property
    def collisions(self) -> tuple[PlacedShape, ...]:
        """What it touches with."""
        return tuple(self._bodies.place(shape, self.link) for shape in self.link.collisions)

    def move_here(self, other: Body, points: Array) -> Array:
        """Points in the frame of another link in that of this one, at the zero configuration."""
        return points if other is self else self._bodies.move_points(points, other.link, self.link)

    @cached_property
    def outline(self) -> Array | None:
        """Points between which all of its shapes lie, shape (n, 3); None where there is none, or one is not known."""
        return join_points((*self.visuals, *self.collisions))


def join_points(shapes: Iterable[PlacedShape]) -> Array | None:
    """The points of shapes; None where there are none, or those of one are not known."""
    parts = []
    for shape in shapes:
        if shape.points is None:
            return None
        parts.append(shape.points)
    found = np.concatenate(parts) if parts else np.empty((0, 3))
    return found if len(found) and bool(np.isfinite(found).all()) else None


class Bodies:
    """The links of a world as bodies, with the meshes that they have in common."""

    def __init__(self, world: ValidatedWorld, files: Files, budget: Budget) -> None:
        self.bodies = [Body(link, self) for link in world.description.links]
        self.unread: list[ShapeRecord] = []
        """Meshes whose file is there and not looked into, because trimesh is not installed."""
        self._graph = world.graph
        self._files, self._contents = files, Contents(budget)
        self._surfaces = Surfaces(files, budget)
        self._meshes: dict[Mesh, MeshMeasure | None] = {}

    @cached_property
    def _world_poses(self) -> Array:
        return world_poses(self._graph)

    @silent
    def pose(self, record: ShapeRecord | InertialRecord, link: LinkRecord) -> Array:
        """The pose of a record in the frame of its link, as a matrix."""
        own = Transform.from_quaternion(record.pose[:3], record.pose[3:]).matrix
        if not record.relative_to:
            return own
        graph: FrameGraph = self._graph
        vertex, holder = graph.find(record.relative_to, link.scope), graph.index[link.name]
        if vertex in (NO_INDEX, holder):
            return own
        found: Array = np.linalg.inv(self._world_poses[holder]) @ self._world_poses[vertex] @ own
        return found

    @silent
    def move_points(self, points: Array, start: LinkRecord, end: LinkRecord) -> Array:
        """Points in the frame of one link in that of another."""
        index = self._graph.index
        pose = np.linalg.inv(self._world_poses[index[end.name]]) @ self._world_poses[index[start.name]]
        moved: Array = points @ pose[:3, :3].T + pose[:3, 3]
        return moved

    @silent
    def place(self, record: ShapeRecord, link: LinkRecord) -> PlacedShape:
        """A shape of a link in its frame."""
        geometry, facets = record.geometry, 0
        if isinstance(geometry, Mesh):
            mesh = self.measure(geometry, record)
            facets = self._count_facets(geometry) if mesh is None else mesh.facets
            is_known = mesh is not None and mesh.placed
            points, solid, hull = (mesh.points, mesh.solid, mesh.hull) if mesh and is_known else (None, None, None)
        else:
            points = points_around(geometry)
            solid = hull = solid_of(geometry, 1.0)
        pose = self.pose(record, link)
        if points is not None:
            points = points @ pose[:3, :3].T + pose[:3, 3]
        return PlacedShape(record, points, _place_solid(solid, pose), _place_solid(hull, pose), facets)

    def measure(self, mesh: Mesh, record: ShapeRecord) -> MeshMeasure | None:
        """What is known of a mesh; None where its file is not found, or cannot be read."""
        if mesh not in self._meshes:
            self._meshes[mesh] = None
            if mesh.path is not None and importlib.util.find_spec("trimesh") is None:
                self.unread.append(record)
            elif mesh.path is not None:
                self._meshes[mesh] = self._read(mesh)
        return self._meshes[mesh]

    def _count_facets(self, mesh: Mesh) -> int:
        """The facets in a file that ``trimesh`` does not read, since it is not installed."""
        ending = (mesh.path or "").rpartition(".")[2].lower()
        if mesh.path is None or ending not in FACET_COUNTS or importlib.util.find_spec("trimesh") is not None:
            return 0
        try:
            return FACET_COUNTS[ending](self._contents.read(mesh.path, LIMITS["bytes of one mesh"], self._files))
        except Unreadable:
            return 0

    def _has_plain_axes(self, path: str) -> bool:
        """Whether a file says nothing of its axes and units, or nothing that some reader does not heed."""
        ending = path.rpartition(".")[2].lower()
        if ending != "dae":
            return ending not in AXES_OF_FILE
        data = self._contents.read(path, LIMITS["bytes of one mesh"], self._files)
        unit = _METER.search(data)
        return b"<up_axis>Z_UP</up_axis>" in data and (unit is None or float(unit[1]) == 1.0)

    def _read(self, mesh: Mesh) -> MeshMeasure | None:
        try:
            surface = self._surfaces.find(mesh.path or "", mesh.submesh)
            if surface is None or not len(surface.vertices):
                return None
            solid = solid_of_mesh(mesh, 1.0, self._surfaces)
            placed = self._has_plain_axes(mesh.path or "")
            return _measure(mesh, surface, None if isinstance(solid, str) else solid, placed=placed)
        except OverBudget:
            raise
        except Exception:  # noqa: BLE001 - readers of meshes raise whatever a broken file makes them
            return None


def _place_solid(solid: SolidMass | None, pose: Array) -> SolidMass | None:
    """A solid where the frame that it is in has a pose; None where it has no volume."""
    if solid is None or not (isfinite(solid.mass) and solid.mass > 0):
        return None
    x, y, z = pose[:3, 3].tolist()
    w, i, j, k = Transform(pose).quaternion.tolist()
    return transform_solid(solid, (x, y, z, w, i, j, k))


@silent
def _measure(mesh: Mesh, surface: Any, solid: SolidMass | None, *, placed: bool) -> MeshMeasure | None:
    vertices: Array = np.asarray(surface.vertices, dtype=np.float64)
    if mesh.submesh is not None and mesh.center_submesh:
        vertices = vertices - (vertices.min(axis=0) + vertices.max(axis=0)) / 2
    vertices = vertices * np.asarray(mesh.scale)
    if not np.isfinite(vertices).all():
        return None
    points, hull = find_hull(vertices)
    if solid is not None and solid.mass < 0:  # the facets face inwards
        solid = solid.scale_density(-1.0)
    return MeshMeasure(points, solid, hull, len(surface.faces), placed)


def find_hull(vertices: Array) -> tuple[Array, SolidMass | None]:
    """The corners of the convex hull of points, and what that encloses; all points and None where nothing finds it."""
    if importlib.util.find_spec("scipy") is None:
        return vertices, None
    spatial = importlib.import_module("scipy.spatial")
    try:
        hull = spatial.ConvexHull(vertices)
    except (spatial.QhullError, ValueError):  # flat, or too few points
        return vertices, None
    inside = vertices[hull.vertices].mean(axis=0)
    corners = vertices[hull.simplices] - inside
    volumes = np.abs(np.linalg.det(corners)) / 6
    volume = float(volumes.sum())
    centres = corners.sum(axis=1) / 4
    com = (volumes[:, None] * centres).sum(axis=0) / volume
    # of a tetrahedron with a corner at the origin: the second moments by its corners and their sum
    sums = corners.sum(axis=1)
    squares = np.einsum("nki,nkj->nij", corners, corners) + np.einsum("ni,nj->nij", sums, sums)
    second = (volumes[:, None, None] * squares).sum(axis=0) / 20 - volume * np.outer(com, com)
    moments = np.trace(second) * np.eye(3) - second
    x, y, z = com + inside
    solid = SolidMass(
        volume,
        (float(x), float(y), float(z)),
        (
            float(moments[0, 0]),
            float(moments[1, 1]),
            float(moments[2, 2]),
            float(moments[0, 1]),
            float(moments[0, 2]),
            float(moments[1, 2]),
        ),
    )
    return vertices[hull.vertices], solid


def _polygon() -> Array:
    """Corners of a polygon around the unit circle."""
    angles = np.arange(SIDES) * (2 * pi / SIDES)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1) / cos(pi / SIDES)


def _ball() -> Array:
    """Corners of a polyhedron around the unit ball."""
    angles = np.linspace(-pi / 2, pi / 2, SIDES // 2 + 1)
    circle = _polygon()
    rings = [np.column_stack((circle * cos(angle), np.full(SIDES, np.sin(angle)))) for angle in angles]
    return np.concatenate(rings) / cos(pi / SIDES)


POLYGON, BALL = _polygon(), _ball()


def _corners(x: float, y: float, z: float) -> Array:
    """The corners of a box with these half lengths."""
    return np.array([(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)], dtype=np.float64)


def _prism(outline: Array, *heights: float) -> Array:
    return np.concatenate([np.column_stack((outline, np.full(len(outline), height))) for height in heights])


def points_around(geometry: Geometry) -> Array | None:
    """Corners of a polyhedron that a shape lies in, at most 2 % larger; None where its extent is not known."""
    match geometry:
        case Box(size=(x, y, z)):
            return _corners(x / 2, y / 2, z / 2)
        case Sphere(radius=radius):
            return BALL * radius
        case Ellipsoid(radii=radii):
            return BALL * np.array(radii, dtype=np.float64)
        case Cylinder(radius=radius, length=length):
            return _prism(POLYGON * radius, -length / 2, length / 2)
        case Capsule(radius=radius, length=length):
            ball, up = BALL * radius, np.array((0.0, 0.0, length / 2))
            return np.concatenate((ball - up, ball + up))
        case Cone(radius=radius, length=length):
            tip = np.array([(0.0, 0.0, length / 2)])
            return np.concatenate((_prism(POLYGON * radius, -length / 2), tip))
        case Pyramid(base_width=width, base_depth=depth, height=height):
            return np.concatenate((_corners(width / 2, depth / 2, height / 2)[::2], np.array([(0.0, 0.0, height / 2)])))
        case MultiSphere(spheres=spheres) if spheres:
            return np.concatenate([BALL * radius + np.asarray(centre) for radius, centre in spheres])
        case Polyline(points=outlines, height=height) if any(outlines):
            corners = np.array([corner for outline in outlines for corner in outline], dtype=np.float64)
            return _prism(corners, 0.0, height)
        case Empty(reason="empty"):
            return np.empty((0, 3))
    return None
