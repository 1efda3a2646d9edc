"""One model of SDFormat from a description: what every format says of links, joints and frames.

Joints stand relative to their parent, links relative to the joint that they are the child of, as in the description.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..description.constraints import MimicRecord
from ..description.joints import Motion
from ..description.names import WORLD
from ..description.poses import IDENTITY, NO_ROTATION, compose
from .axes import NO_LIMIT, AxisWriter
from .drake_tags import carry
from .making import euler_of, maker
from .naming import ModelNames
from .possible import is_of_skel, sound
from .shapes import ShapeWriter
from .taking import Takings
from .uncrossed import uncrossed

if TYPE_CHECKING:
    from ..description.description import Description
    from ..description.frames import FrameRecord
    from ..description.joints import JointRecord
    from ..description.links import LinkRecord, ShapeRecord
    from ..description.poses import RawPose
    from .ledger import Ledger
    from .plugin_names import Names
    from .targets import Target

TYPES = {
    Motion.FIXED: "fixed",
    Motion.REVOLUTE: "revolute",
    Motion.PRISMATIC: "prismatic",
    Motion.SCREW: "screw",
    Motion.UNIVERSAL: "universal",
    Motion.BALL_RPY: "ball",
    Motion.BALL_ROTATION_VECTOR: "ball",
}
"""Types of joints that SDFormat has itself."""
DRIVEN = (Motion.REVOLUTE, Motion.PRISMATIC, Motion.SCREW)
"""Types that Drake gives an actuator."""
OF_DRAKE = {Motion.PLANAR: "planar", Motion.CURVILINEAR: "curvilinear"}
"""Types that only Drake's tag has."""
UNSAID = (1.0, (1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
"""Mass and moments of a link that says nothing of them."""
UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class ModelWriter:
    """Makes the model.

    Args:
        description: of one robot.
        ledger: learns what has its place.
        target: the reader that the model is for.
        in_world: whether it stands in a world, where Drake mends no moments.

    Attributes:
        links, joints, shapes, frames: pairs of the typed element that something was made of, and what was made.
        materials: what visuals say of their looks.
    """

    def __init__(self, description: Description, ledger: Ledger, target: Target, *, in_world: bool = False) -> None:
        self.make = maker("sdformat")
        self.links: list[tuple[Any, Any]] = []
        self.joints: list[tuple[Any, Any]] = []
        self.shapes: list[tuple[Any, Any]] = []
        self.frames: list[tuple[Any, Any]] = []
        self.materials: list[Any] = []
        self.takings = Takings(ledger)
        self._shapes = ShapeWriter(self.make, self.takings, target.speaks_drake)
        self._description = description
        self._ledger = ledger
        self._for_drake = target.speaks_drake
        self._in_world = in_world
        self._frames = {frame.name: frame for frame in description.frames}
        self._names = ModelNames(description)
        self._axes = AxisWriter(self.make)
        self._made: dict[str, dict[str, Any]] = {"link": {}, "joint": {}}
        self._mimics = {each.joint: each for each in description.constraints if isinstance(each, MimicRecord)}
        self._actuated = {each.joint for each in description.actuators}

    def model(self) -> Any:
        """The model, with all that the description says of it."""
        described = self._description.models[0]
        self.takings.of(described.element).model(described)
        model = self.make("Model", name=self._names.allowed(self._names.scope, set()))
        if model.name != self._names.scope:
            self._ledger.change(
                described.element, f"model {model.name!r}: SDFormat has no such names", attribute="name"
            )
        if described.static:
            model.static = True
        elif not any(link.scope == self._names.scope for link in self._description.links):
            model.static = True
            self._ledger.change(described.element, "a static model: SDFormat has no others without links")
        placed = self._frames[described.name]
        model.pose = self._pose(placed.pose, placed.pose_element or placed.element, None)
        for frame in self._description.frames:
            if frame.kind == "frame" and frame.scope == self._names.scope:
                self._add_frame(model, frame)
        for link in self._description.links:
            if link.scope == self._names.scope:
                self._add_link(model, link)
        for joint in self._description.joints:
            self._add_joint(model, joint)
        canonical = described.canonical_link
        if canonical is not None and model.link and self._names.said(canonical) != model.link[0].name:
            model.canonical_link = self._names.said(canonical)
        return model

    def plain(self, name: str) -> str:
        """A full name of the description without that of the model."""
        return self._names.plain(name)

    def new_names(self) -> Names:
        """Names in the model by those in the description; None for a joint that is none there."""
        made = {id(element) for element, _ in self.joints}
        return {
            "link": {plain: link.name for plain, link in self._made["link"].items()},
            "joint": {
                self._names.plain(each.name): self._names.of_joint(each) if id(each.element) in made else None
                for each in self._description.joints
            },
        }

    def link_named(self, name: str) -> Any:
        """The link made of one of that name; None where there is none."""
        return self._made["link"].get(name)

    def joint_named(self, name: str) -> Any:
        """The joint made of one of that name; None where there is none that SDFormat itself has."""
        return self._made["joint"].get(name)

    def is_joint(self, name: str) -> bool:
        """Whether the description has a joint of that name."""
        return any(self._names.plain(each.name) == name for each in self._description.joints)

    def _pose(self, value: RawPose, written: Any, relative_to: str | None) -> Any:
        pose = euler_of(value, written)
        if not any(pose):
            return None if relative_to is None else self.make("Pose", relative_to=relative_to)
        return self.make("Pose", value=pose, relative_to=relative_to)

    # parts

    def _add_frame(self, model: Any, frame: FrameRecord) -> None:
        plain = self._names.plain(frame.name)
        made = self.make("Frame", name=self._names.of(plain), attached_to=self._names.said(frame.attached_to))
        made.pose = self._pose(frame.pose, frame.pose_element, None)
        model.frame.append(made)
        self.frames.append((frame.element, made))
        self.takings.of(frame.element).frame(frame)

    def _add_link(self, model: Any, record: LinkRecord) -> None:
        plain = self._names.plain(record.name)
        element: Any = record.element
        link = self.make("Link", name=self._names.of(plain))
        frame = self._frames[record.name]
        if frame.relative_to is not None or frame.pose != IDENTITY:
            link.pose = self._pose(frame.pose, frame.pose_element or element, self._names.said(frame.relative_to))
        self.takings.of(element).link(record)
        if link.name != plain:
            self._ledger.change(element, f"link {link.name!r}: SDFormat has no such names", attribute="name")
        link.inertial = self._inertial(record)
        for tag, kind in (("visual", record.visuals), ("collision", record.collisions)):
            self._add_shapes(link, tag, kind)
        model.link.append(link)
        if element is not None:
            self.links.append((element, link))
        self._made["link"][plain] = link

    def _inertial(self, record: LinkRecord) -> Any:
        inertial, make = record.inertial, self.make
        if inertial.element is record.element and (inertial.mass, inertial.moments) == UNSAID:
            return None
        mass, moments, mended = sound(
            inertial.mass,
            inertial.moments,
            mends_itself=self._for_drake and not self._in_world,
            keeps_moments=is_of_skel(record.element),
        )
        if mended is not None:
            self.takings.of(inertial.element).mended_inertial(inertial, mended)
        ixx, iyy, izz, ixy, ixz, iyz = moments
        made = make("Inertial", mass=mass)
        made.inertia = make("Inertia", ixx=ixx, iyy=iyy, izz=izz)
        for name, value in (("ixy", ixy), ("ixz", ixz), ("iyz", iyz)):
            if value:
                setattr(made.inertia, name, value)
        if inertial.element is None and not inertial.mass:
            self._ledger.change(
                record.element, "a link that says that its mass is 0: in SDFormat one that says nothing has 1 kg"
            )
            return made
        taking = self.takings.of(inertial.element)
        pose = euler_of(inertial.pose, taking.written_inertial_pose(inertial))
        if any(pose):
            made.pose = make("InertialPose", value=pose)
        taking.inertial(inertial)
        return made

    def _add_shapes(self, link: Any, tag: str, records: list[ShapeRecord]) -> None:
        taken: set[str] = {name for each in records if (name := getattr(each.element, "name", None))}
        given: set[str] = set()
        for record in records:
            element: Any = record.element
            written = getattr(element, "name", None)
            name = written or ""
            if not name or name in given or self._names.allowed(name, set()) != name:
                name = self._names.free(f"{link.name}_{tag}", taken)
                if written:
                    self._ledger.change(element, f"{name!r}: SDFormat takes each name once", attribute="name")
            given.add(name)
            taken.add(name)
            writer = self._shapes
            made = writer.visual(record, name) if tag == "visual" else writer.collision(record, name)
            if made is None:
                continue
            getattr(link, tag).append(made)
            self.shapes.append((element, made))
            if tag == "visual" and getattr(element, "material", None) is not None:
                self.materials.append(element.material)

    def _add_joint(self, model: Any, record: JointRecord) -> None:
        self.takings.of(record.element).ends(record)
        if record.motion in OF_DRAKE:
            self._add_drake_joint(model, record)
        elif record.motion in TYPES:
            self._add_plain_joint(model, record)
        else:
            self._free_link(model, record)

    def _add_plain_joint(self, model: Any, record: JointRecord) -> None:
        make, element, plain = self.make, record.element, self._names.plain(record.name)
        written = record.type
        if self._keeps_limits(record):
            record = replace(record, type="revolute")
        if self._for_drake:
            record = uncrossed(record, self._ledger)
        kind = "continuous" if record.type == "continuous" else TYPES[record.motion]
        name = self._names.of_joint(record)
        frame = self._frames[record.frame or record.name]
        joint = make("Joint", name=name, type=kind)
        joint.pose = self._pose(frame.pose, frame.pose_element or element, self._names.said(frame.relative_to))
        joint.parent = WORLD if record.parent == WORLD else self._names.said(record.parent)
        joint.child = self._names.said(record.child)
        if name != plain:
            self._ledger.change(element, f"joint {name!r}: SDFormat takes each name once", attribute="name")
        if kind != written:
            self._ledger.change(element, f"type {kind!r}", attribute="type")
        taking = self.takings.of(element)
        if record.motion is Motion.SCREW:
            joint.screw_thread_pitch = record.pitch
            taking.pitch(record)
        if record.motion is Motion.FIXED:
            taking.unmoved(record)
        elif record.motion in (Motion.BALL_RPY, Motion.BALL_ROTATION_VECTOR):
            if any(axis.damping for axis in record.axes[:1]):
                joint.axis = self._axes.axis("Axis", record.axes[0], record, UNIT[2])
            taking.axes(record)
        else:
            joint.axis = self._axes.axis("Axis", record.axes[0], record, UNIT[0 if len(record.axes) > 1 else 2])
            if record.motion is Motion.UNIVERSAL:
                joint.axis2 = self._axes.axis("Axis2", record.axes[1], record, UNIT[1])
            taking.axes(record)
            taking.springs(record)
            taking.acceleration(record)
        if record.motion in DRIVEN:
            self._drive(joint, record)
        self._add_mimic(joint, record)
        model.joint.append(joint)
        self.joints.append((element, joint))
        self._made["joint"][plain] = joint

    def _keeps_limits(self, record: JointRecord) -> bool:
        """Whether a joint of URDF turns without end by its type and has limits all the same, which only Drake keeps."""
        of_robot = record.type == "continuous" and ".urdf." in type(record.element).__module__
        return (
            of_robot
            and self._for_drake
            and any(min(abs(each.lower), abs(each.upper)) < NO_LIMIT for each in record.axes)
        )

    def _drive(self, joint: Any, record: JointRecord) -> None:
        """To Drake a joint whose effort is not 0 has an actuator, which in URDF only a transmission gives it."""
        plain = self._names.plain(record.name)
        if not self._for_drake or plain in self._actuated or record.name in self._actuated:
            return
        if joint.axis.limit is None:
            joint.axis.limit = self.make("AxisLimit")
        joint.axis.limit.effort = 0.0
        self.takings.of(record.element).motorless(record)

    def _add_mimic(self, joint: Any, record: JointRecord) -> None:
        mimic = self._mimics.get(self._names.plain(record.name))
        if mimic is None or joint.axis is None:
            return
        leader = next(
            (
                self._names.of_joint(each)
                for each in self._description.joints
                if self._names.plain(each.name) == mimic.leader
            ),
            None,
        )
        if leader is None:
            return
        if self._for_drake:
            joint.drake_mimic = self.make("DrakeMimic", joint=leader, multiplier=mimic.multiplier, offset=mimic.offset)
        else:
            joint.axis.mimic = self.make(
                "Mimic", joint=leader, multiplier=mimic.multiplier, offset=mimic.offset, reference=mimic.reference
            )
        self.takings.of(mimic.element).mimic(mimic)

    def _add_drake_joint(self, model: Any, record: JointRecord) -> None:
        """A joint of Drake's: its frames are named frames, the child's turned where the motion is not about z."""
        make, plain = self.make, self._names.plain(record.name)
        element: Any = record.element
        name = self._names.of_joint(record)
        frame = self._frames[record.frame or record.name]
        taken = self._names.taken
        turn: RawPose = (0.0, 0.0, 0.0, *record.turned)
        is_turned = record.turned != NO_ROTATION
        parent = self._names.said(record.parent)
        placed = compose(frame.pose, turn) if is_turned else frame.pose
        if placed != IDENTITY:
            base = make("Frame", name=self._names.free(f"{name}_frame", taken), attached_to=parent)
            base.pose = self._pose(placed, None if is_turned else frame.pose_element, None)
            model.frame.append(base)
            parent = base.name
        child = self._names.said(record.child)
        link = self.link_named(record.child)
        held = child
        if is_turned:
            moved = make("Frame", name=self._names.free(f"{name}_child_frame", taken), attached_to=child)
            moved.pose = self._pose(turn, None, None)
            model.frame.append(moved)
            held = moved.name
        if link is not None:
            link.pose = self._pose(frame.pose, frame.pose_element, self._names.said(frame.relative_to))
        joint = make("DrakeJoint", name=name, type=OF_DRAKE[record.motion], drake_parent=parent, drake_child=held)
        damping = tuple(axis.damping for axis in record.axes)
        joint.drake_damping = damping
        model.drake_joint.append(joint)
        self.joints.append((element, joint))
        self.takings.of(element).path(record)
        carry(element, joint, self._ledger)
        self._ledger.change(element, f"a <drake:joint> {plain!r}", reader="Drake")

    def _free_link(self, model: Any, record: JointRecord) -> None:
        """A joint that leaves its child free is none in SDFormat: a link that hangs on nothing is free."""
        link = self.link_named(record.child)
        frame = self._frames[record.frame or record.name]
        if link is not None and frame.relative_to is not None:
            link.pose = self._pose(frame.pose, frame.pose_element, self._names.said(frame.relative_to))
        self.takings.of(record.element).axes(record)
        self._ledger.change(record.element, f"nothing but the place of link {record.child!r}, which is free without it")
