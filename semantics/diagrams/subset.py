"""A part of a picture: what is below one node, down to some depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...diagnostics.errors import NameNotFound
from ...runtime.spelling import format_count
from ..ir.lazy_mapping import unknown
from ..ir.scoped_names import plain_name
from .diagram import Diagram


def place_of(name: str, names: Sequence[str]) -> int:
    """The place of a name, scoped or, where only one is called so, without its scope.

    Raises:
        NameNotFound: there is none, or there are several.
    """
    if name in names:
        return names.index(name)
    alike = [number for number, each in enumerate(names) if plain_name(each) == name]
    if len(alike) == 1:
        return alike[0]
    if alike:
        some = ", ".join(map(repr, (names[number] for number in alike[:3])))
        raise NameNotFound(f"{name!r} is ambiguous: there are {some}{' and others' if len(alike) > 3 else ''}")
    raise NameNotFound(unknown("link or frame", name, [*map(plain_name, names), *names]))


def part_of(drawing: Diagram, root: str | None, depth: int | None) -> Diagram:
    """What is reached from ``root`` (all trees without) in ``depth`` steps downwards; notes say how much more there is.

    Raises:
        NameNotFound: there is no such node.
    """
    trees = drawing.forest()
    nodes, what = drawing.nodes, "link" if drawing.kind == "joints" else "frame"
    chosen = None if root is None else [place_of(root, [node.name for node in nodes])]
    order = trees.descend(chosen)
    kept = {number for number, steps in order if depth is None or steps <= depth}
    hidden = [0] * len(nodes)
    for number, _ in reversed(order):
        above = trees.towards[number]
        if above >= 0:
            hidden[above] += hidden[number] + (number not in kept)
    names = {nodes[number].name for number in kept}
    return replace(
        drawing,
        nodes=tuple(
            replace(node, notes=(*node.notes, f"… {format_count(hidden[number], what)} below"))
            if hidden[number]
            else node
            for number, node in enumerate(nodes)
            if number in kept
        ),
        edges=tuple(edge for edge in drawing.edges if edge.start in names and edge.end in names),
    )
