"""What is in a picture as one piece: a node with the label of the line that leads to it, measured."""

from __future__ import annotations

from functools import cached_property

from ...diagnostics.records import dataclass, field, replace
from ...diagnostics.render.printable import printable
from ..ir.graph_search import Forest
from ..ir.scoped_names import plain_name
from .diagram import Diagram, DiagramEdge, DiagramNode
from .text_metrics import shorten_text, width

STEM = 12.0
"""From the left side of an item to the line that leads down to its node."""
NAME, SMALL = 12.0, 10.0
"""Sizes of the fonts of names of nodes and of everything else."""
NAME_LINE, SMALL_LINE = 15.0, 12.0
"""Heights of their lines."""
WIDEST = 330.0
"""Of a line of text; what is longer loses its middle."""
GAP_ABOVE_NODE = 6.0
"""Between the line that comes from above and the mark or node."""
UNLABELED_GAP = 4.0
"""Above a node whose joint has no label."""
LABEL_OFFSET = 9.0
"""From the stem to the label."""
PAD = 7.0
"""Between the text of a node and its border."""


@dataclass
class Item:
    """A node with the label above it; or, for a line that closes a loop, the label alone."""

    node: DiagramNode | None
    edge: DiagramEdge | None
    label: tuple[str, ...]
    text: tuple[str, ...]
    """Lines in the box: the name, then the notes."""
    below: list[int] = field(default_factory=list)
    """Its children."""

    @cached_property
    def box(self) -> tuple[float, float]:
        """Width and height of the box; zero where there is none."""
        if self.node is None:
            return 0.0, 0.0
        name, *notes = self.text
        wide = max([width(name, NAME), *(width(note, SMALL) for note in notes), 26.0])
        return wide + 2 * PAD, NAME_LINE + SMALL_LINE * len(notes) + 4

    @cached_property
    def head(self) -> float:
        """Height of what stands above the box."""
        if self.label:
            return GAP_ABOVE_NODE + SMALL_LINE * len(self.label) + 4
        return UNLABELED_GAP if self.edge is not None and self.edge.family is not None else 0.0

    @cached_property
    def width(self) -> float:
        """Of all of it."""
        label = max((width(line, SMALL) for line in self.label), default=0.0)
        return max(self.box[0], STEM + LABEL_OFFSET + label if label else 0.0)

    @cached_property
    def height(self) -> float:
        """Of all of it."""
        return self.head + self.box[1]

    @cached_property
    def meets(self) -> tuple[float, float]:
        """Where a line from the left ends: at the mark, or at the side of the box."""
        return (STEM, GAP_ABOVE_NODE + SMALL_LINE / 2) if self.label else (0.0, self.head + (NAME_LINE + 4) / 2)


def items_of(
    drawing: Diagram, trees: Forest, *, brief: bool = False
) -> tuple[list[Item], list[int], list[int], dict[int, int]]:
    """The pieces of a picture, parents before their children; the roots; the piece of each node, and of each loop's edge.

    Where ``brief``, joints that are called like the link below them go without their name.
    """
    place = {node.name: number for number, node in enumerate(drawing.nodes)}
    beside: dict[int, list[int]] = {}
    for number, edge in enumerate(drawing.edges):
        if edge.line == "dashed":
            beside.setdefault(place[drawing.ends(edge)[0]], []).append(number)
    items: list[Item] = []
    at = [-1] * len(drawing.nodes)
    loops: dict[int, int] = {}
    for number, _ in trees.descend():
        way, node = trees.inboard[number], drawing.nodes[number]
        at[number] = len(items)
        if trees.towards[number] >= 0:
            items[at[trees.towards[number]]].below.append(at[number])
        above = drawing.edges[way] if way >= 0 else None
        backwards = above is not None and drawing.ends(above)[1] != node.name
        nameless = brief and above is not None and is_implied(above, node)
        label = _label(above, "from the link below" if backwards else "", named=not nameless)
        notes = (shorten_text(printable(note), SMALL, WIDEST) for note in node.notes)
        items.append(Item(node, above, label, (shorten_text(printable(node.label), NAME, WIDEST), *notes)))
        for loop in beside.get(number, ()):
            edge = drawing.edges[loop]
            other = drawing.nodes[place[drawing.ends(edge)[1]]]
            loops[loop] = len(items)
            items[at[number]].below.append(len(items))
            items.append(Item(None, edge, _label(edge, f"closes at {other.label}"), ()))
    return items, [at[root] for root in trees.roots], at, loops


def is_implied(edge: DiagramEdge, node: DiagramNode) -> bool:
    """Whether the name of a joint is that of the link below it but for words such as ``_joint``."""
    link = plain_name(node.name)
    return edge.label.removesuffix("_joint") in (link, link.removesuffix("_link").removesuffix("_frame"))


def _label(edge: DiagramEdge | None, more: str, *, named: bool = True) -> tuple[str, ...]:
    """The name of a joint and its limits; the type where the mark does not show it already."""
    if edge is None:
        return ()
    is_marked = edge.family is not None and edge.family.name == edge.type
    shown = replace(edge, label=edge.label if named else "", type="" if is_marked else edge.type)
    return tuple(shorten_text(printable(line), SMALL, WIDEST) for line in (*shown.lines, more) if line)
