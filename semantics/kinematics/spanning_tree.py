"""The spanning tree of the joints: how each body is reached from the world, and which joints close loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..frames.graph import NO_INDEX, ROOT
from ..ir.joints import Motion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..frames.graph import FrameGraph
    from .connections import Connection


@dataclass(slots=True)
class SpanningTree:
    """Bodies by the vertices of the frame graph; joints by their numbers."""

    inboard: dict[int, int]
    """Joint through which each body is reached; NOWHERE for those that stand in the world of themselves."""
    towards: dict[int, int]
    """Body that each is reached from."""
    reversed: set[int]
    """Joints that are passed from their child to their parent."""
    order: list[int]
    """Bodies, each after the one it is reached from; the world first."""
    depth: dict[int, int]
    loops: list[int]
    """Joints that connect two bodies already reached, in document order."""


def span(graph: FrameGraph, connections: Sequence[Connection], fixed: Iterable[int] = ()) -> SpanningTree:
    """The spanning tree.

    The tree grows level by level from the world, joints in document order; then from each body that stands free,
    those first that are no joint's child. A joint may be passed in either direction.

    Args:
        graph: the frames.
        connections: the joints.
        fixed: bodies that stand in the world whatever joints they have (links of static models).
    """
    bodies = [v for v, body in enumerate(graph.body) if body == v]
    at: dict[int, list[int]] = {}
    children = set()
    for number, connection in enumerate(connections):
        if connection.valid and connection.record.motion is not Motion.GEARBOX:
            at.setdefault(connection.parent, []).append(number)
            at.setdefault(connection.child, []).append(number)
            children.add(connection.child)
    tree = SpanningTree({}, {}, set(), [], {}, [])
    used: set[int] = set()

    def grow(roots: list[int]) -> None:
        for root in roots:
            tree.inboard[root], tree.towards[root] = NO_INDEX, ROOT
            tree.depth[root] = 0 if root == ROOT else 1
            tree.order.append(root)
        level = roots
        while level:
            # Joints of one level in document order, so that of several ways to a body the first is taken.
            here = sorted({(number, body) for body in level for number in at.get(body, ()) if number not in used})
            reached = []
            for number, body in here:
                if number in used:
                    continue
                used.add(number)
                connection = connections[number]
                other = connection.child if connection.parent == body else connection.parent
                if other in tree.inboard:
                    tree.loops.append(number)
                    continue
                tree.inboard[other], tree.towards[other] = number, body
                tree.depth[other] = tree.depth[body] + 1
                if connection.child == body:
                    tree.reversed.add(number)
                tree.order.append(other)
                reached.append(other)
            level = reached

    grow([ROOT, *(body for body in dict.fromkeys(fixed) if body != ROOT)])
    alone: list[int] = []

    def add_alone() -> None:
        """Adds the bodies that no joint holds, of which large worlds have thousands."""
        tree.inboard.update(dict.fromkeys(alone, NO_INDEX))
        tree.towards.update(dict.fromkeys(alone, ROOT))
        tree.depth.update(dict.fromkeys(alone, 1))
        tree.order.extend(alone)
        alone.clear()

    free = [body for body in bodies if body not in children] if children else bodies
    for body in free + [body for body in bodies if body in children]:
        if body in tree.inboard:
            continue
        if body in at:
            add_alone()
            grow([body])
        else:
            alone.append(body)
    add_alone()
    tree.loops.sort()
    return tree
