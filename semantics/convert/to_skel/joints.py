"""Joints of skeletons: one of SKEL for each of the description."""

from __future__ import annotations

from math import hypot, inf, isfinite
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass
from ...formats.skel.joints import AXES, AXES_READ, EULER_NAMES, MOTIONS
from ...formats.skel.tree import JOINT_DOFS
from ...frames.graph import ROOT
from ...ir.joints import AxisRecord, JointRecord, Motion
from ...ir.scoped_names import WORLD
from ...kinematics.joint_tree import FREE
from ...spatial.raw_pose import NO_ROTATION, compose, rotate, unit
from ..element_builder import tidy
from ..to_sdformat.axes import NO_LIMIT
from .workspace import X, Y, Z, make_transformation

if TYPE_CHECKING:
    from ...kinematics.joint_tree import JointBranch
    from ...spatial.raw_pose import Vector
    from .workspace import SkelWorkspace

TYPES = {motion: word for word, motion in MOTIONS.items()} | {
    Motion.BALL_RPY: "ball",
    Motion.BALL_QUATERNION: "ball",
    Motion.FLOATING_RPY: "free",
    Motion.FREE_QUATERNION: "free",
}
"""What a motion is called."""
OTHERWISE = {
    Motion.BALL_RPY: "a ball joint, whose coordinates are a rotation vector",
    Motion.BALL_QUATERNION: "a ball joint, whose coordinates are a rotation vector",
    Motion.FLOATING_RPY: "a free joint, whose coordinates are a rotation vector and a translation",
    Motion.FREE_QUATERNION: "a free joint, whose coordinates are a rotation vector and a translation",
}
"""What a joint becomes whose coordinates are others in SKEL."""
ALMOST_UNIT = 1e-12
"""How far the length of a direction may be from 1."""
NO_SCREW = "a revolute joint: DART discards screw joints of SKEL, with all that hangs on them"
NO_SLIDING = "a planar joint, which turns too: DART discards joints of SKEL that only slide in a plane"
NO_MOTION = "a weld joint: SKEL has no joint that moves like it"
RESISTANCES = {"damping": "damping", "friction": "friction", "stiffness": "spring_stiffness"}


@dataclass(slots=True, kw_only=True)
class JointEnds:
    """What a joint is between: names of bodies, as they are in the skeleton.

    Attributes:
        moves: whether the joint may move; nothing does in a static model.
    """

    parent: str
    child: str
    moves: bool


