"""What relates bodies and joints (MJCF): equalities, tendons, motors, and pairs of bodies that do not touch."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...constraints.coordinates import GearboxConstraint
from ...frames.frame_names import full_name
from ...frames.graph import ROOT
from ...ir.constraints import (
    BallRecord,
    CouplingRecord,
    GearboxRecord,
    MimicRecord,
    TendonCouplingRecord,
    TendonRecord,
    WeldRecord,
)
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR
from ...spatial.raw_pose import NO_ROTATION, compose, inverse, rotate
from ..element_builder import tidy
from ..to_sdformat.axes import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir.constraints import ConstraintRecord
    from ...kinematics.connections import Connection
    from ...scene.scene import Scene
    from ...spatial.raw_pose import RawPose, Vector
    from .bodies import BodyWriter
    from .motions import BodyJointWriter
    from .workspace import MjcfWorkspace

APART = 1.0
"""Distance between the two points of an axis that hold it, m."""
LINE = ("hinge", "slide")
UNDRIVEN = "a joint without a motor: it has no limit of effort, and nothing says that anything drives it"
"""What becomes of an axis that programs may drive, as any may, where that is all there is to it."""


class RelationWriter:
    """Makes what relates bodies and joints.

    Args:
        work: what all parts are made with.
        bodies: that were made.
        motions: that were made.
        scene: of the document, which knows what gearboxes couple and what collides.
    """

    def __init__(self, work: MjcfWorkspace, bodies: BodyWriter, motions: BodyJointWriter, scene: Scene) -> None:
        self._work = work
        self._bodies = bodies
        self._motions = motions
        self._scene = scene
        self._equality = work.make("Equality")
        self._tendon = work.make("Tendon")

    def write(self, root: Any) -> None:
        """Adds all of it to a document."""
        for record in self._work.description.constraints:
            self._relate(record)
        for follower in self._motions.followers:
            self._follow(follower.name, follower.leader, (0.0, follower.multiplier))
        for name, value, _ in self._motions.locked:
            self._follow(name, None, (value,))
        for connection in self._bodies.tree.left:
            if connection.valid and connection.record.motion is not Motion.GEARBOX:
                self._close(connection)
        for section, tags in ((self._tendon, ("fixed",)), (self._equality, ("connect", "weld", "joint", "tendon"))):
            if any(getattr(section, tag) for tag in tags):
                getattr(root, type(section).Meta.name).append(section)
        self._add_motors(root)
        self._exclude(root)

    # equalities

    def _follow(self, name: str, leader: str | None, coefficients: tuple[float, ...], *, active: bool = True) -> None:
        made = self._work.make("EqualityJoint", joint1=name, joint2=leader, active=None if active else False)
        made.polycoef = (*coefficients, *(0.0,) * (5 - len(coefficients)))
        self._equality.joint.append(made)

    def _relate(self, record: ConstraintRecord) -> None:
        taking = self._work.takings.of(record.element)
        if isinstance(record, MimicRecord):
            names = (
                self._coordinate(record.joint, record.scope, record.axis),
                self._coordinate(record.leader, record.scope, record.leader_axis),
            )
            if None not in names:
                own, led = (self._reference(name) for name in names)
                offset = record.offset - own + record.multiplier * (led - record.reference)
                self._follow(str(names[0]), names[1], (offset, record.multiplier), active=record.active)
                taking.mimic(record)
        elif isinstance(record, GearboxRecord):
            self._gear(record)
        elif isinstance(record, (TendonRecord, TendonCouplingRecord)):
            self._add_tendon(record)
        elif isinstance(record, CouplingRecord):
            self._couple(record)
        elif isinstance(record, WeldRecord):
            self._weld(record)
        elif isinstance(record, BallRecord):
            self._connect(record)

    def _coordinate(self, joint: str | None, scope: str, axis: int = 0) -> str | None:
        return None if joint is None else self._motions.coordinates.get((full_name(joint, scope) or "", axis))

    def _reference(self, name: str | None) -> float:
        """Where the document places a joint."""
        found = next((made for _, made in self._motions.joints if made.name == name), None)
        return float(getattr(found, "ref", None) or 0.0)

    def _gear(self, record: GearboxRecord) -> None:
        """A gearbox whose links each turn on the reference body: one hinge follows the other."""
        full = full_name(record.joint, record.scope)
        gears = [each for each in self._scene.constraints if isinstance(each, GearboxConstraint)]
        gearbox = next((each for each in gears if each.joint == full), None)
        if gearbox is None or gearbox.parent_hinge is None or gearbox.child_hinge is None:
            return
        (parent, parent_sign), (child, child_sign) = gearbox.parent_hinge, gearbox.child_hinge
        names = [self._motions.coordinates.get((each, 0)) for each in (child, parent)]
        if None in names:
            return
        self._follow(str(names[0]), names[1], (0.0, -record.ratio * parent_sign * child_sign))
        joint = next(each for each in self._work.description.joints if each.name == full)
        taking = self._work.takings.of(joint.element)
        taking.ends(joint)
        taking.axes(joint)
        taking.mark("gearbox", joint.element)
        self._work.ledger.report_representation(
            joint.element, f"an equality that makes {names[0]!r} follow {names[1]!r}"
        )

    def _couple(self, record: CouplingRecord) -> None:
        names = self._coordinate(record.joint, record.scope), self._coordinate(record.leader, record.scope)
        own, led = (self._reference(name) for name in names)
        if names[0] is None or (record.leader is not None and names[1] is None) or record.references != (own, led):
            return
        self._follow(names[0], names[1], record.coefficients, active=record.active)
        self._work.takings.of(record.element).mark("mimic", record.element)

    def _add_tendon(self, record: TendonRecord | TendonCouplingRecord) -> None:
        terms = [(self._coordinate(joint, record.scope), number) for joint, number in record.joints]
        if isinstance(record, TendonCouplingRecord) or any(name is None for name, _ in terms):
            return
        made = self._work.make("Fixed", name=self._work.new_name("tendon", "tendon"))
        made.joint = [self._work.make("FixedJoint", joint=name, coef=number) for name, number in terms]
        lower, upper = record.lower - record.offset, record.upper - record.offset
        if lower < upper and max(-lower, upper) < NO_LIMIT:
            made.range = (lower, upper)
        if record.stiffness != inf or record.offset or made.range is None:
            self._work.ledger.approximate(record.element, "a tendon with a range")
        self._tendon.fixed.append(made)
        self._work.takings.of(record.element).mark("tendon", record.element)

    def _weld(self, record: WeldRecord) -> None:
        graph = self._work.graph
        a, b = (graph.find(each, record.scope, world=True) for each in (record.frame_a, record.frame_b))
        bodies = [graph.body[each] for each in (a, b)]
        if bodies[0] == bodies[1] or not all(each in self._bodies.made for each in bodies):
            return
        if record.pose is None:
            pose = self._work.places.compute_pose(b, a)[0]
        else:
            pose = record.pose
        on_a, on_b = (self._work.places.compute_pose(each, body)[0] for each, body in zip((a, b), bodies))
        self._add_weld(bodies[0], bodies[1], compose(compose(on_a, pose), inverse(on_b)), active=record.active)
        self._work.takings.of(record.element).mark("weld", record.element)

    def _add_weld(self, one: int, other: int, pose: RawPose, *, active: bool = True) -> None:
        made = self._work.make("Weld", active=None if active else False, relpose=tuple(map(tidy, pose)))
        ends = [None if each == ROOT else self._bodies.body_named(each) for each in (one, other)]
        if ends[0] is None:  # the first one is never the world
            ends.reverse()
            made.relpose = tuple(map(tidy, inverse(pose)))
        made.body1, made.body2 = ends
        self._equality.weld.append(made)

    def _connect(self, record: BallRecord) -> None:
        graph = self._work.graph
        frames = [graph.find(each, record.scope, world=True) for each in (record.body_a, record.body_b)]
        bodies = [graph.body[each] for each in frames]
        if bodies[0] == bodies[1] or not all(each in self._bodies.made for each in bodies):
            return
        points = [
            compose(self._work.places.compute_pose(frame, body)[0], (*point, *NO_ROTATION))[:3]
            for frame, body, point in zip(frames, bodies, (record.point_a, record.point_b))
        ]
        self._add_connect(bodies, points, active=record.active)
        self._work.takings.of(record.element).mark("connect", record.element)

    def _add_connect(self, bodies: list[int], points: list[Vector], *, active: bool = True) -> None:
        """One point of a body stays on one of another: at sites, since they need not be together at first."""
        names = []
        for body, point in zip(bodies, points):
            name = self._work.new_name("site", f"{self._bodies.body_named(body)}_connect")
            x, y, z = map(tidy, point)
            self._bodies.made[body].site.append(self._work.make("Site", name=name, pos=(x, y, z)))
            names.append(name)
        made = self._work.make("Connect", site1=names[0], site2=names[1], active=None if active else False)
        self._equality.connect.append(made)

    # loops

    def _close(self, connection: Connection) -> None:
        """Holds what a joint holds that closes a loop."""
        record, places = connection.record, self._work.places
        taking = self._work.takings.of(record.element)
        bodies = [connection.parent, connection.child]
        if not all(each in self._bodies.made for each in bodies):
            return
        on_parent, on_child = (
            places.compute_pose(frame, body)[0]
            for frame, body in zip((connection.on_parent, connection.on_child), bodies)
        )
        if record.motion is Motion.FIXED:
            self._add_weld(bodies[0], bodies[1], compose(on_parent, inverse(on_child)))
            taking.mark("unused_axes", record.element)
            becomes = "an equality that welds its links"
        elif record.motion in (Motion.REVOLUTE, Motion.BALL_RPY, Motion.BALL_ROTATION_VECTOR, Motion.BALL_QUATERNION):
            points: list[Vector] = [(0.0, 0.0, 0.0)]
            if record.motion is Motion.REVOLUTE:
                axis = self._axis_of(connection)
                points = [(0.0, 0.0, 0.0), (axis[0] * APART, axis[1] * APART, axis[2] * APART)]
            for point in points:
                self._add_connect(bodies, [compose(each, (*point, *NO_ROTATION))[:3] for each in (on_parent, on_child)])
            taking.axes(record)
            becomes = "equalities that hold its links together, without limits, since it closes a loop"
        else:
            return
        taking.ends(record)
        self._work.ledger.approximate(record.element, becomes)

    def _axis_of(self, connection: Connection) -> Vector:
        """The direction of the axis in the joint's frame."""
        xyz = connection.record.axes[0].xyz if connection.record.axes else None
        if xyz is None or connection.zero_axes[0]:
            xyz = (0.0, 0.0, 1.0)
        turned = self._work.places.compute_pose(connection.axis_frames[0], connection.on_child)[0][3:]
        length = sum(part * part for part in xyz) ** 0.5
        x, y, z = rotate(turned, xyz)
        return x / length, y / length, z / length

    # motors

    def _add_motors(self, root: Any) -> None:
        section = self._work.make("Actuator")
        for record in self._work.description.actuators:
            name = self._coordinate(record.joint, record.scope)
            if name is None:
                continue
            effort = record.effort_limit if record.effort_limit < NO_LIMIT else inf
            if record.is_implied and not self._work.target.speaks_drake:
                self._work.ledger.report_representation(record.element, UNDRIVEN)
                continue
            own = record.name.removeprefix(record.scope + SEPARATOR).replace(SEPARATOR, "_")
            own = name if own == record.joint else own
            made = self._work.make("Motor", name=self._work.new_name("actuator", own), joint=name)
            if 0 < effort < inf:
                made.ctrlrange = made.forcerange = (-effort, effort)
            if inertia := record.rotor_inertia * record.gear_ratio**2:
                joint = next(each for _, each in self._motions.joints if each.name == name)
                joint.armature = (joint.armature or 0.0) + inertia
            section.motor.append(made)
            taking = self._work.takings.of(record.element)
            taking.mark("motor", record.element)
            for reduction in ("reduction", "own_reduction"):
                if taking.read_number(reduction, record.element) == 1:
                    taking.mark(reduction, record.element)
        if section.motor:
            root.actuator.append(section)

    # what does not touch

    def _exclude(self, root: Any) -> None:
        """Excludes pairs of bodies that do not touch, beyond those that MuJoCo leaves out by itself."""
        description = self._work.description
        if not description.collision_groups and not self._bodies.tree.left:
            return
        made = self._work.make("Contact")
        collides = self._scene.collision_filter
        touching = [link for link in description.links if link.collisions and link.name in self._work.names.link]
        touching = [link for link in touching if self._work.graph.index[link.name] in self._bodies.made]
        for number, one in enumerate(touching):
            for other in touching[number + 1 :]:
                bodies = [self._work.graph.index[each.name] for each in (one, other)]
                if ROOT not in bodies and collides.excludes(one.name, other.name) and not self._is_left_out(bodies):
                    ends = [self._bodies.body_named(each) for each in bodies]
                    made.exclude.append(self._work.make("Exclude", body1=ends[0], body2=ends[1]))
        for group in description.collision_groups:
            self._work.takings.of(group.element).mark("collision_group", group.element)
        if made.exclude:
            root.contact.append(made)

    def _is_left_out(self, bodies: Iterable[int]) -> bool:
        """Whether two bodies are one, or one is right inside of the other, so that MuJoCo lets them not touch."""
        one, other = (self._find_top(body) for body in bodies)
        if one == other:
            return True
        above = [self._parent_of(each) for each in (one, other)]
        return any(
            at != ROOT and self._find_top(at) == top for at, top in ((above[0], other), (above[1], one)) if top != ROOT
        )

    def _find_top(self, body: int) -> int:
        """The outermost of the bodies that are one with a body."""
        while body != ROOT and not (self._bodies.made[body].joint or self._bodies.made[body].freejoint):
            body = self._parent_of(body)
        return body

    def _parent_of(self, body: int) -> int:
        branch = self._bodies.tree.branches.get(body)
        return ROOT if branch is None else branch.parent
