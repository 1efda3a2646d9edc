"""Drawings as Graphviz DOT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics.render.printable import printable
from .drawing import Drawing, drawing_of

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .drawing import Kind

SHAPES = {
    "world": "shape=doubleoctagon, fillcolor=gray90",
    "model": "shape=box3d, fillcolor=lightyellow",
    "link": 'shape=box, style="filled,rounded", fillcolor=lightblue',
    "joint": "shape=hexagon, fillcolor=mistyrose",
    "frame": "shape=ellipse, fillcolor=white",
}


def dot(scene: Scene, kind: Kind) -> str:
    """The picture of a scene for the graphviz programs; see ``drawing_of`` for the kinds."""
    return render(drawing_of(scene, kind))


def render(drawing: Drawing) -> str:
    """A drawing as DOT."""
    lines = [
        f"digraph {_quoted(drawing.title)} {{",
        "  rankdir=LR;",
        "  nodesep=0.15; ranksep=0.6;",
        '  node [style=filled, fontname="Helvetica", fontsize=10];',
        '  edge [fontname="Helvetica", fontsize=9, color=gray40];',
    ]
    for node in drawing.nodes:
        lines.append(f"  {_quoted(node.name)} [{SHAPES.get(node.kind, SHAPES['frame'])}];")
    for edge in drawing.edges:
        attributes = [f"label={_quoted(edge.label)}"] if edge.label else []
        if edge.dashed:
            attributes.append("style=dashed, constraint=false")
        suffix = f" [{', '.join(attributes)}]" if attributes else ""
        lines.append(f"  {_quoted(edge.start)} -> {_quoted(edge.end)}{suffix};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
