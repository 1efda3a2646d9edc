"""What a front end says about a document: plain records, the same for every format.

A front end walks a typed document and fills one ``Description`` for each world. A document whose root is a model, a
robot or skeletons is put into an implicit world. Everything else follows from the records: ``semantics.frames``
checks and solves the poses, ``semantics.scene.build`` makes the ``Scene``.

The shortest front end::

    description = Description(format="urdf")
    description.add_model("arm", scope="world", element=robot)
    description.add_link("base", scope="arm", element=...)
    description.add_joint("shoulder", scope="arm", type="revolute", motion=Motion.REVOLUTE, parent="base",
                          child="upper", axes=[AxisRecord(xyz=(0, 0, 1), lower=-1, upper=1)],
                          pose=pose_from_rpy(0, 0, 0.3, 0, 0, 0), relative_to="base", element=...)
    description.add_link("upper", scope="arm", relative_to="shoulder", element=...)

Names
    ``scope`` is the full name of the model that something stands in, ``"world"`` for what stands in the world itself.
    The full name of ``l`` in scope ``a::b`` is ``a::b::l``; in scope ``world`` it is ``l``. The ``add_…`` methods take
    the plain name and compose the full one; records hold full names.

References
    A reference (``attached_to``, ``relative_to``, ``parent``, ``expressed_in`` …) is kept as written. It is looked up
    in the record's scope and goes down only: ``l``, ``nested::l``. ``__model__`` is the model that the record stands
    in, ``nested`` and ``nested::__model__`` the frame of a nested model, ``world`` the root frame for what stands in
    the world and for the parent of any joint. None means: what the element's kind has by default.

Defaults, applied by the frame graph and not by front ends
    =======  ==================================  ============================================
    kind     attached to                         pose relative to
    =======  ==================================  ============================================
    world    nothing                             nothing
    model    its canonical link; nothing where   the model or world that it stands in
             it is static
    link     nothing: it is a body               the model that it stands in
    joint    its child                           its child
    frame    the model or world it stands in     what it is attached to
    =======  ==================================  ============================================

Poses
    Raw poses, seven floats ``x y z qw qx qy qz`` (``semantics.scene.poses`` makes them from whatever is written).
    SKEL: links relative to their skeleton, joints relative to their child. URDF: joints relative to their parent,
    links relative to the joint that they are the child of. The frames of a joint on its two links are derived:
    ``X_PF`` and ``X_BM`` from where parent, child and joint stand.

Who reports what
    Unknown and cyclic references, frames of one name, joints between what cannot be joined, zero axes, coupling
    cycles: here (``semantics.frames.validate``, ``semantics.joints.validate``). Empty and reserved names, names of
    siblings that are not frames (visuals, sensors, …), values: the front end.

``element`` is always the typed or XML element that findings are to point at; None for what has no place in a text.
This module and what it imports stay free of numpy, so that checking a file need not load it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from .geometry import Geometry
from .poses import IDENTITY, NO_ROTATION, Quaternion, RawPose, Vector

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.rule import Severity
    from ...runtime.element import Element
    from ...runtime.source import Source

    Place = _Element | Element | None
    LatePlace = Place | Callable[[], Place]

WORLD = "world"
SEPARATOR = "::"
MODEL_FRAME = "__model__"

FrameKind = Literal["world", "model", "link", "joint", "frame"]


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
    CURVILINEAR = "curvilinear"
    """1: along ``curve``, the coordinate is the length of the way in m."""
    GEARBOX = "gearbox"
    """No coordinates of its own: relates two other joints (see ``GearboxRecord``) and is never part of the tree."""


@dataclass(slots=True)
class FrameRecord:
    """One vertex of the frame graph. Made by the ``add_…`` methods of ``Description``."""

    name: str
    """Full name."""
    kind: FrameKind
    scope: str
    """Full name of the model (or ``"world"``) whose names the references below are looked up among."""
    attached_to: str | None = None
    """Reference; None for the default of the kind. A joint's is its child, whatever stands here."""
    relative_to: str | None = None
    """Reference; None for the default of the kind."""
    pose: RawPose = IDENTITY
    placement_frame: str | None = None
    """Models only: reference, looked up inside the model, to the frame that ``pose`` places instead of the model's."""
    element: Place = None
    pose_element: Place = None
    """Where ``relative_to`` is written; ``element`` where there is no pose element."""
    reference_severity: Severity | None = None
    """Overrides how bad an unknown reference of this record is, for consumers that do not look."""


