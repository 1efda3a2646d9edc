"""Where everything in a picture stands: trees from top to bottom, moved together as far as their outlines allow.

Each node has the label of the line that leads to it above it. Its children stand side by side below it, or, where that would be
too wide, below each other in columns, indented and held by a rail. As in the trees of Reingold and Tilford, a node stands in the
middle above its children, and subtrees are as close as what they hold allows at each height.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .boxes import STEM, Item
from .shapes import COLUMN_GAP, DROP, INDENT, ROW_GAP, Columns, SubtreeShape, find_pareto_layouts, shapes_of

TREE_GAP = 26.0
"""Between trees."""
CLEARANCE = 3.0
"""Between what stands above each other in neighbouring subtrees."""
SLABS, FEW_SLABS = 96, 8
"""Pieces of an outline at most, and in pictures of more than LARGE items, which no page shows anyway."""
LARGE_ITEM_COUNT = 2000
COMPACTION_FACTOR = 1.15
"""By what factor trees become narrower, as a rule, when they are moved together."""
CANDIDATES = 4000
"""Items that may be placed for the sake of a better shape."""


class ContourSegment(NamedTuple):
    """What a subtree takes between two heights."""

    top: float
    bottom: float
    left: float
    right: float


Outline = list[ContourSegment]
"""From the bottom to the top."""


@dataclass(slots=True)
class Plan:
    """Where items stand, and the lines between them."""

    width: float
    height: float
    places: list[tuple[float, float]]
    """Left upper corner of each item."""
    lines: list[list[tuple[float, float]]] = field(default_factory=list)
    """Lines from nodes to the joints below them."""
    railed: set[int] = field(default_factory=set)
    """Items that lines reach from the left."""


def layout_tree(items: Sequence[Item], roots: Sequence[int], page: tuple[float, float]) -> Plan:
    """Lays items out.

    Args:
        items: parents before their children.
        roots: those that hang on nothing.
        page: width and height that it should fit.
    """
    shapes = shapes_of(items)
    offered = find_pareto_layouts(roots, shapes)
    offered.sort(key=lambda shape: max(shape.width / page[0] / COMPACTION_FACTOR, shape.height / page[1]))
    best, least = None, (True, 0.0)
    for whole in offered[: max(CANDIDATES // (len(items) + 1), 1)]:
        placing = _LayoutPlanner(items, shapes, whole.columns)
        too_large = max(placing.width / page[0], placing.height / page[1])
        measure = (too_large > 1, too_large if too_large > 1 else placing.height)
        if best is None or measure < least:
            best, least = placing, measure
    return best.plan() if best is not None else Plan(0.0, 0.0, [])


class _LayoutPlanner:
    """Items of which each has one shape."""

    def __init__(self, items: Sequence[Item], shapes: Sequence[Sequence[SubtreeShape]], roots: Columns) -> None:
        self._items, self._shapes, self._roots = items, shapes, roots
        count = len(items)
        self._slabs = SLABS if count <= LARGE_ITEM_COUNT else FEW_SLABS
        self._columns: list[Columns] = [()] * count
        self._tops = [0.0] * count
        self._across = [0.0] * count
        """Of each item the left side, from the origin of its subtree."""
        self._moved = [0.0] * count
        """Of each subtree the origin, from that of the one above it."""
        self._attached: list[list[float]] = [[]] * count
        """Where lines from above meet the columns below each item, from the origin of its subtree."""
        self._descend()
        self._outlines: list[Outline] = [[]] * count
        for number in range(count - 1, -1, -1):
            self._outlines[number] = self._compute_outline(number)
        whole, _ = self._place_side_by_side(roots, TREE_GAP)
        self._left = min((slab.left for slab in whole), default=0.0)
        self.width = max((slab.right for slab in whole), default=0.0) - self._left
        self.height = max((slab.bottom for slab in whole), default=0.0)

    def plan(self) -> Plan:
        """The places of all items."""
        plan = Plan(self.width, self.height, [(0.0, 0.0)] * len(self._items))
        origins = [0.0] * len(self._items)
        for column in self._roots:
            for child, _ in column:
                origins[child] = self._moved[child] - self._left
        for number, columns in enumerate(self._columns):
            origin = origins[number]
            plan.places[number] = (origin + self._across[number], self._tops[number])
            for column in columns:
                for child, _ in column:
                    origins[child] = origin + self._moved[child]
        for number, columns in enumerate(self._columns):
            self._draw(plan, number, columns, origins[number])
        return plan

    def _descend(self) -> None:
        """Gives each item its shape and its height on the page."""
        waiting: list[tuple[Columns, float]] = [(self._roots, 0.0)]
        while waiting:
            columns, top = waiting.pop()
            for column in columns:
                y = top
                for child, which in column:
                    shape = self._shapes[child][which]
                    self._tops[child], self._columns[child] = y, shape.columns
                    waiting.append((shape.columns, y + self._items[child].height + DROP))
                    y += shape.height + ROW_GAP

    def _compute_outline(self, number: int) -> Outline:
        """The outline of a subtree, and the places of what is directly in it."""
        item, top = self._items[number], self._tops[number]
        columns = self._columns[number]
        if not columns:
            return [ContourSegment(top, top + item.height, 0.0, item.width)]
        outline, attached = self._place_side_by_side(columns, COLUMN_GAP)
        left = attached[0] - STEM
        if len(columns) > 1:
            left = max(left, (attached[0] + attached[-1] - item.box[0]) / 2)
        self._across[number], self._attached[number] = left, attached
        bottom = top + item.height
        outline.append(ContourSegment(bottom, bottom + DROP, min(left, attached[0]), max(left + STEM, attached[-1])))
        outline.append(ContourSegment(top, bottom, left, left + item.width))
        return self._simplify_outline(outline)

    def _place_side_by_side(self, columns: Columns, gap: float) -> tuple[Outline, list[float]]:
        """Columns moved together: their outline, and where the line from above meets each."""
        outline: Outline = []
        attached: list[float] = []
        for column in columns:
            added, at = self._column(column)
            move = 0.0
            if outline:
                move = max(_compute_shift(outline, added, gap), attached[-1] + gap + INDENT - at)
                added = [ContourSegment(slab[0], slab[1], slab[2] + move, slab[3] + move) for slab in added]
                for child, _ in column:
                    self._moved[child] += move
                outline = self._simplify_outline(_merge_outlines(outline, added))
            else:
                outline = added
            attached.append(at + move)
        return outline, attached

    def _column(self, column: Sequence[tuple[int, int]]) -> tuple[Outline, float]:
        """The outline of a column, from its rail or of its only item; and where the line from above meets it."""
        if len(column) == 1:
            ((child, _),) = column
            self._moved[child] = 0.0
            return self._outlines[child], self._across[child] + STEM
        found: Outline = []
        for child, _ in reversed(column):
            outline = self._outlines[child]
            move = INDENT - STEM - min(slab.left for slab in outline)
            self._moved[child] = move
            if found:  # the rail goes on between them
                found.append(ContourSegment(outline[0].bottom, found[-1].top, -1.0, 1.0))
            found += [ContourSegment(slab.top, slab.bottom, -1.0, slab.right + move) for slab in outline]
        return self._simplify_outline(found), 0.0

    def _simplify_outline(self, outline: Outline) -> Outline:
        """The outline with neighbours taken as one where it has too many pieces; it only grows by that."""
        while len(outline) > self._slabs:
            pairs = [outline[at : at + 2] for at in range(0, len(outline), 2)]
            outline = [
                ContourSegment(
                    pair[-1].top, pair[0].bottom, min(slab.left for slab in pair), max(slab.right for slab in pair)
                )
                for pair in pairs
            ]
        return outline

    def _draw(self, plan: Plan, number: int, columns: Columns, origin: float) -> None:
        """The lines from an item to what hangs on it."""
        if not columns:
            return
        item, attached = self._items[number], [origin + x for x in self._attached[number]]
        left, bottom = origin + self._across[number], self._tops[number] + item.height
        top, bus = bottom + DROP, bottom + DROP / 2
        start = (
            min(max((attached[0] + attached[-1]) / 2, left + 6), left + item.box[0] - 6) if item.box[0] else attached[0]
        )
        plan.lines.append([(start, bottom), (start, bus)])
        if min(start, attached[0]) < max(start, attached[-1]):
            plan.lines.append([(min(start, attached[0]), bus), (max(start, attached[-1]), bus)])
        for x, column in zip(attached, columns):
            if len(column) == 1:
                plan.lines.append([(x, bus), (x, top + self._items[column[0][0]].meets[1])])
                continue
            y = top
            for child, _ in column:
                across, down = self._items[child].meets
                y = self._tops[child] + down
                plan.lines.append([(x, y), (plan.places[child][0] + across, y)])
                plan.railed.add(child)
            plan.lines.append([(x, bus), (x, y)])


def _compute_shift(outline: Outline, added: Outline, gap: float) -> float:
    """How far to the right an outline has to be moved to stand beside another."""
    move, first = -1e18, 0
    for slab in added:  # both from the bottom to the top
        while first < len(outline) and outline[first].top >= slab.bottom + CLEARANCE:
            first += 1
        at = first
        while at < len(outline) and outline[at].bottom > slab.top - CLEARANCE:
            move = max(move, outline[at].right + gap - slab.left)
            at += 1
    return move


def _merge_outlines(one: Outline, other: Outline) -> Outline:
    """The outline of two that stand beside each other."""
    edges = sorted({edge for slab in (*one, *other) for edge in slab[:2]}, reverse=True)
    found: Outline = []
    i = j = 0
    for bottom, top in itertools.pairwise(edges):
        while i < len(one) and one[i].top >= bottom:
            i += 1
        while j < len(other) and other[j].top >= bottom:
            j += 1
        here = [slabs[at] for slabs, at in ((one, i), (other, j)) if at < len(slabs) and slabs[at].bottom > top]
        if here:
            found.append(ContourSegment(top, bottom, min(slab.left for slab in here), max(slab.right for slab in here)))
    return found
