"""Joints of a scene, their axes, the limits of their coordinates, and the motors that drive them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import repeat
from math import pi
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..frames.graph import NO_INDEX
from ..ir.joints import AxisRecord
from ..ir.scoped_names import make_scoped_name
from ..spatial.transform import Transform
from .scene_object import SceneObject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..ir.joints import JointRecord, Motion
    from ..kinematics.connections import Connection
    from ..spatial.so3 import Array


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Axis:
    """One coordinate of a joint: its direction, limits, and what resists it.

    What the document does not limit is infinite, what it does not give is zero.

    Attributes:
        xyz: unit vector along the axes of the joint frame F, shape (3,).
        lower: smallest position, rad or m.
        upper: largest position, rad or m.
        velocity: largest speed, rad/s or m/s.
        effort: largest torque or force, N m or N.
        acceleration: largest acceleration, rad/s² or m/s².
        damping: force against the speed, N m s/rad or N s/m.
        friction: static friction, N m or N.
        stiffness: of the spring in the joint, N m/rad or N/m; 0: there is none.
        rest_position: where that spring is at rest, rad or m.

    Spec: SDFormat ``//joint/axis``, whose ``xyz`` may be along other frames (pose frame semantics proposal, 7); URDF
    ``<axis>``, ``<limit>``, ``<dynamics>``; SKEL ``<axis>`` and ``<dof>``.

    Example:
        >>> (axis,) = bodyplan.load("examples/arm.urdf").scene.joints["arm::elbow"].axes
        >>> axis.xyz.tolist(), axis.lower, axis.upper, axis.effort, axis.acceleration
        ([0.0, 1.0, 0.0], -2.0, 2.0, 25.0, inf)
    """

    xyz: Array
    lower: float
    upper: float
    velocity: float
    effort: float
    acceleration: float
    damping: float
    friction: float
    stiffness: float
    rest_position: float

    def __repr__(self) -> str:
        x, y, z = self.xyz.tolist()
        return f"<Axis ({x:g}, {y:g}, {z:g}): from {self.lower:g} to {self.upper:g}>"


FREE = AxisRecord()
"""A coordinate of which nothing is said."""
_numbers_of = attrgetter(*(field.name for field in fields(Axis)[1:]))


class Joint(SceneObject):
    """A joint. Frame F on the parent and frame M on the child are one in space at the zero configuration.

    Spec: a joint's frame and what it is in: SDFormat, pose frame semantics proposal, 1.2 and 6, with parent and child
    as frames by the composition proposal, 1.2.2; URDF ``<joint>``, whose frame is the child link's; SKEL ``<joint>``,
    whose frame is on the child body.

    Example:
        >>> elbow = bodyplan.load("examples/arm.urdf").scene.joints["arm::elbow"]
        >>> elbow
        <Joint arm::elbow: revolute, arm::upper_arm -> arm::forearm>
        >>> elbow.X_PF.translation.tolist(), elbow.motion.value, elbow.dofs
        ([0.4, 0.0, 0.0], 'revolute', 1)
    """

    __slots__ = ()

    @property
    def _record(self) -> JointRecord:
        return self._kinematics.description.joints[self._number]

    @property
    def type(self) -> str:
        """The document's word for it: ``revolute``, ``fixed``, ``weld`` …"""
        return self._record.type

    @property
    def motion(self) -> Motion:
        """How it moves and what its coordinates are; each member of ``Motion`` says so."""
        return self._record.motion

    @property
    def parent(self) -> str:
        """Scoped name of the link that its parent frame moves with, or ``"world"``."""
        return self._body(self._kinematics.connections[self._number].parent, self._record.parent)

    @property
    def child(self) -> str:
        """Scoped name of the link that its child frame moves with."""
        return self._body(self._kinematics.connections[self._number].child, self._record.child)

    @property
    def parent_frame(self) -> str:
        """Name of its parent, a link or frame, as written."""
        return self._record.parent

    @property
    def child_frame(self) -> str:
        """Name of its child, a link or frame, as written."""
        return self._record.child

    @property
    def X_PF(self) -> Transform:
        """Pose of F in the frame of the parent link, or in the world."""
        return Transform(self._kinematics.x_pf[self._number])

    @property
    def X_BM(self) -> Transform:
        """Pose of M in the frame of the child link."""
        return Transform(self._kinematics.x_bm[self._number])

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Those written, and one for each coordinate at least, in the order of the coordinates."""
        written = self._record.axes
        vectors = self._kinematics.axes[self._number]
        records = (*written, *repeat(FREE, len(vectors) - len(written)))
        return tuple(Axis(vector, *_numbers_of(record)) for vector, record in zip(vectors, records))

    @property
    def pitch(self) -> float:
        """Of a screw, m per revolution, right-handed when positive; 0 for other joints."""
        return self._record.pitch

    @property
    def dofs(self) -> int:
        """Number of coordinates."""
        return self._kinematics.connections[self._number].dofs

    @property
    def properties(self) -> Mapping[str, object]:
        """What else the document says of it: kind of actuator, initial velocity, names of its coordinates …"""
        return self._record.properties

    @property
    def closes_loop(self) -> bool:
        """Whether other joints connect its links already; its coordinates then move nothing (see ``constraints``)."""
        return self._number in self._kinematics.tree.loops

    def _body(self, vertex: int, reference: str) -> str:
        if vertex == NO_INDEX:
            return make_scoped_name(reference, self._record.scope)
        return self._kinematics.graph.body_name(vertex)

    def _summary(self) -> str:
        return f"{self.type}, {self.parent} -> {self.child}"


@dataclass(frozen=True)
class Actuator:
    """A motor on a joint.

    Attributes:
        name: as written.
        joint: scoped name.
        effort_limit: N m or N; infinite: none.
        gear_ratio: speed of the rotor as a factor of the joint's.
        rotor_inertia: kg m².
        gains: proportional and derivative gain of its controller, None where there is none.

    Spec: URDF ``<transmission>``; Drake's notes on parsing, ``drake:gear_ratio``, ``drake:rotor_inertia``,
    ``drake:controller_gains``.

    Example:
        >>> (motor,) = bodyplan.load("examples/arm.urdf").scene.actuators
        >>> motor.name, motor.joint, motor.effort_limit, motor.gear_ratio
        ('elbow_motor', 'arm::elbow', 25.0, 1.0)
    """

    name: str
    joint: str
    effort_limit: float
    gear_ratio: float
    rotor_inertia: float
    gains: tuple[float, float] | None


FARTHEST = {"rad": pi, "m": 1.0}
"""How far from the other side, or from zero, coordinates without a limit are drawn, by unit."""


def limits_of(
    connections: Iterable[Connection], what: Literal["lower", "upper", "velocity", "effort", "acceleration"]
) -> Array:
    """One limit of every coordinate, shape (dofs,), read-only; infinite where there is none."""
    none = -np.inf if what == "lower" else np.inf
    values: list[float] = []
    for connection in connections:
        axes = connection.record.axes
        values.extend(getattr(axes[i], what) if i < len(axes) else none for i in range(connection.dofs))
    result = np.array(values, dtype=np.float64)
    result.flags.writeable = False
    return result


def drawn_between(
    lower: Array, upper: Array, units: Sequence[str], generator: np.random.Generator, count: int
) -> Array:
    """Coordinates drawn evenly between limits of shape (dofs,), shape (dofs, count); ``units`` are ``"rad"`` or ``"m"``."""
    reach = np.array([FARTHEST[unit] for unit in units])
    known_lower, known_upper = np.isfinite(lower), np.isfinite(upper)
    low = np.where(known_lower, lower, np.where(known_upper, np.minimum(-reach, upper - reach), -reach))
    high = np.where(known_upper, upper, np.where(known_lower, np.maximum(reach, lower + reach), reach))
    high = np.maximum(low, high)
    drawn = generator.random((len(units), count))
    result: Array = low[:, None] + drawn * (high - low)[:, None]
    return result