@dataclass(slots=True)
class _WithProperties:
    """A record of which more may be said; most say nothing, and large worlds have many."""

    _properties: dict[str, Any] | None = field(default=None, kw_only=True)

    @property
    def properties(self) -> dict[str, Any]:
        """What else is said of it, by a name of the front end's choice: whether gravity acts on it, damping …"""
        if self._properties is None:
            self._properties = {}
        return self._properties


@dataclass(slots=True)
class ModelRecord(_WithProperties):
    """A model, robot or skeleton. Its frame is in ``Description.frames`` under the same name."""

    name: str
    scope: str
    static: bool = False
    """Whether nothing in it moves. Front ends hand it down to nested models."""
    canonical_link: str | None = None
    """Reference, looked up inside the model; None for its first link, then the first nested model's canonical link."""
    element: Place = None
    canonical_element: Place = None
    """Where ``canonical_link`` is written, as its attribute of that name."""
    needs_link: bool = True
    """Whether a model that is not static and has no link is a fault."""


@dataclass(slots=True)
class InertialRecord:
    """Mass properties of a link."""

    mass: float = 1.0
    """kg"""
    pose: RawPose = IDENTITY
    """Of the inertial frame, whose origin is the centre of mass."""
    relative_to: str | None = None
    """Reference, looked up in the link's scope; None for the link itself."""
    moments: tuple[float, float, float, float, float, float] = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    """``ixx iyy izz ixy ixz iyz`` in kg m², about the centre of mass, along the axes of the inertial frame."""
    element: Place = None


@dataclass(slots=True)
class ShapeRecord:
    """A visual or collision shape."""

    name: str
    """Plain name."""
    geometry: Geometry
    pose: RawPose = IDENTITY
    relative_to: str | None = None
    """Reference, looked up in the link's scope; None for the link itself."""
    properties: dict[str, Any] | Callable[[], dict[str, Any]] = field(default_factory=dict)
    """What else is said of it, by a name of the front end's choice: colour, friction, stiffness, roles …

    A front end may give a function that finds it out once somebody asks.
    """
    element: Place = None
    pose_element: Place = None
    reference_severity: Severity | None = None


Shapes = list[ShapeRecord] | Callable[[Any], list[ShapeRecord]]
"""The shapes of a link; or what makes them of the link's element once somebody asks, where none is relative to another
frame than the link."""


@dataclass(slots=True)
class AttachmentRecord:
    """Something else that has a pose: a sensor, light, camera, emitter, marker …"""

    name: str
    """Full name."""
    kind: str
    """The element's name."""
    scope: str
    """Full name of the model or world in which references are looked up."""
    owner: str
    """Full name of the frame that it moves with and that its pose is relative to by default."""
    pose: RawPose = IDENTITY
    relative_to: str | None = None
    element: Place = None
    pose_element: Place = None
    reference_severity: Severity | None = None


