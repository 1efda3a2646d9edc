"""What is in a picture of a scene: nodes and edges, whatever draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..description.names import WORLD

if TYPE_CHECKING:
    from ..scene.scene import Scene

Kind = Literal["frames", "poses", "joints"]


@dataclass(frozen=True, slots=True)
class Node:
    """A frame or link."""

    name: str
    kind: str
    """That of the frame: ``world``, ``model``, ``link``, ``joint`` or ``frame``."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow."""

    start: str
    end: str
    label: str = ""
    dashed: bool = False
    """Whether it is a joint that closes a loop."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes in document order and the arrows between them."""

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def drawing_of(scene: Scene, kind: Kind) -> Drawing:
    """The picture of one kind.

    Args:
        scene: what is drawn.
        kind: ``frames``: each frame and what it is attached to; ``poses``: each frame and what its pose is relative
            to; ``joints``: the links and the joints between them, from parent to child.
    """
    if kind == "joints":
        return _joints(scene)
    nodes = tuple(Node(name, frame.kind) for name, frame in scene.frames.items())
    if kind == "frames":
        edges = tuple(
            Edge(name, frame.attached_frame) for name, frame in scene.frames.items() if frame.attached_frame is not None
        )
    else:
        edges = tuple(
            Edge(name, frame.relative_to, _pose_text(scene, name, frame.relative_to))
            for name, frame in scene.frames.items()
            if name != WORLD
        )
    return Drawing({"frames": "attached to", "poses": "pose relative to"}[kind], nodes, edges)


def _joints(scene: Scene) -> Drawing:
    edges = tuple(
        Edge(joint.parent, joint.child, f"{_last(name)} ({joint.type})", joint.closes_loop)
        for name, joint in scene.joints.items()
    )
    ends = {end for edge in edges for end in (edge.start, edge.end)}
    nodes = [Node(name, "link") for name in scene.links]
    # Parents and children that are no links: the world, static models, names that could not be followed.
    others = [Node(end, "world" if end == WORLD else "model") for end in sorted(ends - set(scene.links))]
    return Drawing("joints", (*others, *nodes), edges)


def _pose_text(scene: Scene, name: str, relative_to: str) -> str:
    pose = scene.pose(name, relative_to)
    numbers = [f"{value:.4g}" for value in (*pose.translation + 0.0, *pose.rpy + 0.0)]
    return "" if set(numbers) == {"0"} else " ".join(numbers)


def _last(name: str) -> str:
    return name.rsplit("::", 1)[-1]
