"""Convex sets overlap, and are as deep in each other, as is known of them, and as coal finds."""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from bodyplan.semantics.spatial.convex import ConvexSet, find_overlaps, measure_depth, reduce_to_extremes
from numpy.typing import NDArray

Array = NDArray[np.float64]
AHEAD = np.eye(3)


def box(x: float, y: float, z: float) -> ConvexSet:
    return ConvexSet(np.array(list(product((-0.5, 0.5), repeat=3))) * (x, y, z))


def ball(radius: float) -> ConvexSet:
    return ConvexSet(np.zeros((1, 3)), None, radius)


def capsule(radius: float, length: float) -> ConvexSet:
    return ConvexSet(np.array([(0, 0, -length / 2), (0, 0, length / 2)]), None, radius)


def cylinder(radius: float, length: float) -> ConvexSet:
    return ConvexSet(np.array([(0, 0, -length / 2), (0, 0, length / 2)]), np.array([(radius, radius, 0.0)] * 2))


def ellipsoid(*radii: float) -> ConvexSet:
    return ConvexSet(np.zeros((1, 3)), np.array([radii]))


def depth(a: ConvexSet, b: ConvexSet, *offset: float, rotation: Array = AHEAD) -> float:
    """How deep B is in A; whether they overlap has to say the same."""
    found = measure_depth(a, b, rotation, np.array(offset))
    assert find_overlaps([a], [b], rotation[None], np.array([offset], dtype=np.float64)).tolist() == [found > 0]
    return found


@pytest.mark.parametrize(
    ("a", "b", "offset", "expected"),
    [
        (box(2, 2, 2), box(2, 2, 2), (1.9, 0, 0), 0.1),
        (box(2, 2, 2), box(2, 2, 2), (0, 0, 0), 2),
        (ball(1), ball(2), (2.5, 0, 0), 0.5),
        (ball(1), ball(2), (0, 0, 0), 3),
        (ball(0.5), box(2, 2, 2), (0, 0, 1.4), 0.1),
        (ball(0.5), box(2, 2, 2), (0, 0, 0.9), 0.6),
        (capsule(0.1, 1), capsule(0.1, 1), (0.15, 0, 0), 0.05),
        (capsule(0.1, 1), capsule(0.1, 1), (0, 0, 1.1), 0.1),
        (cylinder(1, 2), cylinder(1, 2), (0, 0, 1.9), 0.1),
        (cylinder(1, 2), cylinder(1, 2), (sqrt(2), sqrt(2) - 0.5, 0), 2 - sqrt(2 + (sqrt(2) - 0.5) ** 2)),
        (ellipsoid(1, 2, 3), ellipsoid(1, 2, 3), (0, 0, 5.9), 0.1),
        (ellipsoid(1, 1, 1), ball(1), (1.2, 1.2, 0), 2 - 1.2 * sqrt(2)),
    ],
)
def test_depth_is_the_shortest_way_out(a: ConvexSet, b: ConvexSet, offset: tuple[float, ...], expected: float) -> None:
    assert depth(a, b, *offset) == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize(
    ("a", "b", "offset"),
    [
        (box(2, 2, 2), box(2, 2, 2), (2.01, 0, 0)),
        (box(2, 2, 2), box(2, 2, 2), (2.01, 2.01, 2.01)),
        (ball(1), ball(2), (3.001, 0, 0)),
        (ball(0.5), box(2, 2, 2), (1.4, 1.4, 1.4)),
        (capsule(0.1, 1), cylinder(0.1, 1), (0, 0.201, 0.3)),
        (ellipsoid(1, 2, 3), ellipsoid(1, 2, 3), (1.5, 3, 2)),
    ],
)
def test_sets_that_are_apart_do_not_overlap(a: ConvexSet, b: ConvexSet, offset: tuple[float, ...]) -> None:
    assert depth(a, b, *offset) < 0


def test_sets_that_touch_have_no_depth() -> None:
    for b, offset in (
        (box(1, 1, 1), (1.0, 0.0, 0.0)),
        (cylinder(0.5, 1), (0.0, 0.0, 1.0)),
        (ball(0.5), (0.0, 1.0, 0.0)),
    ):
        assert measure_depth(box(1, 1, 1), b, AHEAD, np.array(offset)) == pytest.approx(0, abs=2e-6)


def test_pairs_of_many_sizes_are_found_in_one_call() -> None:
    corners = np.random.default_rng(1).normal(size=(300, 3))
    pairs = [(ball(1), ball(1)), (ConvexSet(corners), box(1, 1, 1)), (ball(1), ball(1)), (box(9, 9, 9), ball(0.1))]
    offsets = np.array([(1.0, 0, 0), (0.5, 0, 0), (2.5, 0, 0), (3.0, 3, 3)])
    found = find_overlaps([a for a, _ in pairs], [b for _, b in pairs], np.tile(AHEAD, (4, 1, 1)), offsets)
    assert found.tolist() == [True, True, False, True]


