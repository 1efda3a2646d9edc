"""One robot (URDF) from a description: what every format says of links, joints and frames.

A link of URDF stands where the joint is that it hangs on, whatever its frame was before: everything on it is placed anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...runtime.element import Element
from ..description.geometry import Empty
from ..description.joints import Motion
from ..description.names import SEPARATOR, WORLD
from ..description.places import place_of
from ..description.poses import (
    IDENTITY,
    NO_ROTATION,
    compose,
    inverse,
)
from ..frames import graph as frame_graph
from ..frames.graph import NOWHERE, ROOT
from ..frames.names import full_name
from ..joints.connect import Connections
from .joint_tree import tree_of
from .making import euler_of, maker, numbers_in
from .placing import Places
from .possible import LEAST, LIGHT, is_of_skel
from .robot_motions import MotionWriter
from .robot_names import RobotNames
from .robot_shapes import ROUND, WITHOUT, Geometries, Looks, look_of, places_of
from .shapes import unfit
from .taking import Takings
from .uncrossed import uncrossed

if TYPE_CHECKING:
    from ..description.description import Description
    from ..description.frames import FrameRecord
    from ..description.joints import JointRecord
    from ..description.links import LinkRecord, ShapeRecord
    from ..description.poses import RawPose
    from .joint_tree import Branch
    from .ledger import Ledger
    from .plugin_names import Names
    from .targets import Target

DEFORMABLE = "drake_deformable_properties"
OF_OTHERS = ("Link", "Joint", "DrakeJoint")
"""Elements with frames that the document does not give them."""
A_PART = "a part of the origins of joints"
"""What the place of something becomes that no origin gives by itself."""
ALMOST_NOTHING = (1e-6, 1e-9)
"""Mass and moments of a link of a chain, for readers that let nothing massless move."""


class RobotWriter:
    """Makes the robot.

    Args:
        description: of what is to be one robot.
        scope: full name of its model; ``"world"`` where several models are one robot.
        ledger: learns what has its place.
        target: the reader that the robot is for.
        version: of URDF.
        has_drake: whether the prefix of Drake's tags is declared in it.

    Attributes:
        links, joints, shapes, frames: pairs of the typed element that something was made of, and what was made.
        at: of each body, by vertex, the frame that the link is at in the robot, and where it is in that.
    """

    def __init__(
        self,
        description: Description,
        scope: str,
        ledger: Ledger,
        target: Target,
        version: str,
        *,
        has_drake: bool,
    ) -> None:
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
        self._motions = MotionWriter(
            self.make,
            self.graph,
            self.places,
            self.names,
            self.takings,
            ledger,
            target,
            version,
            {full_name(each.joint, each.scope) or "" for each in description.actuators},
            has_drake,
        )
        self._geometries = Geometries(self.make, target, version)
        self._looks = Looks(self.make)
        self._made: dict[str, dict[str, Any]] = {"link": {}, "joint": {}}
        self._chains: set[str] = set()
        self._held: list[int] = []
        self._said: set[int] = set()
        """Elements of poses that an origin gives as they are."""
        self._told: set[int] = set()
        """Those that were told."""
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
        self._tell_bases()
        self._looks.write(robot)

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
            for full, name in self.names.joint.items()
        }
        return {
            kind: {full.removeprefix(inside): name for full, name in names.items() if full.startswith(inside)}
            for kind, names in (("link", self.names.link), ("joint", joints))
        }

    def coordinate(self, full: str, number: int) -> str | None:
        """The name of the joint that a coordinate of a joint became."""
        return self._motions.coordinates.get((full, number))

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
        """Whether a frame of the model is one of the document's own; a link ``world`` of URDF has one, too, and joints may."""
        inside = self._scope == WORLD or frame.name.startswith(self._scope + SEPARATOR)
        is_of_weld = getattr(frame.element, "tag", None) == "add_weld"
        return inside and frame.element is not None and type(frame.element).__name__ not in OF_OTHERS and not is_of_weld

    def _ends(self) -> list[tuple[int, int]]:
        """What holds each body that no joint of the document holds: the world, or nothing; places all bodies."""
        for body in self.tree.bodies:
            branch = self.tree.branches.get(body)
            self.at[body] = (body, IDENTITY) if branch is None else (branch.on_child, self._motions.turn(branch))
        roots = self.tree.roots
        needs_world = (
            self.tree.is_held
            or (len(roots) > 1 and not self._target.speaks_drake)  # Drake reads several that nothing holds
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

    # parts

    def _origin(self, pose: RawPose, written: Any, place: Any = None) -> Any:
        """An origin; None for one that says nothing. That other numbers are written somewhere is told."""
        numbers = euler_of(pose, written)
        place = written if place is None else place
        if written is not None and numbers_in(written) == tuple(numbers):
            self._said.add(id(written))
        same = numbers_in(place) == tuple(numbers) and not getattr(place, "degrees", False)
        if isinstance(place, Element) and place.source_element is not None and not same:
            self._told.add(id(place))
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
        is_light = not inertial.mass and is_of_skel(record.element)
        if is_light:
            self.takings.of(inertial.element).mended_inertial(inertial, LIGHT)
        made = make("Inertial", mass=make("Mass", value=LEAST if is_light else inertial.mass))
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
        reason = None if isinstance(shape.geometry, Empty) else unfit(shape.geometry)
        pieces = self._geometries.pieces(shape.geometry) if reason is None else []
        if not pieces:
            if element is not None and element.source_element is not None:
                self._ledger.refuse(element.source_element, reason or WITHOUT[type(shape.geometry)])
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
        if type(shape.geometry) in ROUND and pieces[0].geometry.sphere is not None and len(pieces) == 1:
            self._ledger.change(element, "a sphere, as round as it is")
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
        self.frames.append((frame.element, self._frame(robot, name, holder, origin)))
        if self._target.speaks_drake:
            self._ledger.change(frame.element, f"a <frame> {name!r}", reader="Drake")
        else:
            self._ledger.change(frame.element, f"link {name!r} without mass on a fixed joint")

    def _frame(self, robot: Any, name: str, holder: str, origin: Any) -> Any:
        """A frame of a link: as Drake has it, or the joint with a link in its place."""
        if self._target.speaks_drake:
            xyz, rpy = ((0.0, 0.0, 0.0),) * 2 if origin is None else (origin.xyz, origin.rpy)
            robot.frame.append(self.make("Frame", name=name, link=holder, xyz=xyz, rpy=rpy))
            return robot.frame[-1]
        robot.link.append(self.make("Link", name=name))
        joint = self._motions.joint("Joint", self.names.new("joint", f"{name}_joint"), "fixed", holder, name)
        joint.origin = origin
        robot.joint.append(joint)
        return joint

    def add_place(self, robot: Any, full: str, shift: RawPose) -> str:
        """Adds a frame where the own one of a link was.

        Args:
            robot: has the link.
            full: full name of the link.
            shift: where its own frame is in it.

        Returns:
            The name of the frame.
        """
        holder = self.names.link[full]
        name = self.names.new("link", f"{holder}_frame")
        self._frame(robot, name, holder, self._origin(shift, None))
        return name

    def _tell_bases(self) -> None:
        """Tells what poses are relative to where they are said as they are: an origin has no such words."""
        for frame in self._description.frames:
            place: Any = frame.pose_element
            if (
                id(place) in self._said - self._told
                and getattr(place, "relative_to", None)
                and place.source_element is not None
            ):
                self._ledger.change(place, "the frame of the parent, to which it is the same", attribute="relative_to")

    def _tell_places(self) -> None:
        """Tells poses of links and joints that no origin gives by itself."""
        for frame in self._description.frames:
            place = frame.pose_element
            element = frame.element
            is_placed = isinstance(element, Element) and hasattr(element, "transformation")
            if is_placed and frame.pose != IDENTITY and frame.kind != "model":
                self._ledger.change(_where(element), A_PART)
            if (
                frame.kind not in ("link", "joint", "model")
                or frame.name == self._scope
                or not isinstance(place, Element)
                or id(place) in self._said | self._told
            ):
                continue
            is_inside = self._scope == WORLD or frame.name.startswith(self._scope + SEPARATOR)
            if is_inside and place.source_element is not None and (frame.pose != IDENTITY or frame.relative_to):
                is_apart = frame.kind == "link" and self._is_apart(self.graph.index[frame.name])
                becomes = "nothing: without a joint it starts where the world does" if is_apart else A_PART
                self._ledger.change(place, becomes)

    def _is_apart(self, body: int) -> bool:
        """Whether a body is one of several that nothing in the robot places."""
        roots = self.tree.roots
        return len(roots) > 1 and body in roots and body not in self._held

    # joints

    def _hold(self, robot: Any, parent: int, body: int) -> None:
        """Fixes a body to the world, or says that it is free of it."""
        child = self._motions.name_of(body)
        kind = "fixed" if self._is_static(body) else "floating"
        joint = self._motions.joint("Joint", self.names.new("joint", f"{WORLD}_{child}"), kind, WORLD, child)
        pose, written = self.places.between(body, ROOT)
        joint.origin = self._origin(pose, written)
        if kind == "floating" and joint.origin is not None and self._target.speaks_drake:
            place = self.graph.records[body].pose_element or self._by_name[body].element
            self._ledger.change(
                place, "the origin of a floating joint, which Drake passes over: there the link starts at the world's"
            )
        robot.joint.append(joint)
        self._ledger.change(self._by_name[body].element, f"a link on the {kind} joint {joint.name!r} to the world")

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
        if self._target.speaks_drake:
            record = uncrossed(record, self._ledger)
        made = self._motions.motions(branch, record, name, body)
        said = set(self._said)
        made[0].origin = self._joint_origin(branch, record)
        if len(made) > 1:
            self._said = said  # it is the place of another link, the first of the chain
        for joint in made:
            (robot.drake_joint if type(joint).__name__ == "DrakeJoint" else robot.joint).append(joint)
            self.joints.append((element, joint))
        for number in range(len(made) - 1):
            robot.link.append(self._between(made[number].child.link))
        if len(made) > 1:
            self._chains.add(record.name)
        if len(made) == 1:
            self._made["joint"][record.name] = made[0]
            if made[0].type != record.type and type(made[0]).__name__ == "Joint":
                self._ledger.change(element, f"type {getattr(made[0].type, 'value', made[0].type)!r}", attribute="type")

    def _tell_ends(self, branch: Branch, record: JointRecord) -> None:
        """Tells ends that are written otherwise than the names of their links."""
        ends = (
            (record.parent, record.parent_element, branch.child if branch.turned else branch.parent),
            (record.child, record.child_element, branch.parent if branch.turned else branch.child),
        )
        for written, place, body in ends:
            there = place_of(place, None)
            name = self._motions.name_of(body)
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


def _where(element: Any) -> Any:
    """What a place is written in: the typed element itself, or what it has for that (SKEL)."""
    there = element.source_element
    parts = [] if there is None else list(there.iterchildren("transformation", "offset"))
    return parts[0] if parts and hasattr(element, "transformation") else element
