"""Convex sets: which of many pairs overlap, and how deep one is in the other.

A set is the convex hull of ellipsoids along the axes of its frame, with a ball moved all over it: a box is the hull of eight
points, a cylinder that of two discs, a capsule that of two points with a ball, a mesh that of its corners. All that
is ever asked of a set is its support point, the one that lies farthest in a direction.

Two sets overlap where the origin is in their difference, the set of all ``a - b``. Whether it is, is found for many
pairs at once, by coming closer to the origin from one simplex in the difference to the next (Gilbert, Johnson, Keerthi). How
deep, by growing a polytope in the difference where its surface is nearest to the origin (van den Bergen).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import dataclass
from ...runtime.float_errors import silent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .so3 import Array

MOST_STEPS = 64
"""Steps after which a pair that is neither apart nor overlapping counts as apart: it touches."""
MOST_CORNERS = 400
"""Of the polytope that is grown to find out how deep a pair overlaps."""
CLOSE = 1e-6
"""Of the size of a pair: what is closer than that to overlapping, or to the surface of the difference, is there."""
DEPTH_TOLERANCE = 1e-3
"""Of a depth."""
BATCH = 200_000
"""Numbers of support points of pairs that are looked at together."""


@dataclass(frozen=True, slots=True, eq=False)
class ConvexSet:
    """The hull of ellipsoids, with a ball of radius ``rounding`` moved all over it."""

    centres: Array
    """Of the ellipsoids, shape (n, 3), m."""
    radii: Array | None = None
    """Half lengths of the ellipsoids along the axes, shape (n, 3), m; None: they are points."""
    rounding: float = 0.0
    """m"""

    @property
    def is_flat(self) -> bool:
        """Whether nothing but the ball gives it a volume: it is made of a point or two."""
        return self.radii is None and len(self.centres) <= 2

    @silent
    def bounds(self) -> tuple[Array, Array]:
        """The corners of the box around it, in its own frame."""
        reach = self.rounding if self.radii is None else self.radii + self.rounding
        return (self.centres - reach).min(axis=0), (self.centres + reach).max(axis=0)


@silent
def find_overlaps(
    first: Sequence[ConvexSet], second: Sequence[ConvexSet], rotations: Array, translations: Array
) -> NDArray[np.bool_]:
    """Which pairs overlap; for those that only touch either answer may be given.

    Args:
        first: A of each pair.
        second: B of each pair.
        rotations: ``R_AB`` of each, shape (n, 3, 3).
        translations: where B is in A, shape (n, 3), m.
    """
    result = np.zeros(len(first), dtype=bool)
    widths = [max(len(a.centres), len(b.centres)) for a, b in zip(first, second)]
    order = sorted(range(len(first)), key=widths.__getitem__)
    begin = 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and (end + 1 - begin) * widths[order[end]] <= BATCH:
            end += 1
        chosen = order[begin:end]
        a, b = _Stack([first[i] for i in chosen]), _Stack([second[i] for i in chosen])
        result[chosen] = _test_differences(_Difference(a, b, rotations[chosen], translations[chosen]))
        begin = end
    return result


@silent
def measure_depth(first: ConvexSet, second: ConvexSet, rotation: Array, translation: Array) -> float:
    """The shortest way, m, that B has to move until it only touches A; zero or less where they do not overlap.

    Args:
        first: A.
        second: B.
        rotation: ``R_AB``.
        translation: where B is in A, m.
    """
    rounding = first.rounding + second.rounding
    difference = _Difference(_Stack([first]), _Stack([second]), rotation[None], translation[None])
    if first.is_flat and second.is_flat:
        return rounding - float(_distances(difference)[0])
    deep = _grow_polytope(difference)
    if deep > 0:
        return deep + rounding
    return rounding - float(_distances(difference)[0])


@silent
def reduce_to_extremes(points: Array) -> Array:
    """Those of many points that lie farthest in one of several hundred directions: the corners of their hull that matter."""
    directions = _many_directions()
    best = np.full(len(directions), -np.inf)
    found = np.zeros(len(directions), dtype=np.intp)
    for begin in range(0, len(points), 4096):
        reach = points[begin : begin + 4096] @ directions.T
        farthest = reach.argmax(axis=0)
        values = reach[farthest, np.arange(len(directions))]
        better = values > best
        best[better], found[better] = values[better], farthest[better] + begin
    return points[np.unique(found)]


@cache
def _many_directions(count: int = 500) -> Array:
    """Unit vectors spread evenly over the sphere, with the axes and the diagonals."""
    turn = np.pi * (1 + 5**0.5) * np.arange(count)
    z = 1 - (2 * np.arange(count) + 1) / count
    across = np.sqrt(1 - z * z)
    return np.concatenate([_axes_and_diagonals(), np.stack([across * np.cos(turn), across * np.sin(turn), z], axis=1)])


@cache
def _axes_and_diagonals() -> Array:
    grid = np.stack(np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]), axis=-1).reshape(-1, 3)
    grid = grid[np.any(grid != 0, axis=1)]
    directions: Array = grid / np.linalg.norm(grid, axis=1)[:, None]
    return directions


class _Stack:
    """Several sets as arrays, those with few ellipsoids filled up with their first."""

    def __init__(self, sets: Sequence[ConvexSet]) -> None:
        width = max(len(each.centres) for each in sets)
        self.centres = np.empty((len(sets), width, 3))
        self.rounding = np.array([each.rounding for each in sets])
        self.radii = np.zeros((len(sets), width, 3)) if any(each.radii is not None for each in sets) else None
        for i, each in enumerate(sets):
            count = len(each.centres)
            self.centres[i, :count], self.centres[i, count:] = each.centres, each.centres[0]
            if each.radii is not None and self.radii is not None:
                self.radii[i, :count], self.radii[i, count:] = each.radii, each.radii[0]

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Forgets the others."""
        self.centres, self.rounding = self.centres[chosen], self.rounding[chosen]
        self.radii = None if self.radii is None else self.radii[chosen]

    def find_supports(self, directions: Array) -> Array:
        """The point of each, without its ball, that lies farthest in a direction; shape (n, 3)."""
        rows = np.arange(len(directions))
        reach = np.matmul(self.centres, directions[:, :, None])[:, :, 0]
        if self.radii is None:
            farthest: Array = self.centres[rows, reach.argmax(axis=1)]
            return farthest
        stretched = self.radii * directions[:, None, :]
        lengths = np.sqrt(np.einsum("nij,nij->ni", stretched, stretched))
        best = (reach + lengths).argmax(axis=1)
        length = lengths[rows, best][:, None]
        offset = np.divide(
            self.radii[rows, best] * stretched[rows, best], length, out=np.zeros_like(directions), where=length > 0
        )
        supports: Array = self.centres[rows, best] + offset
        return supports


