"""Trees of a graph: from roots downwards, level by level, each node once; what is left over closes loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
