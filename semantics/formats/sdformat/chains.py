"""Poses along the edges of a frame graph, for the few that are needed before a scene is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...frames.graph import ROOT
from ...spatial.raw_pose import IDENTITY, RawPose, compose, inverse

if TYPE_CHECKING:
    from ...frames.graph import FrameGraph


def pose_of(graph: FrameGraph, vertex: int, end: int = ROOT) -> RawPose:
    """Pose of a vertex in ``end``, which its poses lead to, or in the world where they do not."""
    pose = IDENTITY
    while vertex not in (ROOT, end):
        step = graph.poses[vertex]
        pose = compose(inverse(step) if graph.inverted[vertex] else step, pose)
        vertex = graph.relative[vertex]
    return pose