class _Difference:
    """All ``a - b`` of pairs of sets, in the frames of A."""

    def __init__(self, a: _Stack, b: _Stack, rotations: Array, translations: Array) -> None:
        self.a, self.b = a, b
        self.rotations, self.translations = rotations, translations
        self.rounding = a.rounding + b.rounding
        self.sizes = (np.ptp(a.centres, axis=1) + np.ptp(b.centres, axis=1)).max(axis=1) + self.rounding
        for stack in (a, b):
            if stack.radii is not None:
                self.sizes += stack.radii.max(axis=(1, 2))

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Forgets the other pairs."""
        self.a.keep(chosen)
        self.b.keep(chosen)
        self.rotations, self.translations = self.rotations[chosen], self.translations[chosen]
        self.rounding, self.sizes = self.rounding[chosen], self.sizes[chosen]

    def find_supports(self, directions: Array) -> Array:
        """The point of each difference that lies farthest in a direction; shape (n, 3)."""
        in_b = np.matmul(directions[:, None, :], self.rotations)[:, 0]
        of_b = self.b.find_supports(-in_b)
        turned = np.matmul(self.rotations, of_b[:, :, None])[:, :, 0]
        supports: Array = self.a.find_supports(directions) - self.translations - turned
        return supports

    def find_middles(self) -> Array:
        """Somewhere within each."""
        middle = np.matmul(self.rotations, self.b.centres.mean(axis=1)[:, :, None])[:, :, 0]
        result: Array = self.a.centres.mean(axis=1) - self.translations - middle
        return result


class _Approach:
    """Comes closer to the origin, step by step, in the differences of many pairs at once."""

    def __init__(self, difference: _Difference) -> None:
        self.difference = difference
        count = len(difference.sizes)
        self.nearest = difference.find_middles()
        """The point of each simplex that is nearest to the origin."""
        self.nearest[~np.any(self.nearest, axis=1)] = (1.0, 0.0, 0.0)
        self.corners = np.zeros((count, 4, 3))
        self.used = np.zeros((count, 4), dtype=bool)
        self.begun = False

    def step(self) -> tuple[Array, Array, NDArray[np.bool_]]:
        """One step: bounds of each distance from below and from above, and whether it will not become better."""
        length = np.linalg.norm(self.nearest, axis=1)
        points = self.difference.find_supports(-self.nearest)
        below = np.einsum("ni,ni->n", self.nearest, points) / length
        known = np.any(self.used & np.all(self.corners == points[:, None, :], axis=2), axis=1)
        known |= (length - below <= CLOSE * self.difference.sizes) & self.begun
        rows, slots = np.arange(len(points)), np.argmin(self.used, axis=1)
        self.corners[rows, slots] = points
        self.used[rows, slots] = True
        weights, nearest = _nearest_in_simplices(self.corners, self.used)
        worse = (np.linalg.norm(nearest, axis=1) >= length) & self.begun
        self.used = weights > 0
        self.nearest = nearest
        self.begun = True
        above = np.linalg.norm(nearest, axis=1)
        return below, above, known | worse

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Forgets the other pairs."""
        self.difference.keep(chosen)
        self.nearest, self.corners, self.used = self.nearest[chosen], self.corners[chosen], self.used[chosen]


