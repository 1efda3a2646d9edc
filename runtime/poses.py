"""Poses that a text can hold: a position with three angles, or with a quaternion."""

from __future__ import annotations

import math
from math import asin, atan2, cos, hypot, sin, sqrt
from typing import TYPE_CHECKING, Any

from ..diagnostics.records import NamedTuple
from .vectors import Quaternion, Vector3

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Self, TypedDict, Unpack

    class PoseParts(TypedDict, total=False):
        """What ``Pose.replace`` takes: m and the angles about the axes."""

        x: float
        y: float
        z: float
        roll: float
        pitch: float
        yaw: float

    class QuaternionParts(PoseParts, total=False):
        """What ``QuaternionPose.replace`` takes."""

        qx: float
        qy: float
        qz: float
        qw: float


class Pose:
    """A position and a rotation, as written: an ``EulerPose`` or a ``QuaternionPose``.

    ``Pose.euler`` and ``Pose.quaternion`` make one. Of either can be read ``x``, ``y``, ``z``, ``roll``, ``pitch``,
    ``yaw``; ``replace`` gives one with other numbers. Where an element says that its angles are degrees, methods that
    calculate with the angles need to know it.

    Example:
        >>> pose = bodyplan.Pose.euler(0, 0, 1, yaw=0.5)
        >>> pose.replace(x=2.0)
        EulerPose(x=2.0, y=0, z=1, roll=0.0, pitch=0.0, yaw=0.5)
    """

    __slots__ = ()

    if TYPE_CHECKING:  # both kinds are tuples

        def __iter__(self) -> Iterator[float]: ...
        def __getitem__(self, index: Any, /) -> Any: ...
        def __len__(self) -> int: ...

    @staticmethod
    def euler(
        x: float = 0.0, y: float = 0.0, z: float = 0.0, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0
    ) -> EulerPose:
        """From metres and angles about the fixed axes x, y, z, in that order: rad, unless the element says degrees.

        Args:
            x: position along x, in m.
            y: along y.
            z: along z.
            roll: angle about the fixed axis x.
            pitch: about y.
            yaw: about z.
        """
        return EulerPose(x, y, z, roll, pitch, yaw)

    @staticmethod
    def quaternion(
        x: float = 0.0,
        y: float = 0.0,
        z: float = 0.0,
        qx: float = 0.0,
        qy: float = 0.0,
        qz: float = 0.0,
        qw: float = 1.0,
    ) -> QuaternionPose:
        """From metres and a quaternion.

        Args:
            x: position along x, in m.
            y: along y.
            z: along z.
            qx: of the vector part of the quaternion, which may have any length but zero.
            qy: likewise.
            qz: likewise.
            qw: the scalar part.
        """
        return QuaternionPose(x, y, z, qx, qy, qz, qw)

    @property
    def x(self) -> float:
        """The position along x, in m."""
        raise NotImplementedError

    @property
    def y(self) -> float:
        """The position along y, in m."""
        raise NotImplementedError

    @property
    def z(self) -> float:
        """The position along z, in m."""
        raise NotImplementedError

    @property
    def roll(self) -> float:
        """The angle about x: as written; in rad for a ``QuaternionPose``."""
        raise NotImplementedError

    @property
    def pitch(self) -> float:
        """The angle about y: as written; in rad for a ``QuaternionPose``."""
        raise NotImplementedError

    @property
    def yaw(self) -> float:
        """The angle about z: as written; in rad for a ``QuaternionPose``."""
        raise NotImplementedError

    @property
    def position(self) -> Vector3:
        """The position, in m."""
        return Vector3(self[0], self[1], self[2])

    @property
    def rpy(self) -> Vector3:
        """Roll, pitch and yaw: as written; in rad for a ``QuaternionPose``."""
        return Vector3(self.roll, self.pitch, self.yaw)

    def replace(self, **parts: Unpack[PoseParts]) -> Self:
        """The pose with other numbers. Angles of a ``QuaternionPose`` are rad; it stays one, of unit length."""
        raise NotImplementedError

    def _replace(self, **parts: Unpack[PoseParts]) -> Self:
        return self.replace(**parts)

    def to_euler(self, *, degrees: bool = False) -> EulerPose:
        """The pose with angles; ``degrees`` gives the unit of the angles, old and new."""
        raise NotImplementedError

    def to_quaternion(self, *, degrees: bool = False) -> QuaternionPose:
        """The pose with a quaternion, of unit length; ``degrees``: the angles are not in rad."""
        raise NotImplementedError

    def matrix(self, *, degrees: bool = False) -> NDArray[np.float64]:
        """The homogeneous matrix, shape (4, 4), as ``bodyplan.Transform`` takes it.

        Args:
            degrees: whether the angles are degrees, not rad.

        Raises:
            ValueError: a quaternion has the length zero.
        """
        import numpy as np

        _, _, _, x, y, z, w = self.to_quaternion(degrees=degrees)
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), self[0]],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), self[1]],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), self[2]],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )


class _EulerPose(NamedTuple):
    x: float
    y: float
    z: float
    roll: float
    pitch: float
    yaw: float


class _QuaternionPose(NamedTuple):
    x: float
    y: float
    z: float
    qx: float
    qy: float
    qz: float
    qw: float


