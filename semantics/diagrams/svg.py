"""Drawings as SVG with a layout of our own: the same picture on every machine, with nothing installed."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ...diagnostics.render.printable import printable
from .boxes import GAP_ABOVE_NODE, LABEL_OFFSET, NAME, NAME_LINE, PAD, SMALL, SMALL_LINE, STEM, Item, items_of
from .diagram import Diagram, DiagramNode
from .joint_styles import FAMILIES, FIXED, Family, outline
from .layout import Plan, layout_tree
from .legend import LEGEND_LINE, MARGIN, NODE_STYLES, drawn_legend, format_text_length, legend_rows, text_of
from .text_metrics import shorten_text, width

A4 = (1122.5, 793.7)
"""The page that pictures should fit, lying, in CSS pixels."""
SMALLEST = 0.6
"""Down to which part of its size a picture is made smaller to fit the page; one that would have to be smaller is not."""
TITLE = 30.0
LARGE_ITEM_COUNT = 2000
"""From here on joints called like their link go without their names at once: no page shows all of it anyway."""

_TIE = 'fill="none" stroke="#24292f" stroke-width="1.3"'
_LINE = 'fill="none" stroke="#818b98"'
_HALO = 'stroke="#ffffff" stroke-width="2.5" paint-order="stroke"'
GROUPS: dict[Family | str, tuple[str, str]] = {
    "dashed": ("tie", f'{_TIE} stroke-dasharray="6 3"'),
    "dotted": ("tie", f'{_TIE} stroke-dasharray="0.1 4" stroke-linecap="round"'),
    "line": ("line", _LINE),
    "stem": ("line", _LINE),
    **{
        each: (f"f{n}", f'fill="{each.colour}" stroke="{each.colour}" stroke-width="{1.2 if each is FIXED else 2}"')
        for n, each in enumerate(FAMILIES)
    },
    **{kind: (kind, f'fill="{look.fill}" stroke="{look.stroke}"') for kind, look in NODE_STYLES.items()},
    "name": ("name", f'fill="#1f2328" font-size="{NAME:g}"'),
    "on-world": ("on-world", f'fill="#ffffff" font-size="{NAME:g}"'),
    "small": ("small halo", f'fill="#424a53" {_HALO} font-size="{SMALL:g}"'),
}
"""Classes and attributes of the groups that a picture is made of, from the ground upwards."""
STYLE = "".join(
    [
        "@media (prefers-color-scheme:dark){.page,.hollow{fill:#0d1117}.line{stroke:#8b949e}.tie{stroke:#b1bac4}.name{fill:#f0f6fc}",
        ".small,.title{fill:#c9d1d9}.halo{stroke:#0d1117}.on-world{fill:#0d1117}",
        *(f".{kind}{{fill:{each.dark_fill};stroke:{each.dark_stroke}}}" for kind, each in NODE_STYLES.items()),
        *(f".f{n}{{fill:{each.dark};stroke:{each.dark}}}" for n, each in enumerate(FAMILIES)),
        "}",
    ]
)


def render(drawing: Diagram) -> str:
    """A drawing as SVG; it is made smaller to fit the page as far as it can still be read."""
    trees, brief = drawing.forest(), len(drawing.nodes) > LARGE_ITEM_COUNT
    while True:
        items, roots, at, loops = items_of(drawing, trees, brief=brief)
        legend = legend_rows(drawing, A4[0] - 2 * MARGIN, brief=brief)
        room = (A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN - TITLE - LEGEND_LINE * len(legend) - 10)
        plan = layout_tree(items, roots, room)
        if brief or (plan.width <= room[0] and plan.height <= room[1]):
            break
        brief = True
    title = shorten_text(printable(drawing.title), NAME + 2, room[0])
    wide = max([plan.width, width(title, NAME + 2), *(row[-1].x + row[-1].width for row in legend)]) + 2 * MARGIN
    high = plan.height + 2 * MARGIN + TITLE + 10 + LEGEND_LINE * len(legend)
    pieces = _Pieces(items, plan)
    for line in plan.lines:
        pieces.drawn["line"].append(_path(line))
    pieces.draw_extra_edges(drawing, at, loops)
    shown = min(A4[0] / wide, A4[1] / high, 1.0)
    if shown < SMALLEST:
        shown = 1.0
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        + f'width="{wide * shown:.0f}" height="{high * shown:.0f}" role="img">',
        f"<title>{escape(printable(drawing.title))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{wide:.0f}" height="{high:.0f}" fill="#ffffff"/>',
        '<g font-family="Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif">',
        *(
            line
            for key, drawn in pieces.drawn.items()
            if drawn
            for line in (f'<g class="{GROUPS[key][0]}" {GROUPS[key][1]}>', *drawn, "</g>")
        ),
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
    """Items where they are, as SVG by groups."""

    def __init__(self, items: Sequence[Item], plan: Plan) -> None:
        self._items, self._railed = items, plan.railed
        self._places = [(x + MARGIN, y + MARGIN + TITLE) for x, y in plan.places]
        self.drawn: dict[Family | str, list[str]] = {key: [] for key in GROUPS}
        for number, (item, (x, y)) in enumerate(zip(items, self._places)):
            if item.edge is not None:
                self._draw_joint(number, item.edge.family)
            for row, line in enumerate(item.label, 1):
                below = y + GAP_ABOVE_NODE + SMALL_LINE * row - 3
                self.drawn["small"].append(text_of(line, x + STEM + LABEL_OFFSET, below, SMALL))
            if item.node is not None:
                self._draw_node(item, item.node, x, y + item.head)

    def _mark_of(self, number: int) -> tuple[float, float]:
        (x, y), item = self._places[number], self._items[number]
        if item.label:
            return x + STEM, y + GAP_ABOVE_NODE + SMALL_LINE / 2
        return (x - 6, y + item.meets[1]) if number in self._railed else (x + STEM, y - 1)

    def _draw_joint(self, number: int, family: Family | None) -> None:
        """The mark, and the stem from it to the node."""
        item, drawn = self._items[number], self.drawn[family or "stem"]
        x, y = self._mark_of(number)
        if item.node is not None and item.label:
            drawn.append(f'<path d="M{x:g} {y:g}v{item.head - GAP_ABOVE_NODE - SMALL_LINE / 2:g}"/>')
        if family is not None:
            drawn.append(outline(family.mark, x, y, upright=not item.label and number in self._railed))

    def _draw_node(self, item: Item, node: DiagramNode, x: float, y: float) -> None:
        """The box, with its full name to be shown on hovering, and the texts in it."""
        wide, high = item.box
        self.drawn[node.kind].append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:.1f}" height="{high:g}" rx="{NODE_STYLES[node.kind].round:g}">'
            f"<title>{escape(printable(node.name))}</title></rect>"
        )
        name, *notes = item.text
        y += NAME_LINE
        self.drawn["on-world" if node.kind == "world" else "name"].append(text_of(name, x + PAD, y - 1.5, NAME))
        for row, note in enumerate(notes, 1):
            self.drawn["small"].append(text_of(note, x + PAD, y + SMALL_LINE * row - 2, SMALL))

    def draw_extra_edges(self, drawing: Diagram, at: Sequence[int], loops: dict[int, int]) -> None:
        """Lines that are no part of a tree: from the label of a loop to the node that it closes at; from mark to mark."""
        place = {node.name: at[number] for number, node in enumerate(drawing.nodes)}
        for number, edge in enumerate(drawing.edges):
            upper, lower = (place[end] for end in drawing.ends(edge))
            if edge.line == "dashed":
                self.drawn["dashed"].append(self._draw_loop_closure(loops[number], lower))
            elif edge.line == "dotted":
                self.drawn["dotted"].append(_arc(self._mark_of(upper), self._mark_of(lower)))

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
