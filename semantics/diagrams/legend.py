"""What explains a picture below it: marks of joints, looks of nodes, kinds of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from .boxes import SMALL
from .joint_styles import FAMILIES, Family, outline
from .text_metrics import width

if TYPE_CHECKING:
    from .diagram import Diagram

MARGIN = 18.0
"""Around the picture."""
LEGEND_LINE = 18.0
"""Height of a row."""


class NodeStyle(NamedTuple):
    """How nodes of one kind look."""

    words: str
    fill: str
    stroke: str
    round: float
    """Radius of the corners."""


NODE_STYLES = {
    "world": NodeStyle("world", "#24292f", "#24292f", 2),
    "model": NodeStyle("model", "#fff3c4", "#9a6700", 0),
    "link": NodeStyle("link", "#f3f6f9", "#57606a", 5),
    "joint": NodeStyle("joint", "#fde8da", "#b65000", 10),
    "frame": NodeStyle("frame", "#ffffff", "#57606a", 10),
}
DARK = {
    "world": ("#e6edf3", "#e6edf3"),
    "model": ("#332600", "#d4a72c"),
    "link": ("#1c232c", "#8b949e"),
    "joint": ("#3a1d0b", "#f0883e"),
    "frame": ("#0d1117", "#8b949e"),
}
"""Fill and stroke on a dark ground."""


def legend_rows(drawing: Diagram, room: float, *, brief: bool) -> list[list[tuple[float, object, str, float]]]:
    """Rows of entries: where it begins, what is drawn, its words, its width."""
    used = {edge.family for edge in drawing.edges}
    entries: list[tuple[object, str]] = [(family, family.name) for family in FAMILIES if family in used]
    kinds = {node.kind for node in drawing.nodes}
    if len(kinds) > 1:
        entries += [(look, look.words) for kind, look in NODE_STYLES.items() if kind in kinds]
    lines = {edge.line for edge in drawing.edges}
    words = {"dashed": "closes a loop", "dotted": "coupled"}
    entries += [(line, told) for line, told in words.items() if line in lines]
    if brief and drawing.downward:
        entries.append((None, "a joint without a name is called like its link: x_joint above x, x_link or x_frame"))
    if not drawing.downward:
        told = "a frame stands below that which it is attached to"
        entries.append(
            (
                None,
                told
                if drawing.kind == "frames"
                else "a frame stands below that which its pose is relative to: xyz in m, rpy in rad",
            )
        )
    rows: list[list[tuple[float, object, str, float]]] = []
    x = 0.0
    for what, told in entries:
        needed = 18 + width(told, SMALL) + 16
        if not rows or x + needed > room:
            rows.append([])
            x = 0.0
        rows[-1].append((x, what, told, needed))
        x += needed
    return rows


def drawn_legend(rows: Sequence[Sequence[tuple[float, object, str, float]]], top: float) -> list[str]:
    """The rows as SVG, from ``top`` downwards."""
    lines = []
    for number, row in enumerate(rows):
        y = top + LEGEND_LINE * number + 9
        for x, what, told, _ in row:
            left = MARGIN + x
            if isinstance(what, Family):
                colour = f'class="f{FAMILIES.index(what)}" fill="{what.colour}" stroke="{what.colour}"'
                lines.append(f"<g {colour}>{outline(what.mark, left + 7, y)}</g>")
            elif isinstance(what, NodeStyle):
                kind = next(kind for kind, look in NODE_STYLES.items() if look is what)
                lines.append(
                    f'<rect class="{kind}" fill="{what.fill}" stroke="{what.stroke}" x="{left:g}" y="{y - 5:g}" '
                    f'width="14" height="10" rx="{min(what.round, 5):g}"/>'
                )
            elif what is not None:
                dashes = "6 3" if what == "dashed" else "0.1 4"
                lines.append(
                    f'<path class="tie" stroke="#24292f" stroke-width="1.3" stroke-linecap="round" '
                    f'stroke-dasharray="{dashes}" d="M{left:g} {y:g}h15"/>'
                )
            lines.append(
                f'<g class="small" fill="#424a53" font-size="{SMALL:g}">{text_of(told, left + 19, y + 3.5, SMALL)}</g>'
            )
    return lines


def text_of(line: str, x: float, y: float, size: float) -> str:
    """A line of text, from its left end on its base line."""
    return f'<text x="{x:g}" y="{y:g}"{format_text_length(line, size)}>{escape(line)}</text>'


def format_text_length(line: str, size: float) -> str:
    """Says how wide the text is, for programs that do not have the font."""
    return f' textLength="{width(line, size):.1f}" lengthAdjust="spacingAndGlyphs"' if line.strip() else ""
