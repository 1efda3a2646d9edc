"""Graphs of numbered vertices, such as bodies that joints connect: the trees that span them, cycles, connected sets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, Generic, Literal, TypeVar

from ...diagnostics.records import dataclass, field

NO_EDGE: Final = -1
"""The edge that leads to a root, and the vertex that one is reached from."""

KeyT = TypeVar("KeyT", bound=Hashable)
NameT = TypeVar("NameT", bound=Hashable)


@dataclass(slots=True)
class Forest:
    """Trees that span a graph; vertices and edges by their numbers."""

    inboard: dict[int, int] = field(default_factory=dict)
    """Edge through which each vertex is reached; ``NO_EDGE`` for roots."""
    towards: dict[int, int] = field(default_factory=dict)
    """Vertex that each is reached from; ``NO_EDGE`` for roots."""
    depth: dict[int, int] = field(default_factory=dict)
    """Edges from the root to each vertex."""
    reversed: set[int] = field(default_factory=set)
    """Edges that are passed from their lower end to their upper one."""
    order: list[int] = field(default_factory=list)
    """Vertices as they are reached, each after the one that it is reached from."""
    loops: list[int] = field(default_factory=list)
    """Edges between vertices that others connect already, in their order."""

    @property
    def roots(self) -> list[int]:
        """The vertices that trees grow from, in order."""
        return [vertex for vertex in self.order if self.inboard[vertex] == NO_EDGE]

    def children(self) -> dict[int, list[int]]:
        """Of each vertex those that are reached from it, in the order of their edges."""
        found: dict[int, list[int]] = {vertex: [] for vertex in self.order}
        for vertex in self.order:
            if self.inboard[vertex] != NO_EDGE:
                found[self.towards[vertex]].append(vertex)
        return found

    def descend(self, roots: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """Vertices with their depths, each before its children and these before its siblings.

        Args:
            roots: where to begin, at depth 0; None: at the roots of all trees.
        """
        children = self.children()
        found: list[tuple[int, int]] = []
        ahead = [(root, 0) for root in reversed(self.roots if roots is None else roots)]
        while ahead:
            vertex, depth = ahead.pop()
            found.append((vertex, depth))
            ahead += [(child, depth + 1) for child in reversed(children[vertex])]
        return found


def grow_forest(
    vertices: Sequence[int],
    ends: Iterable[tuple[int, int] | None],
    first: Iterable[int] = (),
    *,
    search: Literal["breadth-first", "depth-first"] = "breadth-first",
) -> Forest:
    """The trees that span a graph, whose edges may be passed in either direction.

    One tree grows from each root: from those that come first, all at once; then from the vertices that are no edge's
    lower end; then from what is left.

    Args:
        vertices: in their order.
        ends: upper and lower vertex of each edge; None for edges that are no part of any tree.
        first: vertices to begin with.
        search: level by level, with the edges of a level in their order; or on from the vertex that was reached last.
    """
    pairs = list(ends)
    at: dict[int, list[int]] = {}
    lower = set()
    for number, pair in enumerate(pairs):
        if pair is not None:
            for end in dict.fromkeys(pair):
                at.setdefault(end, []).append(number)
            lower.add(pair[1])
    forest = Forest()
    used: set[int] = set()

    def grow(roots: list[int]) -> None:
        for root in roots:
            forest.inboard[root] = forest.towards[root] = NO_EDGE
            forest.depth[root] = 0
        forest.order += roots
        ahead = [root for root in roots if root in at]
        while ahead:
            level = [ahead.pop()] if search == "depth-first" else ahead
            reached = []
            # edges of one level in their order, so that of several ways to a vertex the first is taken
            for number, vertex in sorted((number, each) for each in level for number in at[each]):
                pair = pairs[number]
                if number in used or pair is None:
                    continue
                used.add(number)
                other = pair[1] if pair[0] == vertex else pair[0]
                if other in forest.inboard:
                    forest.loops.append(number)
                    continue
                forest.inboard[other], forest.towards[other] = number, vertex
                forest.depth[other] = forest.depth[vertex] + 1
                if pair[1] == vertex:
                    forest.reversed.add(number)
                reached.append(other)
            forest.order += reached
            ahead = [*ahead, *reached] if search == "depth-first" else reached

    grow(list(dict.fromkeys(first)))
    for is_lower in (False, True):
        for vertex in vertices:
            if (vertex in lower) is is_lower and vertex not in forest.inboard:
                grow([vertex])
    forest.loops.sort()
    return forest


def find_cycles(edges: Sequence[int], root: int = NO_EDGE) -> list[list[int]]:
    """The cycles of a graph with one edge at most from each vertex, each along its edges from where it is reached first.

    ``edges`` has the target of each vertex's edge, negative for none; that of ``root`` does not count.
    """
    # the first member of a cycle leads to a later one or to itself, which leads on; most edges lead back, or to an end
    starts = [
        vertex for vertex, target in enumerate(edges) if target >= vertex and edges[target] >= 0 and vertex != root
    ]
    if not starts:
        return []
    state = bytearray(len(edges))
    cycles = []
    for start in starts:
        trail = []
        vertex = start
        while vertex >= 0 and vertex != root and state[vertex] == 0:
            state[vertex] = 1
            trail.append(vertex)
            vertex = edges[vertex]
        if vertex >= 0 and vertex != root and state[vertex] == 1:
            cycles.append(trail[trail.index(vertex) :])
        for member in trail:
            state[member] = 2
    return cycles


def begin_at_first(cycle: Sequence[int]) -> list[int]:
    """A cycle from its first vertex on."""
    at = cycle.index(min(cycle))
    return [*cycle[at:], *cycle[:at]]


def find_reachable(starts: Iterable[NameT], edges: Mapping[NameT, Iterable[NameT]]) -> set[NameT]:
    """What can be reached along edges, with where it began."""
    found = set(starts)
    ahead = list(found)
    while ahead:
        for other in edges.get(ahead.pop(), ()):
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def collect_sets(pairs: Iterable[tuple[KeyT, NameT]]) -> dict[KeyT, set[NameT]]:
    """Of each first member of pairs all that it is paired with."""
    found: dict[KeyT, set[NameT]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
    return found


class DisjointSets(Generic[KeyT]):
    """Sets that grow together, each known by one member; whatever was not joined is a set by itself.

    Args:
        above: what some members are joined to, without cycles.
    """

    def __init__(self, above: Mapping[KeyT, KeyT] | None = None) -> None:
        self._above: dict[KeyT, KeyT] = dict(above or {})

    def find(self, member: KeyT) -> KeyT:
        """The member that the set is known by; long chains are shortened on the way."""
        above = self._above
        top = member
        while top in above:
            top = above[top]
        while member != top:
            above[member], member = top, above[member]
        return top

    def join(self, member: KeyT, other: KeyT) -> bool:
        """Makes one set of two, which is known by what the other one's was; whether they were two."""
        one, two = self.find(member), self.find(other)
        if one == two:
            return False
        self._above[one] = two
        return True
