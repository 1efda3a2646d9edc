"""Convex hulls, and what surfaces enclose."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest
from bodyplan.semantics.spatial.hull import convex_hull
from bodyplan.semantics.spatial.surfaces import measure

Array = np.ndarray[Any, Any]


def points_of(kind: str, count: int) -> Array:
    random = np.random.default_rng(count)
    points: Array = random.normal(size=(count, 3))
    if kind == "sphere":
        points /= np.linalg.norm(points, axis=1)[:, None]
    elif kind == "grid":
        points = np.round(2 * points)
    elif kind == "clipped":
        points = np.clip(points, -1, 1)
    elif kind == "cylinder":
        points[:, :2] /= np.linalg.norm(points[:, :2], axis=1)[:, None]
        points[:, 2] = np.sign(points[:, 2])
    elif kind == "single precision":
        points = (points * 1e-3).astype(np.float32).astype(np.float64)
    return points


@pytest.mark.parametrize("count", [4, 5, 8, 30, 500, 2000])
@pytest.mark.parametrize("kind", ["cloud", "sphere", "grid", "clipped", "cylinder", "single precision"])
def test_hull_encloses_what_qhull_does(kind: str, count: int) -> None:
    spatial = pytest.importorskip("scipy.spatial")
    points = points_of(kind, count)
    faces = convex_hull(points)
    if faces is None:
        with pytest.raises(spatial.QhullError):
            spatial.ConvexHull(points)
        return
    found = measure(points[faces], "inside")
    assert found is not None
    assert found.amount == pytest.approx(spatial.ConvexHull(points).volume, rel=1e-9)
    # every edge is there once in each direction: the surface is closed, and all of it is seen from outside
    edges = {(int(face[i]), int(face[(i + 1) % 3])) for face in faces for i in range(3)}
    assert len(edges) == 3 * len(faces)
    assert {(b, a) for a, b in edges} == edges


FLAT = [np.zeros((5, 3)), np.eye(3), np.array([(x, y, 0.0) for x in range(3) for y in range(3)])]


@pytest.mark.parametrize("points", FLAT)
def test_flat_points_have_no_hull(points: Array) -> None:
    assert convex_hull(points) is None


def box(x: float, y: float, z: float) -> Array:
    corners = np.array([(a, b, c) for a in (0.0, x) for b in (0.0, y) for c in (0.0, z)])
    faces = convex_hull(corners)
    assert faces is not None
    triangles: Array = corners[faces]
    return triangles


def test_box_inside_and_on_its_surface() -> None:
    solid, shell = measure(box(1, 2, 3), "inside"), measure(box(1, 2, 3), "surface")
    assert solid is not None
    assert solid.amount == pytest.approx(6)
    assert solid.centre == pytest.approx((0.5, 1, 1.5))
    assert solid.moments == pytest.approx((6.5, 5, 2.5, 0, 0, 0), abs=1e-12)
    assert shell is not None
    assert shell.amount == pytest.approx(22)
    assert shell.centre == pytest.approx((0.5, 1, 1.5))


def test_a_side_that_is_wrong_out_counts_only_where_it_is_asked_for() -> None:
    triangles = box(1, 1, 1)
    triangles[0] = triangles[0][::-1].copy()
    strict, lenient = measure(triangles, "inside"), measure(triangles, "positive")
    assert strict is not None
    assert strict.amount < 0.9
    assert lenient is not None
    assert lenient.amount == pytest.approx(1)
    turned = measure(box(1, 1, 1)[:, ::-1], "inside")
    assert turned is not None
    assert turned.amount == pytest.approx(-1)


def test_a_sphere_of_many_triangles_has_almost_its_volume() -> None:
    points = points_of("sphere", 2000)
    faces = convex_hull(points)
    assert faces is not None
    found = measure(points[faces], "inside")
    assert found is not None
    assert found.amount == pytest.approx(4 / 3 * pi, rel=1e-2)