def _test_differences(difference: _Difference) -> NDArray[np.bool_]:
    result = np.zeros(len(difference.sizes), dtype=bool)
    left = np.arange(len(result))
    approach = _Approach(difference)
    for _ in range(MOST_STEPS):
        below, above, settled = approach.step()
        reach = np.maximum(difference.rounding, CLOSE * difference.sizes)
        inside = above < reach
        result[left[inside]] = True
        open_ = ~(inside | settled | (below > difference.rounding) | ~np.isfinite(above))
        left = left[open_]
        if not len(left):
            break
        approach.keep(open_)
    return result


def _distances(difference: _Difference) -> Array:
    """How far the pairs are apart without their balls."""
    approach = _Approach(difference)
    above = np.full(len(difference.sizes), np.inf)
    for _ in range(MOST_STEPS):
        _, found, settled = approach.step()
        above = np.minimum(above, found)
        if np.all(settled | (above <= CLOSE * difference.sizes)):
            break
    return above


_PAIRS = np.array(list(combinations(range(4), 2)))
_TRIPLES = np.array(list(combinations(range(4), 3)))


def _nearest_in_simplices(corners: Array, used: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Weights of the corners, and the point, of each simplex that is nearest to the origin: those of its best face."""
    count = len(corners)
    weights = np.zeros((count, 15, 4))
    valid = np.zeros((count, 15), dtype=bool)
    valid[:, :4] = used
    weights[:, range(4), range(4)] = 1.0
    # edges
    a, b = corners[:, _PAIRS[:, 0]], corners[:, _PAIRS[:, 1]]
    edge = b - a
    length = np.einsum("nij,nij->ni", edge, edge)
    along = -np.einsum("nij,nij->ni", a, edge) / np.where(length > 0, length, 1.0)
    valid[:, 4:10] = used[:, _PAIRS].all(axis=2) & (length > 0) & (along > 0) & (along < 1)
    faces = range(4, 10)
    weights[:, faces, _PAIRS[:, 0]], weights[:, faces, _PAIRS[:, 1]] = 1 - along, along
    # triangles
    a = corners[:, _TRIPLES[:, 0]]
    e, f = corners[:, _TRIPLES[:, 1]] - a, corners[:, _TRIPLES[:, 2]] - a
    ee, ff, ef = (np.einsum("nij,nij->ni", x, y) for x, y in ((e, e), (f, f), (e, f)))
    ae, af = (-np.einsum("nij,nij->ni", a, x) for x in (e, f))
    area = ee * ff - ef * ef
    good = area > 1e-12 * ee * ff
    safe = np.where(good, area, 1.0)
    u, v = (ff * ae - ef * af) / safe, (ee * af - ef * ae) / safe
    valid[:, 10:14] = used[:, _TRIPLES].all(axis=2) & good & (u > 0) & (v > 0) & (u + v < 1)
    faces = range(10, 14)
    weights[:, faces, _TRIPLES[:, 0]], weights[:, faces, _TRIPLES[:, 1]] = 1 - u - v, u
    weights[:, faces, _TRIPLES[:, 2]] = v
    # the whole
    a = corners[:, 0]
    e, f, g = corners[:, 1] - a, corners[:, 2] - a, corners[:, 3] - a
    fg, ge, ef = np.cross(f, g), np.cross(g, e), np.cross(e, f)
    volume = np.einsum("ni,ni->n", e, fg)
    lengths = np.linalg.norm(e, axis=1) * np.linalg.norm(f, axis=1) * np.linalg.norm(g, axis=1)
    good = np.abs(volume) > 1e-9 * lengths
    safe = np.where(good, volume, 1.0)
    u, v, w = (-np.einsum("ni,ni->n", a, x) / safe for x in (fg, ge, ef))
    valid[:, 14] = used.all(axis=1) & good & (u > 0) & (v > 0) & (w > 0) & (u + v + w < 1)
    weights[:, 14] = np.stack([1 - u - v - w, u, v, w], axis=1)
    points = np.matmul(weights, corners)
    points[valid[:, 14], 14] = 0.0
    squares = np.where(valid, np.einsum("nij,nij->ni", points, points), np.inf)
    best, rows = squares.argmin(axis=1), np.arange(count)
    return weights[rows, best], points[rows, best]


def _grow_polytope(difference: _Difference) -> float:
    """How deep the origin is in the difference of one pair without its balls; not above zero where it is not in it."""
    size = float(difference.sizes[0])

    def find_support(direction: Array) -> Array:
        result: Array = difference.find_supports(direction[None])[0]
        return result

    corners = _tetrahedron(np.array([find_support(direction) for direction in _axes_and_diagonals()]), size)
    if corners is None:
        return 0.0
    points = list(corners)
    inner = corners.mean(axis=0)
    faces = np.array([(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
    faces, normals, distances = _orient(faces, corners, inner)
    while len(points) < MOST_CORNERS and len(faces):
        nearest = int(distances.argmin())
        point = find_support(normals[nearest])
        reach = float(normals[nearest] @ point)
        if reach <= 0:
            return reach
        if reach - distances[nearest] <= DEPTH_TOLERANCE * abs(reach) + CLOSE * size:
            return reach
        seen = normals @ point > distances + 1e-12 * size
        rim = _rim(faces[seen])
        points.append(point)
        added = np.array([(*edge, len(points) - 1) for edge in rim])
        added, added_normals, added_distances = _orient(added, np.array(points), inner)
        faces = np.concatenate([faces[~seen], added])
        normals = np.concatenate([normals[~seen], added_normals])
        distances = np.concatenate([distances[~seen], added_distances])
    return float(distances.min()) if len(distances) else 0.0


def _tetrahedron(points: Array, size: float) -> Array | None:
    """Four of several points that are far apart; None where all are in one plane."""
    a = points[0]
    b = points[np.linalg.norm(points - a, axis=1).argmax()]
    across = np.linalg.norm(np.cross(points - a, b - a), axis=1)
    c = points[across.argmax()]
    normal = np.cross(b - a, c - a)
    length = float(np.linalg.norm(normal))
    if not length > (CLOSE * size) ** 2:
        return None
    height = np.abs((points - a) @ normal) / length
    d = points[height.argmax()]
    return np.array([a, b, c, d]) if height.max() > CLOSE * size else None


def _orient(faces: NDArray[np.intp], corners: Array, inner: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """Triangles with their unit normals, which point away from a point inside, and their distances from the origin."""
    a, b, c = (corners[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    kept = lengths > 0
    faces, a, normals = faces[kept], a[kept], normals[kept] / lengths[kept, None]
    flipped = np.einsum("ni,ni->n", normals, a - inner) < 0
    normals[flipped] *= -1
    faces[flipped] = faces[flipped][:, ::-1]
    return faces, normals, np.einsum("ni,ni->n", normals, a)


def _rim(faces: NDArray[np.intp]) -> list[tuple[int, int]]:
    """The edges around several triangles of one orientation."""
    edges = {(int(face[i]), int(face[(i + 1) % 3])) for face in faces for i in range(3)}
    return [edge for edge in edges if edge[::-1] not in edges]
