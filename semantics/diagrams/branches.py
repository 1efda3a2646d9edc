"""The kinematic tree of a scene as rows: each link after its parent, with the joint that leads to it."""

from __future__ import annotations

from ...diagnostics.records import dataclass
from ...runtime.spelling import format_count
from ..scene.scene import Scene
from .build import place_of
from .joints import joints


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """A link and the joint that leads to it; or a joint that closes a loop, and the link that it leads to."""

    link: str
    """Scoped name."""
    label: str
    """The same without the scope that it shares with its surroundings."""
    depth: int
    """Joints from the root."""
    last: bool
    """Whether no sibling comes after it."""
    joint: str | None = None
    """Scoped name; None for roots."""
    closes: bool = False
    """Whether the joint closes a loop: the link has its own row elsewhere."""
    notes: tuple[str, ...] = ()


def branches(scene: Scene, *, root: str | None = None, depth: int | None = None) -> list[TreeBranch]:
    """The rows of a scene, each link once: all, or those below ``root`` (its scoped name or the end of it) down to ``depth``.

    Raises:
        NameNotFound: there is no such link.
    """
    drawing = joints(scene)
    trees = drawing.forest()
    nodes, edges, names = drawing.nodes, drawing.edges, list(scene.joints)
    place = {node.name: number for number, node in enumerate(nodes)}
    closing: dict[int, list[int]] = {}
    for number, edge in enumerate(edges[: len(names)]):
        if edge.line == "dashed":
            closing.setdefault(place[edge.start], []).append(number)
    children = trees.children()
    last = {below[-1] for below in children.values() if below}
    rows: list[TreeBranch] = []
    for number, steps in trees.descend(None if root is None else [place_of(root, [node.name for node in nodes])]):
        if depth is not None and steps > depth:
            continue
        node, way, below = nodes[number], trees.inboard[number], children[number]
        loops = closing.get(number, [])
        notes = list(node.notes)
        if steps == depth and (below or loops):
            notes.append(f"… {format_count(len(below) + len(loops), 'joint')} below")
            loops = []
        if steps and edges[way].end != node.name:
            notes.append("child of this joint is the link above")
        joint = names[way] if steps else None
        rows.append(TreeBranch(node.name, node.label, steps, not steps or number in last, joint, notes=tuple(notes)))
        for loop in loops:
            other = nodes[place[edges[loop].end]]
            ends = loop == loops[-1] and not below
            rows.append(TreeBranch(other.name, other.label, steps + 1, ends, names[loop], True, ("closes a loop",)))
    return rows
