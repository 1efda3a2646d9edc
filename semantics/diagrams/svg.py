"""Drawings as SVG with a layout of our own: the same picture on every machine, with nothing installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from ...diagnostics.render.printable import printable
from .boxes import GAP_ABOVE_NODE, LABEL_OFFSET, NAME, NAME_LINE, PAD, SMALL, SMALL_LINE, STEM, Item, items_of
from .joint_styles import FAMILIES, outline
from .layout import layout_tree
from .legend import LEGEND_LINE, MARGIN, NODE_STYLES, drawn_legend, format_text_length, legend_rows, text_of
from .text_metrics import shorten_text, width

if TYPE_CHECKING:
    from .diagram import Diagram

A4 = (1122.5, 793.7)
"""The page that pictures should fit, lying, in CSS pixels."""
SMALLEST = 0.6
"""Down to which part of its size a picture is made smaller to fit the page; one that would have to be smaller is not."""
TITLE = 30.0
LARGE_ITEM_COUNT = 2000
"""From here on joints called like their link go without their names at once: no page shows all of it anyway."""

LINE_STYLE = 'fill="none" stroke="#818b98"'
STYLE = "".join(
    [
        "@media (prefers-color-scheme:dark){.page,.hollow{fill:#0d1117}.line{stroke:#8b949e}.tie{stroke:#b1bac4}.name{fill:#f0f6fc}",
        ".small,.title{fill:#c9d1d9}.halo{stroke:#0d1117}.on-world{fill:#0d1117}",
        *(f".{kind}{{fill:{each.dark_fill};stroke:{each.dark_stroke}}}" for kind, each in NODE_STYLES.items()),
        *(f".f{n}{{fill:{each.dark};stroke:{each.dark}}}" for n, each in enumerate(FAMILIES)),
        "}",
    ]
)


def render(drawing: Diagram, page: tuple[float, float] = A4) -> str:
    """A drawing as SVG.

    Args:
        drawing: what is drawn.
        page: width and height that it should fit, pixels; it is made smaller for that as far as it can still be read.
    """
    trees, brief = drawing.forest(), len(drawing.nodes) > LARGE_ITEM_COUNT
    while True:
        items, roots, at, loops = items_of(drawing, trees, brief=brief)
        legend = legend_rows(drawing, page[0] - 2 * MARGIN, brief=brief)
        room = (page[0] - 2 * MARGIN, page[1] - 2 * MARGIN - TITLE - LEGEND_LINE * len(legend) - 10)
        plan = layout_tree(items, roots, room)
        if brief or (plan.width <= room[0] and plan.height <= room[1]):
            break
        brief = True
    title = shorten_text(printable(drawing.title), NAME + 2, room[0])
    wide = max([plan.width, width(title, NAME + 2), *(row[-1].x + row[-1].width for row in legend)]) + 2 * MARGIN
    high = plan.height + 2 * MARGIN + TITLE + 10 + LEGEND_LINE * len(legend)
    places = [(x + MARGIN, y + MARGIN + TITLE) for x, y in plan.places]
    pieces = _Pieces(items, places, plan.railed)
    shown = min(page[0] / wide, page[1] / high, 1.0)
    if shown < SMALLEST:
        shown = 1.0
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        + f'width="{wide * shown:.0f}" height="{high * shown:.0f}" role="img">',
        f"<title>{escape(printable(drawing.title))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{wide:.0f}" height="{high:.0f}" fill="#ffffff"/>',
        '<g font-family="Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif">',
        *pieces.draw_extra_edges(drawing, at, loops),
        *_group("line", LINE_STYLE, (_path(line) for line in plan.lines)),
        *pieces.joints(),
        *pieces.boxes(),
        *pieces.texts(),
        *drawn_legend(legend, high - MARGIN - LEGEND_LINE * len(legend)),
        (
            f'<text class="title" x="{MARGIN:g}" y="{MARGIN + 12:g}" font-size="{NAME + 2:g}" fill="#24292f" '
            f'stroke="none"{format_text_length(title, NAME + 2)}>{escape(title)}</text>'
        ),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Pieces:
    """Items where they stand, as SVG."""

    def __init__(self, items: Sequence[Item], places: Sequence[tuple[float, float]], railed: AbstractSet[int]) -> None:
        self._items, self._places, self._railed = items, places, railed

    def _mark_of(self, number: int) -> tuple[float, float]:
        (x, y), item = self._places[number], self._items[number]
        if item.label:
            return x + STEM, y + GAP_ABOVE_NODE + SMALL_LINE / 2
        return (x - 6, y + item.meets[1]) if number in self._railed else (x + STEM, y - 1)

    def joints(self) -> list[str]:
        """Marks, and the stems from them to the nodes."""
        lines = []
        for family in (None, *FAMILIES):
            drawn = []
            for number, item in enumerate(self._items):
                if item.edge is None or item.edge.family is not family:
                    continue
                x, y = self._mark_of(number)
                if item.node is not None and item.label:
                    drawn.append(f'<path d="M{x:g} {y:g}v{item.head - GAP_ABOVE_NODE - SMALL_LINE / 2:g}"/>')
                if family is not None:
                    drawn.append(outline(family.mark, x, y, upright=not item.label and number in self._railed))
            if family is None:
                lines += _group("line", LINE_STYLE, drawn)
                continue
            thick = "1.2" if family.name == "fixed" else "2"
            colours = f'fill="{family.colour}" stroke="{family.colour}" stroke-width="{thick}"'
            lines += _group(f"f{FAMILIES.index(family)}", colours, drawn)
        return lines

    def boxes(self) -> list[str]:
        """Boxes of nodes, with their full names to be shown on hovering."""
        lines = []
        for kind, look in NODE_STYLES.items():
            drawn = []
            for item, (x, y) in zip(self._items, self._places):
                if item.node is not None and item.node.kind == kind:
                    wide, high = item.box
                    drawn.append(
                        f'<rect x="{x:g}" y="{y + item.head:g}" width="{wide:.1f}" height="{high:g}" rx="{look.round:g}">'
                        f"<title>{escape(printable(item.node.name))}</title></rect>"
                    )
            lines += _group(kind, f'fill="{look.fill}" stroke="{look.stroke}"', drawn)
        return lines

    def texts(self) -> list[str]:
        """Names in boxes, and what is written beside the stems and below the names."""
        names: list[str] = []
        light: list[str] = []
        small: list[str] = []
        for item, (x, y) in zip(self._items, self._places):
            for row, line in enumerate(item.label):
                small.append(
                    text_of(line, x + STEM + LABEL_OFFSET, y + GAP_ABOVE_NODE + SMALL_LINE * (row + 1) - 3, SMALL)
                )
            if item.node is not None:
                name, *notes = item.text
                below = y + item.head + NAME_LINE
                (light if item.node.kind == "world" else names).append(text_of(name, x + PAD, below - 1.5, NAME))
                for row, note in enumerate(notes):
                    small.append(text_of(note, x + PAD, below + SMALL_LINE * (row + 1) - 2, SMALL))
        return [
            *_group("name", f'fill="#1f2328" font-size="{NAME:g}"', names),
            *_group("on-world", f'fill="#ffffff" font-size="{NAME:g}"', light),
            *_group(
                "small halo",
                f'fill="#424a53" stroke="#ffffff" stroke-width="2.5" paint-order="stroke" font-size="{SMALL:g}"',
                small,
            ),
        ]

    def draw_extra_edges(self, drawing: Diagram, at: Sequence[int], loops: dict[int, int]) -> list[str]:
        """Lines that are no part of a tree: from the label of a loop to the node that it closes at; from mark to mark."""
        place = {node.name: at[number] for number, node in enumerate(drawing.nodes)}
        dashed, dotted = [], []
        for number, edge in enumerate(drawing.edges):
            upper, lower = (place[end] for end in drawing.ends(edge))
            if edge.line == "dashed":
                dashed.append(self._draw_loop_closure(loops[number], lower))
            elif edge.line == "dotted":
                dotted.append(_arc(self._mark_of(upper), self._mark_of(lower)))
        return [
            *_group("tie", 'fill="none" stroke="#24292f" stroke-width="1.3" stroke-dasharray="6 3"', dashed),
            *_group(
                "tie",
                'fill="none" stroke="#24292f" stroke-width="1.3" stroke-dasharray="0.1 4" stroke-linecap="round"',
                dotted,
            ),
        ]

    def _draw_loop_closure(self, loop: int, node: int) -> str:
        """A curve from the mark of a joint, which has its label to the right, to the nearer side of a node."""
        x, y = self._mark_of(loop)
        left, top = self._places[node]
        item = self._items[node]
        right, middle = left + item.box[0], top + item.head + (NAME_LINE + 4) / 2
        u, turn = (right, 1) if right < x else (left, -1)
        bulge = 16 + min(abs(y - middle) / 6, 60)
        return _cubic((x, y), (x - bulge, y), (u + turn * bulge, middle), (u, middle))


def _arc(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A curve between marks that keeps off the labels to the right of them: above them, or on their left."""
    (x, y), (u, v) = start, end
    if abs(x - u) > abs(y - v):
        return _cubic(start, (x, y - 20), (u, v - 20), end)
    bulge = 16 + min(abs(y - v) / 6, 60)
    return _cubic(start, (x - bulge, y), (u - bulge, v), end)


def _cubic(*points: tuple[float, float]) -> str:
    start, *others = (f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{start}C{" ".join(others)}"/>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    moved = [(x + MARGIN, y + MARGIN + TITLE) for x, y in points]
    return f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in moved)}"/>'


def _group(name: str, attributes: str, drawn: Iterable[str]) -> list[str]:
    inside = list(drawn)
    return [f'<g class="{name}" {attributes}>', *inside, "</g>"] if inside else []
