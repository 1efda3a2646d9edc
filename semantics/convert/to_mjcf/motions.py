"""Joints of bodies: one of MJCF for each motion, several in one body where a joint has several."""

from __future__ import annotations

from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple, replace
from ...ir.joints import AxisRecord, Motion
from ...kinematics.joint_tree import FREE
from ...spatial.raw_pose import NO_ROTATION, multiply, rotate
from ..coverage.tables import find_nodes
from ..element_builder import tidy
from ..to_sdformat.axes import NO_LIMIT
from ..to_urdf.chains import LETTERS, ChainStep, X, Y, Z, chain_of

if TYPE_CHECKING:
    from ...ir.joints import JointRecord
    from ...kinematics.joint_tree import JointBranch
    from ...spatial.raw_pose import Quaternion, Vector
    from .workspace import MjcfWorkspace

BALLS = (Motion.BALL_RPY, Motion.BALL_ROTATION_VECTOR, Motion.BALL_QUATERNION)
PLAIN = (Motion.REVOLUTE, Motion.PRISMATIC)
RESISTANCES = {"damping": "damping", "friction": "frictionloss", "stiffness": "stiffness", "armature": "armature"}
"""What resists a coordinate, by what MJCF calls it."""
POLYNOMIALS = ("damping", "stiffness")
"""Those that may grow with the coordinate."""
UNSAID = {"velocity": "MJCF has no limits of velocity", "acceleration": "MJCF has no limits of acceleration"}


class Follower(NamedTuple):
    """A joint of MJCF that follows another one in proportion, as a screw does."""

    name: str
    leader: str
    multiplier: float
    element: Any


