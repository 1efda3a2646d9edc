"""The typed objects of a scene: frames, links, joints, axes, shapes, models, actuators. All are views; none changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..description.description import Description
from ..description.frames import AttachmentRecord, FrameKind, ModelRecord
from ..description.joints import ActuatorRecord, AxisRecord, JointRecord, Motion
from ..description.links import LinkRecord
from ..description.names import scoped
from ..description.poses import IDENTITY
from ..frames.graph import NOWHERE
from ..transform import Transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..description.geometry import Geometry
    from ..description.links import ShapeRecord
    from ..description.places import Place
    from ..description.poses import RawPose
    from ..joints.kinematics import Kinematics

    Array = NDArray[np.float64]


class _View:
    """Something of a scene, by its number there."""

    __slots__ = ("_kinematics", "_number")

    def __init__(self, kinematics: Kinematics, number: int) -> None:
        self._kinematics = kinematics
        self._number = number

    @property
    def name(self) -> str:
        """Scoped name."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Frame(_View):
    """A frame: the implicit one of the world, of a model, link or joint, or one that was named."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Scoped name."""
        return self._kinematics.validated.graph.records[self._number].name

    @property
    def kind(self) -> FrameKind:
        """``"world"``, ``"model"``, ``"link"``, ``"joint"`` or ``"frame"``."""
        return self._kinematics.validated.graph.records[self._number].kind

    @property
    def pose(self) -> Transform:
        """In the root frame, at the zero configuration."""
        return Transform(self._kinematics.zero[self._number])

    @property
    def attached_to(self) -> str:
        """Scoped name of the link that it moves with, or ``"world"``.

        What is attached to a static model names the model's own frame, ``m::__model__``: the model stands in the world
        whatever links it has.
        """
        return self._kinematics.validated.graph.body_name(self._number)

    @property
    def attached_frame(self) -> str | None:
        """Scoped name of the frame that it is attached to directly; None for what stands for itself."""
        graph = self._kinematics.validated.graph
        target = graph.attached[self._number]
        return None if target == NOWHERE else graph.records[target].name

    @property
    def relative_to(self) -> str:
        """Scoped name of the frame that its pose is relative to; the world's is the world.

        A model that is placed by one of its frames is relative to what leads to that frame.
        """
        graph = self._kinematics.validated.graph
        return graph.records[graph.relative[self._number]].name

    @property
    def element(self) -> Place:
        """The element of the document, None where there is none."""
        return self._kinematics.validated.graph.records[self._number].element


class Shape(_View):
    """A visual or collision shape of a link."""

    __slots__ = ("_link", "_record")

    def __init__(self, kinematics: Kinematics, link: LinkRecord, record: ShapeRecord) -> None:
        super().__init__(kinematics, kinematics.validated.graph.index[link.name])
        self._link = link
        self._record = record

    def __reduce__(self) -> tuple[Any, ...]:
        validated = self._kinematics.validated
        number = next(number for number, link in enumerate(validated.description.links) if link is self._link)
        kind = "visuals" if any(shape is self._record for shape in self._link.visuals) else "collisions"
        place = next(place for place, shape in enumerate(getattr(self._link, kind)) if shape is self._record)
        return _shape, (self._kinematics, number, kind, place)

    @property
    def name(self) -> str:
        """Plain name."""
        return self._record.name

    @property
    def pose(self) -> Transform:
        """In the link frame."""
        return placed(self._kinematics, self._record.pose, self._record.relative_to, self._link.scope, self._number)

    @property
    def geometry(self) -> Geometry:
        """What it is: one of the classes of ``semantics.description.geometry``."""
        return self._record.geometry

    @property
    def properties(self) -> dict[str, Any]:
        """What else the document says of it: colour, friction, stiffness, roles …"""
        properties = self._record.properties
        if callable(properties):
            properties = self._record.properties = properties()
        return properties

    @property
    def element(self) -> Place:
        """The element of the document."""
        return self._record.element


def _shape(kinematics: Kinematics, number: int, kind: str, place: int) -> Shape:
    link = kinematics.validated.description.links[number]
    return Shape(kinematics, link, getattr(link, kind)[place])


