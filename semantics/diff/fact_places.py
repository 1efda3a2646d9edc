"""Where the facts of things are written, by ``schemas/<format>/facts.toml``.

A section has the name of a kind of thing, or is ``attachment`` for all that is attached; a row has the name of a fact, or
``*``, and paths from the thing's element to what says it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ..formats.schema_tables import read_schema_table

if TYPE_CHECKING:
    from ..ir.source_ref import Place
    from .elements import Path

SILENT = "*"
"""The name of the row with what says nothing by itself."""
ATTACHMENT = "attachment"


@cache
def paths_by_fact(format: str, kind: str) -> dict[str, list[Path]]:
    """The paths of each fact of things of a kind; empty where nothing is said of it."""
    table = read_schema_table(format, "facts.toml")
    rows = table.get(kind, {})
    return {fact: [tuple(path.split("/")) for path in paths] for fact, paths in rows.items()}


def find_element(element: Place, paths: list[Path]) -> Place:
    """The innermost element that is written on the way to one of some paths, of the first that leads furthest."""
    best: tuple[int, Place] = (0, element)
    for path in paths:
        best = max(best, _follow(element, path), key=lambda each: each[0])
    return best[1]


def _follow(element: Place, path: Path) -> tuple[int, Place]:
    at = element
    for depth, step in enumerate(path):
        part = parts_of(type(at)).by_place.get(step) if isinstance(at, Element) else None
        value = vars(at).get(part.field) if part is not None else None
        if value is None:
            return depth, at
        if not isinstance(value, Element):
            return depth + 1, at
        at = value
    return len(path), at
