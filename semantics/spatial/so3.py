"""Rotations and directions as arrays: rotation vectors, their matrices and derivatives, axes, perpendiculars, planes.

The kinematics of many joints has arrays that end with the configurations, shape (…, 3, n); those of constraints begin
with them, shape (n, 3).
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LARGEST_SCALING = 1e-6
"""How far the determinant of a matrix may be from 1 for it to count as a rotation."""

X, Y, Z = (np.array(v, dtype=np.float64) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
LETTERS = {"x": X, "y": Y, "z": Z}


def rotation_vectors(vectors: Array) -> Array:
    """Rotation matrices, shape (…, 3, 3, n), of rotation vectors, shape (…, 3, n)."""
    _, angle = _lengths(vectors)
    b = 0.5 * np.sinc(angle / (2 * pi)) ** 2
    return _combine_terms(vectors, 1 - b * angle * angle, np.sinc(angle / pi), b)


def quaternion_matrices(quaternions: Array) -> Array:
    """Rotation matrices, shape (…, 3, 3, n), of quaternions of any length, shape (…, 4, n); of zero none."""
    w, x, y, z = np.moveaxis(normalize_quaternions(quaternions), -2, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-2) for row in rows], axis=-3)


def normalize_quaternions(quaternions: Array) -> Array:
    """Quaternions of length one, shape (…, 4, n), from those of any length; from zero, no rotation."""
    length = np.linalg.norm(quaternions, axis=-2, keepdims=True)
    none = np.array([1.0, 0.0, 0.0, 0.0])[:, None]
    result: Array = np.where(length > 0, quaternions / np.where(length > 0, length, 1.0), none)
    return result


def turn_quaternions(quaternions: Array, vectors: Array) -> Array:
    """Quaternions, shape (4, n), after turns by rotation vectors along their own axes, shape (3, n); of length one."""
    a, (b, c, d) = normalize_quaternions(quaternions), vectors
    angle = np.sqrt(b * b + c * c + d * d)
    half, cosine = np.sinc(angle / (2 * pi)) / 2, np.cos(angle / 2)
    b, c, d = b * half, c * half, d * half
    product = [
        a[0] * cosine - a[1] * b - a[2] * c - a[3] * d,
        a[0] * b + a[1] * cosine + a[2] * d - a[3] * c,
        a[0] * c - a[1] * d + a[2] * cosine + a[3] * b,
        a[0] * d + a[1] * c - a[2] * b + a[3] * cosine,
    ]
    return normalize_quaternions(np.stack(product))


def draw_quaternions(numbers: Array) -> Array:
    """Quaternions of length one, shape (4, n), evenly spread over all rotations; from even numbers between 0 and 1, shape (3, n).

    Spec: K. Shoemake, Uniform Random Rotations, Graphics Gems III.
    """
    first, second, third = numbers
    one, other = np.sqrt(1 - first), np.sqrt(first)
    turned, tilted = 2 * pi * second, 2 * pi * third
    return np.stack([one * np.sin(turned), one * np.cos(turned), other * np.sin(tilted), other * np.cos(tilted)])


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
    """Two turns in a row by the formula for unit axes, whatever the length of the axes, shape (joints, 2, 3).

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


def logarithms(rotations: Array) -> Array:
    """Rotation vectors, shape (n, 3), no longer than π, of rotation matrices, shape (n, 3, 3)."""
    m = rotations
    trace = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
    # All four quaternions that differ in which part was taken as the root; the best conditioned row is chosen.
    skew = _skew_parts(m)
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


def _skew_parts(m: Array) -> Array:
    """Twice the sine of the angle along the axis, shape (n, 3), of rotation matrices."""
    result: Array = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
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


_NEXT, _AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])


def cross(a: Array, b: Array) -> Array:
    """Cross products, of the last axis; for the few vectors of one configuration a third of what numpy's takes."""
    result: Array = a[..., _NEXT] * b[..., _AFTER] - a[..., _AFTER] * b[..., _NEXT]
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
    result: Array = np.arctan2(components(_skew_parts(m), axis), np.trace(m, axis1=1, axis2=2) - 1)
    return result


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
