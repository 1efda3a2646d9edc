"""The convex hull of points, as triangles.

By adding the point that is farthest outside of some face, until there is none (Barber, Dobkin, Huhdanpaa).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .so3 import Array

FLAT = 1e-12
"""Of the size of the points: what is closer than that to a face is in it."""


@silent
def convex_hull(points: Array) -> NDArray[np.intp] | None:
    """The triangles of the hull of points, shape (faces, 3), by the numbers of their corners, seen from outside.

    Points in a face or on an edge need not be corners. None where all points are in one plane.
    """
    start = _tetrahedron(points)
    if start is None:
        return None
    hull = _Hull(points, start)
    while hull.grow():
        pass
    return np.array([face for face in hull.faces if face is not None], dtype=np.intp)


class _Hull:
    """Faces so far, each with the points that are outside of it and of no face before it."""

    def __init__(self, points: Array, start: list[int]) -> None:
        self.points = points
        self.slack = FLAT * float(np.ptp(points, axis=0).max())
        inner = points[start].mean(axis=0)
        self.faces: list[tuple[int, int, int] | None] = []
        """None for those that are inside by now."""
        self._normals: list[Array] = []
        self._distances: list[float] = []
        self._outside: list[NDArray[np.intp]] = []
        self._open: list[int] = []
        """Faces that have points outside."""
        self._beside: dict[tuple[int, int], int] = {}
        """By each edge in the direction of its face, that face."""
        a, b, c, d = start
        rest = np.arange(len(points))
        for face in ((a, b, c), (a, c, d), (a, d, b), (b, d, c)):
            i, j, k = face
            normal = np.cross(points[j] - points[i], points[k] - points[i])
            rest = self._add(face if normal @ (points[i] - inner) > 0 else (i, k, j), rest)

    def grow(self) -> bool:
        """Adds one point; False where there is none left."""
        while self._open:
            number = self._open[-1]
            if self.faces[number] is not None and len(self._outside[number]):
                break
            self._open.pop()
        else:
            return False
        outside = self._outside[number]
        heights = self.points[outside] @ self._normals[number]
        added = int(outside[heights.argmax()])
        seen, rim = self._find_seen(number, self.points[added])
        left = np.concatenate([self._outside[each] for each in seen])
        left = left[left != added]
        for each in seen:
            i, j, k = self._remove(each)
            for edge in ((i, j), (j, k), (k, i)):
                if self._beside.get(edge) == each:
                    del self._beside[edge]
        for i, j in rim:
            left = self._add((i, j, added), left)
        return True

    def _add(self, face: tuple[int, int, int], candidates: NDArray[np.intp]) -> NDArray[np.intp]:
        """Adds a face, and takes those of some points that are outside of it; the others are given back."""
        i, j, k = face
        points = self.points
        normal = np.cross(points[j] - points[i], points[k] - points[i])
        length = float(np.linalg.norm(normal))
        normal = normal / length if length > 0 else normal
        distance = float(normal @ points[i])
        number = len(self.faces)
        self.faces.append(face)
        self._normals.append(normal)
        self._distances.append(distance)
        for edge in ((i, j), (j, k), (k, i)):
            self._beside[edge] = number
        is_outside = points[candidates] @ normal > distance + self.slack
        self._outside.append(candidates[is_outside])
        if is_outside.any():
            self._open.append(number)
        return candidates[~is_outside]

    def _remove(self, number: int) -> tuple[int, int, int]:
        face = self.faces[number]
        if face is None:
            raise ValueError("a face is removed once")
        self.faces[number] = None
        return face

    def _find_seen(self, number: int, point: Array) -> tuple[list[int], list[tuple[int, int]]]:
        """The faces that a point sees, one of which is known, and the edges around all of them."""
        seen, ahead, rim = {number}, [number], []
        while ahead:
            face = self.faces[ahead.pop()]
            if face is None:
                continue
            i, j, k = face
            for a, b in ((i, j), (j, k), (k, i)):
                other = self._beside[b, a]
                if other in seen:
                    continue
                if float(self._normals[other] @ point) > self._distances[other] + self.slack:
                    seen.add(other)
                    ahead.append(other)
                else:
                    rim.append((a, b))
        return sorted(seen), [(a, b) for a, b in rim if self._beside[b, a] not in seen]


def _tetrahedron(points: Array) -> list[int] | None:
    """Numbers of four points that are far apart; None where all are in one plane."""
    size = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    if not size > 0:
        return None
    a = int(points[:, int(np.ptp(points, axis=0).argmax())].argmin())
    b = int(np.linalg.norm(points - points[a], axis=1).argmax())
    across = np.linalg.norm(np.cross(points - points[a], points[b] - points[a]), axis=1)
    c = int(across.argmax())
    normal = np.cross(points[b] - points[a], points[c] - points[a])
    length = float(np.linalg.norm(normal))
    if not length > FLAT * size * size:
        return None
    heights = np.abs((points - points[a]) @ normal) / length
    d = int(heights.argmax())
    return [a, b, c, d] if heights[d] > FLAT * size else None
