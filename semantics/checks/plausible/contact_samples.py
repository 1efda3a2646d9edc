"""Which pairs of links collide in all, and which in none, of many random configurations."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Literal

import numpy as np

from ....diagnostics.records import NamedTuple
from ....runtime.float_errors import silent
from ...scene.collision_filter import welded_sets
from .collision_shapes import CollisionShapes

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from ....runtime.budget import Budget
    from ....runtime.files import Files
    from ...scene.validation import ValidatedWorld
    from ...spatial.so3 import Array

Frequency = Literal["always", "default", "never"]
"""How often a pair collides: at least in 95 %, where the joints start, or in no configuration that was tried."""
LEAST_ALWAYS = 0.95
"""Of all configurations; so many make a pair that always collides."""
BLOCK = 50
"""Configurations that are tried together."""
MOST_SURFACES = 100_000
"""Pairs of shapes that are compared triangle by triangle, in all configurations together."""

LinkPair = tuple[str, str]


class SampledContacts(NamedTuple):
    """What was found out about the links of a world.

    Attributes:
        pairs: what is known of pairs of links, which are in document order.
        unknown: links with a shape that cannot be read or has no end; nothing is said of them.
        undecided: pairs that would have taken too long.
    """

    pairs: dict[LinkPair, Frequency]
    unknown: tuple[str, ...]
    undecided: tuple[LinkPair, ...]


@silent
def sample_contacts(
    world: ValidatedWorld, files: Files, budget: Budget, apart_from: Collection[LinkPair], count: int
) -> SampledContacts:
    """Looks at the links of a world in ``count`` random configurations within the limits.

    Args:
        world: has every reference followed.
        files: where meshes are read.
        budget: what reading them may take.
        apart_from: pairs of links that are not looked at, in document order.
        count: how many configurations.
    """
    sampling = _ContactSampling(CollisionShapes(world, files, budget), world, count)
    return sampling.run(frozenset(apart_from))


class _ContactSampling:
    """Counts in how many configurations pairs of links collide."""

    def __init__(self, placed: CollisionShapes, world: ValidatedWorld, count: int) -> None:
        self.placed, self.count = placed, count
        self.surfaces = MOST_SURFACES
        self.hits: Counter[LinkPair] = Counter()
        self.misses: Counter[LinkPair] = Counter()
        self.unproven: set[LinkPair] = set()
        """Pairs that collide as far as the hulls of shapes say, of which more is not known."""
        known = Counter(each.link.name for each in placed.shapes)
        links = [link.name for link in world.description.links if link.collisions]
        wanted = {link.name: len(link.collisions) for link in world.description.links}
        self.unknown = tuple(name for name in links if known[name] < wanted[name])
        self.links = [name for name in links if name not in self.unknown]
        self.of_link: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(placed.shapes):
            self.of_link[each.link.name].append(number)
        corners = np.array([each.solid.convex.bounds() for each in placed.shapes]).reshape(-1, 2, 3)
        self.half, self.middle = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 1] + corners[:, 0]) / 2
        self.welded = {body: i for i, bodies in enumerate(welded_sets(placed.kinematics)) for body in bodies}

    def run(self, apart_from: frozenset[LinkPair]) -> SampledContacts:
        pairs = [(a, b) for i, a in enumerate(self.links) for b in self.links[i + 1 :] if (a, b) not in apart_from]
        self.try_configurations(pairs, self.find_default())
        at_start = {pair for pair in pairs if self.hits[pair]}
        self.hits.clear()
        self.misses.clear()
        rigid = [pair for pair in pairs if self._are_welded(*pair)]
        result: dict[LinkPair, Frequency] = {
            pair: "always" if pair in at_start else "never" for pair in rigid if pair not in self.unproven
        }
        left = [pair for pair in pairs if pair not in set(rigid)]
        drawn = self.placed.draw(self.count)
        for begin in range(0, self.count, BLOCK):
            if not left:
                break
            self.try_configurations(left, drawn[:, begin : begin + BLOCK])
            left = [pair for pair in left if not self._is_occasional(pair)]
        undecided = []
        for pair in left:
            if pair in self.unproven:
                continue
            if self.hits[pair] + self.misses[pair] < self.count:
                undecided.append(pair)
            elif not self.hits[pair]:
                result[pair] = "never"
            elif self.hits[pair] >= LEAST_ALWAYS * self.count:
                result[pair] = "always"
        for pair in at_start:
            result.setdefault(pair, "default")
        decided: dict[LinkPair, Frequency] = {pair: result[pair] for pair in pairs if pair in result}
        return SampledContacts(decided, self.unknown, tuple(pair for pair in undecided if pair not in result))

    def find_default(self) -> Array:
        """The configuration of zeros, shape (dofs, 1), with the middle between limits that leave zero out."""
        scene = self.placed.scene
        lower, upper = scene.lower_limits, scene.upper_limits
        neutral = self.placed.kinematics.neutral
        inside = (lower <= neutral) & (neutral <= upper)
        middle = np.where(np.isfinite(lower) & np.isfinite(upper), (lower + upper) / 2, neutral)
        start: Array = np.where(inside, neutral, middle)[:, None]
        self.placed.follow(start)
        return start

    def try_configurations(self, pairs: list[LinkPair], configurations: Array) -> None:
        """Counts hits and misses of pairs of links in configurations of shape (dofs, n)."""
        if not pairs or not self.placed.shapes:
            return
        poses = self.placed.find_poses(configurations)
        n = configurations.shape[1]
        owner, one, other = self._pair_shapes(pairs)
        close = self._are_boxes_close(one, other, poses)
        at, when = np.nonzero(close)
        hulls = self.placed.do_hulls_overlap(one[at], other[at], poses[one[at], when], poses[other[at], when])
        at, when = at[hulls], when[hulls]
        of_pair: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for shape_pair, number in zip(at.tolist(), when.tolist()):
            of_pair[int(owner[shape_pair])][number].append(shape_pair)
        for i, pair in enumerate(pairs):
            touched = of_pair.get(i, {})
            self.misses[pair] += n - len(touched)
            for number, members in touched.items():
                if self._is_occasional(pair):
                    break
                shapes = [(int(one[each]), int(other[each])) for each in members]
                self._count(pair, shapes, poses[:, number])

    def _count(self, pair: LinkPair, shapes: list[tuple[int, int]], poses: Array) -> None:
        """Counts one configuration in which hulls of these shapes of two links overlap."""
        solids = self.placed.shapes
        meshes = [
            (a, b) for a, b in shapes if solids[a].solid.triangles is not None or solids[b].solid.triangles is not None
        ]
        if len(meshes) < len(shapes):
            self.hits[pair] += 1
            return
        if not all(solids[number].solid.is_known for each in meshes for number in each):
            self.unproven.add(pair)
            return
        if self.surfaces < len(meshes):
            return
        self.surfaces -= len(meshes)
        if any(self.placed.do_surfaces_overlap(a, b, poses) for a, b in meshes):
            self.hits[pair] += 1
        else:
            self.misses[pair] += 1

    def _is_occasional(self, pair: LinkPair) -> bool:
        """Whether a pair collides in some configurations and does not in too many others to do so always."""
        few = self.misses[pair] > (1 - LEAST_ALWAYS) * self.count
        return pair in self.unproven or bool(self.hits[pair] and few)

    def _are_welded(self, first: str, second: str) -> bool:
        one, other = (self.welded.get(self.placed.shapes[self.of_link[name][0]].body) for name in (first, second))
        return one is not None and one == other

    def _pair_shapes(self, pairs: list[LinkPair]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The number of the pair of links, and both shapes, of each pair of shapes."""
        rows = [
            (number, a, b)
            for number, (first, second) in enumerate(pairs)
            for a in self.of_link[first]
            for b in self.of_link[second]
        ]
        columns = np.array(rows, dtype=np.intp).reshape(-1, 3)
        return columns[:, 0], columns[:, 1], columns[:, 2]

    def _are_boxes_close(self, one: NDArray[np.intp], other: NDArray[np.intp], poses: Array) -> NDArray[np.bool_]:
        """Whether the boxes along the axes of the world around two shapes overlap, shape (pairs, n)."""
        reach = np.einsum("snij,sj->sni", np.abs(poses[:, :, :3, :3]), self.half)
        centre = np.einsum("snij,sj->sni", poses[:, :, :3, :3], self.middle) + poses[:, :, :3, 3]
        close = np.ones((len(one), poses.shape[1]), dtype=bool)
        for axis in range(3):
            between = np.abs(centre[one, :, axis] - centre[other, :, axis])
            close &= between <= reach[one, :, axis] + reach[other, :, axis]
        return close
