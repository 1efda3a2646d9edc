"""Records of joints: how they move, what limits and drives each coordinate."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.records import dataclass, field
from ..spatial.raw_pose import NO_ROTATION, Quaternion, Vector
from .source_ref import LatePlace, Place

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity


class Motion(str, Enum):
    """How the joint frame M on the child moves in the joint frame F on the parent, by the coordinates q.

    ``R(a, q)`` is a rotation by q rad about the axis a, ``T(a, q)`` a translation by q m along it, both about or
    along axes that the motions to the left have moved; ``a0``, ``a1`` are the directions of ``axes[0]``, ``axes[1]``.
    The value says the convention; the joint's own ``type`` word is kept beside it.
    """

    FIXED = "fixed"
    """No coordinates."""
    REVOLUTE = "revolute"
    """1: ``R(a0, q0)``; continuous joints too."""
    PRISMATIC = "prismatic"
    """1: ``T(a0, q0)``."""
    SCREW = "screw"
    """1: ``R(a0, q0) T(a0, pitch q0 / 2π)``; the coordinate is the angle."""
    UNIVERSAL = "universal"
    """2: ``R(a0, q0) R(a1, q1)``; x and y where no axes are given. SDFormat's revolute2 too."""
    BALL_RPY = "ball-rpy"
    """3: roll, pitch, yaw; ``R(z, q2) R(y, q1) R(x, q0)``."""
    BALL_ROTATION_VECTOR = "ball-rotation-vector"
    """3: a rotation vector (axis times angle)."""
    EULER = "euler"
    """3: ``R(i, q0) R(j, q1) R(k, q2)`` with i, j, k the letters of ``axis_order``."""
    TRANSLATIONAL_2D = "translational-2d"
    """2: ``T(a0, q0) T(a1, q1)``; x and y where no axes are given."""
    TRANSLATIONAL = "translational"
    """3: ``T(x, q0) T(y, q1) T(z, q2)``."""
    PLANAR = "planar"
    """3: ``T(a0, q0) T(a1, q1) R(a0 × a1, q2)``; x and y where no axes are given. a1 is made perpendicular to a0."""
    FLOATING_RPY = "floating-rpy"
    """6: roll, pitch, yaw, x, y, z; ``T(x, q3) T(y, q4) T(z, q5)``, then as BALL_RPY."""
    FREE_ROTATION_VECTOR = "free-rotation-vector"
    """6: a rotation vector, then the translation: ``T(x, q3) T(y, q4) T(z, q5)``, then the rotation."""
    BALL_QUATERNION = "ball-quaternion"
    """4: a quaternion ``w x y z``, brought to length one; zero is no rotation. Three velocities: the angular velocity
    along the axes of M."""
    FREE_QUATERNION = "free-quaternion"
    """7: ``x y z``, then a quaternion ``w x y z``: the pose of the child's frame in the frame that ``parent`` names, which
    are M and F. Six velocities: those of x, y, z, then the angular velocity along the axes of M."""
    CURVILINEAR = "curvilinear"
    """1: along ``curve``, the coordinate is the arc length in m."""
    GEARBOX = "gearbox"
    """No coordinates of its own: relates two other joints (see ``GearboxRecord``) and is never part of the tree."""


@dataclass(slots=True)
class AxisRecord:
    """One coordinate of a joint: its direction, its limits and what resists it.

    The unit of a coordinate is rad for a rotation and m for a translation. Joints whose coordinates hold a quaternion
    have one for each velocity, without limits of position.
    """

    xyz: Vector | None = None
    """Direction, of any length but zero; None for the one that the motion has of itself (z for one axis; x, y, z in
    order for several). Without meaning where the motion has no axis of its own (ball, free …)."""
    expressed_in: str | None = None
    """Reference, looked up in the joint's scope, to the frame whose axes ``xyz`` is measured along; None: the joint."""
    lower: float = -inf
    upper: float = inf
    velocity: float = inf
    """Largest speed; infinite: no limit."""
    effort: float = inf
    """Largest force or torque, N or N m; infinite: no limit."""
    acceleration: float = inf
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    rest_position: float = 0.0
    """In the coordinate, as the limits are."""
    reference: float = 0.0
    """Where the document places the child, in the coordinate: it moves by the coordinate less this."""
    armature: float = 0.0
    """Inertia of what turns with the joint, such as a rotor: kg m² for a rotation, kg for a translation."""
    written: dict[str, float] | None = None
    """Values as they are written, by name, where another one counts in their place."""
    element: Place = None
    xyz_element: Place = None
    """Where ``xyz`` and ``expressed_in`` are written; ``element`` where there is no such element."""


