"""Joints of a robot (URDF) from records: which type says a motion, and which chain where none does."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ....runtime.element import Element
from ...frames.frame_names import full_name
from ...frames.graph import ROOT
from ...ir.joints import AxisRecord, Motion
from ...ir.scoped_names import WORLD
from ...ir.source_ref import place_of
from ...kinematics.joint_tree import FREE
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, inverse, pose_from_matrix, rotate, shortest_rotation, unit
from ..drake_tags import carry
from ..element_builder import tidy
from ..to_sdformat.axes import NO_LIMIT
from .chains import X, Y, Z, chain_of, plane_of

if TYPE_CHECKING:
    from ...ir.joints import JointRecord
    from ...ir.links import LinkRecord
    from ...kinematics.joint_tree import JointBranch
    from ...spatial.raw_pose import RawPose, Vector
    from ..workspace import RobotWorkspace
    from .chains import ChainStep

DRAKES = {
    Motion.BALL_RPY: "ball",
    Motion.BALL_ROTATION_VECTOR: "ball",
    Motion.BALL_QUATERNION: "ball",
    Motion.UNIVERSAL: "universal",
    Motion.SCREW: "screw",
    Motion.PLANAR: "planar",
    Motion.CURVILINEAR: "curvilinear",
}
"""Types of joints that Drake knows in URDF."""
PLAIN = (Motion.REVOLUTE, Motion.PRISMATIC)
ALMOST_NOTHING = (1e-6, 1e-9)
"""Mass and moments of a link of a chain, for readers that let nothing massless move."""
LEAST_FOR_GAZEBO = (2e-6, 1e-9)
"""The same for Gazebo, whose older releases take 1e-6 kg for nothing."""
RIGHT_ANGLE = 1e-9
OTHER_COORDINATES = (Motion.BALL_ROTATION_VECTOR, Motion.BALL_QUATERNION)
"""Motions whose chain has other coordinates than they."""
WITH_ACCELERATION = "1.2"
"""The version of URDF that brought limits of it."""


class UrdfJointParts:
    """Makes what is in joints."""

    def __init__(self, work: RobotWorkspace) -> None:
        self._make = work.make
        self._for_drake = work.target.speaks_drake
        self._says_acceleration_to_drake = self._for_drake or (work.has_drake and work.version < WITH_ACCELERATION)
        self.has_acceleration_limit = self._says_acceleration_to_drake or work.version >= WITH_ACCELERATION

    def type_of(self, motion: Motion, axis: AxisRecord, word: str = "") -> str:
        """``revolute``, ``continuous`` or ``prismatic``; ``word`` is what the document calls it."""
        if motion is Motion.PRISMATIC:
            return "prismatic"
        if word == "continuous":
            return word
        return "revolute" if max(-axis.lower, 0) < NO_LIMIT or max(axis.upper, 0) < NO_LIMIT else "continuous"

    def axis(self, xyz: Vector) -> Any:
        """The axis; that along x says nothing, but is written, since readers of other formats expect z."""
        return self._make("Axis", xyz=tuple(map(tidy, xyz)))

    def limit(self, type: str, axis: AxisRecord) -> Any:
        """The limits of a coordinate; None where nothing has to be said."""
        said: dict[str, float] = {}
        bounds = {} if type == "continuous" else {"lower": axis.lower, "upper": axis.upper}
        rest = {"effort": axis.effort, "velocity": axis.velocity}
        for name, value in {**bounds, **rest}.items():
            if abs(value) < NO_LIMIT:
                said[name] = value
        if not self._for_drake and (said or type != "continuous"):
            # urdfdom refuses limits without these, and takes a bound that is not there for 0; this large, it is none
            said = {name: max(-NO_LIMIT, min(value, NO_LIMIT)) for name, value in {**bounds, **rest}.items()}
        if axis.acceleration != inf and self._says_acceleration_to_drake:
            said["drake_acceleration"] = axis.acceleration
        elif axis.acceleration != inf and self.has_acceleration_limit:
            said["acceleration"] = axis.acceleration
        return self._make("Limit", **said) if said else None

    def needs_explicit_limit(self, axis: AxisRecord, type: str) -> bool:
        """Whether a number has to stand for a limit that there is none of."""
        if self._for_drake:
            return False
        limits = [axis.effort, axis.velocity, *(() if type == "continuous" else (-axis.lower, axis.upper))]
        unlimited = [value >= NO_LIMIT for value in limits]
        return any(unlimited) and (type != "continuous" or not all(unlimited))

    def dynamics(self, axis: AxisRecord) -> Any:
        """Damping and friction; None where there is neither."""
        said = {name: value for name in ("damping", "friction") if (value := getattr(axis, name))}
        return self._make("Dynamics", **said) if said else None


class MotionWriter:
    """Makes joints.

    Attributes:
        coordinates: names of joints by full name and coordinate of what they were made of.
    """

    def __init__(self, work: RobotWorkspace) -> None:
        self.coordinates: dict[tuple[str, int], str] = {}
        self._work = work
        self._motors = {
            full_name(each.joint, each.scope) or "" for each in work.description.actuators if each.joint is not None
        }
        self._parts = UrdfJointParts(work)

    def turn(self, branch: JointBranch) -> RawPose:
        """How the frames of a joint are turned, so that its axes are those that its type has of itself.

        Returns:
            The joint's frame in the one of the robot.
        """
        record = branch.connection.record
        if record.motion is not Motion.UNIVERSAL or not self.is_drakes(branch):
            return IDENTITY
        first, second = (unit(self.direction(branch, number, default)) for number, default in enumerate((X, Y)))
        across, normal = plane_of(first, second)
        if first == X and across == Y:
            return IDENTITY
        turned = pose_from_matrix(list(zip(first, across, normal)), (0.0, 0.0, 0.0))
        return inverse(turned)

    def is_drakes(self, branch: JointBranch) -> bool:
        """Whether a joint becomes one that only Drake knows."""
        record = branch.connection.record
        if not self._work.target.speaks_drake or record.motion not in DRAKES:
            return False
        first, second = (unit(self.direction(branch, number, default)) for number, default in enumerate((X, Y)))
        if record.motion is Motion.UNIVERSAL:
            return abs(sum(a * b for a, b in zip(first, second))) < RIGHT_ANGLE
        if record.motion is Motion.PLANAR:
            _, normal = plane_of(first, second)
            start = rotate(shortest_rotation(Z, normal), X)
            return max(abs(a - b) for a, b in zip(start, first)) < RIGHT_ANGLE
        return True

    def direction(self, branch: JointBranch, number: int, default: Vector = Z) -> Vector:
        """The direction of an axis along the joint's frame."""
        connection = branch.connection
        axes = connection.record.axes
        if number >= len(axes) or axes[number].xyz is None:
            return default
        xyz = axes[number].xyz or default
        if connection.zero_axes[number]:
            return Z
        frame = connection.axis_frames[number]
        if frame == connection.on_child:
            return xyz
        turned = self._work.places.compute_pose(frame, connection.on_child)[0][3:]
        return xyz if turned == NO_ROTATION else rotate(turned, xyz)

    def joint(self, kind: str, name: str, type: str, parent: str, child: str) -> Any:
        """A joint of a class, ``Joint`` or ``DrakeJoint``, with nothing but its ends."""
        make = self._work.make
        return make(
            kind, name=name, type=type, parent=make("JointParent", link=parent), child=make("Child", link=child)
        )

    def name_of(self, body: int) -> str:
        """The name of the link that a body is; the world's where it is that."""
        return WORLD if body == ROOT else self._work.names.link[self._work.graph.records[body].name]

    def report_ends(self, branch: JointBranch, record: JointRecord) -> None:
        """Reports ends that are written otherwise than the names of their links."""
        ends = (
            (record.parent, record.parent_element, branch.child if branch.turned else branch.parent),
            (record.child, record.child_element, branch.parent if branch.turned else branch.child),
        )
        for written, place, body in ends:
            there = place_of(place, None)
            name = self.name_of(body)
            if written != name and there is not None and there is not record.element:
                self._work.ledger.report_representation(there, f"link {name!r}")

    def make_chain_link(self, name: str) -> Any:
        """A link between two joints of a chain."""
        link = self._work.make("Link", name=name)
        if not self._work.target.moves_massless:
            make, (mass, moment) = self._work.make, self._least_inertia
            link.inertial = make("Inertial", mass=make("Mass", value=mass))
            link.inertial.inertia = make("Inertia", ixx=moment, ixy=0.0, ixz=0.0, iyy=moment, iyz=0.0, izz=moment)
        return link

    @property
    def _least_inertia(self) -> tuple[float, float]:
        """Mass and moments of a link of a chain."""
        return LEAST_FOR_GAZEBO if self._work.target.is_gazebo else ALMOST_NOTHING

    def report_chain_link(self, record: LinkRecord) -> None:
        """Reports a link that the document has none of, between joints that act one after the other."""
        if self._work.target.moves_massless:
            self._work.ledger.report_representation(record.element, "a link without mass between two of its joints")
        else:
            self._work.ledger.approximate(
                record.element, f"a link of {self._least_inertia[0]:g} kg between two of its joints"
            )

    def motions(self, branch: JointBranch, record: JointRecord, name: str, body: int) -> list[Any]:
        """The joint, or the chain of joints, that a joint becomes."""
        parent, child = self.name_of(branch.parent), self.name_of(body)
        taking = self._work.takings.of(record.element)
        motion = record.motion
        if motion is Motion.FIXED:
            taking.mark("unused_axes", record.element)
            return [self.joint("Joint", name, "fixed", parent, child)]
        self._report_turned_axes(branch, record)
        if motion in PLAIN:
            axis = record.axes[0] if record.axes else AxisRecord()
            if self._work.target.speaks_drake and not axis.effort and record.name not in self._motors:
                axis = replace(axis, effort=inf)
                for unlimited in record.axes[:1]:  # effort 0 is not said: no transmission gives the joint a motor
                    taking.mark("motorless_axis", unlimited.element)
            xyz = self.direction(branch, 0)
            type = self._parts.type_of(motion, axis, record.type)
            joint = self._plain(name, type, axis, xyz, parent, child, branch.turned)
            self.coordinates[record.name, 0] = name
            self._mark_axes(record, joint.type)
            return [joint]
        if motion in FREE:
            taking.axes(record)
            return [self.joint("Joint", name, "floating", parent, child)]
        if self.is_drakes(branch):
            return [self._drakes(branch, record, name, parent, child)]
        steps = self._steps(branch, record)
        if steps is None:
            self._work.ledger.approximate(record.element, "a fixed joint: URDF has no joint that moves like it")
            return [self.joint("Joint", name, "fixed", parent, child)]
        return self._chain(record, steps, name, parent, child, branch.turned)

    def _steps(self, branch: JointBranch, record: JointRecord) -> list[ChainStep] | None:
        """The chain, its axes along the joint's frame."""
        axes = [
            replace(axis, xyz=self.direction(branch, number) if axis.xyz is not None else None)
            for number, axis in enumerate(record.axes)
        ]
        return chain_of(replace(record, axes=axes))

    def _plain(self, name: str, type: str, axis: AxisRecord, xyz: Vector, parent: str, child: str, turned: bool) -> Any:
        joint = self.joint("Joint", name, type, parent, child)
        x, y, z = xyz
        joint.axis = self._parts.axis((-x, -y, -z) if turned else xyz)
        joint.limit = self._parts.limit(type, axis)
        joint.dynamics = self._parts.dynamics(axis)
        return joint

    def _report_turned_axes(self, branch: JointBranch, record: JointRecord) -> None:
        """Reports axes that are written along another frame than that of the joint."""
        for number, axis in enumerate(record.axes):
            place = axis.xyz_element
            if axis.xyz is None or not isinstance(place, Element) or place.source_element is None:
                continue
            found = self.direction(branch, number)
            if found != axis.xyz or axis.expressed_in:
                self._work.ledger.report_representation(
                    place, f"{' '.join(f'{each:g}' for each in found)}: along the joint's own frame"
                )

    def _mark_axes(self, record: JointRecord, type: str) -> None:
        taking = self._work.takings.of(record.element)
        taking.axes(record)
        if self._parts.has_acceleration_limit:
            taking.acceleration(record)
        if any(self._parts.needs_explicit_limit(axis, type) for axis in record.axes):
            self._work.ledger.report_representation(
                record.element, "limits of 1e16 where there are none: readers of URDF want a number"
            )

    def _chain(
        self, record: JointRecord, steps: list[ChainStep], name: str, parent: str, child: str, turned: bool
    ) -> list[Any]:
        ordered = steps[::-1] if turned else steps
        names = [self._work.names.new("joint", f"{name}_{number}") for number, _ in enumerate(ordered, 1)]
        inner = [self._work.names.new("link", f"{name}_link_{number}") for number in range(1, len(ordered))]
        ends = [parent, *inner, child]
        made = []
        for number, step in enumerate(ordered):
            type = self._parts.type_of(step.motion, step.axis)
            joint = self._plain(names[number], type, step.axis, step.xyz, ends[number], ends[number + 1], turned)
            if step.coordinate is None:
                leader = names[number + (1 if turned else -1)]
                joint.mimic = self._work.make("Mimic", joint=leader, multiplier=step.multiplier)
            else:
                self.coordinates[record.name, step.coordinate] = names[number]
            made.append(joint)
        taking = self._work.takings.of(record.element)
        taking.axes(record)
        taking.pitch(record, "what joints of a turn and of a slide have to do with each other")
        is_massless = self._work.target.moves_massless
        between = "without mass" if is_massless else f"of {self._least_inertia[0]:g} kg"
        what = f"{len(made)} joints {names[0]!r} to {names[-1]!r}, with links {between} between them"
        if not is_massless or record.motion in OTHER_COORDINATES:
            self._work.ledger.approximate(record.element, what)
        else:
            self._work.ledger.report_representation(record.element, what)
        return made

    def _drakes(self, branch: JointBranch, record: JointRecord, name: str, parent: str, child: str) -> Any:
        """A joint that only Drake knows."""
        make, motion = self._work.make, record.motion
        kind = "Joint" if motion is Motion.PLANAR else "DrakeJoint"
        joint = self.joint(kind, name, DRAKES[motion], parent, child)
        damping = tuple(axis.damping for axis in record.axes)
        if motion is Motion.PLANAR:
            first, second = (self.direction(branch, number, default) for number, default in enumerate((X, Y)))
            joint.axis = self._parts.axis(plane_of(first, second)[1])
        elif motion is Motion.UNIVERSAL and len(set(damping)) > 1:
            self._work.ledger.approximate(
                record.element, f"a damping of {damping[0]:g} of both axes, which have one here"
            )
        elif motion is Motion.SCREW:
            joint.axis = self._parts.axis(self.direction(branch, 0))
            joint.drake_screw_thread_pitch = make("DrakeScrewThreadPitch", value=record.pitch)
        if any(damping):
            # Drake reads three numbers for a planar joint where others have one
            planar = {"damping": " ".join(f"{each:.12g}" for each in damping)}
            joint.dynamics = make("Dynamics", damping=None if motion is Motion.PLANAR else damping[0])
            if motion is Motion.PLANAR:
                joint.dynamics.any_attributes.update(planar)
        for number in range(len(record.axes)):
            self.coordinates[record.name, number] = name
        taking = self._work.takings.of(record.element)
        taking.axes(record)
        taking.pitch(record)
        taking.path(record)
        if motion is Motion.CURVILINEAR:
            carry(record.element, joint, self._work.ledger, without=("drake_parent", "drake_child", "drake_damping"))
        self._work.ledger.report_representation(record.element, f"a <drake:joint> {name!r}", reader="Drake")
        return joint
