"""Skeletons: the models of a description, those that joints connect as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field, replace
from ...frames.graph import ROOT
from ...ir.graph_search import DisjointSets
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR, WORLD
from ...kinematics.connections import Connections
from ...kinematics.joint_tree import tree_of
from ...spatial.raw_pose import IDENTITY
from ..to_sdformat.free_names import UsedNames
from ..to_urdf.names import RobotNames
from ..to_urdf.writer import DEFORMABLE
from .bodies import SkelBodyWriter, place_after
from .joints import JointEnds, SkelJointWriter
from .workspace import make_transformation

if TYPE_CHECKING:
    from ...ir.frames import ModelRecord
    from ...ir.links import LinkRecord
    from ...spatial.raw_pose import RawPose
    from .workspace import SkelWorkspace

GROUND = "ground"
"""What the shapes of the world are called, as a skeleton and as its body: SKEL has no others."""


@dataclass(slots=True)
class _Part:
    """What becomes one skeleton: models that joints connect, or links of no model."""

    models: list[ModelRecord] = field(default_factory=list)
    links: list[LinkRecord] = field(default_factory=list)


class SkeletonWriter:
    """Makes skeletons.

    Attributes:
        pairs: of the typed element that something was made of, and what was made.
        whole: names of models that are skeletons of their own.
    """

    def __init__(self, work: SkelWorkspace) -> None:
        self._work = work
        self._bodies, self._joints = SkelBodyWriter(work), SkelJointWriter(work)
        description, graph = work.description, work.graph
        soft = {link.name for link in description.links if getattr(link.element, DEFORMABLE, None) is not None}
        self._links = {
            graph.index[link.name]: link
            for link in reversed(description.links)
            if link.name != WORLD and link.name not in soft
        }
        in_order = (graph.index[link.name] for link in description.links if link.name != WORLD)
        self._tree = tree_of(
            (vertex for vertex in dict.fromkeys(in_order) if vertex in self._links), Connections(description, graph)
        )
        self._static = {model.name for model in description.models if model.static}
        self._tops = {model.name: model for model in description.models if model.scope == WORLD}
        self._parts = self._find_parts()
        self._names = UsedNames({WORLD})
        self._models: list[tuple[Any, Any]] = []
        self.whole = {part.models[0].name for part in self._parts if len(part.models) == 1}

    @property
    def pairs(self) -> list[tuple[Any, Any]]:
        """Of the typed element that something was made of, and what was made."""
        return [*self._models, *self._bodies.pairs, *self._joints.pairs]

    @property
    def shapes(self) -> list[tuple[Any, Any]]:
        """Pairs likewise of shapes."""
        return self._bodies.shapes

    def write(self) -> list[Any]:
        """All skeletons, in document order."""
        made = [self._skeleton(part) for part in self._parts]
        ground = [link for link in self._work.description.links if link.name == WORLD]
        return [*(self._ground(link) for link in ground if link.visuals or link.collisions), *made]

    def _find_parts(self) -> list[_Part]:
        sets: DisjointSets[str] = DisjointSets()
        for body, branch in self._tree.branches.items():
            if branch.parent != ROOT:
                sets.join(self._top_of(self._links[body]), self._top_of(self._links[branch.parent]))
        parts: dict[str, _Part] = {}
        for name, model in self._tops.items():
            parts.setdefault(sets.find(name), _Part()).models.append(model)
        for body in self._tree.bodies:
            link = self._links[body]
            parts.setdefault(sets.find(self._top_of(link)), _Part()).links.append(link)
        return list(parts.values())

    def _top_of(self, link: LinkRecord) -> str:
        """The outermost model that a link is in; the link itself, where it is in none."""
        steps = link.scope.split(SEPARATOR)
        names = (SEPARATOR.join(steps[:count]) for count in range(len(steps), 0, -1))
        return next((name for name in names if name in self._tops), link.name)

    def _skeleton(self, part: _Part) -> Any:
        work, graph = self._work, self._work.graph
        model = part.models[0] if len(part.models) == 1 else None
        title = next((each.name for each in part.models), part.links[0].name if part.links else "")
        made = work.make("Skeleton", name=self._unused_name(title))
        base = ROOT if model is None else graph.index.get(model.name, ROOT)
        if base != ROOT:
            pose, written = work.places.compute_pose(base, ROOT)
            if (transformation := make_transformation(pose, written)) is not None:
                made.transformation = transformation
        if part.models and all(each.static for each in part.models):
            made.mobile = False
        self._models += [(each.element, made) for each in part.models]
        names = self._name_parts(part, model)
        places: dict[int, RawPose] = {}
        moved: set[int] = set()
        for body in self._order(part):
            link = self._links[body]
            place, written = self._place(body, base, places, moved)
            places[body] = place
            made.body.append(self._bodies.write(link, names.link[link.name], place, written))
            joint = self._joint(body, names)
            if joint is not None:
                made.joint.append(joint)
        return made

    def _unused_name(self, wanted: str) -> str:
        name = self._names.free(wanted.replace(SEPARATOR, "_") or "skeleton")
        self._names.add(name)
        return name

    def _name_parts(self, part: _Part, model: ModelRecord | None) -> RobotNames:
        inside = {link.name for link in part.links}
        graph = self._work.graph
        own = [
            branch.connection.record
            for body in (graph.index[name] for name in inside)
            if (branch := self._tree.branches.get(body)) is not None
        ]
        free = [each.record for each in self._tree.free.values()]
        joints = [each for each in self._work.description.joints if any(each is one for one in (*own, *free))]
        described = replace(self._work.description, links=part.links, joints=joints)
        return RobotNames(described, WORLD if model is None else model.name)

    def _order(self, part: _Part) -> list[int]:
        """The bodies, each behind the one that holds it: DART reads them in one go."""
        found: dict[int, None] = {}
        for link in part.links:
            chain = [self._work.graph.index[link.name]]
            while (branch := self._tree.branches.get(chain[-1])) is not None and branch.parent != ROOT:
                if branch.parent in found:
                    break
                chain.append(branch.parent)
            found |= dict.fromkeys(reversed(chain))
        return list(found)

    def _place(self, body: int, base: int, places: dict[int, RawPose], moved: set[int]) -> tuple[RawPose, Any]:
        """Where a body is in its skeleton where all coordinates are zero, and the typed element that says so."""
        compute, branch = self._work.places.compute_pose, self._tree.branches.get(body)
        if branch is None or (branch.on_parent == branch.on_child and branch.parent not in moved):
            return compute(body, base)
        moved.add(body)
        parent = compute(ROOT, base)[0] if branch.parent == ROOT else places[branch.parent]
        on_parent, on_child = compute(branch.on_parent, branch.parent)[0], compute(branch.on_child, body)[0]
        return place_after(parent, on_parent, on_child), None

    def _joint(self, body: int, names: RobotNames) -> Any:
        name, branch = names.link[self._links[body].name], self._tree.branches.get(body)
        if branch is not None:
            parent = WORLD if branch.parent == ROOT else names.link[self._links[branch.parent].name]
            record = branch.connection.record
            ends = JointEnds(parent=parent, child=name, moves=self._links[body].scope not in self._static)
            return self._joints.write(branch, names.joint[record.name], ends)
        free = self._tree.free.get(body)
        if free is not None:
            return self._joints.add_free(names.joint[free.record.name], name, free.record)
        if self._links[body].scope in self._static:
            return self._joints.add_weld(names.new("joint", f"{name}_weld"), name)
        return self._joints.add_free(names.new("joint", f"{name}_free"), name, None)

    def _ground(self, link: LinkRecord) -> Any:
        """What the world itself holds, as a body that is fixed in it."""
        work = self._work
        made = work.make("Skeleton", name=self._unused_name(GROUND), mobile=False)
        made.body.append(self._bodies.write(link, GROUND, IDENTITY, None))
        made.joint.append(self._joints.add_weld(f"{GROUND}_weld", GROUND))
        return made

    def report_left(self) -> None:
        """Reports joints that are in no tree: they close loops, or hold nothing that is there."""
        for connection in self._tree.left:
            record = connection.record
            there = getattr(record.element, "source_element", None)
            if there is not None and record.motion is not Motion.GEARBOX:
                self._work.ledger.mark_rejected(there, "it closes a loop, and skeletons are trees")
