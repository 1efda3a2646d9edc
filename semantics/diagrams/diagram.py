"""What is in a picture of a scene, whatever draws it: nodes, edges, and the trees that these form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..ir.scoped_names import SEPARATOR, plain_name

if TYPE_CHECKING:
    from .joint_styles import Family

Kind = Literal["frames", "poses", "joints"]
Line = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A frame or link."""

    name: str
    """Scoped, and unlike all others."""
    kind: str
    """That of the frame: ``world``, ``model``, ``link``, ``joint`` or ``frame``."""
    label: str
    """What is read in the picture: the name without what it shares with its surroundings."""
    notes: tuple[str, ...] = ()
    """Lines below it: what was folded into it."""


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    """A line from one node to another."""

    start: str
    end: str
    label: str = ""
    """Name of the joint, without its scope."""
    type: str = ""
    """Of a joint."""
    details: tuple[str, ...] = ()
    """Lines below it: limits of a joint and what it follows; the numbers of a pose."""
    family: Family | None = None
    """Of a joint."""
    line: Line = "solid"
    """``dashed`` closes a loop; ``dotted`` couples the joints above two links."""

    @property
    def lines(self) -> list[str]:
        """What is written beside it: the name, the type with the first detail, the other details."""
        first = " ".join(filter(None, (self.type, *self.details[:1])))
        return [line for line in (self.label, first, *self.details[1:]) if line]


@dataclass(frozen=True, slots=True)
class Forest:
    """Nodes and edges by their numbers."""

    roots: list[int]
    below: list[list[int]]
    """Of each node the edges to its children, in their order."""
    edge: list[int]
    """Of each node the edge that leads to it; -1 for roots."""
    above: list[int]
    """Of each node its parent; -1 for roots."""
    child: dict[int, int]
    """Of each edge in a tree the node that it leads to."""
    loops: list[int]
    """Edges that join what is joined already."""

    def order(self, roots: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """Nodes with their depths, each before its children and these before its siblings; below given roots alone."""
        found: list[tuple[int, int]] = []
        waiting = [(root, 0) for root in reversed(self.roots if roots is None else roots)]
        while waiting:
            node, depth = waiting.pop()
            found.append((node, depth))
            waiting.extend((self.child[edge], depth + 1) for edge in reversed(self.below[node]))
        return found


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes in document order and the edges between them."""

    title: str
    kind: Kind
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]

    @property
    def downward(self) -> bool:
        """Whether edges start at the node that is drawn above the other: joints do, at the parent."""
        return self.kind == "joints"

    def ends(self, edge: DiagramEdge) -> tuple[str, str]:
        """Names of the upper and the lower node of an edge."""
        return (edge.start, edge.end) if self.downward else (edge.end, edge.start)

    def forest(self) -> Forest:
        """The trees of its solid edges, the world's first; nodes and edges by their places."""
        place = {node.name: number for number, node in enumerate(self.nodes)}
        ends = [
            None if edge.line != "solid" else (place[upper], place[lower])
            for edge, (upper, lower) in zip(self.edges, map(self.ends, self.edges))
        ]
        return forest(len(self.nodes), ends, [number for number, node in enumerate(self.nodes) if node.kind == "world"])


def forest(count: int, ends: Sequence[tuple[int, int] | None], first: Sequence[int] = ()) -> Forest:
    """The trees that edges form.

    They grow level by level, with edges in their order, as those of a scene do: from the nodes that come first, then
    from those that are no edge's lower end, then from what is left. Edges are passed in either direction.

    Args:
        count: number of nodes.
        ends: upper and lower node of each edge; None for edges that are no part of a tree.
        first: nodes to begin with.
    """
    at: list[list[int]] = [[] for _ in range(count)]
    lower = set()
    for number, pair in enumerate(ends):
        if pair is not None:
            at[pair[0]].append(number)
            if pair[1] != pair[0]:
                at[pair[1]].append(number)
            lower.add(pair[1])
    made = Forest([], [[] for _ in range(count)], [-1] * count, [-1] * count, {}, [])
    seen = [False] * count
    used = set()
    free = [node for node in range(count) if node not in lower]
    for root in (*first, *free, *range(count)):
        if seen[root]:
            continue
        seen[root] = True
        made.roots.append(root)
        level = [root]
        while level:
            reached = []
            for number, node in sorted((way, reached_from) for reached_from in level for way in at[reached_from]):
                pair = ends[number]
                if number in used or pair is None:
                    continue
                used.add(number)
                child = pair[1] if pair[0] == node else pair[0]
                if seen[child]:
                    made.loops.append(number)
                    continue
                seen[child] = True
                made.edge[child], made.above[child] = number, node
                made.below[node].append(number)
                made.child[number] = child
                reached.append(child)
            level = reached
    made.loops.sort()
    return made


def labels(above: Mapping[str, str | None], shared: str) -> dict[str, str]:
    """What each name is called in a picture.

    Args:
        above: name to that of what it hangs on, or None.
        shared: the scope that all names stand in.
    """
    found: dict[str, str] = {}
    for name, upper in above.items():
        scope = name.rpartition(SEPARATOR)[0]
        if scope and upper is not None and scope in (upper, upper.rpartition(SEPARATOR)[0]):
            found[name] = plain_name(name)
        elif shared and name.startswith(f"{shared}{SEPARATOR}"):
            found[name] = name[len(shared) + len(SEPARATOR) :]
        else:
            found[name] = plain_name(name) if name == shared else name
    return found
