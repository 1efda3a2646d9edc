"""What explains a picture below it: marks of joints, looks of nodes, kinds of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from xml.sax.saxutils import escape

from .boxes import SMALL
from .diagram import Diagram
from .joint_styles import FAMILIES, outline
from .text_metrics import width

MARGIN = 18.0
"""Around the picture."""
LEGEND_LINE = 18.0
"""Height of a row."""


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