@dataclass(slots=True)
class CurveRecord:
    """The path of a curvilinear joint: arcs and straight pieces in one plane, each beginning where the last ended."""

    pieces: list[tuple[float, float]]
    """``(length in m, turn in rad)`` of each; the turn is right-handed about the normal, 0 for a straight piece."""
    tangent: Vector = (1.0, 0.0, 0.0)
    """Direction at the start, in the joint frame on the parent."""
    normal: Vector = (0.0, 0.0, 1.0)
    """Of the plane, in the joint frame on the parent."""
    periodic: bool = False
    """Whether the path begins again where it ends."""


@dataclass(slots=True)
class JointRecord:
    """A joint. Its frame is in ``WorldIR.frames`` under the same name.

    The joint frame is one in space where the document places everything; F moves with the parent and M with the child.
    """

    name: str
    scope: str
    type: str
    """The document's word: ``revolute``, ``continuous``, ``weld``, ``free`` …"""
    motion: Motion
    parent: str
    """Reference to any frame; the link is found through what that is attached to. ``"world"`` is allowed."""
    child: str
    axes: list[AxisRecord] = field(default_factory=list)
    """In the order of the coordinates. Coordinates beyond the end have no limits and nothing that resists them."""
    pitch: float = 0.0
    """Of a screw, m per revolution, right-handed when positive."""
    axis_order: str = "xyz"
    """Of an euler joint: three letters out of x, y, z."""
    curve: CurveRecord | None = None
    turned: Quaternion = NO_ROTATION
    """Rotation of F and M against the joint frame, for formats whose motion is along z but whose axis is not."""
    own_frames: bool = False
    """False: F and M are the joint frame, one in space where the document places parent and child. True: F is the
    frame that ``parent`` names and M the one that ``child`` names, wherever they are placed; at q = 0 the child is
    moved so that they are one (``drake:joint``)."""
    own_world: Literal["parent", "child"] | None = None
    """Which end, if any, means with ``"world"`` a link of that name beside the joint, and not the root frame (SKEL)."""
    unscaled: bool = False
    """Whether revolute, prismatic and universal motions take axes as they are written, along the joint frame: a zero
    axis moves nothing, and two turns about axes of another length count only where they come close to a rotation;
    otherwise the child is where the parent is (DART)."""
    frame: str = ""
    """Full name of the joint's frame; empty: that of the joint. Another one lets a joint and a link share a name."""
    default_position: tuple[float, ...] | None = None
    """One number for each coordinate that the document starts from; None: those at which the child is where the document
    places it."""
    element: Place = None
    parent_element: LatePlace = None
    child_element: LatePlace = None
    """Where parent and child are written, or what finds that out."""
    reference_severity: Severity | None = None
    """Overrides how bad an unknown reference of this record is, for targets that do not look."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of it: kind of actuator, initial velocity, names of its coordinates …"""
    is_included: bool = False
    """Whether it came with an included document of another format, which was checked by itself."""


@dataclass(slots=True)
class TransmissionRecord:
    """What an actuator acts on."""

    kind: str
    """The document's word: ``joint``, ``tendon``, ``site``, ``body`` …"""
    target: str
    """Name, as written."""
    reference: str | None = None
    """Name of the second thing that it needs, such as the site that the force is measured along."""


@dataclass(slots=True)
class ActuatorRecord:
    """A motor on a joint, or on what else its transmission names."""

    name: str
    scope: str
    joint: str | None
    """Reference; None where it acts on no joint."""
    effort_limit: float = inf
    gear_ratio: float = 1.0
    rotor_inertia: float = 0.0
    """kg m²"""
    gains: tuple[float, float] | None = None
    """Proportional and derivative gain of its controller."""
    element: Place = None
    control_range: tuple[float, float] = (-inf, inf)
    """Least and greatest control."""
    force_range: tuple[float, float] = (-inf, inf)
    """Least and greatest force of the actuator itself, before the gear; N or N m."""
    gear: tuple[float, ...] | None = None
    """Six factors, of the force along x, y, z and of the torque about them, where it acts on more than one axis; the first
    is ``gear_ratio``."""
    transmission: TransmissionRecord | None = None
    """None: the joint."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of it: its gain, its dynamics …"""
    written: dict[str, tuple[float, float]] | None = None
    """Ranges as they are written, ``control`` and ``force``, where they are no limits."""
    is_implied: bool = False
    """Whether the document says nothing of it, and there is but a joint that programs may drive, as any."""
