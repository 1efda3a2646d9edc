"""The inertia of a link and of one that is lumped into it, taken together.

Numbers for libsdformat go the way that its own go, step by step: whether a body can have the sum may depend on a rounding.
"""

from __future__ import annotations

from math import cos, inf, isfinite, sin
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple
from ...spatial.raw_pose import NO_ROTATION, compose, dot, rotate
from .angles import rpy_by_urdfdom
from .robot import Inertial

if TYPE_CHECKING:
    from ...spatial.inertia import Moments
    from ...spatial.raw_pose import Quaternion, RawPose, Vector

Matrix = tuple["Vector", "Vector", "Vector"]


class _Mass(NamedTuple):
    """A mass, its centre, and its moments about the origin."""

    mass: float
    center: Vector
    moments: Matrix


def combine_inertials(parent: Inertial | None, child: Inertial, joint: RawPose) -> Inertial:
    """What a link has with a child that is lumped into it, by libsdformat.

    Args:
        parent: of the link; None where it has none.
        child: of the child, in its own frame.
        joint: the child's frame in the link's.
    """
    if parent is None:
        parent = Inertial()
    mine = _translate_mass(_undo_rotation(_of(parent), parent.pose[3:]), parent.pose[:3])
    other = _translate_mass(_undo_rotation(_of(child), child.pose[3:]), child.pose[:3])
    other = _translate_mass(_undo_rotation(other, joint[3:]), joint[:3])
    both = _add_masses(mine, other)
    x, y, z = both.center
    about = _translate_mass(both, (-x, -y, -z))
    roll, pitch, yaw = rpy_by_urdfdom(parent.pose[3:])
    if roll or pitch or yaw or not _is_finite(about):
        about = _rotate_mass(about, _from_angles(roll, pitch, yaw))
    return Inertial(both.mass, (x, y, z, *parent.pose[3:]), _moments_of(about.moments), parent.element)


def combine_exactly(parent: Inertial, child: Inertial, joint: RawPose) -> Inertial:
    """The same, as near as numbers come: about the axes of the link, each mass moved to the common centre only once.

    libsdformat goes by way of angles and of the link's origin, which takes digits near a pitch of a quarter turn, and from
    small bodies that are far away.
    """
    bodies = ((parent, parent.pose), (child, compose(joint, child.pose)))
    both = parent.mass + child.mass
    x, y, z = (
        sum(each.mass * at[axis] for each, at in bodies) / both if both else parent.pose[axis] for axis in range(3)
    )
    placed = [_rotate_mass(_of(each), _matrix_of(at[3:])) for each, at in bodies]
    moved = [_translate_mass(mass, (at[0] - x, at[1] - y, at[2] - z)) for mass, (_, at) in zip(placed, bodies)]
    return Inertial(both, (x, y, z, *NO_ROTATION), _moments_of(_add_masses(*moved).moments))


def _moments_of(matrix: Matrix) -> Moments:
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = matrix
    return ixx, iyy, izz, ixy, ixz, iyz


def _matrix_of(rotation: Quaternion) -> Matrix:
    x, y, z = (rotate(rotation, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    return _transpose((x, y, z))


def _of(inertial: Inertial) -> _Mass:
    ixx, iyy, izz, ixy, ixz, iyz = inertial.moments
    return _Mass(inertial.mass, (0.0, 0.0, 0.0), ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz)))


def _add_masses(a: _Mass, b: _Mass) -> _Mass:
    total = a.mass + b.mass
    # nothing and nothing have no centre
    share = 1 / total if total else inf
    x, y, z = ((p * a.mass + q * b.mass) * share for p, q in zip(a.center, b.center))
    first, second, third = (_plus(p, q) for p, q in zip(a.moments, b.moments))
    return _Mass(total, (x, y, z), (first, second, third))


