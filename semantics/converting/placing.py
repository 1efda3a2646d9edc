"""Where frames are in each other at the zero configuration, in the numbers that were written where one place says it all."""

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
        """Pose of ``frame`` in ``base``, and the typed element that has just these numbers; None where several add up.

        Args:
            frame, base: vertices of the graph.
        """
        ahead, back = self._chain(frame), self._chain(base)
        while ahead and back and ahead[-1] == back[-1]:
            ahead.pop()
            back.pop()
        found, used = IDENTITY, []
        for vertex in reversed(ahead):
            pose = self._edge(vertex)
            if pose != IDENTITY:
                found = pose if found == IDENTITY else compose(found, pose)
                used.append(vertex)
        for vertex in back:
            pose = self._edge(vertex)
            if pose != IDENTITY:
                found = inverse(pose) if found == IDENTITY else compose(inverse(pose), found)
                used.append(-1)
        written = None
        if len(used) == 1 and used[0] != -1 and not self._graph.inverted[used[0]]:
            written = self._graph.records[used[0]].pose_element
        return found, written

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
