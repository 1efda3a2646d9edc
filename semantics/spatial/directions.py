"""Directions in space: the coordinate axes, perpendiculars, planes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

X, Y, Z = (np.array(v, dtype=np.float64) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
LETTERS = {"x": X, "y": Y, "z": Z}


def plane_axes(axes: Sequence[Array]) -> tuple[Array, Array, Array]:
    """The axes of a plane: the first of ``axes``, the second made perpendicular to it, and the normal."""
    first = axes[0]
    normal = unit_vector(np.cross(first, axes[1]), perpendicular(first))
    return first, np.cross(normal, first), normal


def align(axis: Array) -> Array:
    """A rotation matrix that takes z to ``axis``; the identity for z itself."""
    if axis[2] == 1.0:
        return np.eye(3)
    across = perpendicular(axis)
    return np.stack([across, np.cross(axis, across), axis], axis=1)


def perpendicular(axis: Array) -> Array:
    """A unit vector at right angles to ``axis``, near the coordinate axis that ``axis`` is farthest from."""
    smallest = np.eye(3)[np.argmin(np.abs(axis))]
    across = smallest - axis * (axis @ smallest)
    result: Array = across / np.linalg.norm(across)
    return result


def unit_vector(vector: Array, otherwise: Array) -> Array:
    """``vector`` made one long; ``otherwise`` in place of one without length."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-12 else otherwise
