"""Collision shapes that overlap though no joint connects their links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.float_errors import silent
from ...formats.registry import FORMATS
from ...frames.graph import ROOT
from ...ir.constraints import BallRecord
from ...ir.graph_search import DisjointSets
from ...ir.scoped_names import WORLD
from ...kinematics.joint_tree import FREE
from ...scene.collision_filter import welded_sets
from ...scene.scene import Scene
from .collision_shapes import CollisionShape, CollisionShapes
from .semantic_descriptions import DisabledPairs, read_disabled_pairs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....diagnostics.rule import Severity
    from ...ir.links import LinkRecord, ShapeRecord
    from ...kinematics.forward_kinematics import Kinematics
    from ...spatial.so3 import Array
    from ..context import CheckContext

CONFIGURATIONS = 100
"""Random ones, the same each time."""
CONFIGURATIONS_OF_SURFACES = 10
"""Of these those in which meshes are compared triangle by triangle, and not only their hulls."""
SMALLEST_DEPTH = 1e-3
"""m; what is less deep touches."""
SMALLEST_PART = 0.01
"""Of the smallest side of the smaller shape; what is less deep touches."""
SMALLEST_PART_OF_HULL = 0.1
"""The same where one is the hull of a mesh, which holds more than the mesh."""
MOST_DEPTHS = 1_000
"""Pairs of shapes whose depth is measured."""
MOST_TESTED = 200_000
"""Pairs of shapes that are tested in all random configurations together."""
MOST_OF_LINKS = 20
"""Of these of one pair of links."""
MOST_SURFACES = 300
"""Pairs of shapes that are compared triangle by triangle."""


@silent
def check_overlaps(context: CheckContext) -> None:
    """Reports pairs of links whose collision shapes overlap where the joints start."""
    if len(context.description.links) < 2 or not any(link.collisions for link in context.description.links):
        return
    overlaps = OverlapSearch(context)
    for overlap in overlaps.find():
        overlaps.report(overlap)


class Overlap(NamedTuple):
    """Two shapes of two links, the deepest pair of these."""

    one: int
    """Number of the first shape."""
    other: int
    first: CollisionShape
    second: CollisionShape
    depth: float
    """m"""
    is_certain: bool
    """Whether the shapes overlap, and not only their hulls."""
    is_constant: bool = False
    """Whether the links overlap in all configurations that were tried."""

    @property
    def is_convex(self) -> bool:
        """Whether both shapes are their hulls, so that the depth is known; otherwise it is at most that."""
        return self.first.solid.triangles is None and self.second.solid.triangles is None


class OverlapSearch:
    """Looks for overlapping links in one world."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self.placed = CollisionShapes(context.world, context.options.files, context.sink.budget)
        self.scene, self.kinematics, self.shapes = self.placed.scene, self.placed.kinematics, self.placed.shapes
        self.start, self.where = self._find_start()
        self.connected = ConnectedLinks(context, self.kinematics)

    def find(self) -> list[Overlap]:
        """One for each pair of links, in document order."""
        if len({each.body for each in self.shapes}) < 2:
            return []
        poses = self.placed.find_poses(self.start)[:, 0]
        pairs = [pair for pair in self.placed.iter_close_pairs(poses) if self._may_collide(*pair)]
        hit = self.placed.find_hits(pairs, poses)
        by_links: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for pair, overlaps in zip(pairs, hit):
            if overlaps:
                by_links.setdefault((self.shapes[pair[0]].body, self.shapes[pair[1]].body), []).append(pair)
        found: dict[tuple[int, int], Overlap] = {}
        depths, surfaces = MOST_DEPTHS, MOST_SURFACES
        for bodies, members in by_links.items():
            measured = self._measure(members[:depths], poses)
            depths -= len(members)
            for overlap in measured:
                is_certain = overlap.is_convex
                if not is_certain and surfaces > 0:
                    surfaces -= 1
                    is_certain = self.placed.do_surfaces_overlap(overlap.one, overlap.other, poses)
                if is_certain or bodies not in found:
                    found[bodies] = overlap._replace(is_certain=is_certain)
                if is_certain:
                    break
            if depths <= 0:
                break
        constant = self._find_constant(found, by_links)
        return [
            overlap._replace(is_constant=bodies in constant)
            for bodies, overlap in sorted(found.items())
            if overlap.is_certain or bodies in constant
        ]

    def report(self, overlap: Overlap) -> None:
        """Reports one pair of links."""
        first, second, constant = overlap.first, overlap.second, overlap.is_constant
        names = _short_names(first.link, second.link)
        shapes = f"{first.shape.name}, {second.shape.name}"
        if not overlap.is_certain:
            shapes = f"convex hulls of {shapes}"
        self.context.report(
            rules.OVERLAP_IN_ALL_POSITIONS if constant else rules.OVERLAP_AT_START,
            second.shape.element,
            "shape.pose",
            severity=self._severity_of(overlap),
            related=((f"{first.shape.name} of {names[0]!r}", first.shape.element),),
            first=names[0],
            second=names[1],
            depth=float(f"{overlap.depth * 1000:.3g}"),
            at_most="" if overlap.is_convex else "up to ",
            where=self.where,
            shapes=shapes,
        )

    def _severity_of(self, overlap: Overlap) -> Severity | None:
        """A note where programs that are used with the format take no notice, or only those that use hulls."""
        links = overlap.first.link, overlap.second.link
        takes_notice = not _are_of_one_model(*links) or self._self_collides(*links)
        return None if overlap.is_certain and takes_notice else "note"

    def _self_collides(self, *links: LinkRecord) -> bool:
        """Whether links of one model collide with each other."""
        models = {model.name: model for model in self.context.description.models}
        for link in links:
            said = link.properties.get("self_collide")
            scope = link.scope
            while said is None and scope in models:
                said = models[scope].properties.get("self_collide")
                scope = models[scope].scope
            if said if said is not None else FORMATS[self.context.description.format].self_collides:
                return True
        return False

    def _find_start(self) -> tuple[Array, str]:
        """The configuration that the document starts from, or that within the limits which is nearest to it."""
        said = self.scene.vector(self.scene.default_configuration)
        lower, upper = self.scene.lower_limits, self.scene.upper_limits
        ordered = lower <= upper
        start = np.where(ordered, np.clip(said, lower, upper), said)
        start = np.where(np.isfinite(start), start, 0.0)[:, None]
        self.placed.follow(start)
        neutral = self.kinematics.neutral
        if not self.scene.dofs or (neutral.any() and np.array_equal(start[:, 0], neutral)):
            return start, "as they are placed"
        if not start.any():
            return start, "at zero"
        return start, "where the joints start" if said.any() else "at the limits nearest to zero"

    def _may_collide(self, one: int, other: int) -> bool:
        a, b = self.shapes[one], self.shapes[other]
        return not self.connected.are_connected(a, b) and _share_bits(a.shape, b.shape)

    def _measure(self, pairs: Sequence[tuple[int, int]], poses: Array) -> list[Overlap]:
        """Pairs of shapes of two links that do more than touch, those of which the depth is known first, the deepest first."""
        found: list[Overlap] = []
        for one, other in pairs:
            a, b = self.shapes[one], self.shapes[other]
            depth = self.placed.measure_depth(one, other, poses)
            overlap = Overlap(one, other, a, b, depth, False)
            part = SMALLEST_PART if overlap.is_convex else SMALLEST_PART_OF_HULL
            if depth > max(SMALLEST_DEPTH, part * self.placed.thickness(one, other)):
                found.append(overlap)
        return sorted(found, key=lambda overlap: (not overlap.is_convex, -overlap.depth))

    def _find_constant(
        self, found: Mapping[tuple[int, int], Overlap], by_links: Mapping[tuple[int, int], list[tuple[int, int]]]
    ) -> set[tuple[int, int]]:
        """Those pairs of links of one model that overlap in all of the random configurations."""
        left = {
            bodies: by_links[bodies][:MOST_OF_LINKS]
            for bodies, overlap in found.items()
            if _are_of_one_model(overlap.first.link, overlap.second.link)
        }
        if not self.scene.dofs or not left:
            return set()
        drawn = self.placed.draw(CONFIGURATIONS)
        tested = 0
        for number in range(CONFIGURATIONS):
            tested += sum(map(len, left.values()))
            if tested > MOST_TESTED:
                return set()
            poses = self.placed.find_poses(drawn[:, number : number + 1])[:, 0]
            pairs = [pair for members in left.values() for pair in members]
            hit = {pair for pair, overlaps in zip(pairs, self.placed.find_hits(pairs, poses)) if overlaps}
            left = {bodies: members for bodies, members in left.items() if any(pair in hit for pair in members)}
            if number < CONFIGURATIONS_OF_SURFACES:
                for bodies in list(left):
                    overlap = found[bodies]
                    if (
                        overlap.is_certain
                        and not overlap.is_convex
                        and not self.placed.do_surfaces_overlap(overlap.one, overlap.other, poses)
                    ):
                        del left[bodies]
            if not left:
                break
        return set(left)