class SkelJointWriter:
    """Makes joints.

    Attributes:
        pairs: of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: SkelWorkspace) -> None:
        self.pairs: list[tuple[Any, Any]] = []
        self._work = work

    def add_free(self, name: str, child: str, record: JointRecord | None) -> Any:
        """A joint by which a body moves freely in the world."""
        made = self._work.make("Joint", name=name, type="free", parent=WORLD, child=child)
        if record is not None:
            taking = self._work.takings.of(record.element)
            taking.ends(record)
            taking.axes(record)
            self._report_other_coordinates(record)
            self.pairs.append((record.element, made))
        return made

    def add_weld(self, name: str, child: str) -> Any:
        """A joint that holds a body in the world."""
        return self._work.make("Joint", name=name, type="weld", parent=WORLD, child=child)

    def write(self, branch: JointBranch, name: str, ends: JointEnds) -> Any:
        """The joint that holds a body on another one, or in the world."""
        record, work = branch.connection.record, self._work
        taking = work.takings.of(record.element)
        taking.ends(record)
        if branch.turned:
            work.ledger.report_representation(
                record.element, "a joint the other way round: in SKEL every body has one joint as its child"
            )
        pose, written = work.places.compute_pose(branch.on_child, branch.child)
        if record.turned != NO_ROTATION:
            pose, written = compose(pose, (0.0, 0.0, 0.0, *record.turned)), None
        made = work.make(
            "Joint",
            name=name,
            type=self._type_of(record) if ends.moves else "weld",
            parent=ends.parent,
            child=ends.child,
            transformation=make_transformation(pose, written),
        )
        if record.motion is Motion.FIXED:
            taking.mark("unused_axes", record.element)
        elif not ends.moves:
            taking.axes(record)
            work.ledger.report_representation(record.element, "a weld joint: a static model does not move")
        else:
            taking.axes(record)
            taking.acceleration(record)
            taking.springs(record)
            taking.pitch(record)
            self._report_other_coordinates(record)
            self._write_axes(made, branch, record)
        self.pairs.append((record.element, made))
        return made

    def _type_of(self, record: JointRecord) -> str:
        if record.motion is Motion.SCREW:
            self._work.ledger.approximate(record.element, NO_SCREW)
            return "revolute"
        if record.motion is Motion.TRANSLATIONAL_2D:
            self._work.ledger.approximate(record.element, NO_SLIDING)
            return "planar"
        is_other_order = record.motion is Motion.EULER and record.axis_order not in EULER_NAMES
        if record.motion not in TYPES or is_other_order:
            self._work.ledger.approximate(record.element, NO_MOTION)
            return "weld"
        return TYPES[record.motion]

    def _report_other_coordinates(self, record: JointRecord) -> None:
        if record.motion in OTHERWISE:
            self._work.ledger.report_representation(record.element, OTHERWISE[record.motion])

    def _write_axes(self, made: Any, branch: JointBranch, record: JointRecord) -> None:
        count = JOINT_DOFS[made.type]
        axes = (record.axes + [AxisRecord() for _ in range(count)])[:count]
        if record.motion is Motion.EULER and record.axis_order != "xyz":
            made.axis_order = record.axis_order
        directions = self._directions(branch, record)
        if record.motion in (Motion.PLANAR, Motion.TRANSLATIONAL_2D):
            self._write_plane(made, directions)
            directions = []
        has_axes = AXES_READ.get(made.type, count)
        for number, axis in enumerate(axes):
            if number < has_axes:
                said = self._axis(axis, directions[number] if number < len(directions) else None)
                if said is not None:
                    setattr(made, AXES[number], said)
                rest = self._dof(number, axis, only_acceleration=True)
            else:
                rest = self._dof(number, axis, only_acceleration=False)
            if rest is not None:
                made.dof.append(rest)
        start = record.default_position
        is_same = record.motion not in OTHERWISE
        if start is not None and is_same and len(start) == count and any(start):
            made.init_pos = start

    def _directions(self, branch: JointBranch, record: JointRecord) -> list[Vector]:
        """Of each axis of a motion that takes directions: the one that it has in the joint's frame on the child."""
        defaults = {
            Motion.REVOLUTE: (Z,),
            Motion.PRISMATIC: (Z,),
            Motion.SCREW: (Z,),
            Motion.UNIVERSAL: (X, Y),
            Motion.PLANAR: (X, Y),
            Motion.TRANSLATIONAL_2D: (X, Y),
        }.get(record.motion, ())
        return [self._direction(branch, record, number, default) for number, default in enumerate(defaults)]

    def _direction(self, branch: JointBranch, record: JointRecord, number: int, default: Vector) -> Vector:
        connection = branch.connection
        found = default
        xyz = record.axes[number].xyz if number < len(record.axes) else None
        if xyz is not None:
            found = Z if connection.zero_axes[number] else xyz
            if abs(hypot(*found) - 1) > ALMOST_UNIT:
                found = unit(found)
            frame = connection.axis_frames[number]
            if frame != branch.on_child:
                turned = self._work.places.compute_pose(frame, branch.on_child)[0][3:]
                found = found if turned == NO_ROTATION else _tidy_vector(rotate(turned, found))
        x, y, z = found
        return (0.0 - x, 0.0 - y, 0.0 - z) if branch.turned else (x, y, z)

    def _write_plane(self, made: Any, directions: list[Vector]) -> None:
        make = self._work.make
        if directions == [X, Y]:
            made.plane = make("JointPlane", type="xy")
            return
        first, second = directions
        made.plane = make(
            "JointPlane",
            type="arbitrary",
            translation_axis1=make("TranslationAxis1", xyz=first),
            translation_axis2=make("TranslationAxis2", xyz=second),
        )

    def _axis(self, axis: AxisRecord, xyz: Vector | None) -> Any:
        make = self._work.make
        limits: dict[str, float] = {}
        for field in ("lower", "upper"):
            if abs(getattr(axis, field)) < NO_LIMIT:
                limits[field] = getattr(axis, field)
        for field in ("effort", "velocity"):
            if 0 <= getattr(axis, field) < NO_LIMIT:
                limits[field] = getattr(axis, field)
        resistances = _resistances(axis)
        if xyz is None and not limits and not resistances:
            return None
        return make(
            "Axis",
            xyz=xyz,
            limit=make("Limit", **limits) if limits else None,
            dynamics=make("Dynamics", **resistances) if resistances else None,
        )

    def _dof(self, number: int, axis: AxisRecord, *, only_acceleration: bool) -> Any:
        """What is said of one coordinate by its number; None for nothing."""
        make, said = self._work.make, {}
        if isfinite(axis.acceleration) and axis.acceleration < NO_LIMIT:
            said["acceleration"] = make("Acceleration", lower=-axis.acceleration, upper=axis.acceleration)
        if not only_acceleration:
            said |= _resistances(axis)
            bounds = {
                field: getattr(axis, field) for field in ("lower", "upper") if abs(getattr(axis, field)) < NO_LIMIT
            }
            if bounds:
                said["position"] = make("Position", **bounds)
            for field, kind, part in (("velocity", "Velocity", "velocity"), ("effort", "Force", "force")):
                if 0 <= getattr(axis, field) < NO_LIMIT:
                    said[part] = make(kind, lower=-getattr(axis, field), upper=getattr(axis, field))
        return make("Dof", local_index=number, **said) if said else None


def holds_nothing(branch: JointBranch) -> bool:
    """Whether a joint lets a body move freely in the world."""
    return branch.parent == ROOT and branch.connection.record.motion in FREE


def _resistances(axis: AxisRecord) -> dict[str, float]:
    """What resists a coordinate, by what SKEL calls it."""
    said = {word: getattr(axis, field) for field, word in RESISTANCES.items() if 0 < getattr(axis, field) < inf}
    if axis.stiffness > 0 and axis.rest_position:
        said["spring_rest_position"] = axis.rest_position
    return said


def _tidy_vector(vector: Vector) -> Vector:
    x, y, z = map(tidy, vector)
    return x, y, z
