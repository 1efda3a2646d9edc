"""Drawings as Mermaid flow charts, which code hosting sites show in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics.render.printable import printable
from .drawing import Drawing, drawing_of

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .drawing import Kind

_ENTITIES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "%": "#37;", "`": "#96;"}
"""What Mermaid gives a meaning inside quotes: entities, HTML, directives, Markdown."""

BRACKETS = {
    "world": ("[[", "]]"),
    "model": ("[/", "/]"),
    "link": ("(", ")"),
    "joint": ("{{", "}}"),
    "frame": ("([", "])"),
}


def mermaid(scene: Scene, kind: Kind) -> str:
    """The picture of a scene as a Mermaid flow chart; see ``drawing_of`` for the kinds."""
    return render(drawing_of(scene, kind))


def render(drawing: Drawing) -> str:
    """A drawing as Mermaid. Nodes are numbered, because names may hold anything."""
    numbers = {node.name: f"n{number}" for number, node in enumerate(drawing.nodes)}
    lines = ["flowchart LR"]
    for node in drawing.nodes:
        left, right = BRACKETS.get(node.kind, BRACKETS["frame"])
        lines.append(f'  {numbers[node.name]}{left}"{_escaped(node.name)}"{right}')
    for edge in drawing.edges:
        arrow = "-.->" if edge.dashed else "-->"
        label = f'|"{_escaped(edge.label)}"|' if edge.label else ""
        lines.append(f"  {numbers[edge.start]} {arrow}{label} {numbers[edge.end]}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return "".join(_ENTITIES.get(letter, letter) for letter in printable(text))
