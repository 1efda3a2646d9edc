"""One robot (URDF) from a description: what every format says of links, joints and frames.

A link of URDF stands where the joint is that it is attached to, whatever its frame was before: everything on it is placed anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ...frames.graph import ROOT
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR, WORLD
from ...kinematics.connections import Connections
from ...kinematics.joint_tree import tree_of
from ...spatial.raw_pose import IDENTITY, compose, inverse
from ..coverage.ledger import xml_of
from ..to_sdformat.axes import drop_crossed_limits
from .links import LinkParts
from .motions import MotionWriter
from .origins import FrameWriter, Origins

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.links import LinkRecord
    from ...kinematics.joint_tree import JointBranch
    from ...spatial.raw_pose import RawPose
    from ..plugin_names import Names
    from ..workspace import RobotWorkspace

OF_WORLD = "Gazebo's converter makes nothing of shapes of the world"
DEFORMABLE = "drake_deformable_properties"


class RobotWriter:
    """Makes the robot.

    Attributes:
        links, joints, shapes, frames: pairs of the typed element that something was made of, and what was made.
        beside: such pairs of joints that stand beside these.
        chains: by the full name of a joint those that act one after the other in its place.
        is_static: whether nothing in the robot moves, which a block says to the target.
        work: what all parts of the robot are made with.
    """

    def __init__(self, work: RobotWorkspace) -> None:
        self.work = work
        self.links: list[tuple[Any, Any]] = []
        self.joints: list[tuple[Any, Any]] = []
        self.beside: list[tuple[Any, Any]] = []
        description, graph = work.description, work.graph
        self._origins = Origins(work)
        self._motions = MotionWriter(work)
        self._parts = LinkParts(work, self._origins)
        self._frames = FrameWriter(work, self._origins, self._motions)
        self.shapes, self.frames = self._parts.shapes, self._frames.frames
        self._made: dict[str, dict[str, Any]] = {"link": {}, "joint": {}}
        self._chains: set[str] = set()
        self.chains: dict[str, list[Any]] = {}
        self._held: frozenset[int] = frozenset()
        self._by_name = {graph.index[link.name]: link for link in reversed(description.links)}
        self._soft = {link.name for link in description.links if getattr(link.element, DEFORMABLE, None) is not None}
        self.tree = tree_of(
            (graph.index[link.name] for link in description.links if link.name not in (WORLD, *self._soft)),
            Connections(description, graph),
        )
        static = {model.name for model in description.models if model.static}
        self.is_static = work.target.is_gazebo and work.scope in static and len(self.tree.roots) == 1
        self._static = set() if self.is_static else static

    def write(self, robot: Any) -> None:
        """Fills the robot with all that the description says of it."""
        robot_ends = self._ends()
        for record in self.work.description.links:
            self._add_link(robot, record)
        if any(parent == ROOT for parent, _ in robot_ends) and WORLD not in self._made["link"]:
            robot.link.insert(0, self.work.make("Link", name=WORLD))
        for body, branch in self.tree.branches.items():
            self._add_joint(robot, branch, body)
        for parent, body in robot_ends:
            if body not in self.tree.branches:
                self._hold(robot, parent, body)
        for connection in self.tree.free.values():
            taking = self.work.takings.of(connection.record.element)
            taking.ends(connection.record)
            taking.axes(connection.record)
            self.work.ledger.report_representation(
                connection.record.element, "nothing: a link that hangs on nothing is free"
            )
        order = {id(made): number for number, made in enumerate(made for _, made in self.joints)}
        robot.joint.sort(key=lambda joint: order.get(id(joint), -1))
        for frame in self.work.description.frames:
            self._frames.add(robot, frame)
        roots = self.tree.roots  # of several nothing in the robot places those that are not held
        apart = frozenset(roots) - self._held if len(roots) > 1 else frozenset()
        self._origins.report_poses(apart.__contains__)
        self._parts.looks.write(robot)

    def link_named(self, full: str) -> Any:
        """The link made of one of that full name; None where there is none."""
        return self._made["link"].get(full)

    def joint_named(self, full: str) -> Any:
        """The joint made of one of that full name; None where there is none, or a chain of several."""
        return self._made["joint"].get(full)

    def new_names(self, scope: str) -> Names:
        """Names in the robot of what has a name in a model, by that; None for a chain of several joints."""
        inside = f"{scope}{SEPARATOR}" if scope != WORLD else ""
        joints = {
            full: name if full in self._made["joint"] or full not in self._chains else None
            for full, name in self.work.names.joint.items()
        }
        return {
            kind: {full.removeprefix(inside): name for full, name in names.items() if full.startswith(inside)}
            for kind, names in (("link", self.work.names.link), ("joint", joints))
        }

    def coordinate(self, full: str, number: int) -> str | None:
        """The name of the joint that a coordinate of a joint became."""
        return self._motions.coordinates.get((full, number))

    def shift(self, body: int) -> RawPose:
        """Where a body's own frame is in its link of the robot."""
        return self._origins.shift(body)

    def find_place(self, vertex: int) -> tuple[str, RawPose] | None:
        """The link of the robot that a frame moves with, and where it is in that; None where it moves with none."""
        body = self.work.graph.body[vertex]
        if body == ROOT or body not in self._origins.at:
            return None
        at, turned = self._origins.at[body]
        pose, _ = self.work.places.compute_pose(vertex, at)
        return self._motions.name_of(body), compose(turned, pose)

    def add_place(self, robot: Any, full: str, shift: RawPose) -> str:
        """Adds a frame where the own one of a link was; see ``FrameWriter``."""
        return self._frames.add_place(robot, full, shift)

    def is_held(self, body: int) -> bool:
        """Whether a body that no joint holds hangs on the world all the same, or is said to be free of it."""
        return body in self._held

    def needs_floating(self) -> bool:
        """Whether links are free of each other or of the world, which a robot has to say."""
        roots = [body for body in self.tree.roots if not self._is_static(body)]
        return len(roots) > 1 or (bool(roots) and self.tree.is_held)

    # where links are

    def _ends(self) -> list[tuple[int, int]]:
        """What holds each body that no joint of the document holds: the world, or nothing; places all bodies."""
        for body in self.tree.bodies:
            branch = self.tree.branches.get(body)
            self._origins.at[body] = (
                (body, IDENTITY) if branch is None else (branch.on_child, self._motions.turn(branch))
            )
        roots = self.tree.roots
        needs_world = (
            self.tree.is_held
            or (len(roots) > 1 and not self.work.target.speaks_drake)  # Drake reads several that nothing holds
            or self.work.target.is_held
            or any(self._is_static(body) for body in roots)
            or self._has_world_link()
        )
        ends = [(branch.parent, body) for body, branch in self.tree.branches.items() if branch.parent == ROOT]
        held = roots if needs_world else []
        self._held = frozenset(held)
        return ends + [(ROOT, body) for body in held]

    def _has_world_link(self) -> bool:
        """Whether the world is a link with shapes, of which Gazebo's converter makes nothing."""
        return not self.work.target.is_gazebo and any(link.name == WORLD for link in self.work.description.links)

    def _is_static(self, body: int) -> bool:
        record = self._by_name.get(body)
        return record is not None and record.scope in self._static

    # parts

    def _add_link(self, robot: Any, record: LinkRecord) -> None:
        body = self.work.graph.index[record.name]
        if self._by_name.get(body) is not record or record.name in self._soft:
            return
        if record.name == WORLD and not self._has_world_link():
            for shape in (*record.visuals, *record.collisions):
                self.work.ledger.mark_rejected(xml_of(shape.element), OF_WORLD)
            return
        name = WORLD if record.name == WORLD else self.work.names.link[record.name]
        link = self._motions.make_chain_link(name) if record.virtual else self.work.make("Link", name=name)
        self.work.takings.of(record.element).link(record)
        plain = record.name.rpartition(SEPARATOR)[2]
        if name not in (plain, WORLD):
            self.work.ledger.report_representation(
                record.element, f"link {name!r}: URDF has no nested models", attribute="name"
            )
        if record.virtual:
            self._motions.report_chain_link(record)
        elif record.name != WORLD:
            link.inertial = self._parts.inertial(record, body)
            if self.shift(body) != IDENTITY:
                self.work.ledger.report_representation(
                    record.element, "a link whose frame is that of the joint that it hangs on"
                )
        for tag, shapes in (("visual", record.visuals), ("collision", record.collisions)):
            for shape in shapes:
                self._parts.add_shape(link, tag, shape, record, body if record.name != WORLD else ROOT)
        robot.link.append(link)
        self.links.append((record.element, link))
        self._made["link"][record.name] = link

    # joints

    def _hold(self, robot: Any, parent: int, body: int) -> None:
        """Fixes a body to the world, or says that it is free of it."""
        child = self._motions.name_of(body)
        kind = "fixed" if self._is_static(body) else "floating"
        joint = self._motions.joint("Joint", self.work.names.new("joint", f"{WORLD}_{child}"), kind, WORLD, child)
        pose, written = self.work.places.compute_pose(body, ROOT)
        joint.origin = self._origins.of(pose, written)
        if kind == "floating" and joint.origin is not None and self.work.target.speaks_drake:
            place = self.work.graph.records[body].pose_element or self._by_name[body].element
            self.work.ledger.report_representation(
                place, "the origin of a floating joint, which Drake passes over: there the link starts at the world's"
            )
        robot.joint.append(joint)
        self.beside.append((self._by_name[body].element, joint))
        self.work.ledger.report_representation(
            self._by_name[body].element, f"a link on the {kind} joint {joint.name!r} to the world"
        )

    def _add_joint(self, robot: Any, branch: JointBranch, body: int) -> None:
        record = branch.connection.record
        element: Any = record.element
        taking = self.work.takings.of(element)
        taking.ends(record)
        name = self.work.names.joint[record.name]
        plain = record.name.rpartition(SEPARATOR)[2]
        if name != plain:
            is_link = plain in self.work.names.link.values()
            reason = "Gazebo takes each name once" if is_link else "URDF has no nested models"
            self.work.ledger.report_representation(element, f"joint {name!r}: {reason}", attribute="name")
        if branch.turned:
            self.work.ledger.report_representation(
                element, "a joint the other way round: in URDF a link hangs on one joint only"
            )
        if self._is_static(body) and record.motion is not Motion.FIXED:
            self.work.ledger.report_representation(element, "a fixed joint: nothing moves in a static model")
            record = replace(record, motion=Motion.FIXED, axes=[])
        self._motions.report_ends(branch, record)
        if self.work.target.speaks_drake:
            record = drop_crossed_limits(record, self.work.ledger)
        made = self._motions.motions(branch, record, name, body)
        # of a chain it is the place of another link, the first one
        made[0].origin = self._joint_origin(branch, self._origins.of if len(made) == 1 else self._origins.of_another)
        for joint in made:
            (robot.drake_joint if type(joint).__name__ == "DrakeJoint" else robot.joint).append(joint)
            self.joints.append((element, joint))
        for number in range(len(made) - 1):
            robot.link.append(self._motions.make_chain_link(made[number].child.link))
        if len(made) > 1:
            self._chains.add(record.name)
            if not branch.turned:
                self.chains[record.name] = made
        if len(made) == 1:
            self._made["joint"][record.name] = made[0]
            there = xml_of(element)
            is_written = there is None or there.tag != "joint" or there.get("type") is not None
            if is_written and made[0].type != record.type and type(made[0]).__name__ == "Joint":
                self.work.ledger.report_representation(
                    element, f"type {getattr(made[0].type, 'value', made[0].type)!r}", attribute="type"
                )

    def _joint_origin(self, branch: JointBranch, origin: Callable[..., Any]) -> Any:
        frame, turned = self._origins.at[branch.parent]
        pose, written = self.work.places.compute_pose(branch.on_parent, frame)
        if turned != IDENTITY:
            pose, written = compose(turned, pose), None
        _, moved = self._origins.at[branch.child]
        if moved != IDENTITY:
            pose, written = compose(pose, inverse(moved)), None
        own = self.work.graph.records[branch.connection.vertex]
        return origin(pose, written, None if own.pose_element is written else own.pose_element)
