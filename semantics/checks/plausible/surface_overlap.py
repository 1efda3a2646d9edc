"""Whether shapes really overlap of which the convex hulls do: triangle by triangle, where they are close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...spatial.convex import ConvexSet, find_overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...spatial.so3 import Array
    from .solid_shapes import SolidShape

BLOCK = 100_000
"""Pairs of boxes around triangles that are compared at once; where there are more, space is halved."""
MOST_HALVINGS = 24
BATCH = 1_000
"""Pairs of triangles that are looked at together."""
MOST_PAIRS = 30_000
"""Of triangles; where none of so many overlap, the shapes do not."""


def do_surfaces_overlap(first: SolidShape, second: SolidShape, rotation: Array, translation: Array) -> bool:
    """Whether parts of two shapes overlap: triangles of a mesh, or the whole of a convex shape.

    A mesh within another that does not touch it, as a wheel in the hull of a car, does not.

    Args:
        first: A.
        second: B.
        rotation: ``R_AB``.
        translation: where B is in A, m.
    """
    of_b = None if second.triangles is None else second.triangles @ rotation.T + translation
    boxes_a = _boxes(first, np.eye(3), np.zeros(3))
    boxes_b = _boxes(second, rotation, translation)
    looked_at = 0
    for pairs in _iter_batches(boxes_a, boxes_b):
        left = _parts(first.convex, first.triangles, pairs[:, 0])
        right = _parts(second.convex, of_b, pairs[:, 1])
        if of_b is not None:
            turns, offsets = np.tile(np.eye(3), (len(pairs), 1, 1)), np.zeros((len(pairs), 3))
        else:
            turns, offsets = np.tile(rotation, (len(pairs), 1, 1)), np.tile(translation, (len(pairs), 1))
        if find_overlaps(left, right, turns, offsets).any():
            return True
        looked_at += len(pairs)
        if looked_at >= MOST_PAIRS:
            return False
    return False


def _parts(convex: ConvexSet, triangles: Array | None, numbers: NDArray[np.intp]) -> list[ConvexSet]:
    """Some parts of a shape by number, made when they are asked for: a mesh has many, and few are close to another."""
    if triangles is None:
        return [convex] * len(numbers)
    return [ConvexSet(triangle) for triangle in triangles[numbers]]


def _boxes(solid: SolidShape, rotation: Array, translation: Array) -> Array:
    """Corners of the boxes around the parts of a shape, shape (parts, 2, 3), along the axes that ``rotation`` leads to."""
    if solid.triangles is not None:
        moved = solid.triangles @ rotation.T + translation
        return np.stack([moved.min(axis=1), moved.max(axis=1)], axis=1)
    lower, upper = solid.convex.bounds()
    middle = rotation @ ((lower + upper) / 2) + translation
    reach = np.abs(rotation) @ ((upper - lower) / 2)
    return np.array([[middle - reach, middle + reach]])


def _iter_batches(a: Array, b: Array) -> Iterator[NDArray[np.intp]]:
    """Pairs of parts whose boxes overlap, shape (pairs, 2), some at a time."""
    waiting = [(np.arange(len(a)), np.arange(len(b)), 0)]
    while waiting:
        i, j, halvings = waiting.pop()
        lower = np.maximum(a[i, 0].min(axis=0), b[j, 0].min(axis=0))
        upper = np.minimum(a[i, 1].max(axis=0), b[j, 1].max(axis=0))
        i, j = (
            part[np.all((box[part, 0] <= upper) & (box[part, 1] >= lower), axis=1)] for part, box in ((i, a), (j, b))
        )
        if not len(i) or not len(j):
            continue
        if len(i) * len(j) > BLOCK and halvings < MOST_HALVINGS:
            axis = int((upper - lower).argmax())
            half = (upper[axis] + lower[axis]) / 2
            for side in (0, 1):
                kept = (
                    (box[part, side, axis] <= half) if side == 0 else (box[part, side, axis] >= half)
                    for part, box in ((i, a), (j, b))
                )
                near, far = kept
                if near.any() and far.any():
                    waiting.append((i[near], j[far], halvings + 1))
            continue
        i, j = i[: BLOCK // 10], j[: BLOCK // 10]
        for begin in range(0, len(i), max(1, BLOCK // len(j))):
            some = i[begin : begin + max(1, BLOCK // len(j))]
            close = np.all((a[some, None, 0] <= b[None, j, 1]) & (a[some, None, 1] >= b[None, j, 0]), axis=2)
            one, other = np.nonzero(close)
            pairs = np.stack([some[one], j[other]], axis=1)
            for start in range(0, len(pairs), BATCH):
                yield pairs[start : start + BATCH]