class Link(_View):
    """A rigid body."""

    __slots__ = ()

    @property
    def _record(self) -> LinkRecord:
        return self._kinematics.validated.description.links[self._number]

    @property
    def _frame(self) -> int:
        return self._kinematics.validated.graph.index[self._record.name]

    @property
    def name(self) -> str:
        """Scoped name; that of its frame too."""
        return self._record.name

    @property
    def mass(self) -> float:
        """kg"""
        return self._record.inertial.mass

    @property
    def com(self) -> Array:
        """Centre of mass in the link frame, shape (3,), m."""
        return self._inertial_pose().translation

    @property
    def inertia(self) -> Array:
        """About the centre of mass, along the axes of the link frame, shape (3, 3), kg m²."""
        xx, yy, zz, xy, xz, yz = self._record.inertial.moments
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=np.float64)
        inertial = self._record.inertial
        if inertial.relative_to is None and inertial.pose[3:] == IDENTITY[3:]:
            return matrix
        rotation = self._inertial_pose().rotation
        result: Array = rotation @ matrix @ rotation.T
        return result

    @property
    def visuals(self) -> tuple[Shape, ...]:
        """What is seen of it, in document order."""
        return tuple(Shape(self._kinematics, self._record, shape) for shape in self._record.visuals)

    @property
    def collisions(self) -> tuple[Shape, ...]:
        """What it touches with, in document order."""
        return tuple(Shape(self._kinematics, self._record, shape) for shape in self._record.collisions)

    @property
    def properties(self) -> dict[str, Any]:
        """What else the document says of it: whether gravity acts on it, damping …"""
        return self._record.properties

    @property
    def element(self) -> Place:
        """The element of the document."""
        return self._record.element

    def _inertial_pose(self) -> Transform:
        inertial = self._record.inertial
        return placed(self._kinematics, inertial.pose, inertial.relative_to, self._record.scope, self._frame)


class Axis:
    """One coordinate of a joint: its direction, limits, and what resists it. rad and N m, or m and N."""

    __slots__ = ("_record", "_xyz")

    def __init__(self, record: AxisRecord, xyz: Array) -> None:
        self._record = record
        self._xyz = xyz

    def __reduce__(self) -> tuple[Any, ...]:
        # without the elements, which take all of their document with them
        return Axis, (replace(self._record, element=None, xyz_element=None), self._xyz)

    @property
    def xyz(self) -> Array:
        """Unit vector in the joint frame, shape (3,)."""
        return self._xyz

    @property
    def lower(self) -> float:
        """Smallest position, rad or m."""
        return self._record.lower

    @property
    def upper(self) -> float:
        """Largest position, rad or m."""
        return self._record.upper

    @property
    def velocity(self) -> float:
        """Largest speed, rad/s or m/s."""
        return self._record.velocity

    @property
    def effort(self) -> float:
        """Largest torque or force, N m or N."""
        return self._record.effort

    @property
    def acceleration(self) -> float:
        """Largest acceleration, rad/s² or m/s²."""
        return self._record.acceleration

    @property
    def damping(self) -> float:
        """N m s/rad or N s/m."""
        return self._record.damping

    @property
    def friction(self) -> float:
        """Static friction, N m or N."""
        return self._record.friction

    @property
    def stiffness(self) -> float:
        """Of the spring in the joint, N m/rad or N/m."""
        return self._record.stiffness

    @property
    def rest_position(self) -> float:
        """Where that spring is at rest, rad or m."""
        return self._record.rest_position

    def __repr__(self) -> str:
        return f"<Axis {self._xyz.tolist()} from {self.lower:g} to {self.upper:g}>"


class Joint(_View):
    """A joint. Frame F on the parent and frame M on the child are one in space at the zero configuration."""

    __slots__ = ()

    @property
    def _record(self) -> JointRecord:
        return self._kinematics.validated.description.joints[self._number]

    @property
    def name(self) -> str:
        """Scoped name; that of its frame too."""
        return self._record.name

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
        return self._body(self._kinematics.validated.connections[self._number].parent, self._record.parent)

    @property
    def child(self) -> str:
        """Scoped name of the link that its child frame moves with."""
        return self._body(self._kinematics.validated.connections[self._number].child, self._record.child)

    @property
    def parent_frame(self) -> str:
        """As written."""
        return self._record.parent

    @property
    def child_frame(self) -> str:
        """As written."""
        return self._record.child

    @property
    def X_PF(self) -> Transform:
        """Pose of F on the parent link."""
        return Transform(self._kinematics.x_pf[self._number])

    @property
    def X_BM(self) -> Transform:
        """Pose of M on the child link."""
        return Transform(self._kinematics.x_bm[self._number])

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Those written, and one for each coordinate at least, in the order of the coordinates."""
        written = self._record.axes
        vectors = self._kinematics.axes[self._number]
        return tuple(Axis(written[i] if i < len(written) else FREE, vector) for i, vector in enumerate(vectors))

    @property
    def pitch(self) -> float:
        """Of a screw, m per revolution, right-handed when positive; 0 for other joints."""
        return self._record.pitch

    @property
    def dofs(self) -> int:
        """Number of coordinates."""
        return self._kinematics.validated.connections[self._number].dofs

    @property
    def properties(self) -> dict[str, Any]:
        """What else the document says of it: kind of actuator, initial velocity, names of its coordinates …"""
        return self._record.properties

    @property
    def closes_loop(self) -> bool:
        """Whether other joints connect its links already; its coordinates then move nothing (see ``constraints``)."""
        return self._number in self._kinematics.tree.loops

    @property
    def element(self) -> Place:
        """The element of the document."""
        return self._record.element

    def _body(self, vertex: int, reference: str) -> str:
        if vertex == NOWHERE:
            return scoped(reference, self._record.scope)
        return self._kinematics.validated.graph.body_name(vertex)


FREE = AxisRecord()
"""A coordinate of which nothing is said."""


@dataclass(frozen=True)
class Model:
    """A model, robot or skeleton. All names are scoped."""

    name: str
    static: bool
    canonical_link: str | None
    """The link that its frame moves with; None for static models and those without links."""
    links: tuple[str, ...]
    joints: tuple[str, ...]
    models: tuple[str, ...]
    """Nested ones."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else the document says of it."""


