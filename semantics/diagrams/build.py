"""What is in a picture of a scene, as it was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...diagnostics.errors import NameNotFound
from ...diagnostics.records import replace
from ...runtime.spelling import format_count
from ..ir.lazy_mapping import unknown
from ..ir.scoped_names import WORLD, plain_name, shared_scope
from ..scene.scene import Scene
from .diagram import Diagram, DiagramEdge, DiagramNode, Kind, labels
from .joints import collapse_fixed_joints, joints
from .number_format import format_pose


def drawing_of(
    scene: Scene,
    kind: Kind | None = None,
    *,
    root: str | None = None,
    depth: int | None = None,
    collapse_fixed: bool = False,
) -> Diagram:
    """The picture of one kind.

    Args:
        scene: what is drawn.
        kind: ``frames``: each frame and what it is attached to; ``poses``: each frame and what its pose is relative
            to; ``joints``: the links and the joints between them, from parent to child. None: ``joints`` where there
            are joints, and otherwise ``poses``.
        root: the frame or link to begin with, by its scoped name or the end of it.
        depth: how many steps down from there; None for all.
        collapse_fixed: whether links that fixed joints hold together become one; of joints only.

    Raises:
        NameNotFound: there is no such root.
    """
    if kind is None:
        kind = "joints" if scene.joints or scene.constraints else "poses"
    drawing = joints(scene) if kind == "joints" else frames(scene, kind)
    if collapse_fixed and kind == "joints":
        drawing = collapse_fixed_joints(drawing)
    return drawing if root is None and depth is None else part_of(drawing, root, depth)


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


def place_of(name: str, names: Sequence[str]) -> int:
    """The place of a name, scoped or, where only one is called so, without its scope.

    Raises:
        NameNotFound: there is none, or there are several.
    """
    if name in names:
        return names.index(name)
    alike = [number for number, each in enumerate(names) if plain_name(each) == name]
    if len(alike) == 1:
        return alike[0]
    if alike:
        some = ", ".join(map(repr, (names[number] for number in alike[:3])))
        raise NameNotFound(f"{name!r} is ambiguous: there are {some}{' and others' if len(alike) > 3 else ''}")
    raise NameNotFound(unknown("link or frame", name, [*map(plain_name, names), *names]))


def part_of(drawing: Diagram, root: str | None, depth: int | None) -> Diagram:
    """What is reached from ``root`` (all trees without) in ``depth`` steps downwards; notes say how much more there is.

    Raises:
        NameNotFound: there is no such node.
    """
    trees = drawing.forest()
    nodes, what = drawing.nodes, "link" if drawing.kind == "joints" else "frame"
    chosen = None if root is None else [place_of(root, [node.name for node in nodes])]
    order = trees.descend(chosen)
    kept = {number for number, steps in order if depth is None or steps <= depth}
    hidden = [0] * len(nodes)
    for number, _ in reversed(order):
        above = trees.towards[number]
        if above >= 0:
            hidden[above] += hidden[number] + (number not in kept)
    names = {nodes[number].name for number in kept}
    return replace(
        drawing,
        nodes=tuple(
            replace(node, notes=(*node.notes, f"… {format_count(hidden[number], what)} below"))
            if hidden[number]
            else node
            for number, node in enumerate(nodes)
            if number in kept
        ),
        edges=tuple(edge for edge in drawing.edges if edge.start in names and edge.end in names),
    )
