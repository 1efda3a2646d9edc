"""Collision shapes that overlap though no joint connects their links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....diagnostics import rules
from ....runtime.float_errors import silent
from ...formats.meshes import Surfaces
from ...formats.registry import FORMATS
from ...frames.graph import NO_INDEX, ROOT
from ...ir.constraints import BallRecord
from ...ir.graph_search import DisjointSets
from ...ir.scoped_names import WORLD
from ...kinematics.joint_tree import FREE
from ...scene.collision_filter import welded_sets
from ...scene.joints import drawn_between
from ...scene.scene import Scene, get_kinematics, get_layout
from ...scene.scene_object import express_pose
from ...spatial.convex import find_overlaps, measure_depth
from .semantic_descriptions import read_disabled_pairs
from .solid_shapes import SolidShape, SolidShapes
from .surface_overlap import do_surfaces_overlap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

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
MOST_SHAPES = 20_000
"""Looked at in one world, the first ones."""
MOST_COMPARED = 2_000_000
"""Pairs of shapes whose boxes are compared."""
MOST_PAIRS = 20_000
"""Pairs of shapes whose boxes overlap that are looked at closely."""
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


@dataclass(slots=True)
class CollisionShape:
    """A collision shape on its body."""

    link: LinkRecord
    body: int
    shape: ShapeRecord
    solid: SolidShape
    pose: Array
    """``X_BS``"""


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
        self.scene = Scene(context.world)
        self.kinematics: Kinematics = get_kinematics(self.scene)
        self.start, self.where = self._find_start()
        self.shapes = self._place_shapes()
        self.connected = ConnectedLinks(context, self.kinematics)

    def find(self) -> list[Overlap]:
        """One for each pair of links, in document order."""
        if len({each.body for each in self.shapes}) < 2:
            return []
        poses = self._pose_shapes(self.kinematics.columns(self.start))[:, 0]
        pairs = [pair for pair in self._iter_close_pairs(poses) if self._may_collide(*pair)]
        hit = self._find_hits(pairs, poses)
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
                    is_certain = self._do_surfaces_overlap(overlap, poses)
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
        get_layout(self.scene).follow(start)
        if not self.scene.dofs:
            return start, "as they are placed"
        if not start.any():
            return start, "at zero"
        return start, "where the joints start" if said.any() else "at the limits nearest to zero"

    def _place_shapes(self) -> list[CollisionShape]:
        description, graph = self.context.description, self.context.world.graph
        options = self.context.options
        solids = SolidShapes(Surfaces(options.files, self.context.sink.budget))
        found: list[CollisionShape] = []
        for link in description.links:
            vertex = graph.index.get(link.name, NO_INDEX)
            for shape in link.collisions:
                if len(found) == MOST_SHAPES:
                    return found
                body = int(graph.body[vertex])
                solid = solids.find(shape.geometry) if body != NO_INDEX and _touches(shape) else None
                if solid is None:
                    continue
                pose = self.kinematics.in_body[vertex] @ express_pose(self.kinematics, shape, link.scope, vertex).matrix
                if np.all(np.isfinite(pose)):
                    found.append(CollisionShape(link, body, shape, solid, pose))
        return found

    def _pose_shapes(self, columns: Array) -> Array:
        """Poses of all shapes in the world, shape (shapes, n, 4, 4), from those of all bodies."""
        bodies = columns[[self.kinematics.slot[each.body] for each in self.shapes]]
        moved = np.zeros((len(self.shapes), columns.shape[3], 4, 4))
        moved[:, :, :3] = bodies.transpose(0, 3, 2, 1)
        moved[:, :, 3, 3] = 1
        result: Array = moved @ np.array([each.pose for each in self.shapes])[:, None]
        return result

    def _iter_close_pairs(self, poses: Array) -> Iterator[tuple[int, int]]:
        """Pairs of shapes of two bodies whose boxes along the axes of the world overlap, the first by document order."""
        corners = np.array([each.solid.convex.bounds() for each in self.shapes])
        half, middle = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 1] + corners[:, 0]) / 2
        reach = np.einsum("nij,nj->ni", np.abs(poses[:, :3, :3]), half)
        centre = np.einsum("nij,nj->ni", poses[:, :3, :3], middle) + poses[:, :3, 3]
        usable = np.flatnonzero(np.all(np.isfinite(centre) & np.isfinite(reach), axis=1))
        order = usable[np.argsort((centre - reach)[usable, 0], kind="stable")]
        lower, upper = (centre - reach)[order], (centre + reach)[order]
        bodies = np.array([each.body for each in self.shapes])[order]
        ends = np.searchsorted(lower[:, 0], upper[:, 0], side="right")
        compared = given = 0
        for i in range(len(order)):
            others = slice(i + 1, int(ends[i]))
            compared += max(others.stop - others.start, 0)
            near = np.all((lower[others, 1:] <= upper[i, 1:]) & (upper[others, 1:] >= lower[i, 1:]), axis=1)
            for other in np.flatnonzero(near & (bodies[others] != bodies[i])):
                one, two = int(order[i]), int(order[i + 1 + other])
                yield (one, two) if one < two else (two, one)
                given += 1
            if compared > MOST_COMPARED or given > MOST_PAIRS:
                return

    def _may_collide(self, one: int, other: int) -> bool:
        a, b = self.shapes[one], self.shapes[other]
        return not self.connected.are_connected(a, b) and _share_bits(a.shape, b.shape)

    def _find_hits(self, pairs: Sequence[tuple[int, int]], poses: Array) -> NDArray[np.bool_]:
        """Which pairs overlap, with the shapes at ``poses`` of shape (shapes, 4, 4)."""
        if not pairs:
            return np.zeros(0, dtype=bool)
        one, other = (np.array(side, dtype=np.intp) for side in zip(*pairs))
        rotations = poses[one, :3, :3].transpose(0, 2, 1)
        offsets = np.einsum("nij,nj->ni", rotations, poses[other, :3, 3] - poses[one, :3, 3])
        sets = [each.solid.convex for each in self.shapes]
        return find_overlaps(
            [sets[i] for i in one], [sets[i] for i in other], rotations @ poses[other, :3, :3], offsets
        )

    def _measure(self, pairs: Sequence[tuple[int, int]], poses: Array) -> list[Overlap]:
        """Pairs of shapes of two links that do more than touch, those of which the depth is known first, the deepest first."""
        found: list[Overlap] = []
        for one, other in pairs:
            a, b = self.shapes[one], self.shapes[other]
            depth = measure_depth(a.solid.convex, b.solid.convex, *_relative(poses[one], poses[other]))
            overlap = Overlap(one, other, a, b, depth, False)
            part = SMALLEST_PART if overlap.is_convex else SMALLEST_PART_OF_HULL
            if depth > max(SMALLEST_DEPTH, part * _thickness(a, b)):
                found.append(overlap)
        return sorted(found, key=lambda overlap: (not overlap.is_convex, -overlap.depth))

    def _do_surfaces_overlap(self, overlap: Overlap, poses: Array) -> bool:
        a, b = overlap.first.solid, overlap.second.solid
        if not (a.is_known and b.is_known):
            return False
        return do_surfaces_overlap(a, b, *_relative(poses[overlap.one], poses[overlap.other]))

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
        generator = np.random.default_rng(0)
        limits = self.scene.lower_limits, self.scene.upper_limits
        drawn = drawn_between(*limits, self.kinematics.units, generator, CONFIGURATIONS)
        get_layout(self.scene).follow(drawn)
        tested = 0
        for number in range(CONFIGURATIONS):
            tested += sum(map(len, left.values()))
            if tested > MOST_TESTED:
                return set()
            poses = self._pose_shapes(self.kinematics.columns(drawn[:, number : number + 1]))[:, 0]
            pairs = [pair for members in left.values() for pair in members]
            hit = {pair for pair, overlaps in zip(pairs, self._find_hits(pairs, poses)) if overlaps}
            left = {bodies: members for bodies, members in left.items() if any(pair in hit for pair in members)}
            if number < CONFIGURATIONS_OF_SURFACES:
                for bodies in list(left):
                    overlap = found[bodies]
                    if overlap.is_certain and not overlap.is_convex and not self._do_surfaces_overlap(overlap, poses):
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
        self._disabled: dict[str, set[frozenset[str]]] | None = None
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
            self._disabled = {} if self._folder is None else read_disabled_pairs(str(self._folder), options.files)
        if not self._disabled or a.scope != b.scope:
            return False
        pairs = self._disabled.get(a.scope.rpartition("::")[2], ())
        return frozenset(link.name.rpartition("::")[2] for link in (a, b)) in pairs


def _is_solid(link: LinkRecord) -> bool:
    """Whether a link is a part of the robot and not only there to make one joint of two."""
    return bool(link.collisions) or (bool(link.visuals) and link.inertial.mass > 0)


def _touches(shape: ShapeRecord) -> bool:
    said = shape.find_properties()
    return bool(said.get("collidable", True)) and not said.get("collide_without_contact")


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


def _relative(a: Array, b: Array) -> tuple[Array, Array]:
    """Rotation and translation of B in A, from the poses of both."""
    back = a[:3, :3].T
    return back @ b[:3, :3], back @ (b[:3, 3] - a[:3, 3])


def _thickness(*shapes: CollisionShape) -> float:
    """The smallest side of the boxes around shapes."""
    return min(float(np.min(upper - lower)) for lower, upper in (each.solid.convex.bounds() for each in shapes))
