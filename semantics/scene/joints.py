"""Joints of a scene, their axes, the limits of their coordinates, and the motors that drive them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from itertools import repeat
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...diagnostics.records import dataclass, field
from ..frames.graph import NO_INDEX
from ..ir.joints import AxisRecord
from ..ir.scoped_names import make_scoped_name
from ..kinematics.coordinates import QUATERNIONS, UNITS, VELOCITY_UNITS
from ..spatial.transform import Transform
from .scene_object import SceneObject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir.joints import ActuatorRecord, JointRecord, Motion
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
        reference: the coordinate at which the child is where the document places it, rad or m.
        armature: inertia of what turns with the joint, kg m² or kg.

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
    reference: float = 0.0
    armature: float = 0.0

    def __repr__(self) -> str:
        x, y, z = self.xyz.tolist()
        return f"<Axis ({x:g}, {y:g}, {z:g}): from {self.lower:g} to {self.upper:g}>"


FREE = AxisRecord()
"""A coordinate of which nothing is said."""
_numbers_of = attrgetter(*(field.name for field in fields(Axis)[1:]))


class Joint(SceneObject):
    """A joint. Frame F on the parent and frame M on the child are one in space where the document places them.

    Not so where the document names both (``drake:joint``), and for free joints whose coordinates are a pose (``Motion``).

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
        """Those written, and one for each velocity at least, in the order of the velocities."""
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


@dataclass(frozen=True, slots=True)
class Transmission:
    """What an actuator acts on.

    Attributes:
        kind: the document's word: ``"joint"``, ``"tendon"``, ``"site"``, ``"body"`` …
        target: name, as written.
        reference: name of the second thing that it needs, such as the site that the force is measured along; None
            where there is none.

    Example:
        >>> (motor,) = bodyplan.load("examples/arm.urdf").scene.actuators
        >>> motor.transmission
        Transmission(kind='joint', target='elbow', reference=None)
    """

    kind: str
    target: str
    reference: str | None = None


@dataclass(frozen=True)
class Actuator:
    """A motor on a joint, or on what else its transmission names.

    Attributes:
        name: as written.
        joint: scoped name; None where it acts on no joint.
        effort_limit: N m or N; infinite: none.
        gear_ratio: speed of the rotor as a factor of the joint's.
        rotor_inertia: kg m².
        gains: proportional and derivative gain of its controller, None where there is none.
        control_range: least and greatest control, in the unit that the actuator gives it; infinite: none.
        force_range: least and greatest force before the gear, N m or N; infinite: none.
        gear: six factors, of the force along x, y, z and the torque about them; the first is ``gear_ratio``.
        transmission: what it acts on.
        properties: what else the document says of it.

    Spec: URDF ``<transmission>``; Drake's notes on parsing, ``drake:gear_ratio``, ``drake:rotor_inertia``,
    ``drake:controller_gains``.

    Example:
        >>> (motor,) = bodyplan.load("examples/arm.urdf").scene.actuators
        >>> motor.name, motor.joint, motor.effort_limit, motor.gear_ratio
        ('elbow_motor', 'arm::elbow', 25.0, 1.0)
    """

    name: str
    joint: str | None
    effort_limit: float
    gear_ratio: float
    rotor_inertia: float
    gains: tuple[float, float] | None
    control_range: tuple[float, float] = (-inf, inf)
    force_range: tuple[float, float] = (-inf, inf)
    gear: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    transmission: Transmission = Transmission("joint", "")
    properties: Mapping[str, object] = field(default_factory=dict)


def make_actuator(record: ActuatorRecord, joint: str | None) -> Actuator:
    """The actuator of a record, on the joint of that scoped name."""
    said = record.transmission
    if said is not None:
        transmission = Transmission(said.kind, said.target, said.reference)
    else:
        transmission = Transmission("joint", record.joint or "")
    return Actuator(
        record.name,
        joint,
        record.effort_limit,
        record.gear_ratio,
        record.rotor_inertia,
        record.gains,
        record.control_range,
        record.force_range,
        record.gear or (record.gear_ratio, 0.0, 0.0, 0.0, 0.0, 0.0),
        transmission,
        record.properties,
    )


def limits_of(
    connections: Iterable[Connection], what: Literal["lower", "upper", "velocity", "effort", "acceleration"]
) -> Array:
    """One limit of every coordinate, or of every velocity, read-only; infinite where there is none."""
    none = -np.inf if what == "lower" else np.inf
    values: list[float] = []
    units = UNITS if what in ("lower", "upper") else VELOCITY_UNITS
    for connection in connections:
        axes, motion = connection.record.axes, connection.record.motion
        if what in ("lower", "upper") and motion in QUATERNIONS:
            axes = []
        values.extend(getattr(axes[i], what) if i < len(axes) else none for i in range(len(units[motion])))
    result = np.array(values, dtype=np.float64)
    result.flags.writeable = False
    return result
