"""Joints of a model of SDFormat from records: its own types, those of Drake's tag, and none for a link that is free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ...ir.constraints import MimicRecord
from ...ir.joints import Motion
from ...ir.scoped_names import WORLD
from ...ir.source_ref import format_of
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose
from ..coverage.ledger import xml_of
from ..drake_tags import carry
from ..element_builder import make_pose
from .axes import NO_LIMIT, drop_crossed_limits, make_axis
from .free_names import free_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir.joints import JointRecord
    from ...spatial.raw_pose import RawPose
    from ..workspace import Workspace
    from .free_names import ModelNames

TYPES = {
    Motion.FIXED: "fixed",
    Motion.REVOLUTE: "revolute",
    Motion.PRISMATIC: "prismatic",
    Motion.SCREW: "screw",
    Motion.UNIVERSAL: "universal",
    Motion.BALL_RPY: "ball",
    Motion.BALL_ROTATION_VECTOR: "ball",
    Motion.BALL_QUATERNION: "ball",
}
"""Types of joints that SDFormat has itself."""
DRIVEN = (Motion.REVOLUTE, Motion.PRISMATIC, Motion.SCREW)
"""Types that Drake gives an actuator."""
OF_DRAKE = {Motion.PLANAR: "planar", Motion.CURVILINEAR: "curvilinear"}
"""Types that only Drake's tag has."""
UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class JointWriter:
    """Makes joints.

    Args:
        names: in the model.
        links: that were made, by name in the description; filled before joints are added.

    Attributes:
        joints: pairs of the typed element that something was made of, and what was made.
        made: joints that SDFormat itself has, by name in the description.
    """

    def __init__(self, work: Workspace, names: ModelNames, links: Mapping[str, Any]) -> None:
        self.joints: list[tuple[Any, Any]] = []
        self.made: dict[str, Any] = {}
        self._work = work
        self._names = names
        self._links = links
        self._frames = {frame.name: frame for frame in work.description.frames}
        mimics = (each for each in work.description.constraints if isinstance(each, MimicRecord) and each.active)
        self._mimics = {each.joint: each for each in mimics}
        self._actuated = {each.joint for each in work.description.actuators}

    def add(self, model: Any, record: JointRecord) -> None:
        """Adds a joint to the model; one that leaves its child free is none."""
        self._work.takings.of(record.element).ends(record)
        if record.motion in OF_DRAKE:
            self._add_drake_joint(model, record)
        elif record.motion in TYPES:
            self._add_plain_joint(model, record)
        else:
            self._free_link(model, record)

    def _add_plain_joint(self, model: Any, record: JointRecord) -> None:
        make, element, plain = self._work.make, record.element, self._names.plain(record.name)
        written = record.type
        if self._keeps_limits(record):
            record = replace(record, type="revolute")
        if self._work.target.speaks_drake:
            record = drop_crossed_limits(record, self._work.ledger)
        kind = "continuous" if record.type == "continuous" else TYPES[record.motion]
        name = self._names.of_joint(record)
        frame = self._frames[record.frame or record.name]
        joint = make("Joint", name=name, type=kind)
        joint.pose = make_pose(
            frame.pose, frame.pose_element or element, self._names.resolve_reference(frame.relative_to)
        )
        joint.parent = WORLD if record.parent == WORLD else self._names.resolve_reference(record.parent)
        joint.child = self._names.resolve_reference(record.child)
        if name != plain:
            self._work.ledger.report_representation(
                element, f"joint {name!r}: SDFormat takes each name once", attribute="name"
            )
        there = xml_of(element)
        if kind != written and (there is None or there.tag != "joint" or there.get("type") is not None):
            self._work.ledger.report_representation(element, f"type {kind!r}", attribute="type")
        taking = self._work.takings.of(element)
        if record.motion is Motion.SCREW:
            joint.screw_thread_pitch = record.pitch
            taking.pitch(record)
        if record.motion is Motion.FIXED:
            taking.mark("unused_axes", record.element)
        elif TYPES[record.motion] == "ball":
            if any(axis.damping for axis in record.axes[:1]):
                joint.axis = make_axis(make, "Axis", record.axes[0], record, UNIT[2])
            taking.axes(record)
        else:
            joint.axis = make_axis(make, "Axis", record.axes[0], record, UNIT[0 if len(record.axes) > 1 else 2])
            if record.motion is Motion.UNIVERSAL:
                joint.axis2 = make_axis(make, "Axis2", record.axes[1], record, UNIT[1])
            taking.axes(record)
            taking.springs(record)
            taking.acceleration(record)
        if record.motion in DRIVEN:
            self._drive(joint, record)
        self._add_mimic(joint, record)
        model.joint.append(joint)
        self.joints.append((element, joint))
        self.made[plain] = joint

    def _keeps_limits(self, record: JointRecord) -> bool:
        """Whether a joint of URDF turns without end by its type and has limits all the same, which only Drake keeps."""
        of_robot = record.type == "continuous" and format_of(record.element) == "urdf"
        return (
            of_robot
            and self._work.target.speaks_drake
            and any(min(abs(each.lower), abs(each.upper)) < NO_LIMIT for each in record.axes)
        )

    def _drive(self, joint: Any, record: JointRecord) -> None:
        """To Drake a joint whose effort is not 0 has an actuator, which in URDF only a transmission gives it."""
        plain = self._names.plain(record.name)
        if not self._work.target.speaks_drake or plain in self._actuated or record.name in self._actuated:
            return
        if joint.axis.limit is None:
            joint.axis.limit = self._work.make("AxisLimit")
        joint.axis.limit.effort = 0.0
        self._work.takings.of(record.element).motorless(record)

    def _add_mimic(self, joint: Any, record: JointRecord) -> None:
        mimic = self._mimics.get(self._names.plain(record.name))
        if mimic is None or joint.axis is None:
            return
        leader = next(
            (
                self._names.of_joint(each)
                for each in self._work.description.joints
                if self._names.plain(each.name) == mimic.leader
            ),
            None,
        )
        if leader is None:
            return
        if self._work.target.speaks_drake:
            joint.drake_mimic = self._work.make(
                "DrakeMimic", joint=leader, multiplier=mimic.multiplier, offset=mimic.offset
            )
        else:
            joint.axis.mimic = self._work.make(
                "Mimic", joint=leader, multiplier=mimic.multiplier, offset=mimic.offset, reference=mimic.reference
            )
        self._work.takings.of(mimic.element).mimic(mimic)

    def _add_drake_joint(self, model: Any, record: JointRecord) -> None:
        """A joint of Drake's: its frames are named frames, the child's turned where the motion is not about z."""
        make, plain = self._work.make, self._names.plain(record.name)
        element: Any = record.element
        name = self._names.of_joint(record)
        frame = self._frames[record.frame or record.name]
        taken = self._names.used_names
        turn: RawPose = (0.0, 0.0, 0.0, *record.turned)
        is_turned = record.turned != NO_ROTATION
        parent = self._names.resolve_reference(record.parent)
        placed = compose(frame.pose, turn) if is_turned else frame.pose
        if placed != IDENTITY:
            base = make("Frame", name=free_name(f"{name}_frame", taken), attached_to=parent)
            base.pose = make_pose(placed, None if is_turned else frame.pose_element)
            model.frame.append(base)
            parent = base.name
        child = self._names.resolve_reference(record.child)
        link = self._links.get(self._names.plain(record.child))
        held = child
        if is_turned:
            moved = make("Frame", name=free_name(f"{name}_child_frame", taken), attached_to=child)
            moved.pose = make_pose(turn, None)
            model.frame.append(moved)
            held = moved.name
        if link is not None:
            link.pose = make_pose(frame.pose, frame.pose_element, self._names.resolve_reference(frame.relative_to))
        joint = make("DrakeJoint", name=name, type=OF_DRAKE[record.motion], drake_parent=parent, drake_child=held)
        damping = tuple(axis.damping for axis in record.axes)
        joint.drake_damping = damping
        model.drake_joint.append(joint)
        self.joints.append((element, joint))
        self._work.takings.of(element).path(record)
        carry(element, joint, self._work.ledger)
        self._work.ledger.report_representation(element, f"a <drake:joint> {plain!r}", reader="Drake")

    def _free_link(self, model: Any, record: JointRecord) -> None:
        """A joint that leaves its child free is none in SDFormat: a link that hangs on nothing is free."""
        link = self._links.get(self._names.plain(record.child))
        frame = self._frames[record.frame or record.name]
        if link is not None and frame.relative_to is not None:
            link.pose = make_pose(frame.pose, frame.pose_element, self._names.resolve_reference(frame.relative_to))
        self._work.takings.of(record.element).axes(record)
        self._work.ledger.report_representation(
            record.element, f"nothing but the place of link {record.child!r}, which is free without it"
        )
