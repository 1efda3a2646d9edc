"""One robot (URDF) from a description: what every format says of links, joints and frames.

A link of URDF stands where the joint is that it hangs on, whatever its frame was before: everything on it is placed anew.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from ...runtime.element import Element
from ..description.constraints import MimicRecord
from ..description.joints import AxisRecord, Motion
from ..description.names import SEPARATOR, WORLD, scoped
from ..description.places import place_of
from ..description.poses import (
    IDENTITY,
    NO_ROTATION,
    compose,
    inverse,
    pose_from_matrix,
    rotate,
    shortest_rotation,
    unit,
)
from ..frames import graph as frame_graph
from ..frames.graph import NOWHERE, ROOT
from ..frames.names import full_name
from ..joints.connect import Connections
from .chains import Z, chain_of, plane_of
from .drake_tags import carry
from .joint_tree import FREE, tree_of
from .making import euler_of, maker, numbers_in
from .placing import Places
from .robot_joints import JointParts
from .robot_names import RobotNames
from .robot_shapes import WITHOUT, Geometries, Looks, look_of, places_of
from .taking import Takings

if TYPE_CHECKING:
    from ..description.description import Description
    from ..description.frames import FrameRecord
    from ..description.joints import JointRecord
    from ..description.links import LinkRecord, ShapeRecord
    from ..description.poses import RawPose, Vector
    from .chains import Step
    from .joint_tree import Branch
    from .ledger import Ledger
    from .targets import Target

DRAKES = {
    Motion.BALL_RPY: "ball",
    Motion.BALL_ROTATION_VECTOR: "ball",
    Motion.UNIVERSAL: "universal",
    Motion.SCREW: "screw",
    Motion.PLANAR: "planar",
    Motion.CURVILINEAR: "curvilinear",
}
"""Types of joints that Drake knows in URDF."""
DEFORMABLE = "drake_deformable_properties"
PLAIN = (Motion.REVOLUTE, Motion.PRISMATIC)
DRIVEN = ("revolute", "continuous", "prismatic", "screw")
"""Types of joints that may have a motor."""
ALMOST_NOTHING = (1e-6, 1e-9)
"""Mass and moments of a link of a chain, for readers that let nothing massless move."""
RIGHT_ANGLE = 1e-9


class RobotWriter:
    """Makes the robot.

    Args:
        description: of what is to be one robot.
        scope: full name of its model; ``"world"`` where several models are one robot.
        ledger: learns what has its place.
        target: the reader that the robot is for.
        version: of URDF.

    Attributes:
        links, joints, shapes, frames: pairs of the typed element that something was made of, and what was made.
        at: of each body, by vertex, the frame that the link is at in the robot, and where it is in that.
    """

    def __init__(self, description: Description, scope: str, ledger: Ledger, target: Target, version: str) -> None:
        self.make = maker("urdf")
        self.links: list[tuple[Any, Any]] = []
        self.joints: list[tuple[Any, Any]] = []
        self.shapes: list[tuple[Any, Any]] = []
        self.frames: list[tuple[Any, Any]] = []
        self.takings = Takings(ledger)
        self.names = RobotNames(description, scope)
        self.graph = frame_graph.build(description)
        self.places = Places(self.graph)
        self.at: dict[int, tuple[int, RawPose]] = {ROOT: (ROOT, IDENTITY)}
        self._description = description
        self._scope = scope
        self._ledger = ledger
        self._target = target
        self._parts = JointParts(self.make, target, version)
        self._geometries = Geometries(self.make, target, version)
        self._looks = Looks(self.make)
        self._coordinates: dict[tuple[str, int], str] = {}
        """Names of joints by full name and coordinate of what they were made of."""
        self._made: dict[str, dict[str, Any]] = {"link": {}, "joint": {}}
        self._held: list[int] = []
        self._said: set[int] = set()
        """Elements of poses that an origin gives as they are, or that were told."""
        self._by_name = {self.graph.index[link.name]: link for link in reversed(description.links)}
        self._soft = {link.name for link in description.links if getattr(link.element, DEFORMABLE, None) is not None}
        self._static = {model.name for model in description.models if model.static}
        self.tree = tree_of(
            (self.graph.index[link.name] for link in description.links if link.name not in (WORLD, *self._soft)),
            Connections(description, self.graph),
        )

    def write(self, robot: Any) -> None:
        """Fills the robot with all that the description says of it."""
        robot_ends = self._ends()
        for record in self._description.links:
            self._add_link(robot, record)
        if any(parent == ROOT for parent, _ in robot_ends) and WORLD not in self._made["link"]:
            robot.link.insert(0, self.make("Link", name=WORLD))
        for body, branch in self.tree.branches.items():
            self._add_joint(robot, branch, body)
        for parent, body in robot_ends:
            if body not in self.tree.branches:
                self._hold(robot, parent, body)
        for connection in self.tree.free.values():
            taking = self.takings.of(connection.record.element)
            taking.ends(connection.record)
            taking.axes(connection.record)
            self._say_free(connection.record)
        order = {id(made): number for number, made in enumerate(made for _, made in self.joints)}
        robot.joint.sort(key=lambda joint: order.get(id(joint), -1))
        for frame in self._description.frames:
            if frame.kind == "frame" and self._is_named(frame):
                self._add_frame(robot, frame)
        self._tell_places()
        self._add_mimics()
        self._add_actuators(robot)
        self._looks.write(robot)

    def link_named(self, full: str) -> Any:
        """The link made of one of that full name; None where there is none."""
        return self._made["link"].get(full)

    def joint_named(self, full: str) -> Any:
        """The joint made of one of that full name; None where there is none, or a chain of several."""
        return self._made["joint"].get(full)

    def coordinate(self, full: str, number: int) -> str | None:
        """The name of the joint that a coordinate of a joint became."""
        return self._coordinates.get((full, number))

    def shift(self, body: int) -> RawPose:
        """Where a body's own frame is in its link of the robot."""
        frame, turned = self.at[body]
        pose, _ = self.places.between(body, frame)
        return pose if turned == IDENTITY else compose(turned, pose)

    def is_held(self, body: int) -> bool:
        """Whether a body that no joint holds hangs on the world all the same, or is said to be free of it."""
        return body in self._held

    def needs_floating(self) -> bool:
        """Whether links are free of each other or of the world, which a robot has to say."""
        roots = [body for body in self.tree.roots if not self._is_static(body)]
        return len(roots) > 1 or (bool(roots) and self.tree.is_held)

    # where links are

    def _is_named(self, frame: FrameRecord) -> bool:
        """Whether a frame of the model is one of the document's own; a link ``world`` of URDF has one, too."""
        inside = self._scope == WORLD or frame.name.startswith(self._scope + SEPARATOR)
        is_of_weld = getattr(frame.element, "tag", None) == "add_weld"
        return inside and frame.element is not None and type(frame.element).__name__ != "Link" and not is_of_weld

    def _ends(self) -> list[tuple[int, int]]:
        """What holds each body that no joint of the document holds: the world, or nothing; places all bodies."""
        for body in self.tree.bodies:
            branch = self.tree.branches.get(body)
            self.at[body] = (body, IDENTITY) if branch is None else (branch.on_child, self._turn(branch))
        roots = self.tree.roots
        needs_world = (
            self.tree.is_held
            or len(roots) > 1
            or self._target.is_held
            or any(self._is_static(body) for body in roots)
            or WORLD in {link.name for link in self._description.links}
        )
        ends = [(branch.parent, body) for body, branch in self.tree.branches.items() if branch.parent == ROOT]
        self._held = roots if needs_world else []
        return ends + [(ROOT, body) for body in self._held]

    def _is_static(self, body: int) -> bool:
        record = self._by_name.get(body)
        return record is not None and record.scope in self._static

    def _turn(self, branch: Branch) -> RawPose:
        """How the frames of a joint are turned, so that its axes are those that its type has of itself.

        Returns:
            The joint's frame in the one of the robot.
        """
        record = branch.connection.record
        if record.motion is not Motion.UNIVERSAL or not self._is_drakes(branch):
            return IDENTITY
        first, second = (unit(self._direction(branch, number, default)) for number, default in enumerate((_X, _Y)))
        across, normal = plane_of(first, second)
        if first == _X and across == _Y:
            return IDENTITY
        turned = pose_from_matrix(list(zip(first, across, normal)), (0.0, 0.0, 0.0))
        return inverse(turned)

    def _is_drakes(self, branch: Branch) -> bool:
        """Whether a joint becomes one that only Drake knows."""
        record = branch.connection.record
        if not self._target.speaks_drake or record.motion not in DRAKES:
            return False
        first, second = (unit(self._direction(branch, number, default)) for number, default in enumerate((_X, _Y)))
        if record.motion is Motion.UNIVERSAL:
            return abs(sum(a * b for a, b in zip(first, second))) < RIGHT_ANGLE
        if record.motion is Motion.PLANAR:
            _, normal = plane_of(first, second)
            start = rotate(shortest_rotation(Z, normal), _X)
            return max(abs(a - b) for a, b in zip(start, first)) < RIGHT_ANGLE
        return True

    def _direction(self, branch: Branch, number: int, default: Vector = Z) -> Vector:
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
        turned = self.places.between(frame, connection.on_child)[0][3:]
        return xyz if turned == NO_ROTATION else rotate(turned, xyz)

    # parts

    def _origin(self, pose: RawPose, written: Any, place: Any = None) -> Any:
        """An origin; None for one that says nothing. That other numbers are written somewhere is told."""
        numbers = euler_of(pose, written)
        place = written if place is None else place
        if written is not None and numbers_in(written) == tuple(numbers):
            self._said.add(id(written))
        same = numbers_in(place) == tuple(numbers) and not getattr(place, "degrees", False)
        if isinstance(place, Element) and place.source_element is not None and not same:
            self._said.add(id(place))
            self._ledger.change(
                _where(place), f"{' '.join(f'{each:g}' for each in numbers)}: where it is in its link of URDF"
            )
        if not any(numbers):
            return None
        xyz, rpy = tuple(numbers[:3]), tuple(numbers[3:])
        return self.make("Origin", xyz=xyz if any(xyz) else None, rpy=rpy if any(rpy) else None)

    def _placed(self, body: int, base: int, pose: RawPose, place: Any) -> Any:
        """The origin of what stands on a body, at a pose in the frame ``base``."""
        frame, turned = self.at[body]
        outer, _ = self.places.between(base, frame)
        if turned != IDENTITY:
            outer = compose(turned, outer)
        if outer == IDENTITY:
            return self._origin(pose, place)
        return self._origin(compose(outer, pose), place if outer[3:] == NO_ROTATION else None, place)

    def _add_link(self, robot: Any, record: LinkRecord) -> None:
        body = self.graph.index[record.name]
        if self._by_name.get(body) is not record or record.name in self._soft:
            return
        name = WORLD if record.name == WORLD else self.names.link[record.name]
        link = self.make("Link", name=name)
        self.takings.of(record.element).link(record)
        plain = record.name.rpartition(SEPARATOR)[2]
        if name not in (plain, WORLD):
            self._ledger.change(record.element, f"link {name!r}: URDF has no nested models", attribute="name")
        if record.name != WORLD:
            link.inertial = self._inertial(record, body)
            if self.shift(body) != IDENTITY:
                self._ledger.change(record.element, "a link whose frame is that of the joint that it hangs on")
        for tag, shapes in (("visual", record.visuals), ("collision", record.collisions)):
            for shape in shapes:
                self._add_shape(link, tag, shape, record, body if record.name != WORLD else ROOT)
        robot.link.append(link)
        self.links.append((record.element, link))
        self._made["link"][record.name] = link

    def _inertial(self, record: LinkRecord, body: int) -> Any:
        inertial, make = record.inertial, self.make
        if inertial.mass == 0.0 and not any(inertial.moments) and inertial.pose == IDENTITY:
            if inertial.element is not None:
                self.takings.of(inertial.element).inertial(inertial)
                self._ledger.change(inertial.element, "nothing: a link of URDF that says nothing has no mass")
            return None
        ixx, iyy, izz, ixy, ixz, iyz = inertial.moments
        made = make("Inertial", mass=make("Mass", value=inertial.mass))
        made.inertia = make("Inertia", ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz)
        taking = self.takings.of(inertial.element)
        base = body
        if inertial.relative_to is not None:
            base = max(self.graph.find(inertial.relative_to, record.scope), ROOT)
        made.origin = self._placed(body, base, inertial.pose, taking.written_inertial_pose(inertial))
        if inertial.element is None or inertial.element is record.element:
            self._ledger.change(
                record.element,
                f"a link that says that it has {inertial.mass:g} kg: in URDF one that says nothing has none",
            )
        else:
            taking.inertial(inertial)
        return made

    def _add_shape(self, link: Any, tag: str, shape: ShapeRecord, record: LinkRecord, body: int) -> None:
        element: Any = shape.element
        pieces = self._geometries.pieces(shape.geometry)
        if not pieces:
            if element is not None and element.source_element is not None:
                self._ledger.refuse(element.source_element, WITHOUT[type(shape.geometry)])
            return
        base = self.graph.index[record.name]
        if shape.relative_to is not None:
            found = self.graph.find(shape.relative_to, record.scope)
            base = base if found == NOWHERE else found
        taking = self.takings.of(element)
        taking.shape(shape)
        name = getattr(element, "name", None) or None
        place = element if shape.pose_element is None and hasattr(element, "transformation") else shape.pose_element
        look = look_of(shape) if tag == "visual" else None
        if len(pieces) > 1:
            self._ledger.change(element, "a cylinder with two spheres: this version of URDF has no capsules")
        for number, (piece, pose) in enumerate(zip(pieces, places_of(pieces, shape.pose))):
            made = self.make(tag.capitalize(), name=name if not number else name and f"{name}_{number}")
            made.origin = self._placed(body, base, pose, place)
            made.geometry = piece.geometry
            getattr(link, tag).append(made)
            self.shapes.append((element, made))
            if look is not None and any(look):
                self._looks.add(made, look, name or link.name)
        if look is not None and any(look):
            taking.look(shape)

    def _add_frame(self, robot: Any, frame: FrameRecord) -> None:
        vertex = self.graph.index.get(frame.name, NOWHERE)
        if vertex == NOWHERE or self.graph.records[vertex] is not frame or self.names.is_made_up(frame.name):
            return
        body = self.graph.body[vertex]
        if body not in self.at or (body == ROOT and not any(link.name == WORLD for link in robot.link)):
            return
        holder = WORLD if body == ROOT else self.names.link[self.graph.records[body].name]
        self.takings.of(frame.element).frame(frame)
        name = self.names.add_frame(frame.name)
        at, turned = self.at[body]
        pose, written = self.places.between(vertex, at)
        if turned != IDENTITY:
            pose, written = compose(turned, pose), None
        origin = self._origin(pose, written, frame.pose_element)
        if self._target.speaks_drake:
            xyz, rpy = ((0.0, 0.0, 0.0),) * 2 if origin is None else (origin.xyz, origin.rpy)
            made = self.make("Frame", name=name, link=holder, xyz=xyz, rpy=rpy)
            robot.frame.append(made)
            self.frames.append((frame.element, made))
            self._ledger.change(frame.element, f"a <frame> {name!r}", reader="Drake")
            return
        robot.link.append(self.make("Link", name=name))
        joint = self._joint("Joint", self.names.new("joint", f"{name}_joint"), "fixed", holder, name)
        joint.origin = origin
        robot.joint.append(joint)
        self.frames.append((frame.element, joint))
        self._ledger.change(frame.element, f"link {name!r} without mass on a fixed joint")

    def _tell_places(self) -> None:
        """Tells poses of links and joints that no origin gives by itself."""
        for frame in self._description.frames:
            place = frame.pose_element
            element = frame.element
            is_placed = isinstance(element, Element) and hasattr(element, "transformation")
            if is_placed and frame.pose != IDENTITY and frame.kind != "model":
                self._ledger.change(_where(element), "a part of the origins of joints")
            if (
                frame.kind not in ("link", "joint", "model")
                or frame.name == self._scope
                or not isinstance(place, Element)
                or id(place) in self._said
            ):
                continue
            is_inside = self._scope == WORLD or frame.name.startswith(self._scope + SEPARATOR)
            if is_inside and place.source_element is not None and (frame.pose != IDENTITY or frame.relative_to):
                self._ledger.change(place, "a part of the origins of joints")

    # joints

    def _joint(self, kind: str, name: str, type: str, parent: str, child: str) -> Any:
        make = self.make
        return make(
            kind, name=name, type=type, parent=make("JointParent", link=parent), child=make("Child", link=child)
        )

    def _name_of(self, body: int) -> str:
        return WORLD if body == ROOT else self.names.link[self.graph.records[body].name]

    def _hold(self, robot: Any, parent: int, body: int) -> None:
        """Fixes a body to the world, or says that it is free of it."""
        child = self._name_of(body)
        kind = "fixed" if self._is_static(body) else "floating"
        joint = self._joint("Joint", self.names.new("joint", f"{WORLD}_{child}"), kind, WORLD, child)
        pose, written = self.places.between(body, ROOT)
        joint.origin = self._origin(pose, written)
        robot.joint.append(joint)

    def _say_free(self, record: JointRecord) -> None:
        self._ledger.change(record.element, "nothing: a link that hangs on nothing is free")

    def _add_joint(self, robot: Any, branch: Branch, body: int) -> None:
        record = branch.connection.record
        element: Any = record.element
        taking = self.takings.of(element)
        taking.ends(record)
        name = self.names.joint[record.name]
        plain = record.name.rpartition(SEPARATOR)[2]
        if name != plain:
            self._ledger.change(element, f"joint {name!r}: URDF has no nested models", attribute="name")
        if branch.turned:
            self._ledger.change(element, "a joint the other way round: in URDF a link hangs on one joint only")
        if self._is_static(body) and record.motion is not Motion.FIXED:
            self._ledger.change(element, "a fixed joint: nothing moves in a static model")
            record = replace(record, motion=Motion.FIXED, axes=[])
        self._tell_ends(branch, record)
        made = self._motions(branch, record, name, body)
        made[0].origin = self._joint_origin(branch, record)
        for joint in made:
            (robot.drake_joint if type(joint).__name__ == "DrakeJoint" else robot.joint).append(joint)
            self.joints.append((element, joint))
        for number in range(len(made) - 1):
            robot.link.append(self._between(made[number].child.link))
        if len(made) == 1:
            self._made["joint"][record.name] = made[0]
            if made[0].type != record.type and type(made[0]).__name__ == "Joint":
                self._ledger.change(element, f"type {made[0].type!r}", attribute="type")

    def _tell_ends(self, branch: Branch, record: JointRecord) -> None:
        """Tells ends that are written otherwise than the names of their links."""
        ends = (
            (record.parent, record.parent_element, branch.parent),
            (record.child, record.child_element, branch.child),
        )
        for written, place, body in ends if not branch.turned else ():
            there = place_of(place, None)
            name = self._name_of(body)
            if written != name and there is not None and there is not record.element:
                self._ledger.change(there, f"link {name!r}")

    def _joint_origin(self, branch: Branch, record: JointRecord) -> Any:
        frame, turned = self.at[branch.parent]
        pose, written = self.places.between(branch.on_parent, frame)
        if turned != IDENTITY:
            pose, written = compose(turned, pose), None
        _, moved = self.at[branch.child]
        if moved != IDENTITY:
            pose, written = compose(pose, inverse(moved)), None
        own = self.graph.records[branch.connection.vertex]
        return self._origin(pose, written, None if own.pose_element is written else own.pose_element)

    def _between(self, name: str) -> Any:
        """A link between two joints of a chain."""
        link = self.make("Link", name=name)
        if not self._target.moves_massless:
            make, (mass, moment) = self.make, ALMOST_NOTHING
            link.inertial = make("Inertial", mass=make("Mass", value=mass))
            link.inertial.inertia = make("Inertia", ixx=moment, ixy=0.0, ixz=0.0, iyy=moment, iyz=0.0, izz=moment)
        return link

    def _motions(self, branch: Branch, record: JointRecord, name: str, body: int) -> list[Any]:
        """The joint, or the chain of joints, that a joint becomes."""
        parent, child = self._name_of(branch.parent), self._name_of(body)
        taking = self.takings.of(record.element)
        motion = record.motion
        if motion is Motion.FIXED:
            taking.unmoved(record)
            return [self._joint("Joint", name, "fixed", parent, child)]
        self._tell_turned(branch, record)
        if motion in PLAIN:
            axis = record.axes[0] if record.axes else AxisRecord()
            xyz = self._direction(branch, 0)
            type = self._parts.type_of(motion, axis, record.type)
            joint = self._plain(name, type, axis, xyz, parent, child, branch.turned)
            self._coordinates[record.name, 0] = name
            self._take_axes(record, joint.type)
            return [joint]
        if motion in FREE:
            taking.axes(record)
            return [self._joint("Joint", name, "floating", parent, child)]
        if self._is_drakes(branch):
            return [self._drakes(branch, record, name, parent, child)]
        steps = self._steps(branch, record)
        if steps is None:
            self._ledger.approximate(record.element, "a fixed joint: URDF has no joint that moves like it")
            return [self._joint("Joint", name, "fixed", parent, child)]
        return self._chain(record, steps, name, parent, child, branch.turned)

    def _steps(self, branch: Branch, record: JointRecord) -> list[Step] | None:
        """The chain, its axes along the joint's frame."""
        axes = [
            replace(axis, xyz=self._direction(branch, number) if axis.xyz is not None else None)
            for number, axis in enumerate(record.axes)
        ]
        return chain_of(replace(record, axes=axes))

    def _plain(self, name: str, type: str, axis: AxisRecord, xyz: Vector, parent: str, child: str, turned: bool) -> Any:
        joint = self._joint("Joint", name, type, parent, child)
        x, y, z = xyz
        joint.axis = self._parts.axis((-x, -y, -z) if turned else xyz)
        joint.limit = self._parts.limit(type, axis)
        joint.dynamics = self._parts.dynamics(axis)
        return joint

    def _tell_turned(self, branch: Branch, record: JointRecord) -> None:
        """Tells axes that are written along another frame than that of the joint."""
        for number, axis in enumerate(record.axes):
            place = axis.xyz_element
            if axis.xyz is None or not isinstance(place, Element) or place.source_element is None:
                continue
            found = self._direction(branch, number)
            if found != axis.xyz or axis.expressed_in:
                self._ledger.change(place, f"{' '.join(f'{each:g}' for each in found)}: along the joint's own frame")

    def _take_axes(self, record: JointRecord, type: str) -> None:
        taking = self.takings.of(record.element)
        taking.axes(record)
        if self._parts.says_acceleration():
            taking.acceleration(record)
        if any(self._parts.has_to_say(axis, type) for axis in record.axes):
            self._ledger.change(record.element, "limits of 1e16 where there are none: readers of URDF want a number")

    def _chain(
        self, record: JointRecord, steps: list[Step], name: str, parent: str, child: str, turned: bool
    ) -> list[Any]:
        ordered = steps[::-1] if turned else steps
        names = [self.names.new("joint", f"{name}_{number}") for number, _ in enumerate(ordered, 1)]
        inner = [self.names.new("link", f"{name}_link_{number}") for number in range(1, len(ordered))]
        ends = [parent, *inner, child]
        made = []
        for number, step in enumerate(ordered):
            type = self._parts.type_of(step.motion, step.axis)
            joint = self._plain(names[number], type, step.axis, step.xyz, ends[number], ends[number + 1], turned)
            if step.coordinate is None:
                leader = names[number + (1 if turned else -1)]
                joint.mimic = self.make("Mimic", joint=leader, multiplier=step.multiplier)
            else:
                self._coordinates[record.name, step.coordinate] = names[number]
            made.append(joint)
        taking = self.takings.of(record.element)
        taking.axes(record)
        taking.pitch(record, "what joints of a turn and of a slide have to do with each other")
        what = f"{len(made)} joints {names[0]!r} to {names[-1]!r}, with links without mass between them"
        if not self._target.moves_massless or record.motion is Motion.BALL_ROTATION_VECTOR:
            self._ledger.approximate(record.element, what.replace("without mass", "of almost no mass"))
        else:
            self._ledger.change(record.element, what)
        return made

    def _drakes(self, branch: Branch, record: JointRecord, name: str, parent: str, child: str) -> Any:
        """A joint that only Drake knows."""
        make, motion = self.make, record.motion
        kind = "Joint" if motion is Motion.PLANAR else "DrakeJoint"
        joint = self._joint(kind, name, DRAKES[motion], parent, child)
        damping = tuple(axis.damping for axis in record.axes)
        if motion is Motion.PLANAR:
            first, second = (self._direction(branch, number, default) for number, default in enumerate((_X, _Y)))
            joint.axis = self._parts.axis(plane_of(first, second)[1])
        elif motion is Motion.SCREW:
            joint.axis = self._parts.axis(self._direction(branch, 0))
            joint.drake_screw_thread_pitch = make("DrakeScrewThreadPitch", value=record.pitch)
        if any(damping):
            # Drake reads three numbers for a planar joint where others have one
            planar = {"damping": " ".join(f"{each:.12g}" for each in damping)}
            joint.dynamics = make("Dynamics", damping=None if motion is Motion.PLANAR else damping[0])
            if motion is Motion.PLANAR:
                joint.dynamics.any_attributes.update(planar)
        for number in range(len(record.axes)):
            self._coordinates[record.name, number] = name
        taking = self.takings.of(record.element)
        taking.axes(record)
        taking.pitch(record)
        taking.path(record)
        if motion is Motion.CURVILINEAR:
            carry(record.element, joint, self._ledger, without=("drake_parent", "drake_child", "drake_damping"))
        self._ledger.change(record.element, f"a <drake:joint> {name!r}", reader="Drake")
        return joint

    # what relates joints

    def _add_mimics(self) -> None:
        for mimic in self._description.constraints:
            if not isinstance(mimic, MimicRecord):
                continue
            follower, leader = (full_name(each, mimic.scope) for each in (mimic.joint, mimic.leader))
            names = self.coordinate(follower or "", mimic.axis), self.coordinate(leader or "", mimic.leader_axis)
            joint = next((made for _, made in self.joints if made.name == names[0]), None)
            if names[1] is None or joint is None or type(joint).__name__ == "DrakeJoint":
                continue
            said = self.make("Mimic", joint=names[1])
            if mimic.multiplier != 1.0:
                said.multiplier = mimic.multiplier
            offset = mimic.offset - mimic.multiplier * mimic.reference
            if offset:
                said.offset = offset
            joint.mimic = said
            self.takings.of(mimic.element).mimic(mimic)

    def _add_actuators(self, robot: Any) -> None:
        """To Drake a joint has an actuator where a transmission gives it one."""
        if not self._target.speaks_drake:
            return
        make = self.make
        for record in self._description.actuators:
            name = self.coordinate(full_name(record.joint, record.scope) or "", 0)
            joint = next((made for _, made in self.joints if made.name == name), None)
            if name is None or joint is None or joint.type not in DRIVEN:
                continue
            if joint.type == "screw" and record.effort_limit != inf:
                self._ledger.approximate(
                    record.element, "a motor without a limit, which Drake reads of no screw in URDF"
                )
            inside = record.name.startswith(record.scope + SEPARATOR)
            full = record.name if inside else scoped(record.name, record.scope)
            actuator = make("Actuator", name=self.names.inner(full).replace(SEPARATOR, "_"))
            if record.gear_ratio != 1.0:
                actuator.drake_gear_ratio = make("DrakeGearRatio", value=record.gear_ratio)
            if record.rotor_inertia:
                actuator.drake_rotor_inertia = make("DrakeRotorInertia", value=record.rotor_inertia)
            if record.gains is not None:
                actuator.drake_controller_gains = make("DrakeControllerGains", p=record.gains[0], d=record.gains[1])
            robot.transmission.append(
                make(
                    "Transmission",
                    name=f"{name}_transmission",
                    type="SimpleTransmission",
                    joint=[make("TransmissionJoint", name=name)],
                    actuator=[actuator],
                )
            )
            self.takings.of(record.element).actuator(record)


def _where(element: Any) -> Any:
    """What a place is written in: the typed element itself, or what it has for that (SKEL)."""
    there = element.source_element
    parts = [] if there is None else list(there.iterchildren("transformation", "offset"))
    return parts[0] if parts and hasattr(element, "transformation") else element


_X, _Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