@dataclass(slots=True)
class LinkRecord(_WithProperties):
    """A rigid body. Its frame is in ``Description.frames`` under the same name."""

    name: str
    scope: str
    inertial: InertialRecord = field(default_factory=InertialRecord)
    _visuals: Shapes = field(default_factory=list)
    _collisions: Shapes = field(default_factory=list)
    element: Place = None

    @property
    def visuals(self) -> list[ShapeRecord]:
        """What is seen of it."""
        if not isinstance(self._visuals, list):
            self._visuals = self._visuals(self.element)
        return self._visuals

    @property
    def collisions(self) -> list[ShapeRecord]:
        """What it touches with."""
        if not isinstance(self._collisions, list):
            self._collisions = self._collisions(self.element)
        return self._collisions

    def make_shapes(self) -> None:
        """Makes the shapes that were left until somebody asks."""
        self._visuals, self._collisions = self.visuals, self.collisions

    def referring_shapes(self) -> list[tuple[str, ShapeRecord]]:
        """Kind and record of the shapes whose pose names a frame; those that are not made yet have none."""
        made = []
        if isinstance(self._visuals, list):
            made += [("visual", shape) for shape in self._visuals if shape.relative_to]
        if isinstance(self._collisions, list):
            made += [("collision", shape) for shape in self._collisions if shape.relative_to]
        return made