# fields of a named tuple are read-only, as properties are: pyright takes them for variables
class EulerPose(_EulerPose, Pose):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Position and three angles, as written: rad about the fixed axes x, y, z, in that order.

    Where an SDFormat ``<pose>`` says ``degrees="true"`` its angles are degrees: methods that calculate need to know it.

    Attributes:
        x: m.
        y: m.
        z: m.
        roll: about x.
        pitch: about y.
        yaw: about z.

    Spec: SDFormat proposal for a better pose, 1.A (degrees); URDF ``<origin>``; SKEL ``<transformation>``.

    Example:
        >>> body = bodyplan.load("examples/pendulum.skel").root.world.skeleton[0].body[0]
        >>> body.transformation
        EulerPose(x=0.0, y=0.0, z=2.0, roll=0.0, pitch=0.0, yaw=0.0)
        >>> bodyplan.EulerPose(0, 0, 1, 0, 0, 180).matrix(degrees=True).round(3)[0].tolist()
        [-1.0, -0.0, 0.0, 0.0]
    """

    __slots__ = ()

    def replace(self, **parts: Unpack[PoseParts]) -> Self:
        """The pose with other numbers.

        Raises:
            ValueError: it has no number of such a name.
        """
        return self._replace(**parts)

    def to_euler(self, *, degrees: bool = False) -> EulerPose:
        """The pose itself.

        Args:
            degrees: whether the angles are in degrees.
        """
        return self

    def to_quaternion(self, *, degrees: bool = False) -> QuaternionPose:
        """The pose with a quaternion, of unit length; ``degrees``: the angles are not in rad."""
        angles = map(math.radians, self[3:]) if degrees else self[3:]
        w, x, y, z = quaternion_from_rpy(*angles)
        return QuaternionPose(*self[:3], x, y, z, w)


class QuaternionPose(_QuaternionPose, Pose):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Position and quaternion, as written; not necessarily of unit length. ``roll``, ``pitch``, ``yaw`` are worked out.

    Attributes:
        x: m.
        y: m.
        z: m.
        qx: of the vector part.
        qy: of the vector part.
        qz: of the vector part.
        qw: the scalar part.

    Spec: SDFormat proposal for a better pose, 1.B (``rotation_format="quat_xyzw"``).

    Example:
        >>> pose = bodyplan.Pose.quaternion(z=1.0, qz=1.0, qw=1.0)
        >>> round(pose.yaw, 6), pose.replace(yaw=0.0)
        (1.570796, QuaternionPose(x=0.0, y=0.0, z=1.0, qx=0.0, qy=0.0, qz=0.0, qw=1.0))
    """

    __slots__ = ()

    @property
    def roll(self) -> float:
        """The angle about x, in rad.

        Raises:
            ValueError: the quaternion has the length zero.
        """
        return _angles(*self[3:])[0]

    @property
    def pitch(self) -> float:
        """The angle about y, in rad, within ±π/2.

        Raises:
            ValueError: see ``roll``.
        """
        return _angles(*self[3:])[1]

    @property
    def yaw(self) -> float:
        """The angle about z, in rad; 0 where the pitch is ±π/2.

        Raises:
            ValueError: see ``roll``.
        """
        return _angles(*self[3:])[2]

    # more names than those of any pose, which pyright takes for fewer
    def replace(self, **parts: Unpack[QuaternionParts]) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The pose with other numbers; angles in rad make the quaternion one of unit length.

        Raises:
            TypeError: there are angles and parts of the quaternion.
            ValueError: angles are given, and the quaternion has the length zero.
        """
        numbers: dict[str, Any] = {**parts}
        angles = {name: numbers.pop(name) for name in ("roll", "pitch", "yaw") if name in numbers}
        if angles:
            if numbers.keys() & {"qx", "qy", "qz", "qw"}:
                raise TypeError("a rotation is replaced by angles or by a quaternion, not by both")
            turned = self.to_euler()._replace(**angles).to_quaternion()
            numbers.update(zip(("qx", "qy", "qz", "qw"), turned[3:]))
        return super()._replace(**numbers)

    _replace = replace

    def to_euler(self, *, degrees: bool = False) -> EulerPose:
        """The pose with angles, in rad or degrees.

        Args:
            degrees: whether the angles that are made are in degrees, not rad.

        Raises:
            ValueError: the quaternion has the length zero.
        """
        angles = _angles(*self[3:])
        return EulerPose(*self[:3], *(map(math.degrees, angles) if degrees else angles))

    def to_quaternion(self, *, degrees: bool = False) -> QuaternionPose:
        """The pose with a quaternion of unit length.

        Args:
            degrees: has no meaning here.

        Raises:
            ValueError: the quaternion has the length zero.
        """
        return QuaternionPose(*self[:3], *_of_unit_length(*self[3:]))


def quaternion_from_rpy(roll: float, pitch: float, yaw: float) -> tuple[float, float, float, float]:
    """w, x, y, z of a rotation by rad about the fixed axes x, y, z, in that order."""
    cr, sr = cos(roll / 2), sin(roll / 2)
    cp, sp = cos(pitch / 2), sin(pitch / 2)
    cy, sy = cos(yaw / 2), sin(yaw / 2)
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def _of_unit_length(x: float, y: float, z: float, w: float) -> Quaternion:
    length = sqrt(x * x + y * y + z * z + w * w)
    if length == 0.0:
        raise ValueError("a quaternion of length zero is no rotation")
    return Quaternion(x / length, y / length, z / length, w / length)


def _angles(x: float, y: float, z: float, w: float) -> tuple[float, float, float]:
    """Roll, pitch and yaw of a quaternion."""
    x, y, z, w = _of_unit_length(x, y, z, w)
    down, across = 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)
    ahead, aside = 1 - 2 * (y * y + z * z), 2 * (x * y + w * z)
    level = hypot(down, across)
    sine = 2 * (w * y - x * z)
    if level > 1e-9:
        return atan2(down, across), atan2(sine, level), atan2(aside, ahead)
    return atan2(-2 * (y * z - w * x), 1 - 2 * (x * x + z * z)), asin(max(-1.0, min(1.0, sine))), 0.0
