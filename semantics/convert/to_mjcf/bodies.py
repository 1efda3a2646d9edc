"""The tree of bodies (MJCF) from a description: what every format says of links and joints.

A body stands where the link stands; joints act in it, at their places, before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frames.graph import ROOT
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR, WORLD
from ...kinematics.connections import Connections
from ...kinematics.joint_tree import tree_of
from ...spatial.raw_pose import compose, inverse
from ..element_builder import euler_of, numbers_in
from ..to_urdf.writer import DEFORMABLE
from .inertials import InertialWriter
from .workspace import place_of

if TYPE_CHECKING:
    from ...kinematics.joint_tree import JointBranch
    from ...spatial.raw_pose import RawPose
    from .geoms import GeomWriter
    from .motions import BodyJointWriter
    from .workspace import MjcfWorkspace

DEEPEST = 200
"""How many bodies may be in each other: readers of XML refuse texts that are much deeper."""


class BodyWriter:
    """Makes the bodies.

    Attributes:
        world: the body that all others are in.
        made: bodies by vertex of the frame graph.
        links: pairs of the typed element that something was made of, and what was made.
        places: pairs likewise of fixed joints and the bodies that are where these say.
        tree: what holds each body.
        tops: bodies right in the world.
    """

    def __init__(self, work: MjcfWorkspace, motions: BodyJointWriter, geoms: GeomWriter) -> None:
        self.world = work.make("Worldbody")
        self.made: dict[int, Any] = {ROOT: self.world}
        self.links: list[tuple[Any, Any]] = []
        self.places: list[tuple[Any, Any]] = []
        self.tops: list[Any] = []
        self._work = work
        self._motions = motions
        self._geoms = geoms
        self._inertials = InertialWriter(work)
        description, graph = work.description, work.graph
        self._by_name = {graph.index[link.name]: link for link in reversed(description.links)}
        self._static = {model.name for model in description.models if model.static}
        self._said: set[int] = set()
        """Elements of poses that a body has as they are."""
        soft = {link.name for link in description.links if getattr(link.element, DEFORMABLE, None) is not None}
        self.tree = tree_of(
            (graph.index[link.name] for link in description.links if link.name not in (WORLD, *soft)),
            Connections(description, graph),
        )

    def write(self) -> None:
        """Makes all bodies, with what is in them.

        Raises:
            ValueError: too many of them are in each other.
        """
        for record in self._work.description.links:
            if record.name == WORLD:
                self._work.takings.of(record.element).link(record)
                self._geoms.add_all(self.world, ROOT, record, moves=False)
        children: dict[int, list[int]] = {}
        for body in self.tree.bodies:
            branch = self.tree.branches.get(body)
            children.setdefault(ROOT if branch is None else branch.parent, []).append(body)
        ahead = [(body, False, 1) for body in reversed(children.get(ROOT, []))]
        order = []
        while ahead:
            body, moves, depth = ahead.pop()
            if depth > DEEPEST:
                raise ValueError(
                    f"more than {DEEPEST} links hang on each other, and readers of MJCF refuse such a depth"
                )
            has_joint = self._add(body, moves)
            order.append(body)
            ahead += [(inner, moves or has_joint, depth + 1) for inner in reversed(children.get(body, []))]
        for body in order:
            if self._has_joint(body):
                welded = self._find_welded(body, children)
                self._inertials.add_little(self.made[body], body, self._by_name[body], welded)
            self._geoms.write_masses(self.made[body])
        self._report_poses()

    def body_named(self, vertex: int) -> str:
        """The name of a body; the world's where it is that."""
        return WORLD if vertex == ROOT else str(self.made[vertex].name)

    def is_static(self, body: int) -> bool:
        """Whether a body is in a model of which nothing moves."""
        record = self._by_name.get(body)
        return record is not None and record.scope in self._static

    def _has_joint(self, body: int) -> bool:
        made = self.made[body]
        return bool(made.joint or made.freejoint)

    def _find_welded(self, body: int, children: dict[int, list[int]]) -> list[int]:
        """All that is in a body without a joint between."""
        found: list[int] = []
        ahead = [body]
        while ahead:
            inner = [each for each in children.get(ahead.pop(), []) if not self._has_joint(each)]
            found += inner
            ahead += inner
        return found

    def _add(self, body: int, moves: bool) -> bool:
        """Adds a body inside of another; answers whether it has joints."""
        record, branch = self._by_name[body], self.tree.branches.get(body)
        name = self._work.names.link[record.name]
        made = self._work.make("Body", name=name)
        self._work.takings.of(record.element).link(record)
        if name != record.name.rpartition(SEPARATOR)[2]:
            self._work.ledger.report_representation(
                record.element, f"body {name!r}: MJCF has no models in models", attribute="name"
            )
        for field, value in self._place_of(body, branch).items():
            setattr(made, field, value)
        self._work.takings.of(record.element).mark("gravity", record.element)
        if not record.properties.get("gravity", getattr(record.element, "gravity", True)):
            made.gravcomp = 1.0
        says_mass = record.inertial.element is not None and record.inertial.element is not record.element
        if not record.virtual and (says_mass or not self.is_static(body)):
            self._inertials.add(made, body, record)
        parent = ROOT if branch is None else branch.parent
        self.made[parent].body.append(made)
        self.made[body] = made
        self.links.append((record.element, made))
        if parent == ROOT:
            self.tops.append(made)
        if branch is not None:
            self._add_motion(made, branch, body)
        elif not self.is_static(body):
            self._free(made, body)
        has_joint = self._has_joint(body)
        self._geoms.add_all(made, body, record, moves=moves or has_joint)
        return has_joint

    def _add_motion(self, made: Any, branch: JointBranch, body: int) -> None:
        record = branch.connection.record
        taking, ledger = self._work.takings.of(record.element), self._work.ledger
        taking.ends(record)
        if record.motion is Motion.FIXED:
            self.places.append((record.element, made))
        if branch.turned:
            ledger.report_representation(
                record.element, "a joint the other way round: in MJCF a body is inside of one other only"
            )
        if self.is_static(body) and record.motion is not Motion.FIXED:
            taking.axes(record)
            ledger.report_representation(record.element, "nothing: a static model does not move")
            return
        self._motions.add(made, branch, record)

    def _free(self, made: Any, body: int) -> None:
        connection = self.tree.free.get(body)
        if connection is None:
            name = self._work.names.new("joint", f"{made.name}_free")
            self._motions.add_free(made, name, None)
            return
        record = connection.record
        self._work.takings.of(record.element).ends(record)
        self._motions.add_free(made, self._work.names.joint[record.name], record)

    def _place_of(self, body: int, branch: JointBranch | None) -> dict[str, tuple[float, ...]]:
        places = self._work.places
        if branch is None or branch.on_parent == branch.on_child or self.is_static(body):
            pose, written = places.compute_pose(body, ROOT if branch is None else branch.parent)
        else:
            pose = compose(
                places.compute_pose(branch.on_parent, branch.parent)[0],
                inverse(places.compute_pose(branch.on_child, branch.child)[0]),
            )
            written = None
        return self._place_attributes(pose, written)

    def _place_attributes(self, pose: RawPose, written: Any) -> dict[str, tuple[float, ...]]:
        said = place_of(pose, written)
        numbers = tuple(euler_of(pose, written))
        if written is not None and numbers_in(written) == numbers:
            self._said.add(id(written))
        return said

    def _report_poses(self) -> None:
        """Reports poses of links, joints and models that no body has as they are."""
        for frame in self._work.description.frames:
            place: Any = frame.pose_element
            if frame.kind not in ("link", "joint", "model") or place is None or id(place) in self._said:
                continue
            if (getattr(place, "source_element", None) is not None) and any(numbers_in(place) or ()):
                self._work.ledger.report_representation(place, "a part of the places of bodies and joints")