@dataclass(frozen=True)
class Actuator:
    """A motor on a joint."""

    name: str
    joint: str
    """Scoped name."""
    effort_limit: float
    """N m or N; infinite: none."""
    gear_ratio: float
    """Speed of the rotor by that of the joint."""
    rotor_inertia: float
    """kg m²"""
    gains: tuple[float, float] | None
    """Proportional and derivative gain of its controller, None where there is none."""


class Attachment(_View):
    """Something with a pose that is no frame: a sensor, light, camera, marker …"""

    __slots__ = ()

    @property
    def _record(self) -> AttachmentRecord:
        return self._kinematics.validated.description.attachments[self._number]

    @property
    def name(self) -> str:
        """Scoped name."""
        return self._record.name

    @property
    def kind(self) -> str:
        """The element's name."""
        return self._record.kind

    @property
    def owner(self) -> str:
        """Scoped name of the frame that it moves with."""
        return self._record.owner

    @property
    def pose(self) -> Transform:
        """In the frame ``owner``."""
        record = self._record
        owner = self._kinematics.validated.graph.index.get(record.owner, 0)
        return placed(self._kinematics, record.pose, record.relative_to, record.scope, owner)

    @property
    def element(self) -> Place:
        """The element of the document."""
        return self._record.element


def placed(kinematics: Kinematics, pose: RawPose, relative_to: str | None, scope: str, holder: int) -> Transform:
    """A raw pose in the frame ``holder``, at the zero configuration."""
    own = Transform.from_quaternion(pose[:3], pose[3:])
    if not relative_to:
        return own
    vertex = kinematics.validated.graph.find(relative_to, scope)
    if vertex in (NOWHERE, holder):
        return own
    return Transform(kinematics.world[holder]).inverse() @ Transform(kinematics.world[vertex]) @ own


def members(description: Description) -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Names of the links, joints and nested models that stand in each scope."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for link in description.links:
        found.setdefault(link.scope, ([], [], []))[0].append(link.name)
    for joint in description.joints:
        found.setdefault(joint.scope, ([], [], []))[1].append(joint.name)
    for model in description.models:
        found.setdefault(model.scope, ([], [], []))[2].append(model.name)
    return found


def model_of(
    record: ModelRecord, kinematics: Kinematics, inside: dict[str, tuple[list[str], list[str], list[str]]]
) -> Model:
    """The model of a record; ``inside`` is what ``members`` gives."""
    graph = kinematics.validated.graph
    links, joints, models = inside.get(record.name, ([], [], []))
    vertex = graph.index[record.name]
    target = graph.attached[vertex]
    return Model(
        record.name,
        record.static,
        None if target == NOWHERE else graph.body_name(target),
        tuple(links),
        tuple(joints),
        tuple(models),
        record.properties,
    )


def actuator_of(record: ActuatorRecord, joint: str) -> Actuator:
    """The actuator of a record."""
    return Actuator(record.name, joint, record.effort_limit, record.gear_ratio, record.rotor_inertia, record.gains)


__all__ = [
    "Actuator",
    "Attachment",
    "Axis",
    "Frame",
    "Joint",
    "Link",
    "Model",
    "Shape",
    "actuator_of",
    "members",
    "model_of",
    "placed",
]
