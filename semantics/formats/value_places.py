"""Where in a text the values of a record are written, by ``schemas/<format>/places.toml``.

A row of that table has the name of a value, such as ``axis.lower``, and paths to it from the record's element. A path
is tags, and at its end perhaps an attribute: ``limit/@lower``. Of several paths the first whose end is written counts;
where none is, what is written of the longest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.sink import xml_of
from ...runtime.source import literal_tag
from .registry import by_tree
from .schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ..ir.source_ref import Place


def place_of_value(element: Place, value: str) -> tuple[Place, str | None]:
    """The element that a value is written in, and the attribute that it is, if it is one."""
    at, attribute, _ = _find(element, value)
    return at, attribute


def is_written_value(element: Place, value: str) -> bool:
    """Whether a value is written anywhere."""
    return _find(element, value)[2]


def _find(element: Place, value: str) -> tuple[Place, str | None, bool]:
    """Element and attribute, and whether the whole of a path is written."""
    found = xml_of(element)
    if found is None:
        return element, None, False
    row = by_tree(found.getroottree().getroot())
    format = "" if row is None else row.name
    return _first_written(found, read_schema_table(format, "places.toml").get("places", {}).get(value, ()))


def find_first(element: Place, paths: Iterable[str]) -> tuple[Place, str | None]:
    """The element that the first written one of some paths leads to, and the attribute if it is one."""
    found = xml_of(element)
    return (element, None) if found is None else _first_written(found, paths)[:2]


def _first_written(found: _Element, paths: Iterable[str]) -> tuple[Place, str | None, bool]:
    longest: tuple[int, _Element] = (0, found)
    for path in paths:
        depth, at, attribute = _follow(found, path.split("/"))
        if depth == path.count("/") + 1:
            return at, attribute, True
        longest = max(longest, (depth, at), key=lambda each: each[0])
    return longest[1], None, False


def _follow(element: _Element, path: list[str]) -> tuple[int, _Element, str | None]:
    """How many steps of a path are written, the element that they lead to, and its attribute if there is one."""
    at = element
    for depth, step in enumerate(path):
        if step.startswith("@"):
            is_written = at.get(step[1:]) is not None
            return depth + is_written, at, step[1:] if is_written else None
        child = next((child for child in at if literal_tag(child) == step), None)
        if child is None:
            return depth, at, None
        at = child
    return len(path), at, None
