"""Where frames are in each other at the zero configuration, in the numbers that were written where these say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ..frames.graph import ROOT
from ..spatial.raw_pose import IDENTITY, compose, inverse

if TYPE_CHECKING:
    from ..frames.graph import FrameGraph
    from ..spatial.raw_pose import RawPose

NO_ROTATION = IDENTITY[3:]


class _Path(NamedTuple):
    """What lies between two vertices.

    Attributes:
        pose: of the last one in the first.
        moved, turned: the first vertices that are anywhere else, or turned, in the one before: two at most.
    """

    pose: RawPose = IDENTITY
    moved: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()

    def down(self, vertex: int, pose: RawPose) -> _Path:
        """The path with a vertex that has a pose in the last one."""
        if pose == IDENTITY:
            return self
        return self._with(vertex, pose, pose if self.pose == IDENTITY else compose(self.pose, pose))

    def up(self, vertex: int, pose: RawPose) -> _Path:
        """The path from what a vertex has a pose in, with that before the first one."""
        return self if pose == IDENTITY else self._with(vertex, pose, compose(inverse(pose), self.pose))

    def _with(self, vertex: int, pose: RawPose, made: RawPose) -> _Path:
        turned = (*self.turned, vertex)[:2] if pose[3:] != NO_ROTATION else self.turned
        return _Path(made, (*self.moved, vertex)[:2], turned)


class FramePoses:
    """Answers where a frame is in another one."""

    def __init__(self, graph: FrameGraph) -> None:
        self._graph = graph
        self._depths = {ROOT: 0}
        self._below: dict[tuple[int, int], _Path] = {}
        """Paths from a vertex down to one below it, by the lower and the upper one: a long chain is gone along once."""

    def compute_pose(self, frame: int, base: int) -> tuple[RawPose, Any]:
        """Pose of ``frame`` in ``base``, and the typed element that has just these numbers, or just these angles.

        Args:
            frame, base: vertices of the graph.

        Returns:
            The pose; the element, None where several rotations add up.
        """
        ahead: list[int] = []
        back: list[int] = []
        path = None
        while frame != base:
            path = self._below.get((frame, base))
            if path is not None:
                break
            if self._depth(frame) >= self._depth(base):
                ahead.append(frame)
                frame = self._graph.relative[frame]
            else:
                back.append(base)
                base = self._graph.relative[base]
        path = path or _Path()
        for vertex in reversed(ahead):
            path = self._below[vertex, base] = path.down(vertex, self._edge(vertex))
        for vertex in reversed(back):
            path = path.up(vertex, self._edge(vertex))
        graph, sole = self._graph, path.turned or path.moved
        if len(sole) != 1 or sole[0] in back or graph.inverted[sole[0]]:
            return path.pose, None
        record = graph.records[sole[0]]
        return path.pose, record.element if record.pose_element is None else record.pose_element

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
