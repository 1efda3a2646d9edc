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

    def between(self, frame: int, base: int) -> tuple[RawPose, Any]:
        """Pose of ``frame`` in ``base``, and the typed element that has just these numbers, or just these angles.

        Args:
            frame, base: vertices of the graph.

        Returns:
            The pose; the element, None where several rotations add up.
        """
        ahead, back = self._chain(frame), self._chain(base)
        while ahead and back and ahead[-1] == back[-1]:
            ahead.pop()
            back.pop()
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

    def _chain(self, vertex: int) -> list[int]:
        """A frame, what it is relative to, and so on, without the world."""
        found = []
        while vertex != ROOT:
            found.append(vertex)
            vertex = self._graph.relative[vertex]
        return found

    def _edge(self, vertex: int) -> RawPose:
        pose = self._graph.poses[vertex]
        return inverse(pose) if self._graph.inverted[vertex] and pose != IDENTITY else pose
