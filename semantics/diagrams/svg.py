"""Drawings as SVG with a layout of our own: the same picture on every machine, with nothing installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from xml.sax.saxutils import escape

from ...diagnostics.records import NamedTuple
from ...diagnostics.render.printable import printable
from .boxes import GAP_ABOVE_NODE, LABEL_OFFSET, NAME, NAME_LINE, PAD, SMALL, SMALL_LINE, STEM, Item, items_of
from .diagram import Diagram, DiagramNode
from .joint_styles import FAMILIES, FIXED, Family, outline
from .layout import Plan, layout_tree
from .text_metrics import shorten_text, width

MARGIN = 18.0
"""Around the picture."""
LEGEND_LINE = 18.0
"""Height of a row."""
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


class NodeStyle(NamedTuple):
    """How nodes of one kind look."""

    fill: str
    stroke: str
    dark_fill: str
    """On a dark ground, as is the next."""
    dark_stroke: str
    round: float
    """Radius of the corners."""


NODE_STYLES = {
    "world": NodeStyle("#24292f", "#24292f", "#e6edf3", "#e6edf3", 2),
    "model": NodeStyle("#fff3c4", "#9a6700", "#332600", "#d4a72c", 0),
    "link": NodeStyle("#f3f6f9", "#57606a", "#1c232c", "#8b949e", 5),
    "joint": NodeStyle("#fde8da", "#b65000", "#3a1d0b", "#f0883e", 10),
    "frame": NodeStyle("#ffffff", "#57606a", "#0d1117", "#8b949e", 10),
}

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


class LegendEntry(NamedTuple):
    """What is drawn, from its left end on a line, and its words."""

    x: float
    draw: Callable[[float, float], str] | None
    words: str
    width: float


def legend_rows(drawing: Diagram, room: float, *, brief: bool) -> list[list[LegendEntry]]:
    """The legend of a drawing in rows of at most that width."""
    rows: list[list[LegendEntry]] = []
    x = 0.0
    for draw, words in _find_entries(drawing, brief=brief):
        needed = 18 + width(words, SMALL) + 16
        if not rows or x + needed > room:
            rows.append([])
            x = 0.0
        rows[-1].append(LegendEntry(x, draw, words, needed))
        x += needed
    return rows


def _find_entries(drawing: Diagram, *, brief: bool) -> Iterator[tuple[Callable[[float, float], str] | None, str]]:
    families, lines = ({getattr(edge, what) for edge in drawing.edges} for what in ("family", "line"))
    for number, family in enumerate(FAMILIES):
        if family in families:
            yield partial(_draw_family, number), family.name
    kinds = {node.kind for node in drawing.nodes}
    for kind in NODE_STYLES if len(kinds) > 1 else ():
        if kind in kinds:
            yield partial(_draw_node, kind), kind
    for line, dashes, words in (("dashed", "6 3", "closes a loop"), ("dotted", "0.1 4", "coupled")):
        if line in lines:
            yield partial(_draw_line, dashes), words
    if not drawing.downward:
        above = "it is attached to" if drawing.kind == "frames" else "its pose is relative to: xyz in m, rpy in rad"
        yield None, f"a frame stands below that which {above}"
    elif brief:
        yield None, "a joint without a name is called like its link: x_joint above x, x_link or x_frame"


def _draw_family(number: int, left: float, y: float) -> str:
    family = FAMILIES[number]
    colour = f'class="f{number}" fill="{family.colour}" stroke="{family.colour}"'
    return f"<g {colour}>{outline(family.mark, left + 7, y)}</g>"


def _draw_node(kind: str, left: float, y: float) -> str:
    look = NODE_STYLES[kind]
    return (
        f'<rect class="{kind}" fill="{look.fill}" stroke="{look.stroke}" x="{left:g}" y="{y - 5:g}" '
        f'width="14" height="10" rx="{min(look.round, 5):g}"/>'
    )


def _draw_line(dashes: str, left: float, y: float) -> str:
    return (
        f'<path class="tie" stroke="#24292f" stroke-width="1.3" stroke-linecap="round" '
        f'stroke-dasharray="{dashes}" d="M{left:g} {y:g}h15"/>'
    )


def drawn_legend(rows: Sequence[Sequence[LegendEntry]], top: float) -> Iterator[str]:
    """The rows as SVG, from ``top`` downwards."""
    for number, row in enumerate(rows):
        y = top + LEGEND_LINE * number + 9
        for entry in row:
            left = MARGIN + entry.x
            if entry.draw is not None:
                yield entry.draw(left, y)
            text = text_of(entry.words, left + 19, y + 3.5, SMALL)
            yield f'<g class="small" fill="#424a53" font-size="{SMALL:g}">{text}</g>'


def text_of(line: str, x: float, y: float, size: float) -> str:
    """A line of text, from its left end on its base line."""
    return f'<text x="{x:g}" y="{y:g}"{format_text_length(line, size)}>{escape(line)}</text>'


def format_text_length(line: str, size: float) -> str:
    """Says how wide the text is, for programs that do not have the font."""
    return f' textLength="{width(line, size):.1f}" lengthAdjust="spacingAndGlyphs"' if line.strip() else ""
