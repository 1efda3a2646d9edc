"""What is in a picture of a scene, as it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .frames import frames
from .joints import collapse_fixed_joints, joints
from .subset import part_of

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .diagram import Diagram, Kind


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
