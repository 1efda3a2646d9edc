"""Cycles in graphs with one edge from each vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def cycles_of(edges: Sequence[int], root: int = -1) -> list[list[int]]:
    """The cycles of a graph with one edge at most from each vertex, each in the order of its edges.

    Args:
        edges: target of each vertex's edge; negative for none.
        root: a vertex whose edge does not count.
    """
    # the first member of a cycle leads to a later one or to itself, and most edges lead back
    starts = [vertex for vertex, target in enumerate(edges) if target >= vertex and vertex != root]
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