@dataclass(slots=True)
class AxisRecord:
    """One coordinate of a joint: its direction, its limits and what resists it.

    The unit of a coordinate is rad for a rotation and m for a translation.
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
    element: Place = None
    xyz_element: Place = None
    """Where ``xyz`` and ``expressed_in`` are written; ``element`` where there is no such element."""


@dataclass(slots=True)
class CurveRecord:
    """The way of a curvilinear joint: arcs and straight pieces in one plane, each beginning where the last ended."""

    pieces: list[tuple[float, float]]
    """``(length in m, turn in rad)`` of each; the turn is right-handed about the normal, 0 for a straight piece."""
    tangent: Vector = (1.0, 0.0, 0.0)
    """Direction at the start, in the joint frame on the parent."""
    normal: Vector = (0.0, 0.0, 1.0)
    """Of the plane, in the joint frame on the parent."""
    periodic: bool = False
    """Whether the way begins again where it ends."""


@dataclass(slots=True)
class JointRecord:
    """A joint. Its frame is in ``Description.frames`` under the same name.

    The joint frame is one in space at the zero configuration; F moves with the parent and M with the child.
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
    axis moves nothing, and two turns about axes of another length count only where they come close to a rotation; the
    child stands where the parent does otherwise (DART)."""
    frame: str = ""
    """Full name of the joint's frame; empty: that of the joint. Another one lets a joint and a link share a name."""
    default_position: tuple[float, ...] | None = None
    """One number for each coordinate that the document starts from; None where it says nothing."""
    element: Place = None
    parent_element: LatePlace = None
    child_element: LatePlace = None
    """Where parent and child are written, or what finds that out."""
    reference_severity: Severity | None = None
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of it: kind of actuator, initial velocity, names of its coordinates …"""


@dataclass(slots=True)
class MimicRecord:
    """One coordinate follows another: ``q = multiplier · (q_leader - reference) + offset``."""

    scope: str
    joint: str
    """Reference to the joint that follows."""
    leader: str
    """Reference to the joint that is followed."""
    multiplier: float = 1.0
    offset: float = 0.0
    reference: float = 0.0
    axis: int = 0
    """Which coordinate of the joint that follows."""
    leader_axis: int = 0
    element: Place = None
    reference_severity: Severity | None = None


@dataclass(slots=True)
class GearboxRecord:
    """A gearbox joint: ``angle of child = -ratio · angle of parent``, both seen from the reference body.

    The angle of the parent is about ``axes[0]`` of the joint, that of the child about ``axes[1]`` (``axes[0]`` where
    there is no second).
    """

    scope: str
    joint: str
    """Reference to the joint of motion GEARBOX."""
    reference_body: str
    """Reference to the frame that both angles are seen from."""
    ratio: float = 1.0
    element: Place = None


@dataclass(slots=True)
class BallRecord:
    """Point P of body A stays on point Q of body B."""

    scope: str
    body_a: str
    point_a: Vector
    """In the frame that ``body_a`` names."""
    body_b: str
    point_b: Vector
    element: Place = None


@dataclass(slots=True)
class WeldRecord:
    """Frame B stays where it is in frame A."""

    scope: str
    frame_a: str
    frame_b: str
    pose: RawPose | None = None
    """Of B in A; None: as at the zero configuration."""
    element: Place = None


@dataclass(slots=True)
class DistanceRecord:
    """Points P of A and Q of B stay ``distance`` apart; with a finite stiffness they may give."""

    scope: str
    body_a: str
    point_a: Vector
    body_b: str
    point_b: Vector
    distance: float
    """m"""
    stiffness: float = inf
    """N/m"""
    damping: float = 0.0
    """N s/m"""
    element: Place = None


@dataclass(slots=True)
class TendonRecord:
    """``lower <= sum of a_i q_i + offset <= upper`` over coordinates of joints with one each."""

    scope: str
    joints: list[tuple[str, float]]
    """References and coefficients a_i."""
    offset: float = 0.0
    lower: float = -inf
    upper: float = inf
    stiffness: float = inf
    damping: float = 0.0
    element: Place = None


@dataclass(slots=True)
class BushingRecord:
    """A linear bushing between frames A and C, in roll, pitch, yaw and the translation along the axes half way."""

    scope: str
    frame_a: str
    frame_c: str
    torque_stiffness: Vector
    """N m/rad, about roll, pitch, yaw."""
    torque_damping: Vector
    force_stiffness: Vector
    """N/m"""
    force_damping: Vector
    element: Place = None


@dataclass(slots=True)
class SpringRecord:
    """A spring and damper between point P of A and point Q of B."""

    scope: str
    body_a: str
    point_a: Vector
    body_b: str
    point_b: Vector
    free_length: float
    """m"""
    stiffness: float
    """N/m"""
    damping: float
    """N s/m"""
    element: Place = None


ConstraintRecord = MimicRecord | GearboxRecord | BallRecord | WeldRecord | DistanceRecord | TendonRecord
ForceElementRecord = BushingRecord | SpringRecord


@dataclass(slots=True)
class ActuatorRecord:
    """A motor on a joint."""

    name: str
    scope: str
    joint: str
    """Reference."""
    effort_limit: float = inf
    gear_ratio: float = 1.0
    rotor_inertia: float = 0.0
    """kg m²"""
    gains: tuple[float, float] | None = None
    """Proportional and derivative gain of its controller."""
    element: Place = None


@dataclass(slots=True)
class CollisionGroupRecord:
    """A set of links for saying who does not collide with whom."""

    name: str
    """Full name."""
    scope: str
    members: list[str] = field(default_factory=list)
    """References to links."""
    member_groups: list[str] = field(default_factory=list)
    """References to groups whose members belong to this one too."""
    ignored: list[str] = field(default_factory=list)
    """References to groups that this one does not collide with; itself: its members do not collide among them."""
    element: Place = None


@dataclass(slots=True)
class Description:
    """All records of one world, each list in document order."""

    format: str
    world_name: str = WORLD
    """As written; the root frame is called ``"world"`` whatever it is."""
    gravity: Vector | None = None
    frames: list[FrameRecord] = field(default_factory=list)
    models: list[ModelRecord] = field(default_factory=list)
    links: list[LinkRecord] = field(default_factory=list)
    joints: list[JointRecord] = field(default_factory=list)
    attachments: list[AttachmentRecord] = field(default_factory=list)
    constraints: list[ConstraintRecord] = field(default_factory=list)
    force_elements: list[ForceElementRecord] = field(default_factory=list)
    actuators: list[ActuatorRecord] = field(default_factory=list)
    collision_groups: list[CollisionGroupRecord] = field(default_factory=list)
    element: Place = None
    """The world, or the root of a document that has none."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of the world: time step, collision detector …"""
    sources: tuple[Source, ...] = ()
    """The texts that it was read from, without which the places of elements could not be told."""

    def __post_init__(self) -> None:
        if not self.frames:
            self.frames.append(FrameRecord(WORLD, "world", WORLD, element=self.element))

    def add_model(
        self,
        name: str,
        *,
        scope: str = WORLD,
        pose: RawPose = IDENTITY,
        relative_to: str | None = None,
        placement_frame: str | None = None,
        static: bool = False,
        canonical_link: str | None = None,
        element: Place = None,
        pose_element: Place = None,
        canonical_element: Place = None,
        reference_severity: Severity | None = None,
    ) -> ModelRecord:
        """Adds a model and its frame; give its full name as ``scope`` to what stands in it."""
        full = scoped(name, scope)
        self.frames.append(
            FrameRecord(
                full,
                "model",
                scope,
                None,
                relative_to,
                pose,
                placement_frame,
                element,
                pose_element,
                reference_severity,
            )
        )
        model = ModelRecord(full, scope, static, canonical_link, element, canonical_element)
        self.models.append(model)
        return model

    def add_link(
        self,
        name: str,
        *,
        scope: str,
        inertial: InertialRecord | None = None,
        visuals: Shapes | None = None,
        collisions: Shapes | None = None,
        pose: RawPose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        pose_element: Place = None,
        reference_severity: Severity | None = None,
    ) -> LinkRecord:
        """Adds a link and its frame."""
        full = scoped(name, scope)
        self.frames.append(
            FrameRecord(full, "link", scope, None, relative_to, pose, None, element, pose_element, reference_severity)
        )
        link = LinkRecord(full, scope, inertial or InertialRecord(), visuals or [], collisions or [], element)
        self.links.append(link)
        return link

    def add_joint(
        self,
        name: str,
        *,
        scope: str,
        type: str,
        motion: Motion,
        parent: str,
        child: str,
        axes: Sequence[AxisRecord] = (),
        pitch: float = 0.0,
        axis_order: str = "xyz",
        curve: CurveRecord | None = None,
        turned: Quaternion = NO_ROTATION,
        own_frames: bool = False,
        own_world: Literal["parent", "child"] | None = None,
        unscaled: bool = False,
        frame: str | None = None,
        default_position: tuple[float, ...] | None = None,
        pose: RawPose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        parent_element: LatePlace = None,
        child_element: LatePlace = None,
        pose_element: Place = None,
        reference_severity: Severity | None = None,
    ) -> JointRecord:
        """Adds a joint and its frame, which is called ``frame`` where it cannot have the joint's name."""
        full = scoped(name, scope)
        own = scoped(frame, scope) if frame else full
        self.frames.append(
            FrameRecord(own, "joint", scope, child, relative_to, pose, None, element, pose_element, reference_severity)
        )
        joint = JointRecord(
            full,
            scope,
            type,
            motion,
            parent,
            child,
            list(axes),
            pitch,
            axis_order,
            curve,
            turned,
            own_frames,
            own_world,
            unscaled,
            own,
            default_position,
            element,
            parent_element,
            child_element,
            reference_severity,
        )
        self.joints.append(joint)
        return joint

    def settle(self) -> None:
        """Makes everything that was left until somebody asks, so that it no longer depends on the document."""
        for link in self.links:
            for shape in (*link.visuals, *link.collisions):
                if callable(shape.properties):
                    shape.properties = shape.properties()

    def add_frame(
        self,
        name: str,
        *,
        scope: str,
        attached_to: str | None = None,
        pose: RawPose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        pose_element: Place = None,
        reference_severity: Severity | None = None,
    ) -> FrameRecord:
        """Adds a named frame."""
        frame = FrameRecord(
            scoped(name, scope),
            "frame",
            scope,
            attached_to,
            relative_to,
            pose,
            None,
            element,
            pose_element,
            reference_severity,
        )
        self.frames.append(frame)
        return frame


def scoped(name: str, scope: str) -> str:
    """The full name of what is called ``name`` in ``scope``."""
    return name if scope == WORLD else f"{scope}{SEPARATOR}{name}"


def place_of(*places: LatePlace) -> Place:
    """The first place that there is; an XML element without children is a place too, though it counts as false."""
    found = (place() if callable(place) else place for place in places)
    return next((place for place in found if place is not None), None)
