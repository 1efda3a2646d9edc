"""``Transform``: where one frame is in another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent
from .raw_pose import NO_ROTATION, quaternion_from_matrix, rpy_from_matrix

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]


UNTURNED = np.eye(4)
"""A matrix to be copied, which takes a fifth of the time that making one does."""


class Transform:
    """A rigid transform ``X_AB``: the pose of frame B in frame A, or what takes coordinates in B to those in A.

    ``X_AB @ X_BC`` is ``X_AC``. Transforms do not change; two are equal when their matrices are. One is made of nothing
    (the identity), of a homogeneous matrix of shape (4, 4), by ``from_rpy`` or by ``from_quaternion``; lengths are in m.

    Example:
        >>> X_AB = bodyplan.Transform.from_rpy((1, 0, 0), (0, 0, 0))
        >>> X_AB.inverse().apply((0, 0, 0)).tolist()
        [-1.0, 0.0, 0.0]
        >>> (X_AB @ X_AB).translation.tolist()
        [2.0, 0.0, 0.0]
    """

    __slots__ = ("_matrix",)

    def __init__(self, matrix: ArrayLike | None = None) -> None:
        """The identity, or the transform of a homogeneous matrix of shape (4, 4), which is copied.

        Raises:
            ValueError: the matrix has another shape.
        """
        value = np.eye(4) if matrix is None else np.array(matrix, dtype=np.float64)
        if value.shape != (4, 4):
            raise ValueError(f"a transform needs a matrix of shape (4, 4), not {value.shape}")
        value.flags.writeable = False
        self._matrix = value

    @classmethod
    def _of(cls, matrix: Array) -> Transform:
        """The transform of a matrix of shape (4, 4) that nothing else holds, which is not copied."""
        made = object.__new__(cls)
        matrix.flags.writeable = False
        made._matrix = matrix
        return made

    @classmethod
    @silent
    def from_rpy(cls, translation: ArrayLike = (0.0, 0.0, 0.0), rpy: ArrayLike = (0.0, 0.0, 0.0)) -> Transform:
        """From metres and from rad about the fixed axes x, y, z, in that order; shapes (3,).

        Args:
            translation: the origin of B in A, in m.
            rpy: roll, pitch, yaw, in rad.
        """
        roll, pitch, yaw = np.asarray(rpy, dtype=np.float64)
        cr, sr, cp, sp, cy, sy = (f(a) for a in (roll, pitch, yaw) for f in (np.cos, np.sin))
        matrix = np.eye(4)
        matrix[:3, :3] = [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
        matrix[:3, 3] = translation
        return cls._of(matrix)

    @classmethod
    @silent
    def from_quaternion(
        cls, translation: ArrayLike = (0.0, 0.0, 0.0), quaternion: ArrayLike = (1.0, 0.0, 0.0, 0.0)
    ) -> Transform:
        """From metres, shape (3,), and a quaternion w, x, y, z of any length but zero, shape (4,).

        Args:
            translation: the origin of B in A, in m.
            quaternion: w, x, y, z.

        Raises:
            ValueError: the quaternion has the length zero.
        """
        if isinstance(quaternion, tuple) and quaternion == NO_ROTATION:  # as most poses of shapes and of masses are
            unturned = UNTURNED.copy()
            unturned[:3, 3] = translation
            return cls._of(unturned)
        parts = np.asarray(quaternion, dtype=np.float64)
        length = float(np.linalg.norm(parts))
        if length == 0.0:
            raise ValueError("a quaternion of length zero is no rotation")
        matrix = matrices(np.array([(0.0, 0.0, 0.0, *parts / length)]))[0]
        matrix[:3, 3] = translation
        return cls._of(matrix)

    @property
    def matrix(self) -> Array:
        """The homogeneous matrix, shape (4, 4), read-only."""
        return self._matrix

    @property
    def rotation(self) -> Array:
        """The rotation matrix, shape (3, 3), read-only; its columns are the axes of B in A."""
        return self._matrix[:3, :3]

    @property
    def translation(self) -> Array:
        """The origin of B in A, shape (3,), in m, read-only."""
        return self._matrix[:3, 3]

    @property
    @silent
    def quaternion(self) -> Array:
        """The rotation as unit quaternion w, x, y, z with w >= 0, shape (4,)."""
        quaternion = np.array(quaternion_from_matrix(self._matrix[:3, :3].tolist()))
        return -quaternion if quaternion[0] < 0 else quaternion

    @property
    def rpy(self) -> Array:
        """Roll, pitch, yaw in rad about the fixed axes x, y, z, shape (3,).

        Pitch is within ±π/2; at its ends, where roll and yaw turn about one axis, yaw is 0.
        """
        return np.array(rpy_from_matrix(self._matrix.tolist()))

    @silent
    def inverse(self) -> Transform:
        """``X_BA`` of ``X_AB``."""
        return Transform._of(inverses(self._matrix))

    @silent
    def apply(self, points: ArrayLike) -> Array:
        """Points in B, shape (3,) or (n, 3), as points in A, same shape.

        Args:
            points: coordinates in B, in m.
        """
        result: Array = np.asarray(points, dtype=np.float64) @ self.rotation.T + self.translation
        return result

    @silent
    def __matmul__(self, other: Transform) -> Transform:
        """``X_AB @ X_BC`` is ``X_AC``."""
        if not isinstance(other, Transform):
            return NotImplemented
        return Transform._of(self._matrix @ other._matrix)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transform) and np.array_equal(self._matrix, other._matrix)

    def __hash__(self) -> int:
        return hash(self._matrix.tobytes())

    @silent
    def __repr__(self) -> str:
        x, y, z = self.translation.tolist()
        roll, pitch, yaw = self.rpy.tolist()
        return f"Transform(x={x:.6g}, y={y:.6g}, z={z:.6g}, roll={roll:.6g}, pitch={pitch:.6g}, yaw={yaw:.6g})"


def matrices(raw: Array) -> Array:
    """Homogeneous matrices, shape (n, 4, 4), of poses ``x y z qw qx qy qz`` with unit quaternions, shape (n, 7)."""
    w, x, y, z = raw[:, 3], raw[:, 4], raw[:, 5], raw[:, 6]
    result = np.zeros((len(raw), 4, 4))
    result[:, 0, 0] = 1 - 2 * (y * y + z * z)
    result[:, 0, 1] = 2 * (x * y - w * z)
    result[:, 0, 2] = 2 * (x * z + w * y)
    result[:, 1, 0] = 2 * (x * y + w * z)
    result[:, 1, 1] = 1 - 2 * (x * x + z * z)
    result[:, 1, 2] = 2 * (y * z - w * x)
    result[:, 2, 0] = 2 * (x * z - w * y)
    result[:, 2, 1] = 2 * (y * z + w * x)
    result[:, 2, 2] = 1 - 2 * (x * x + y * y)
    result[:, :3, 3] = raw[:, :3]
    result[:, 3, 3] = 1
    return result


def inverses(poses: Array) -> Array:
    """Inverses of rigid homogeneous matrices, shape (…, 4, 4)."""
    result = np.zeros_like(poses)
    rotation = np.swapaxes(poses[..., :3, :3], -1, -2)
    result[..., :3, :3] = rotation
    result[..., :3, 3] = -(rotation @ poses[..., :3, 3, None])[..., 0]
    result[..., 3, 3] = 1
    return result
