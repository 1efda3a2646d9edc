"""Rotations as vectors, for many configurations at once; arrays begin with the configurations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def logarithms(rotations: Array) -> Array:
    """Rotation vectors, shape (n, 3), no longer than π, of rotation matrices, shape (n, 3, 3)."""
    m = rotations
    trace = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
    # All four quaternions that differ in which part was taken as the root; the best conditioned row is chosen.
    skew = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
    candidates = np.empty((len(m), 4, 4))
    candidates[:, 0, 0] = 1 + trace
    candidates[:, 0, 1:] = skew
    candidates[:, 1:, 0] = skew
    candidates[:, 1:, 1:] = m + np.swapaxes(m, 1, 2)
    diagonal = np.arange(3)
    candidates[:, 1 + diagonal, 1 + diagonal] = 1 - trace[:, None] + 2 * m[:, diagonal, diagonal]
    best = np.argmax(candidates[:, np.arange(4), np.arange(4)], axis=1)
    q = candidates[np.arange(len(m)), best]
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    q = np.where(q[:, :1] < 0, -q, q)
    sine = np.linalg.norm(q[:, 1:], axis=1)
    angle = 2 * np.arctan2(sine, q[:, 0])
    factor = np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0)
    result: Array = q[:, 1:] * factor[:, None]
    return result


def inverse_left_jacobians(vectors: Array) -> Array:
    """Shape (n, 3, 3): what takes an angular velocity to the rate of a rotation vector, shape (n, 3)."""
    angle = np.linalg.norm(vectors, axis=1)
    small = angle < 1e-3
    safe = np.where(small, 1.0, angle)
    # Half the angle keeps the tangent away from its pole at a whole turn only.
    factor = np.where(small, 1 / 12 + angle**2 / 720, (1 - safe / 2 / np.tan(safe / 2)) / safe**2)
    s = skews(vectors)
    result: Array = np.eye(3) - s / 2 + factor[:, None, None] * (s @ s)
    return result


def skews(vectors: Array) -> Array:
    """Cross product matrices, shape (n, 3, 3)."""
    result = np.zeros((len(vectors), 3, 3))
    x, y, z = vectors.T
    result[:, 0, 1], result[:, 0, 2], result[:, 1, 2] = -z, y, -x
    result[:, 1, 0], result[:, 2, 0], result[:, 2, 1] = z, -y, x
    return result


# A product of matrices is rounded by how many rows it has; these are the same for one configuration and for many.


def rotate_vectors(rotation: Array, vectors: Array) -> Array:
    """Vectors, shape (n, 3), turned by one rotation matrix, shape (3, 3)."""
    result: Array = np.einsum("ij,nj->ni", rotation, vectors)
    return result


def components(vectors: Array, direction: Array) -> Array:
    """Of vectors, shape (n, 3), the parts along a direction, shape (n,)."""
    result: Array = np.einsum("ni,i->n", vectors, direction)
    return result


def twists(rotations: Array, axis: Array) -> Array:
    """The angles, shape (n,), of the parts of rotations, shape (n, 3, 3), that are about ``axis``."""
    m = rotations
    # twice the angle of the twist of a rotation's quaternion
    skew = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
    result: Array = np.arctan2(components(skew, axis), np.trace(m, axis1=1, axis2=2) - 1)
    return result
