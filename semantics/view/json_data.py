"""Numbers and poses as Scene JSON has them."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..spatial.raw_pose import quaternion_from_matrix
from ..spatial.transform import Transform

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Pose = list[float]
"""``[x, y, z, qw, qx, qy, qz]``."""
IDENTITY_POSE: Pose = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def number(value: float) -> float | None:
    """A number; None for those that JSON does not have."""
    value = float(value)
    return value if isfinite(value) else None


def numbers(values: Iterable[float]) -> list[float | None]:
    """Several."""
    return [number(value) for value in values]


def sizes(values: Iterable[float]) -> list[float]:
    """Lengths that something is drawn with: what is none is 0."""
    return [number(value) or 0.0 for value in values]


def pose(transform: Transform | ArrayLike) -> Pose | None:
    """A pose; None where it is not finite, or no rotation."""
    made = transform if isinstance(transform, Transform) else Transform(transform)
    # a page has thousands of these: a call of numpy takes longer than the arithmetic
    rows: list[list[float]] = made.matrix.tolist()
    if not all(isfinite(part) for row in rows for part in row):
        return None
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = rows
    quaternion = quaternion_from_matrix(((a, b, c), (d, e, f), (g, h, i)))
    values: Pose = [x, y, z, *(quaternion if quaternion[0] >= 0 else (-part for part in quaternion))]
    return values if all(map(isfinite, values)) else None


def vector(values: Any) -> list[float]:
    """A vector as a list."""
    return [float(value) for value in values]
