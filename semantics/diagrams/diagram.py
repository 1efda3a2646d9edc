"""What is in a picture of a scene, whatever draws it: nodes and edges, and what nodes are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ...diagnostics.records import dataclass
from ..ir.graph_search import Forest, grow_forest
from ..ir.scoped_names import SEPARATOR, plain_name
from .joint_styles import Family

Kind = Literal["frames", "poses", "joints"]
Line = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A frame or link."""

    name: str
    """Scoped, and unlike all others."""
    kind: str
    """That of the frame: ``world``, ``model``, ``link``, ``joint`` or ``frame``."""
    label: str
    """What is read in the picture: the name without what it shares with its surroundings."""
    notes: tuple[str, ...] = ()
    """Lines below it: what was folded into it."""


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    """A line from one node to another."""

    start: str
    end: str
    label: str = ""
    """Name of the joint, without its scope."""
    type: str = ""
    """Of a joint."""
    details: tuple[str, ...] = ()
    """Lines below it: limits of a joint and what it follows; the numbers of a pose."""
    family: Family | None = None
    """Of a joint."""
    line: Line = "solid"
    """``dashed`` closes a loop; ``dotted`` couples the joints above two links."""

    @property
    def lines(self) -> list[str]:
        """What is written beside it: the name, the type with the first detail, the other details."""
        first = " ".join(filter(None, (self.type, *self.details[:1])))
        return [line for line in (self.label, first, *self.details[1:]) if line]


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes in document order and the edges between them."""

    title: str
    kind: Kind
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]

    @property
    def downward(self) -> bool:
        """Whether edges start at the node that is drawn above the other: joints do, at the parent."""
        return self.kind == "joints"

    def ends(self, edge: DiagramEdge) -> tuple[str, str]:
        """Names of the upper and the lower node of an edge."""
        return (edge.start, edge.end) if self.downward else (edge.end, edge.start)

    def forest(self) -> Forest:
        """The trees of its solid edges, the world's first; nodes and edges by their places."""
        place = {node.name: number for number, node in enumerate(self.nodes)}
        ends = [
            None if edge.line != "solid" else (place[upper], place[lower])
            for edge, (upper, lower) in zip(self.edges, map(self.ends, self.edges))
        ]
        return grow_forest(
            range(len(self.nodes)), ends, [number for number, node in enumerate(self.nodes) if node.kind == "world"]
        )


def labels(above: Mapping[str, str | None], shared: str) -> dict[str, str]:
    """What each name is called in a picture, by the name of the node above it; all are in the scope ``shared``."""
    found: dict[str, str] = {}
    for name, upper in above.items():
        scope = name.rpartition(SEPARATOR)[0]
        if scope and upper is not None and scope in (upper, upper.rpartition(SEPARATOR)[0]):
            found[name] = plain_name(name)
        elif shared and name.startswith(f"{shared}{SEPARATOR}"):
            found[name] = name[len(shared) + len(SEPARATOR) :]
        else:
            found[name] = plain_name(name) if name == shared else name
    return found
