"""What is in pictures of frames: what each is attached to, or what its pose is relative to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..ir.scoped_names import WORLD
from .diagram import Diagram, DiagramEdge, DiagramNode
from .number_format import format_pose
from .short_names import labels, shared_scope

if TYPE_CHECKING:
    from ..scene.scene import Scene


def frames(scene: Scene, kind: Literal["frames", "poses"]) -> Diagram:
    """Every frame, and an edge to the one that it is attached to, or from which its pose is measured."""
    if kind == "frames":
        to = {name: frame.attached_frame for name, frame in scene.frames.items()}
    else:
        to = {name: None if name == WORLD else frame.relative_to for name, frame in scene.frames.items()}
    shared = shared_scope(scene.frames, scene.models)
    label = labels(to, shared)
    return Diagram(
        f"{shared or scene.world_name}: {'what frames are attached to' if kind == 'frames' else 'where frames are placed'}",
        kind,
        tuple(DiagramNode(name, frame.kind, label[name]) for name, frame in scene.frames.items()),
        tuple(
            DiagramEdge(name, other, details=format_pose(scene.pose(name, other)) if kind == "poses" else ())
            for name, other in to.items()
            if other is not None
        ),
    )
