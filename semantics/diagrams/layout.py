"""Where everything in a picture is: tidy trees from top to bottom, after Reingold and Tilford.

Each node has the label of the line that leads to it above it, is in the middle above its children, and subtrees are as close as
their outlines allow. Children are side by side. Where the picture would be larger than the page, they are below each other
instead, indented and held by a rail, for as long as there is room down to the bottom; what is left begins the next column.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import inf, sqrt

from ...diagnostics.records import NamedTuple, dataclass, field
from .boxes import STEM, Item

COLUMN_GAP = 14.0
"""Between columns."""
ROW_GAP = 5.0
"""Between what stands below each other in a column."""
DROP = 10.0
"""From a node down to its children."""
INDENT = 20.0
"""Of what stands on a rail."""
TREE_GAP = 26.0
"""Between trees."""
CLEARANCE = 3.0
"""Between what stands above each other in neighbouring subtrees."""
SLABS = 64
"""Pieces of an outline at most, so that the work grows with the number of items alone."""
PAGE_SCALE = 0.75
"""The scale at which pictures that are larger than the page are meant to fit it."""
FILLED, LEAST_FILLED = 0.8, 0.4
"""The part of a picture with all children side by side that is left with columns, and the part at which it is rather flat than
too large for a page."""

Columns = list[list[int]]
"""Children from left to right and from top to bottom."""


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
    """Places items, parents before their children, on a page of that width and height if they fit."""
    plain = _LayoutPlanner(items, roots, 0.0)
    if plain.width <= page[0] and plain.height <= page[1]:
        return plain.plan()
    square = plain.width * plain.height * page[1] / page[0]
    height = max(plain.height, min(sqrt(FILLED * square), page[1] / PAGE_SCALE), sqrt(LEAST_FILLED * square))
    return _LayoutPlanner(items, roots, height).plan()


class _LayoutPlanner:
    """Items in columns down to some height; all side by side where that is 0.

    Lists by the number of an item have one entry more, at -1: that of the page, which is above all roots.
    """

    def __init__(self, items: Sequence[Item], roots: Sequence[int], height: float) -> None:
        self._items = items
        count = len(items) + 1
        self._columns: list[Columns] = [[]] * count
        self._heights = [0.0] * count
        """Of each subtree."""
        self._fill_columns(roots, height)
        self._tops = [0.0] * count
        for number in range(-1, len(items)):
            top = 0.0 if number < 0 else self._tops[number] + items[number].height + DROP
            for column in self._columns[number]:
                y = top
                for child in column:
                    self._tops[child] = y
                    y += self._heights[child] + ROW_GAP
        self._across = [0.0] * count
        """Of each item the left side, from the origin of its subtree."""
        self._moved = [0.0] * count
        """Of each subtree the origin, from that of the one above it."""
        self._attached: list[list[float]] = [[]] * count
        """Where lines from above meet the columns below each item, from the origin of its subtree."""
        self._outlines: list[Outline] = [[]] * count
        for number in range(len(items) - 1, -1, -1):
            self._outlines[number] = self._compute_outline(number)
        whole, _ = self._place_side_by_side(self._columns[-1], TREE_GAP)
        self._left = min((slab.left for slab in whole), default=0.0)
        self.width = max((slab.right for slab in whole), default=0.0) - self._left
        self.height = max((slab.bottom for slab in whole), default=0.0)

    def plan(self) -> Plan:
        """The places of all items."""
        plan = Plan(self.width, self.height, [(0.0, 0.0)] * len(self._items))
        origins = [0.0] * len(self._items) + [-self._left]
        for number in range(-1, len(self._items)):
            for column in self._columns[number]:
                for child in column:
                    origins[child] = origins[number] + self._moved[child]
                    plan.places[child] = (origins[child] + self._across[child], self._tops[child])
        for number, columns in enumerate(self._columns[:-1]):
            self._draw(plan, number, columns, origins[number])
        return plan

    def _fill_columns(self, roots: Sequence[int], height: float) -> None:
        """Arranges what is below each item in columns of the height that is left there."""
        rooms = [height] * len(self._items)
        for number, item in enumerate(self._items):
            for child in item.below:
                rooms[child] = rooms[number] - item.height - DROP
        for number in range(len(self._items) - 1, -1, -1):
            item = self._items[number]
            self._heights[number] = item.height
            if item.below:
                columns = self._columns[number] = self._stack(item.below, rooms[item.below[0]])
                self._heights[number] += DROP + max(
                    sum(self._heights[child] + ROW_GAP for child in column) - ROW_GAP for column in columns
                )
        self._columns[-1] = self._stack(roots, height)

    def _stack(self, children: Sequence[int], room: float) -> Columns:
        """Children in columns of at most that height, in their order; what is higher has its own."""
        columns: Columns = []
        filled = inf
        for child in children:
            filled += ROW_GAP + self._heights[child]
            if filled <= room:
                columns[-1].append(child)
            else:
                columns.append([child])
                filled = self._heights[child]
        return columns

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
        return _simplify_outline(outline)

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
                for child in column:
                    self._moved[child] += move
                outline = _simplify_outline(_merge_outlines(outline, added))
            else:
                outline = added
            attached.append(at + move)
        return outline, attached

    def _column(self, column: Sequence[int]) -> tuple[Outline, float]:
        """The outline of a column, from its rail or of its only item; and where the line from above meets it."""
        if len(column) == 1:
            (child,) = column
            self._moved[child] = 0.0
            return self._outlines[child], self._across[child] + STEM
        found: Outline = []
        for child in reversed(column):
            outline = self._outlines[child]
            move = INDENT - STEM - min(slab.left for slab in outline)
            self._moved[child] = move
            if found:  # the rail goes on between them
                found.append(ContourSegment(outline[0].bottom, found[-1].top, -1.0, 1.0))
            found += [ContourSegment(slab.top, slab.bottom, -1.0, slab.right + move) for slab in outline]
        return _simplify_outline(found), 0.0

    def _draw(self, plan: Plan, number: int, columns: Columns, origin: float) -> None:
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
                plan.lines.append([(x, bus), (x, top + self._items[column[0]].meets[1])])
                continue
            y = top
            for child in column:
                across, down = self._items[child].meets
                y = self._tops[child] + down
                plan.lines.append([(x, y), (plan.places[child][0] + across, y)])
                plan.railed.add(child)
            plan.lines.append([(x, bus), (x, y)])


def _simplify_outline(outline: Outline) -> Outline:
    """The outline with neighbours taken as one where it has too many pieces; it only grows by that."""
    while len(outline) > SLABS:
        pairs = [outline[at : at + 2] for at in range(0, len(outline), 2)]
        outline = [ContourSegment(pair[-1].top, pair[0].bottom, *_sides(pair)) for pair in pairs]
    return outline


def _sides(slabs: Sequence[ContourSegment]) -> tuple[float, float]:
    return min(slab.left for slab in slabs), max(slab.right for slab in slabs)


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
            found.append(ContourSegment(top, bottom, *_sides(here)))
    return found
