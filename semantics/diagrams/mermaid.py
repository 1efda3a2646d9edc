"""Drawings as Mermaid flow charts, which code hosting sites show in Markdown."""

from __future__ import annotations

from ...diagnostics.render.printable import printable
from .diagram import Diagram
from .joint_styles import FAMILIES

_ENTITIES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "%": "#37;", "`": "#96;"}
"""What Mermaid gives a meaning inside quotes: entities, HTML, directives, Markdown."""

BRACKETS = {
    "world": ("[[", "]]"),
    "model": ("[/", "/]"),
    "link": ("(", ")"),
    "joint": ("{{", "}}"),
    "frame": ("([", "])"),
}
ARROWS = {"solid": "-->", "dashed": "-.->", "dotted": "-.-"}


def render(drawing: Diagram) -> str:
    """A drawing as Mermaid, from top to bottom. Nodes are numbered, because names may hold anything."""
    numbers = {node.name: f"n{number}" for number, node in enumerate(drawing.nodes)}
    lines = [f"flowchart {'TB' if drawing.downward else 'BT'}"]
    for node in drawing.nodes:
        left, right = BRACKETS.get(node.kind, BRACKETS["frame"])
        lines.append(f'  {numbers[node.name]}{left}"{_escape_lines(node.label, *node.notes)}"{right}')
    for edge in drawing.edges:
        words = _escape_lines(*edge.lines)
        label = f'|"{words}"|' if words else ""
        lines.append(f"  {numbers[edge.start]} {ARROWS[edge.line]}{label} {numbers[edge.end]}")
    for family in FAMILIES:
        places = ",".join(str(number) for number, edge in enumerate(drawing.edges) if edge.family is family)
        if places:
            thick = "1px" if family.name == "fixed" else "2px"
            lines.append(f"  linkStyle {places} stroke:{family.colour},stroke-width:{thick}")
    return "\n".join(lines) + "\n"


def _escape_lines(*lines: str) -> str:
    return "<br>".join("".join(_ENTITIES.get(letter, letter) for letter in printable(line)) for line in lines)