def test_flat_hulls_have_no_depth() -> None:
    sheet = ConvexSet(np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]))
    assert measure_depth(sheet, sheet, AHEAD, np.zeros(3)) <= 1e-6
    assert measure_depth(sheet, sheet, AHEAD, np.array([0.0, 0.0, 1.0])) == pytest.approx(-1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e300])
def test_numbers_that_are_none_end_the_search(bad: float) -> None:
    find_overlaps([box(1, 1, 1)], [ConvexSet(np.array([(bad, 0.0, 0.0)]))], AHEAD[None], np.zeros((1, 3)))
    measure_depth(box(1, 1, 1), ConvexSet(np.array([(bad, 0.0, 0.0)] * 5)), AHEAD, np.zeros(3))


def test_extremes_of_many_points_have_the_corners_of_their_hull() -> None:
    corners = np.array(list(product((-1.0, 1.0), repeat=3)))
    inside = np.random.default_rng(2).uniform(-0.9, 0.9, size=(20_000, 3))
    kept = reduce_to_extremes(np.concatenate([inside, corners]))
    assert {tuple(point) for point in kept} == {tuple(corner) for corner in corners}


def random_rotation(rng: np.random.Generator) -> Array:
    quaternion = rng.normal(size=4)
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return np.array(
        [
            (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
        ]
    )


def random_shape(rng: np.random.Generator, coal: Any) -> tuple[ConvexSet, Any]:
    """A shape of a random kind, with lengths between 1 cm and 1 m, and that of coal."""
    a, b, c = (float(10 ** rng.uniform(-2, 0)) for _ in range(3))
    kind = rng.integers(6)
    if kind == 0:
        return box(a, b, c), coal.Box(a, b, c)
    if kind == 1:
        return ball(a), coal.Sphere(a)
    if kind == 2:
        return capsule(a, b), coal.Capsule(a, b)
    if kind == 3:
        return cylinder(a, b), coal.Cylinder(a, b)
    if kind == 4:
        return ellipsoid(a, b, c), coal.Ellipsoid(a, b, c)
    spatial = pytest.importorskip("scipy.spatial", reason="hulls for coal are made with scipy")
    points = rng.normal(size=(rng.integers(10, 200), 3)) * (a, b, c)
    points = points[spatial.ConvexHull(points).vertices]
    hull = spatial.ConvexHull(points)
    corners, faces = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for point in points:
        corners.append(point)
    for (i, j, k), equation in zip(hull.simplices.tolist(), hull.equations):
        if np.cross(points[j] - points[i], points[k] - points[i]) @ equation[:3] < 0:
            j, k = k, j
        faces.append(coal.Triangle(i, j, k))
    return ConvexSet(points), coal.Convex(corners, faces)


@pytest.mark.oracle
def test_random_pairs_overlap_where_coal_says_so() -> None:
    coal = pytest.importorskip("coal", reason="coal comes with pin, in the extra bodyplan[oracles]")
    rng = np.random.default_rng(1)
    count = 1_000
    first, second = ([random_shape(rng, coal) for _ in range(count)] for _ in range(2))
    rotations = np.array([random_rotation(rng) for _ in range(count)])
    reaches = [
        sum(float(np.linalg.norm(np.subtract(*each.bounds()))) for each, _ in pair) for pair in zip(first, second)
    ]
    directions = rng.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    offsets = directions * (np.array(reaches) * rng.uniform(0, 0.55, count))[:, None]
    found = find_overlaps([a for a, _ in first], [b for b, _ in second], rotations, offsets)
    request = coal.CollisionRequest()
    disagreements, deepest = 0, 0
    for (a, theirs), (b, others), rotation, offset, overlaps in zip(first, second, rotations, offsets, found):
        result = coal.CollisionResult()
        placed = coal.Transform3s(rotation, offset)
        coal.collide(theirs, coal.Transform3s.Identity(), others, placed, request, result)
        disagreements += bool(result.isCollision()) != bool(overlaps)
        if overlaps and result.isCollision():
            ours, known = measure_depth(a, b, rotation, offset), abs(result.getContact(0).penetration_depth)
            deepest += ours > 1.01 * known + 1e-6  # for balls in cylinders coal finds longer ways than there are
    assert 0.2 * count < found.sum() < 0.6 * count
    assert disagreements <= 0.005 * count
    assert deepest == 0
