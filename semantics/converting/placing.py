"""Where frames are in each other at the zero configuration, in the numbers that were written where these say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..description.poses import IDENTITY, compose, inverse
from ..frames.graph import ROOT

if TYPE_CHECKING:
    from ..description.poses import RawPose
    from ..frames.graph import FrameGraph

NO_ROTATION = IDENTITY[3:]


class Places:
    """Answers where a frame is in another one.

    Args:
        graph: of the description.
    """

    def __init__(self, graph: FrameGraph) -> None:
        self._graph = graph
        self._depths = {ROOT: 0}

    def between(self, frame: int, base: int) -> tuple[RawPose, Any]:
        """Pose of ``frame`` in ``base``, and the typed element that has just these numbers, or just these angles.

        Args:
            frame, base: vertices of the graph.

        Returns:
            The pose; the element, None where several rotations add up.
        """
        ahead: list[int] = []
        back: list[int] = []
        while frame != base:
            if self._depth(frame) >= self._depth(base):
                ahead.append(frame)
                frame = self._graph.relative[frame]
            else:
                back.append(base)
                base = self._graph.relative[base]
        found, moved, turned = IDENTITY, [], []
        for vertex in (*reversed(ahead), *reversed(back)):
            pose = self._edge(vertex)
            if pose == IDENTITY:
                continue
            moved.append(vertex)
            if pose[3:] != NO_ROTATION:
                turned.append(vertex)
            if vertex in back:
                found = compose(inverse(pose), found)
            else:
                found = pose if found == IDENTITY else compose(found, pose)
        graph, sole = self._graph, turned or moved
        if len(sole) != 1 or sole[0] in back or graph.inverted[sole[0]]:
            return found, None
        record = graph.records[sole[0]]
        return found, record.element if record.pose_element is None else record.pose_element

    def _depth(self, vertex: int) -> int:
        """How many frames there are between a frame and the world, itself included."""
        above = []
        while vertex not in self._depths:
            above.append(vertex)
            vertex = self._graph.relative[vertex]
        depth = self._depths[vertex]
        for below in reversed(above):
            depth = self._depths[below] = depth + 1
        return depth

    def _edge(self, vertex: int) -> RawPose:
        pose = self._graph.poses[vertex]
        return inverse(pose) if self._graph.inverted[vertex] and pose != IDENTITY else pose