class BodyJointWriter:
    """Makes joints.

    Attributes:
        coordinates: names of joints by full name and coordinate of what they were made of.
        balls: names of ball joints by full name of what they were made of.
        followers: joints that follow another one of the same body.
        locked: joints that stay where they are, and where that is.
        joints: pairs of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: MjcfWorkspace) -> None:
        self._work = work
        self.coordinates: dict[tuple[str, int], str] = {}
        self.balls: dict[str, str] = {}
        self.followers: list[Follower] = []
        self.locked: list[tuple[str, float, Any]] = []
        self.joints: list[tuple[Any, Any]] = []

    def add(self, body: Any, branch: JointBranch, record: JointRecord) -> None:
        """Adds the joints that let a body move as a joint of the description does."""
        if record.motion is Motion.FIXED:
            self._work.takings.of(record.element).mark("unused_axes", record.element)
            self._work.ledger.report_representation(
                record.element, f"the place of body {body.name!r} in the one around it: MJCF has no fixed joints"
            )
            return
        self._work.takings.of(record.element).axes(record)
        self._report_unsaid(record)
        name = self._work.names.joint[record.name]
        pose, _ = self._work.places.compute_pose(branch.on_child, branch.child)
        at = pose[:3] if any(pose[:3]) else None
        if record.motion in PLAIN:
            axis = record.axes[0] if record.axes else AxisRecord()
            made = self._scalar(name, record.motion, axis, self._along_body(branch, record, 0), branch.turned, record)
            self.coordinates[record.name, 0] = name
            self._add(body, [made], at, record)
        elif record.motion in BALLS:
            self._add(body, [self._ball(name, record)], at, record)
            self.balls[record.name] = name
        elif record.motion in FREE:
            self._add(body, self._free_of_parent(name, branch, record), at, record)
        else:
            self._add_chain(body, branch, record, name, at)

    def add_free(self, body: Any, name: str, record: JointRecord | None) -> None:
        """Lets a body of the world move freely."""
        made = self._work.make("Freejoint", name=name)
        body.freejoint.append(made)
        if record is not None:
            self.joints.append((record.element, made))
            self._work.takings.of(record.element).axes(record)

    def _add(self, body: Any, made: list[Any], at: tuple[float, ...] | None, record: JointRecord) -> None:
        for joint in made:
            if at is not None:
                joint.pos = tuple(map(tidy, at))
            body.joint.append(joint)
            self.joints.append((record.element, joint))
        self._work.takings.of(record.element).springs(record)

    def _add_chain(
        self, body: Any, branch: JointBranch, record: JointRecord, name: str, at: tuple[float, ...] | None
    ) -> None:
        steps = self._steps(branch, record)
        if not steps:
            self._work.ledger.approximate(record.element, "a fixed joint: MJCF has no joint that moves like it")
            return
        turned = self._turn_in_body(branch, record)
        made, names = [], []
        for number, step in enumerate(steps, 1):
            own = self._work.names.new("joint", f"{name}_{number}")
            xyz = step.xyz if turned == NO_ROTATION else rotate(turned, step.xyz)
            made.append(self._scalar(own, step.motion, step.axis, xyz, branch.turned, record))
            names.append(own)
            if step.coordinate is None:
                self.followers.append(Follower(own, names[-2], step.multiplier, record.element))
            else:
                self.coordinates[record.name, step.coordinate] = own
        self._add(body, made, at, record)
        taking = self._work.takings.of(record.element)
        taking.pitch(record, "a hinge, a slide and an equality that makes one follow the other")
        self._work.ledger.report_representation(record.element, f"{len(made)} joints {names[0]!r} to {names[-1]!r}")

    def _steps(self, branch: JointBranch, record: JointRecord) -> list[ChainStep] | None:
        axes = [
            replace(axis, xyz=self._along_joint(branch, record, number)) if axis.xyz is not None else axis
            for number, axis in enumerate(record.axes)
        ]
        if record.motion is Motion.EULER and not set(record.axis_order) <= set(LETTERS):
            return None
        return chain_of(replace(record, axes=axes))

    def _free_of_parent(self, name: str, branch: JointBranch, record: JointRecord) -> list[Any]:
        """Three slides and a ball joint: only bodies of the world may be free."""
        turned = self._turn_in_body(branch, record)
        names = [self._work.names.new("joint", f"{name}_{letter}") for letter in LETTERS]
        slides = [
            self._work.make("Joint", name=own, type="slide", axis=_tidy_vector(rotate(turned, xyz)))
            for own, xyz in zip(names, (X, Y, Z))
        ]
        self.balls[record.name] = name
        self._work.ledger.report_representation(
            record.element,
            f"three slides {names[0]!r} to {names[-1]!r} and a ball joint: only bodies in the world are free",
        )
        return [*slides, self._work.make("Joint", name=name, type="ball")]

    def _ball(self, name: str, record: JointRecord) -> Any:
        said: dict[str, Any] = {}
        for field, attribute in RESISTANCES.items():
            values = [getattr(axis, field) for axis in record.axes]
            if any(values):
                said[attribute] = (values[0],) if attribute in POLYNOMIALS else values[0]
            if len({*values, *([0.0] if len(values) < len((X, Y, Z)) else [])}) > 1:
                self._work.ledger.approximate(record.element, f"a {attribute} of {values[0]:g} about all axes")
        if any(abs(limit) != inf for axis in record.axes for limit in (axis.lower, axis.upper)):
            self._work.ledger.approximate(
                record.element, "a ball joint without limits, which MJCF has of its whole angle only"
            )
        return self._work.make("Joint", name=name, type="ball", **said)

    def _scalar(
        self, name: str, motion: Motion, axis: AxisRecord, xyz: Vector, turned: bool, record: JointRecord
    ) -> Any:
        """A hinge or slide."""
        x, y, z = xyz
        made = self._work.make("Joint", name=name, type="slide" if motion is Motion.PRISMATIC else None)
        made.axis = (-x, -y, -z) if turned else (x, y, z)
        if axis.reference:
            made.ref = axis.reference
        self._limit(made, axis, record)
        if 0 < axis.effort < NO_LIMIT:
            made.actuatorfrcrange = (-axis.effort, axis.effort)
        elif not axis.effort:
            self._report_effort(axis, record)
        for field, attribute in RESISTANCES.items():
            if value := getattr(axis, field):
                setattr(made, attribute, (value,) if attribute in POLYNOMIALS else value)
        if axis.stiffness and axis.rest_position:
            made.springref = axis.rest_position
        return made

    def _limit(self, made: Any, axis: AxisRecord, record: JointRecord) -> None:
        lower, upper = max(axis.lower, -NO_LIMIT), min(axis.upper, NO_LIMIT)
        if -lower >= NO_LIMIT and upper >= NO_LIMIT:
            return
        if lower < upper:
            made.range = (lower, upper)
            if -lower >= NO_LIMIT or upper >= NO_LIMIT:
                self._work.ledger.report_representation(
                    record.element, "limits of 1e16 where there are none: MJCF has both limits or none"
                )
        elif lower == upper:
            self.locked.append((made.name, lower, record.element))
            self._work.ledger.report_representation(
                record.element,
                "a joint without limits that an equality holds in its place: a range is not empty in MJCF",
            )
        else:
            self._work.ledger.approximate(
                record.element, "a joint without limits: MuJoCo refuses a range that is reversed"
            )

    def _report_effort(self, axis: AxisRecord, record: JointRecord) -> None:
        for element, path in ((record.element, "limit/@effort"), (axis.element, "limit/effort")):
            for node in find_nodes(element, path):
                self._work.ledger.report_representation(
                    node.element, "nothing: a motor is not limited to no effort in MJCF", attribute=node.attribute
                )

    def _report_unsaid(self, record: JointRecord) -> None:
        """Reports limits that MJCF has no word for."""
        for axis in record.axes:
            for field, reason in UNSAID.items():
                if not isfinite(getattr(axis, field)) or abs(getattr(axis, field)) >= NO_LIMIT:
                    continue
                for element, path in ((record.element, f"limit/@{field}"), (axis.element, f"limit/{field}")):
                    for node in find_nodes(element, path):
                        self._work.ledger.report_lost(
                            node.element, None, reason, stored=False, attribute=node.attribute
                        )

    # directions

    def _along_joint(self, branch: JointBranch, record: JointRecord, number: int) -> Vector:
        """The direction of an axis along the joint's frame on the body."""
        connection = branch.connection
        xyz = record.axes[number].xyz
        if xyz is None or connection.zero_axes[number]:
            return Z
        frame = connection.axis_frames[number]
        if frame == branch.on_child:
            return xyz
        turned = self._work.places.compute_pose(frame, branch.on_child)[0][3:]
        return xyz if turned == NO_ROTATION else _tidy_vector(rotate(turned, xyz))

    def _along_body(self, branch: JointBranch, record: JointRecord, number: int) -> Vector:
        turned = self._turn_in_body(branch, record)
        xyz = self._along_joint(branch, record, number) if number < len(record.axes) else Z
        return xyz if turned == NO_ROTATION else _tidy_vector(rotate(turned, xyz))

    def _turn_in_body(self, branch: JointBranch, record: JointRecord) -> Quaternion:
        """How the directions in which a joint moves are turned in its body."""
        turned = self._work.places.compute_pose(branch.on_child, branch.child)[0][3:]
        return turned if record.turned == NO_ROTATION else multiply(turned, record.turned)


def _tidy_vector(vector: Vector) -> Vector:
    x, y, z = map(tidy, vector)
    return x, y, z
