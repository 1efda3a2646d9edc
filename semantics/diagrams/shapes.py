"""Which children stand side by side, and which below each other: the shapes that a tree may have on a page.

Of each subtree the few shapes are kept that no other beats in width and height, so that all of it costs no more than the number
of nodes, and what a page is given decides about the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from .boxes import Item

COLUMN_GAP = 14.0
"""Between columns."""
ROW_GAP = 5.0
"""Between what stands below each other in a column."""
DROP = 10.0
"""From a node down to what hangs on it."""
INDENT = 20.0
"""Of what stands on a rail."""
TRIED, MOST_TRIED = 12, 48
"""How many heights are tried of what hangs on a node; more where more hangs on it."""

Columns = tuple[tuple[tuple[int, int], ...], ...]
"""Children from left to right and from top to bottom: items, each with the number of its own shape."""


class SubtreeShape(NamedTuple):
    """One way to lay a subtree out; the width is what it takes at most."""

    width: float
    height: float
    columns: Columns


def shapes_of(items: Sequence[Item]) -> list[list[SubtreeShape]]:
    """The shapes of what hangs on each item, with it, from narrow and high to wide and flat.

    Args:
        items: parents before their children.
    """
    shapes: list[list[SubtreeShape]] = [[]] * len(items)
    for number in range(len(items) - 1, -1, -1):
        item = items[number]
        if item.below:
            found = find_pareto_layouts(item.below, shapes)
            shapes[number] = [
                SubtreeShape(max(shape.width, item.width), item.height + DROP + shape.height, shape.columns)
                for shape in found
            ]
        else:
            shapes[number] = [SubtreeShape(item.width, item.height, ())]
    return shapes


def find_pareto_layouts(below: Sequence[int], shapes: Sequence[Sequence[SubtreeShape]]) -> list[SubtreeShape]:
    """Ways to arrange items that hang on one thing, of which none is both wider and higher than another."""
    found: list[SubtreeShape] = []
    if len(below) == 1:
        (child,) = below
        found = [SubtreeShape(shape[0], shape[1], (((child, number),),)) for number, shape in enumerate(shapes[child])]
    elif below:
        found = [_fill_columns(below, shapes, height) for height in _heights(below, shapes)]
    kept: list[SubtreeShape] = []
    for shape in sorted(found):
        if not kept or shape.height < kept[-1].height - 0.5:
            kept.append(shape)
    return kept


def _heights(below: Sequence[int], shapes: Sequence[Sequence[SubtreeShape]]) -> Iterable[float]:
    """Heights that are worth a try, from all side by side to all in one column."""
    least = max(shapes[child][-1].height for child in below)
    most = sum(shapes[child][0].height + ROW_GAP for child in below)
    tried = min(TRIED + len(below), MOST_TRIED)
    step = (most / least) ** (1 / (tried - 1))
    return {max(most / count, least) for count in range(1, 5)} | {least * step**power for power in range(tried)}


def _fill_columns(below: Sequence[int], shapes: Sequence[Sequence[SubtreeShape]], height: float) -> SubtreeShape:
    """Children in columns of at most that height, in their order, each as narrow as that allows."""
    columns: list[list[tuple[int, int]]] = []
    filled, reached = inf, 0.0
    for child in below:
        number = next(n for n, shape in enumerate(shapes[child]) if shape.height <= height * (1 + 1e-9))
        needed = shapes[child][number].height
        if filled + ROW_GAP + needed <= height:
            columns[-1].append((child, number))
            filled += ROW_GAP + needed
        else:
            columns.append([(child, number)])
            filled = needed
        reached = max(reached, filled)
    wide = sum(
        max(shapes[child][number].width for child, number in column) + (INDENT if len(column) > 1 else 0.0)
        for column in columns
    )
    return SubtreeShape(wide + COLUMN_GAP * (len(columns) - 1), reached, tuple(map(tuple, columns)))
