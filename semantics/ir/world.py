"""What a front end says about a document: plain records, the same for every format.

A front end walks a typed document and fills one ``WorldIR`` for each world. A document whose root is a model, a
robot or skeletons is put into an implicit world. Everything else follows from the records: ``semantics.frames``
checks and solves the poses, ``semantics.scene.scene`` makes the ``Scene``.

The shortest front end::

    description = WorldIR(format="urdf")
    description.add_model("arm", scope="world", element=robot)
    description.add_link("base", scope="arm", element=...)
    description.add_joint("shoulder", scope="arm", type="revolute", motion=Motion.REVOLUTE, parent="base",
                          child="upper", axes=[AxisRecord(xyz=(0, 0, 1), lower=-1, upper=1)],
                          pose=pose_from_rpy(0, 0, 0.3, 0, 0, 0), relative_to="base", element=...)
    description.add_link("upper", scope="arm", relative_to="shoulder", element=...)

Names
    ``scope`` is the full name of the model that something is in, ``"world"`` for what is in the world itself.
    The full name of ``l`` in scope ``a::b`` is ``a::b::l``; in scope ``world`` it is ``l``. The ``add_…`` methods take
    the plain name and compose the full one; records hold full names.

Several joints of one body
    A chain of virtual links, without mass, at the place of the body, each on its joint to the one before; the last is the
    body itself. A body and its joint may share a name: the joint's frame gets another (``joint_frame_name``), and so do
    the frames of sites, which are added last.

References
    A reference (``attached_to``, ``relative_to``, ``parent``, ``expressed_in`` …) is kept as written. It is looked up
    in the record's scope and goes down only: ``l``, ``nested::l``. ``__model__`` is the model that the record is
    in, ``nested`` and ``nested::__model__`` the frame of a nested model, ``world`` the root frame for what is in
    the world and for the parent of any joint. None means: what the element's kind has by default.

Defaults, applied by the frame graph and not by front ends
    =======  ==================================  ============================================
    kind     attached to                         pose relative to
    =======  ==================================  ============================================
    world    nothing                             nothing
    model    its canonical link; nothing where   the model or world that it is in
             it is static
    link     nothing: it is a body               the model that it is in
    joint    its child                           its child
    frame    the model or world it is in     what it is attached to
    =======  ==================================  ============================================

Poses
    Raw poses, seven floats ``x y z qw qx qy qz`` (``semantics.spatial.raw_pose`` makes them from whatever is written).
    SKEL: links relative to their skeleton, joints relative to their child. URDF: joints relative to their parent,
    links relative to the joint that they are the child of. The frames of a joint on its two links are derived:
    ``X_PF`` and ``X_BM`` from where parent, child and joint stand.

Who reports what
    Unknown and cyclic references, frames of one name, joints between what cannot be joined, zero axes, coupling
    cycles: the floors above (``semantics.scene.validation`` asks them all). Empty and reserved names, names of
    siblings that are not frames (visuals, sensors, …), values: the front end.

``element`` is always the typed or XML element that findings are to point at; None for what has no place in a text.
This module and what it imports stay free of numpy, so that checking a file need not load it.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.records import dataclass, field
from ..spatial.raw_pose import IDENTITY, NO_ROTATION, Quaternion, RawPose, Vector
from .constraints import ConstraintRecord, CouplingRecord, ForceElementRecord, MimicRecord
from .frames import AttachmentRecord, FramePose, FrameRecord, KeyframeRecord, ModelRecord, ReferenceRecord, SiteRecord
from .joints import ActuatorRecord, AxisRecord, CurveRecord, JointRecord, Motion
from .links import CollisionGroupRecord, ContactRules, Inertial, InertialRecord, LinkRecord, Shapes
from .scoped_names import SEPARATOR, WORLD, make_scoped_name, site_frame_name
from .source_ref import LatePlace, Place

if TYPE_CHECKING:
    from ...runtime.budget import Budget
    from ...runtime.source import Source
    from .frames import Reposture


@dataclass(slots=True)
class WorldIR:
    """All records of one world, each list in document order."""

    format: str
    world_name: str = WORLD
    """As written; the root frame is called ``"world"`` whatever it is."""
    gravity: Vector | None = None
    frames: list[FrameRecord] = field(default_factory=list)
    models: list[ModelRecord] = field(default_factory=list)
    links: list[LinkRecord] = field(default_factory=list)
    joints: list[JointRecord] = field(default_factory=list)
    loose_joints: list[JointRecord] = field(default_factory=list)
    """Joints that are no part of the world, for another fault that has been reported; only checks look at them."""
    attachments: list[AttachmentRecord] = field(default_factory=list)
    references: list[ReferenceRecord] = field(default_factory=list)
    constraints: list[ConstraintRecord] = field(default_factory=list)
    force_elements: list[ForceElementRecord] = field(default_factory=list)
    actuators: list[ActuatorRecord] = field(default_factory=list)
    collision_groups: list[CollisionGroupRecord] = field(default_factory=list)
    contact_rules: ContactRules | None = None
    """None: links that a joint joins do not touch."""
    sites: list[SiteRecord] = field(default_factory=list)
    keyframes: list[KeyframeRecord] = field(default_factory=list)
    allows_loops: bool = False
    """Whether joints need not make a tree; where they have to, the front end says what is against it."""
    element: Place = None
    """The world, or the root of a document that has none."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of the world: time step, collision detector …"""
    reposture_functions: list[tuple[str, Reposture]] = field(default_factory=list)
    """Full name of each interface model that has a reposture function, and that function."""
    sources: tuple[Source, ...] = ()
    """The texts that it was read from, without which the places of elements are not known."""
    _names: set[str] = field(default_factory=set, repr=False, compare=False)
    """Full names of the first ``_named`` frames."""
    _named: int = field(default=0, repr=False, compare=False)
    _sites: set[str] = field(default_factory=set, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.frames:
            self.frames.append(FrameRecord(WORLD, "world", WORLD, element=self.element))

    def spend(self, budget: Budget, at: Any) -> None:
        """Counts what another description gets by taking this one in at the element ``at``.

        Raises:
            OverBudget: that is too much.
        """
        others: tuple[Sized, ...] = self.joints, self.attachments, self.constraints, self.force_elements, self.keyframes
        budget.spend("frames", len(self.frames), at)
        budget.spend("links", len(self.links), at)
        budget.spend("elements", sum(map(len, (*others, self.actuators, self.collision_groups))), at)

    def add_model(
        self,
        name: str,
        *,
        scope: str = WORLD,
        pose: FramePose = IDENTITY,
        relative_to: str | None = None,
        placement_frame: str | None = None,
        static: bool = False,
        canonical_link: str | None = None,
        element: Place = None,
        pose_element: Place = None,
        content: Place = None,
    ) -> ModelRecord:
        """Adds a model and its frame; give its full name as ``scope`` to what is in it.

        Where ``element`` includes a model from elsewhere, ``content`` is that model, and its frame a record of its own.
        """
        full = make_scoped_name(name, scope)
        model = ModelRecord(
            full,
            "model",
            scope,
            None,
            relative_to,
            pose,
            placement_frame,
            element,
            pose_element,
            static,
            canonical_link,
        )
        frame: FrameRecord = model
        if content is not None:
            frame = FrameRecord(full, "model", scope, None, relative_to, pose, placement_frame, element, pose_element)
            model.element = content
        self.frames.append(frame)
        self.models.append(model)
        return model

    def add_link(
        self,
        name: str,
        *,
        scope: str,
        inertial: Inertial | None = None,
        visuals: Shapes | None = None,
        collisions: Shapes | None = None,
        pose: FramePose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        pose_element: Place = None,
        virtual: bool = False,
    ) -> LinkRecord:
        """Adds a link and its frame; one that is ``virtual`` has no mass."""
        full = make_scoped_name(name, scope)
        if inertial is None:
            inertial = weightless() if virtual else InertialRecord()
        link = LinkRecord(
            full,
            "link",
            scope,
            None,
            relative_to,
            pose,
            None,
            element,
            pose_element,
            inertial,
            visuals or [],
            collisions or [],
        )
        link.virtual = virtual
        self.frames.append(link)
        self.links.append(link)
        return link

    def add_world_link(
        self, *, visuals: Shapes | None = None, collisions: Shapes | None = None, element: Place = None
    ) -> LinkRecord:
        """Adds the world as a link without mass, for shapes that are placed in it; its frame is there already."""
        mass = weightless()
        link = LinkRecord(
            WORLD, "link", WORLD, element=element, _inertial=mass, _visuals=visuals or [], _collisions=collisions or []
        )
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
        pose: FramePose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        parent_element: LatePlace = None,
        child_element: LatePlace = None,
        pose_element: Place = None,
    ) -> JointRecord:
        """Adds a joint and its frame, which is called ``frame`` where it cannot have the joint's name."""
        full = make_scoped_name(name, scope)
        own = make_scoped_name(frame, scope) if frame else full
        self.frames.append(FrameRecord(own, "joint", scope, child, relative_to, pose, None, element, pose_element))
        # the rest is assigned: a class that is called with keywords takes three times as long
        joint = JointRecord(full, scope, type, motion, parent, child, list(axes))
        joint.pitch = pitch
        joint.axis_order = axis_order
        joint.curve = curve
        joint.turned = turned
        joint.own_frames = own_frames
        joint.own_world = own_world
        joint.unscaled = unscaled
        joint.frame = own
        joint.default_position = default_position
        joint.element = element
        joint.parent_element = parent_element
        joint.child_element = child_element
        self.joints.append(joint)
        return joint

    def detach(self) -> None:
        """Makes all poses, mass properties and shapes now, with what is said of these, so that the document may change afterwards."""
        for frame in self.frames:
            frame.pose = frame.pose
        for link in self.links:
            link.make_all()
            for shape in (*link.visuals, *link.collisions):
                shape.find_properties()

    def add_frame(
        self,
        name: str,
        *,
        scope: str,
        attached_to: str | None = None,
        pose: FramePose = IDENTITY,
        relative_to: str | None = None,
        element: Place = None,
        pose_element: Place = None,
    ) -> FrameRecord:
        """Adds a named frame."""
        full = make_scoped_name(name, scope)
        frame = FrameRecord(full, "frame", scope, attached_to, relative_to, pose, None, element, pose_element)
        self.frames.append(frame)
        return frame

    def add_site(
        self,
        name: str,
        *,
        scope: str,
        owner: str,
        pose: RawPose = IDENTITY,
        element: Place = None,
        properties: dict[str, Any] | None = None,
    ) -> SiteRecord:
        """Adds a site and its frame, once all other frames are there: the frame gets a name that none of them has.

        ``owner`` is a reference to the frame that it is on; ``"world"`` is the root frame.
        """
        for frame in self.frames[self._named :]:
            self._names.add(frame.name)
        prefix = "" if scope == WORLD else scope + SEPARATOR
        full = site_frame_name(make_scoped_name(name, scope), self._names)
        own = make_scoped_name(name, scope) if name in self._sites else name
        self._sites.add(own)
        site = SiteRecord(own, scope, full[len(prefix) :], element, properties or {})
        is_in_world = owner == WORLD
        holder = FrameRecord(full, "frame", WORLD if is_in_world else scope, owner, owner, pose, None, element)
        self.frames.append(holder)
        self._named = len(self.frames) - 1
        self.sites.append(site)
        return site

    def add_coupling(
        self,
        *,
        scope: str,
        joint: str,
        leader: str | None,
        coefficients: tuple[float, float, float, float, float],
        references: tuple[float, float] = (0.0, 0.0),
        active: bool = True,
        element: Place = None,
    ) -> MimicRecord | CouplingRecord:
        """Adds an equation between two coordinates, as a mimic where it is a straight line."""
        record: MimicRecord | CouplingRecord
        if leader is None or any(coefficients[2:]):
            record = CouplingRecord(scope, joint, leader, coefficients, references, element, active=active)
        else:
            offset = references[0] + coefficients[0]
            record = MimicRecord(scope, joint, leader, coefficients[1], offset, references[1], element=element)
            record.active, record.is_equation = active, True
        self.constraints.append(record)
        return record


def weightless() -> InertialRecord:
    """Mass properties of what weighs nothing."""
    return InertialRecord(0.0, moments=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
