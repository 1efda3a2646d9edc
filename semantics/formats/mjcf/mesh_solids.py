"""Meshes as bodies: volume, centre and axes of a surface, as MuJoCo's compiler works them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ....diagnostics.records import dataclass
from ....runtime.float_errors import silent
from ...ir.solids import SolidMass
from ...spatial.hull import convex_hull
from ...spatial.raw_pose import Quaternion, Vector, normalize_quaternion, rotate
from ...spatial.surfaces import Filling, measure
from .flat_meshes import IN_ONE_PLANE, WITHOUT_VOLUME
from .mesh_files import Surface, UnreadableMesh
from .principal_axes import AXES, sort_principal_axes

if TYPE_CHECKING:
    from ...spatial.inertia import Moments
    from ...spatial.so3 import Array

SMALLEST = 1e-15
"""Of volumes and areas."""
FILLINGS: dict[str, Filling] = {"legacy": "positive", "exact": "inside", "convex": "inside", "shell": "surface"}
"""What has mass, by what ``inertia`` says."""


@dataclass(frozen=True, slots=True)
class MeshSolid:
    """A mesh at a density of one, in the frame of the mesh."""

    amount: float
    """Volume, or area of a shell."""
    centre: Vector
    moments: Moments
    """About the centre."""
    rotation: Quaternion
    """Of the principal axes."""
    box: Vector
    """Half lengths of the box along these axes that is as heavy and as hard to turn."""
    lower: Vector
    """Corner, along these axes from the centre, of the box around it."""
    upper: Vector

    def weigh(self, mass: float) -> SolidMass:
        """The body of a mass."""
        return SolidMass(self.amount, self.centre, self.moments).scale_density(mass / self.amount)


@silent
def make_solid(
    surface: Surface, scale: Vector, position: Vector | None, quaternion: Quaternion, inertia: str
) -> MeshSolid:
    """The body that a mesh is.

    Args:
        surface: as it is written.
        scale: factors along x, y, z, which count last.
        position: of the frame of the mesh among the corners.
        quaternion: its orientation.
        inertia: what has mass, a word of MuJoCo's.

    Raises:
        UnreadableMesh: MuJoCo refuses it.
    """
    corners, faces = surface
    if len(corners) < 4 or not np.all(np.isfinite(corners)):
        raise UnreadableMesh("has fewer than 4 corners" if len(corners) < 4 else "has a corner that is not finite")
    if len(faces) and not (faces.min() >= 0 and faces.max() < len(corners)):
        raise UnreadableMesh("has a face with a corner that is not there")
    if not len(faces) or inertia == "convex":
        found = convex_hull(corners)
        if found is None:
            raise UnreadableMesh(IN_ONE_PLANE)
        faces = found
    if np.prod(scale) < 0:
        faces = faces[:, ::-1]
    if position is not None:
        corners = corners - np.array(position)
    if tuple(quaternion) != (1.0, 0.0, 0.0, 0.0):
        corners = corners @ _matrix(normalize_quaternion(quaternion))
    corners = corners * np.array(scale)
    triangles = corners[faces]
    filling = FILLINGS.get(inertia, "positive")
    if inertia == "exact":
        _check_sides(triangles)
    extent = measure(triangles, filling)
    if extent is None or not abs(extent.amount) >= SMALLEST:
        raise UnreadableMesh(WITHOUT_VOLUME)
    if extent.amount < 0:
        raise UnreadableMesh("has its faces wrong side out")
    principal, rotation = sort_principal_axes(extent.moments)
    a, b, c = principal
    amount = extent.amount
    sizes = (b + c - a, a + c - b, a + b - c)
    x, y, z = (0.5 * sqrt(6 * max(size, 0.0) / amount) for size in sizes)
    turned = (corners - np.array(extent.centre)) @ _matrix(rotation)
    lower, upper = _vector(turned.min(axis=0)), _vector(turned.max(axis=0))
    return MeshSolid(amount, extent.centre, extent.moments, rotation, (x, y, z), lower, upper)


def _vector(numbers: Array) -> Vector:
    x, y, z = map(float, numbers)
    return x, y, z


def _matrix(rotation: Quaternion) -> Array:
    matrix: Array = np.array([rotate(rotation, axis) for axis in AXES]).T
    return matrix


def _check_sides(triangles: Array) -> None:
    """Makes sure that no two faces run along one edge in the same direction.

    Raises:
        UnreadableMesh: some do.
    """
    corners, numbers = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = numbers.reshape(-1, 3)
    doubled = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    faces = faces[np.linalg.norm(doubled, axis=1) / 2 > sqrt(SMALLEST)]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    if len(np.unique(edges[:, 0] * len(corners) + edges[:, 1])) < len(edges):
        raise UnreadableMesh("has faces of which some are wrong side out")


def make_builtin(kind: str, numbers: Sequence[float]) -> Surface | None:
    """A mesh that MuJoCo makes itself, of numbers that suit it; None where it is not known here what that is like."""
    row = _BUILTIN.get(kind)
    if row is None:
        return None
    finest, make = row
    if numbers[0] > finest:
        return None
    corners, faces = make(*numbers)
    return Surface(
        np.asarray(corners, dtype=np.float32).astype(np.float64), np.asarray(faces, dtype=np.intp).reshape(-1, 3)
    )


_Made = tuple["Array", Sequence[tuple[int, int, int]]]


def _sphere(divisions: float) -> _Made:
    """An icosahedron whose faces are divided, each corner moved to the sphere."""
    g = (1 + sqrt(5)) / 2
    points = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
              (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]  # fmt: skip
    corners = [np.array(point, dtype=np.float32) / np.float32(sqrt(1 + g * g)) for point in points]
    hull = convex_hull(np.array(corners, dtype=np.float64))
    faces = [] if hull is None else [(int(a), int(b), int(c)) for a, b, c in hull]
    for _ in range(int(divisions)):
        between: dict[tuple[int, int], int] = {}
        divided = []
        for face in faces:
            middles = []
            for a, b in zip(face, (*face[1:], face[0])):
                edge = (min(a, b), max(a, b))
                if edge not in between:
                    middle = (corners[a] + corners[b]) / 2
                    between[edge] = len(corners)
                    corners.append(middle / np.linalg.norm(middle))
                middles.append(between[edge])
            (a, b, c), (ab, bc, ca) = face, middles
            divided += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = divided
    return np.array(corners, dtype=np.float64), faces


def _hemisphere(rows: float) -> _Made:
    """Rows of four sides each from the pole to the equator, and a flat face below."""
    count = int(rows)
    corners = [(0.0, 0.0, 1.0)]
    equator = np.array([(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)], dtype=np.float64)
    pole = np.array((0.0, 0.0, 1.0))
    for row in range(count + 1):
        part = (row + 1) / (count + 1)
        for side in range(4):
            start, end = pole + part * (equator[side] - pole), pole + part * (equator[(side + 1) % 4] - pole)
            for step in range(row + 1):
                point = start + step * (end - start) / (row + 1)
                corners.append(tuple(point / np.linalg.norm(point)))
    corners.append((0.0, 0.0, 0.0))
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)]
    for row in range(count):
        here, below = 2 * row * (row + 1) + 1, 2 * (row + 1) * (row + 2) + 1
        around, around_below = 4 * (row + 1), 4 * (row + 2)
        for side in range(4):
            for step in range(row + 2):
                at, under = step + (row + 1) * side, step + (row + 2) * side
                next_under = below + (under + 1) % around_below
                faces.append((here + at % around, below + under % around_below, next_under))
                if step < row + 1:
                    faces.append((here + at % around, next_under, here + (at + 1) % around))
    rim, around = 2 * count * (count + 1) + 1, 4 * (count + 1)
    faces += [(rim + i, len(corners) - 1, rim + (i + 1) % around) for i in range(around)]
    return np.array(corners), faces


def _power(values: Array, exponent: float) -> Array:
    powers: Array = np.copysign(np.abs(values) ** exponent, values)
    return powers


def _supersphere(resolution: float, e: float, n: float) -> _Made:
    count = int(resolution)
    corners = [np.array([(0.0, 0.0, -1.0)])]
    around = -pi + 2 * pi * np.arange(count) / count
    for ring in range(1, count):
        up = np.array(-pi / 2 + ring * pi / count)
        width, height = _power(np.cos(up), n), _power(np.sin(up), n)
        x, y = width * _power(np.cos(around), e), width * _power(np.sin(around), e)
        corners.append(np.stack([x, y, np.full(count, height)], axis=1))
    corners.append(np.array([(0.0, 0.0, 1.0)]))
    top, last = 1 + count * (count - 1), 1 + (count - 2) * count
    faces = [(0, 1 + (j + 1) % count, 1 + j) for j in range(count)]
    for i in range(count - 2):
        for j in range(count):
            a, b = 1 + i * count + j, 1 + i * count + (j + 1) % count
            c, d = b + count, a + count
            faces += [(a, b, d), (b, c, d)]
    faces += [(last + j, last + (j + 1) % count, top) for j in range(count)]
    return np.concatenate(corners), faces


def _supertorus(resolution: float, radius: float, s: float, t: float) -> _Made:
    count = int(resolution)
    angles = 2 * pi * np.arange(count) / count
    u, v = (each.ravel() for each in np.meshgrid(angles, angles, indexing="ij"))
    across = 1 + radius * _power(np.cos(v), s)
    x, y = across * _power(np.cos(u), t), across * _power(np.sin(u), t)
    faces = []
    for i in range(count):
        for j in range(count):
            i_next, j_next = (i + 1) % count, (j + 1) % count
            a, b, c, d = i * count + j, i_next * count + j, i_next * count + j_next, i * count + j_next
            faces += [(a, b, d), (b, c, d)]
    return np.stack([x, y, radius * _power(np.sin(v), s)], axis=1), faces


def _cone(edges: float, radius: float) -> _Made:
    """Corners alone: the hull of two polygons, or of one and a tip."""
    count = int(edges)
    angles = 2 * pi * np.arange(count) / count
    ring = np.stack([np.cos(angles), np.sin(angles), np.full(count, -1.0)], axis=1)
    top = ring * (radius, radius, -1.0) if radius > 0 else np.array([(0.0, 0.0, 1.0)])
    return np.concatenate([ring, top]), ()


_BUILTIN: dict[str, tuple[int, Callable[..., _Made]]] = {
    "sphere": (4, _sphere),
    "hemisphere": (10, _hemisphere),
    "supersphere": (1000, _supersphere),
    "supertorus": (1000, _supertorus),
    "cone": (10_000, _cone),
}
"""By kind: the finest that is made here, by the first number, and what makes it."""