def _plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _undo_rotation(mass: _Mass, rotation: Quaternion) -> _Mass:
    """Seen in the frame that its own is turned in by ``rotation``."""
    roll, pitch, yaw = rpy_by_urdfdom(rotation)
    for angles in ((-roll, 0.0, 0.0), (0.0, -pitch, 0.0), (0.0, 0.0, -yaw)):
        if any(angles) or not _is_finite(mass):
            mass = _rotate_mass(mass, _from_angles(*angles))
    return mass


def _is_finite(mass: _Mass) -> bool:
    """Whether a mass stays as it is where it is turned by nothing."""
    return isfinite(sum(mass.center) + sum(map(sum, mass.moments)))


def _from_angles(phi: float, theta: float, psi: float) -> Matrix:
    """Rows of the matrix that undoes the rotation by roll, pitch and yaw."""
    sx, cx, sy, cy, sz, cz = sin(phi), cos(phi), sin(theta), cos(theta), sin(psi), cos(psi)
    return (
        (cz * cy, sz * cy, -sy),
        (cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx),
        (cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx),
    )


def _rotate_mass(mass: _Mass, matrix: Matrix) -> _Mass:
    right = _times(mass.moments, _transpose(matrix))
    moments = _symmetric(_times(matrix, right))
    x, y, z = (dot(row, mass.center) for row in matrix)
    return _Mass(mass.mass, (x, y, z), moments)


def _translate_mass(mass: _Mass, by: Vector) -> _Mass:
    before, center = mass.center, _plus(by, mass.center)
    (x, y, z), (p, q, r), m = center, before, mass.mass
    if not isfinite(x + y + z + p + q + r):
        return _translate_far(mass, before, center)
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = mass.moments
    # what is left of the products in _translate_far without what is multiplied by nothing, in the order that they are added
    ixx += m * ((-(r * r) - q * q) - (-(z * z) - y * y))
    iyy += m * ((-(r * r) - p * p) - (-(z * z) - x * x))
    izz += m * ((-(q * q) - p * p) - (-(y * y) - x * x))
    ixy += m * (q * p - y * x)
    ixz += m * (r * p - z * x)
    iyz += m * (r * q - z * y)
    return _Mass(m, center, ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz)))


def _translate_far(mass: _Mass, before: Vector, center: Vector) -> _Mass:
    after = _make_skew_matrix(center)
    old = _make_skew_matrix(before)
    new, was = _times(after, after), _times(old, old)
    first, second, third = (
        _plus(row, (mass.mass * (w[0] - n[0]), mass.mass * (w[1] - n[1]), mass.mass * (w[2] - n[2])))
        for row, w, n in zip(mass.moments, was, new)
    )
    return _Mass(mass.mass, center, _symmetric((first, second, third)))


def _make_skew_matrix(a: Vector) -> Matrix:
    x, y, z = a
    return ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))


def _times(a: Matrix, b: Matrix) -> Matrix:
    (b11, b12, b13), (b21, b22, b23), (b31, b32, b33) = b
    (a11, a12, a13), (a21, a22, a23), (a31, a32, a33) = a
    # in full: a robot whose links are lumped takes a dozen products for each
    return (
        (a11 * b11 + a12 * b21 + a13 * b31, a11 * b12 + a12 * b22 + a13 * b32, a11 * b13 + a12 * b23 + a13 * b33),
        (a21 * b11 + a22 * b21 + a23 * b31, a21 * b12 + a22 * b22 + a23 * b32, a21 * b13 + a22 * b23 + a23 * b33),
        (a31 * b11 + a32 * b21 + a33 * b31, a31 * b12 + a32 * b22 + a33 * b32, a31 * b13 + a32 * b23 + a33 * b33),
    )


def _transpose(a: Matrix) -> Matrix:
    (a11, a12, a13), (a21, a22, a23), (a31, a32, a33) = a
    return (a11, a21, a31), (a12, a22, a32), (a13, a23, a33)


def _symmetric(a: Matrix) -> Matrix:
    """What stands above the diagonal counts."""
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = a
    return (ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz)
