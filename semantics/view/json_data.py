"""Numbers and poses as Scene JSON has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, quaternion_from_matrix
from ..spatial.transform import Transform

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Pose = list[float]
"""``[x, y, z, qw, qx, qy, qz]``."""
UNTURNED = (1, 0, 0, 0)
"""The rotation that most poses have, in whole numbers: their text is made in a tenth of the time, and is shorter."""
IDENTITY_POSE: Pose = [0, 0, 0, *UNTURNED]
_UNTURNED_ROWS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""The rows of the rotation that most poses have."""


def number(value: float) -> float | None:
    """A number; None for those that JSON does not have."""
    value = float(value)
    return value if isfinite(value) else None


def numbers(values: Iterable[float]) -> list[float | None]:
    """Several."""
    return [number(value) for value in values]


def sizes(values: Iterable[float]) -> list[float]:
    """Lengths that something is drawn with: what is none is 0."""
    return [value if value and isfinite(value) else 0 for value in map(float, values)]  # without the sign of a zero


def pose(transform: Transform | ArrayLike) -> Pose | None:
    """A pose; None where it is not finite, or no rotation."""
    made = transform if isinstance(transform, Transform) else Transform(transform)
    return pose_of_rows(made.matrix.tolist())


def pose_of_rows(rows: Sequence[Sequence[float]]) -> Pose | None:
    """The pose of a homogeneous matrix by its rows: a page has thousands, for which calls of numpy take longer than the arithmetic."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = rows
    if not all(map(isfinite, (a, b, c, d, e, f, g, h, i, x, y, z))):
        return None
    if (a, b, c, d, e, f, g, h, i) == _UNTURNED_ROWS:
        return [x or 0, y or 0, z or 0, *UNTURNED]  # without the sign of a zero
    quaternion = quaternion_from_matrix(((a, b, c), (d, e, f), (g, h, i)))
    sign = 1.0 if quaternion[0] >= 0 else -1.0
    values: Pose = [x or 0, y or 0, z or 0, *(sign * part or 0 for part in quaternion)]
    return values if all(map(isfinite, values)) else None


def pose_of_raw(raw: RawPose) -> Pose | None:
    """The same of what a description has."""
    if raw is IDENTITY:
        return IDENTITY_POSE
    if raw[3:] != NO_ROTATION:
        return pose(Transform.from_quaternion(raw[:3], raw[3:]))
    x, y, z = raw[:3]
    return [x or 0, y or 0, z or 0, *UNTURNED] if isfinite(x) and isfinite(y) and isfinite(z) else None


def vector(values: Any) -> list[float]:
    """A vector as a list."""
    return [float(value) for value in values]