class ConnectedLinks:
    """Which links cannot or are not meant to collide.

    These are links that are welded together, that a joint or a ball constraint joins, or both joints of a link that is
    there only to make one joint of two; and pairs that filters of the document or an SRDF beside it take out.
    """

    def __init__(self, context: CheckContext, kinematics: Kinematics) -> None:
        self._filter = Scene(context.world).collision_filter
        self._number = {body: i for i, bodies in enumerate(welded_sets(kinematics)) for body in bodies}
        self._joined: set[frozenset[int]] = set()
        self._between: dict[int, set[int]] = {}
        self._folder = context.options.base_dir
        self._context = context
        self._disabled: dict[str, DisabledPairs] | None = None
        root = self._number.get(ROOT)
        solid = {
            self._number.get(kinematics.graph.index[link.name]) for link in context.description.links if _is_solid(link)
        }
        clusters = DisjointSets[int]()
        pairs = [
            (self._number.get(connection.parent), self._number.get(connection.child))
            for connection in kinematics.connections
            if connection.valid and connection.record.motion not in FREE
        ]
        body = kinematics.graph.body
        for constraint in context.world.references.constraints:
            if isinstance(constraint.record, BallRecord):
                one, other = (int(body[vertex]) for vertex in constraint.frames[:2])
                pairs.append((self._number.get(one), self._number.get(other)))
        joined = [(a, b) for a, b in pairs if a is not None and b is not None]
        is_link = {number for number in self._number.values() if number in solid or number == root}
        for a, b in joined:
            self._joined.add(frozenset((a, b)))
            if a not in is_link and b not in is_link:
                clusters.join(a, b)
        for a, b in joined:
            for near, far in ((a, b), (b, a)):
                if near in is_link and far not in is_link:
                    self._between.setdefault(near, set()).add(clusters.find(far))

    def are_connected(self, a: CollisionShape, b: CollisionShape) -> bool:
        """Whether two links are of one body, joined, or taken out."""
        one, other = self._number.get(a.body), self._number.get(b.body)
        if one is None or other is None or one == other or frozenset((one, other)) in self._joined:
            return True
        if not self._between.get(one, set()).isdisjoint(self._between.get(other, ())):
            return True
        return self._filter.excludes(a.link.name, b.link.name) or self._is_disabled(a.link, b.link)

    def _is_disabled(self, a: LinkRecord, b: LinkRecord) -> bool:
        if self._disabled is None:
            options = self._context.options
            self._disabled = {} if self._folder is None else read_disabled_pairs(str(self._folder), options)
        if not self._disabled or a.scope != b.scope:
            return False
        pairs = self._disabled.get(a.scope.rpartition("::")[2])
        return pairs is not None and frozenset(link.name.rpartition("::")[2] for link in (a, b)) in pairs


def _is_solid(link: LinkRecord) -> bool:
    """Whether a link is a part of the robot and not only there to make one joint of two."""
    return bool(link.collisions) or (bool(link.visuals) and link.inertial.mass > 0)


def _share_bits(a: ShapeRecord, b: ShapeRecord) -> bool:
    """Whether bit masks of two shapes let them collide, as Gazebo has it."""
    one, other = (each.find_properties().get("collide_bitmask", 0xFFFF) for each in (a, b))
    return bool(int(one) & int(other))


def _are_of_one_model(a: LinkRecord, b: LinkRecord) -> bool:
    """Whether links belong to one model of the world."""
    return WORLD not in (a.scope, b.scope) and a.scope.split("::", 1)[0] == b.scope.split("::", 1)[0]


def _short_names(a: LinkRecord, b: LinkRecord) -> tuple[str, str]:
    """The names of two links, without the model that both belong to."""
    if not _are_of_one_model(a, b):
        return a.name, b.name
    return a.name.partition("::")[2] or a.name, b.name.partition("::")[2] or b.name
