"""Raw poses: seven plain floats, and the little algebra that front ends need, without numpy.

A raw pose is ``(x, y, z, qw, qx, qy, qz)``: metres and a unit quaternion. Thousands of them become one array in
``semantics.frames``; nothing here is meant for more than a few at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, hypot, sin, sqrt

from ...runtime.poses import quaternion_from_rpy

RawPose = tuple[float, float, float, float, float, float, float]
Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]

IDENTITY: RawPose = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
NO_ROTATION: Quaternion = (1.0, 0.0, 0.0, 0.0)


def pose_from_rpy(x: float, y: float, z: float, roll: float, pitch: float, yaw: float, /) -> RawPose:
    """Pose from a translation in m and rotations in rad about the fixed axes x, y, z, in that order (SDFormat, URDF)."""
    return (x, y, z, *quaternion_from_rpy(roll, pitch, yaw))


def pose_from_quaternion(x: float, y: float, z: float, qw: float, qx: float, qy: float, qz: float, /) -> RawPose:
    """Pose from a translation in m and a quaternion of any length but zero; a zero quaternion counts as no rotation."""
    return (x, y, z, *normalize_quaternion((qw, qx, qy, qz)))


def pose_from_moved_axes(x: float, y: float, z: float, rx: float, ry: float, rz: float, /) -> RawPose:
    """Pose from a translation in m and rotations in rad about x, the moved y and the twice moved z (SKEL)."""
    return (x, y, z, *multiply(multiply(turn(0, rx), turn(1, ry)), turn(2, rz)))


def pose_from_matrix(rotation: Sequence[Sequence[float]], translation: Sequence[float]) -> RawPose:
    """Pose from the rows of a rotation matrix and a translation in m."""
    x, y, z = translation
    return (x, y, z, *quaternion_from_matrix(rotation))


def quaternion_from_matrix(rotation: Sequence[Sequence[float]]) -> Quaternion:
    """Unit quaternion from the rows of a rotation matrix; it may have either sign."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    # The largest of the four squared parts is taken first, which keeps the divisions well away from zero.
    squares = (1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i)
    largest = max(range(4), key=squares.__getitem__)
    s = squares[largest]
    quaternion: Quaternion = (
        (s, h - f, c - g, d - b),
        (h - f, s, b + d, c + g),
        (c - g, b + d, s, f + h),
        (d - b, c + g, f + h, s),
    )[largest]
    return normalize_quaternion(quaternion)


def rpy_from_matrix(matrix: Sequence[Sequence[float]]) -> Vector:
    """Roll, pitch, yaw in rad, about the fixed axes x, y, z in that order, from the rows of a rotation or homogeneous matrix.

    Pitch is within ±π/2; at its ends, where roll and yaw turn about one axis, yaw is 0.
    """
    (xx, *_), (yx, yy, yz, *_), (zx, zy, zz, *_) = matrix[:3]
    across = sqrt(zy * zy + zz * zz)
    if across > 1e-9:
        return atan2(zy, zz) + 0.0, atan2(-zx, across) + 0.0, atan2(yx, xx) + 0.0
    return atan2(-yz, yy), asin(max(-1.0, min(1.0, -zx))), 0.0


def turn(axis: int, angle: float) -> Quaternion:
    """Rotation by ``angle`` rad about x, y or z (0, 1, 2)."""
    parts = [cos(angle / 2), 0.0, 0.0, 0.0]
    parts[1 + axis] = sin(angle / 2)
    return (parts[0], parts[1], parts[2], parts[3])


def shortest_rotation(start: Vector, end: Vector) -> Quaternion:
    """The smallest rotation that turns the direction ``start`` to ``end``; opposite ones by a half turn about x or y.

    The half turn is about x unless ``start`` is along x.
    """
    ax, ay, az = unit(start)
    bx, by, bz = unit(end)
    # |a + b| is twice the cosine of half the angle and stays exact where the cosine of the whole is near -1.
    mx, my, mz = ax + bx, ay + by, az + bz
    length = hypot(mx, my, mz)
    if length < 1e-12:
        if hypot(ay, az) < 1e-12:
            return (0.0, 0.0, 1.0, 0.0)
        # a direction at right angles to start, as near to x as there is one
        px, py, pz = unit((1 - ax * ax, -ax * ay, -ax * az))
        return (0.0, px, py, pz)
    mx, my, mz = mx / length, my / length, mz / length
    return normalize_quaternion((ax * mx + ay * my + az * mz, ay * mz - az * my, az * mx - ax * mz, ax * my - ay * mx))


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def quaternion_from_axis_angle(axis: Vector, angle: float) -> Quaternion:
    """Rotation by ``angle`` rad about a unit vector."""
    x, y, z = axis
    s = sin(angle / 2)
    return (cos(angle / 2), s * x, s * y, s * z)


def unit(vector: Vector) -> Vector:
    """``vector`` made one long; a zero vector stays."""
    x, y, z = vector
    length = hypot(x, y, z)
    if length == 0.0 or length == 1.0:
        return vector
    return (x / length, y / length, z / length)


def normalize_quaternion(quaternion: Quaternion) -> Quaternion:
    """``quaternion`` made one long; a zero one becomes no rotation."""
    w, x, y, z = quaternion
    length = sqrt(w * w + x * x + y * y + z * z)
    if length == 0.0:
        return NO_ROTATION
    return (w / length, x / length, y / length, z / length)


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The rotation ``b`` followed by ``a``."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def rotate(q: Quaternion, v: Vector) -> Vector:
    """``v`` turned by ``q``."""
    w, x, y, z = q
    vx, vy, vz = v
    tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return (
        vx + w * tx + y * tz - z * ty,
        vy + w * ty + z * tx - x * tz,
        vz + w * tz + x * ty - y * tx,
    )


def compose(a: RawPose, b: RawPose) -> RawPose:
    """``X_AB`` and ``X_BC`` give ``X_AC``."""
    x, y, z = rotate(a[3:], b[:3])
    return (a[0] + x, a[1] + y, a[2] + z, *multiply(a[3:], b[3:]))


def inverse(a: RawPose) -> RawPose:
    """``X_AB`` gives ``X_BA``."""
    q = (a[3], -a[4], -a[5], -a[6])
    x, y, z = rotate(q, a[:3])
    return (-x, -y, -z, *q)
