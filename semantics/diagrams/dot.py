"""Drawings as Graphviz DOT."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from ...diagnostics.render.printable import printable
from .diagram import Diagram, DiagramNode
from .joint_styles import FAMILIES

SHAPES = {
    "world": "shape=doubleoctagon, fillcolor=gray90",
    "model": "shape=box3d, fillcolor=lightyellow",
    "link": 'shape=box, style="filled,rounded", fillcolor="#f3f6f9"',
    "joint": "shape=hexagon, fillcolor=mistyrose",
    "frame": "shape=ellipse, fillcolor=white",
}
LINES = {"dashed": "closes a loop", "dotted": "couples joints"}


def render(drawing: Diagram) -> str:
    """A drawing as DOT, from top to bottom. Nodes are called by their scoped names."""
    called = _disambiguate_names(drawing.nodes)
    lines = [
        f"digraph {_quote_lines(drawing.title)} {{",
        f"  rankdir={'TB' if drawing.downward else 'BT'};",
        "  nodesep=0.12; ranksep=0.3; margin=0.1;",
        '  node [style=filled, fontname="Helvetica", fontsize=11, height=0.25, margin="0.08,0.03"];',
        '  edge [fontname="Helvetica", fontsize=9, color="#818b98", arrowsize=0.7];',
        f'  labelloc=b; fontname="Helvetica"; fontsize=10; label=<{_legend(drawing)}>;',
    ]
    for node in drawing.nodes:
        label = _quote_lines(node.label, *node.notes)
        lines.append(f"  {called[node.name]} [label={label}, {SHAPES.get(node.kind, SHAPES['frame'])}];")
    for edge in drawing.edges:
        attributes = [f"label={_quote_lines(*edge.lines)}"] if edge.lines else []
        if edge.family is not None:
            attributes.append(f'color="{edge.family.colour}", arrowhead={edge.family.arrow}')
            attributes += ["penwidth=1.8"] if edge.family.name != "fixed" else []
        if edge.line != "solid":
            attributes.append(f"style={edge.line}, constraint=false")
        suffix = f" [{', '.join(attributes)}]" if attributes else ""
        lines.append(f"  {called[edge.start]} -> {called[edge.end]}{suffix};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _disambiguate_names(nodes: Iterable[DiagramNode]) -> dict[str, str]:
    """The names of nodes as DOT has them; those that look alike with what is odd in them written out are numbered."""
    called: dict[str, str] = {}
    met: dict[str, int] = {}
    for node in nodes:
        name = printable(node.name)
        while name in met:
            met[name] += 1
            name = f"{name} ({met[name]})"
        met[name] = 1
        called[node.name] = _quote_lines(name)
    return called


def _legend(drawing: Diagram) -> str:
    used = {edge.family for edge in drawing.edges}
    lines = {edge.line for edge in drawing.edges}
    parts = [f"<B>{escape(printable(drawing.title))}</B>"]
    parts += [
        f'<FONT COLOR="{each.colour}">{each.arrow}: {escape(each.name)}</FONT>' for each in FAMILIES if each in used
    ]
    parts += [f"{line}: {words}" for line, words in LINES.items() if line in lines]
    return "   ".join(parts)


def _quote_lines(*lines: str) -> str:
    return f'"{_N.join(printable(line).translate(_ESCAPES) for line in lines)}"'


_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"'})
_N = "\\n"
