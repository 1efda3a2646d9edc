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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ..spatial.raw_pose import IDENTITY, NO_ROTATION, Quaternion, RawPose, Vector
from .constraints import ConstraintRecord, ForceElementRecord
from .frames import AttachmentRecord, FrameRecord, ModelRecord, ReferenceRecord
from .joints import ActuatorRecord, AxisRecord, CurveRecord, JointRecord, Motion
from .links import CollisionGroupRecord, InertialRecord, LinkRecord, Shapes
from .scoped_names import WORLD, make_scoped_name
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

    def __post_init__(self) -> None:
        if not self.frames:
            self.frames.append(FrameRecord(WORLD, "world", WORLD, element=self.element))

    def spend(self, budget: Budget, at: Any) -> None:
        """Counts what another description gets by taking this one in at the element ``at``.

        Raises:
            OverBudget: that is too much.
        """
        others: tuple[Sized, ...] = self.joints, self.attachments, self.constraints, self.force_elements
        budget.spend("frames", len(self.frames), at)
        budget.spend("links", len(self.links), at)
        budget.spend("elements", sum(map(len, (*others, self.actuators, self.collision_groups))), at)

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
    ) -> ModelRecord:
        """Adds a model and its frame; give its full name as ``scope`` to what is in it."""
        full = make_scoped_name(name, scope)
        self.frames.append(
            FrameRecord(full, "model", scope, None, relative_to, pose, placement_frame, element, pose_element)
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
    ) -> LinkRecord:
        """Adds a link and its frame."""
        full = make_scoped_name(name, scope)
        self.frames.append(FrameRecord(full, "link", scope, None, relative_to, pose, None, element, pose_element))
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
        """Makes all shapes and finds out their properties now, so that the document may change afterwards."""
        for link in self.links:
            for shape in (*link.visuals, *link.collisions):
                shape.find_properties()

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
    ) -> FrameRecord:
        """Adds a named frame."""
        full = make_scoped_name(name, scope)
        frame = FrameRecord(full, "frame", scope, attached_to, relative_to, pose, None, element, pose_element)
        self.frames.append(frame)
        return frame
