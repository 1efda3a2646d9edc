"""Rotations by vectors and by turns about axes of any length; arrays end with the configurations."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LARGEST_SCALING = 1e-6
"""How far the determinant of a matrix may be from 1 for it to count as a rotation."""


def rotation_vectors(vectors: Array) -> Array:
    """Rotation matrices, shape (…, 3, 3, n), of rotation vectors, shape (…, 3, n)."""
    _, angle = _lengths(vectors)
    b = 0.5 * np.sinc(angle / (2 * pi)) ** 2
    return _combine_terms(vectors, 1 - b * angle * angle, np.sinc(angle / pi), b)


def left_jacobians(vectors: Array) -> Array:
    """Shape (…, 3, 3, n): what takes the rate of a rotation vector, shape (…, 3, n), to the angular velocity."""
    square, angle = _lengths(vectors)
    small = angle < 1e-3
    safe = np.where(small, 1.0, angle)
    b = np.where(small, 1 / 6 - square / 120, (safe - np.sin(safe)) / safe**3)
    return _combine_terms(vectors, 1 - b * square, 0.5 * np.sinc(angle / (2 * pi)) ** 2, b)


def _lengths(vectors: Array) -> tuple[Array, Array]:
    """Squares of the lengths, and the lengths."""
    x, y, z = vectors[..., 0, :], vectors[..., 1, :], vectors[..., 2, :]
    square = x * x + y * y + z * z
    return square, np.sqrt(square)


def _combine_terms(vectors: Array, c: Array, a: Array, b: Array) -> Array:
    """``c I + a [v]× + b v vᵀ``, shape (…, 3, 3, n)."""
    x, y, z = vectors[..., 0, :], vectors[..., 1, :], vectors[..., 2, :]
    result = np.empty((*vectors.shape[:-2], 3, 3, vectors.shape[-1]))
    result[..., 0, 0, :] = c + b * x * x
    result[..., 0, 1, :] = b * x * y - a * z
    result[..., 0, 2, :] = b * x * z + a * y
    result[..., 1, 0, :] = b * x * y + a * z
    result[..., 1, 1, :] = c + b * y * y
    result[..., 1, 2, :] = b * y * z - a * x
    result[..., 2, 0, :] = b * x * z - a * y
    result[..., 2, 1, :] = b * y * z + a * x
    result[..., 2, 2, :] = c + b * z * z
    return result


def unscaled_turns(axes: Array, angles: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Two turns in a row by the formula for unit axes, whatever the length of the axes.

    Args:
        axes: first and second axis, shape (joints, 2, 3).
        angles: shape (joints, 2, n).

    Returns:
        Matrices, shape (joints, 3, 3, n), and where they are too far from rotations to count, shape (joints, n).
    """
    cos, sin = np.cos(angles), np.sin(angles)
    x, y, z = (axes[..., i] for i in range(3))
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*x.shape, 3, 3)
    outer = axes[..., :, None] * axes[..., None, :]
    single = (
        np.eye(3)[:, :, None] * cos[..., None, None, :]
        + cross[..., None] * sin[..., None, None, :]
        + outer[..., None] * (1 - cos)[..., None, None, :]
    )
    both: Array = np.einsum("jkln,jlmn->jkmn", single[:, 0], single[:, 1])
    determinant = np.linalg.det(np.moveaxis(both, -1, 1))
    return both, ~(np.abs(determinant - 1) <= LARGEST_SCALING)
