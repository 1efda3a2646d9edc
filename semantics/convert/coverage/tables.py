"""Which parts of a document records represent, by tables of paths: ``schemas/<format>/coverage.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ....runtime.patterns import compile_pattern
from ...formats.schema_tables import read_schema_table
from .ledger import xml_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .ledger import Ledger

FILE = "coverage.toml"
_DRAKE = "{http://drake.mit.edu}"
_STEP = compile_pattern(r"@?(?:\{[^}]*\})?[^/]+")
"""A tag or attribute in a path, with its namespace."""


class PathNode(NamedTuple):
    """An element that a path leads to, or the attribute of one."""

    element: Any
    """Typed where it was read into an element of a class."""
    attribute: str | None


def loss_reasons(of: str, to: str) -> Mapping[str, str]:
    """Why parts of one format have no place in another; see ``find_reason``."""
    reasons: Mapping[str, Mapping[str, str]] = read_schema_table(to, FILE)["no_place"]
    return reasons.get(of) or reasons["any"]


def mark_paths(ledger: Ledger, element: Any, *paths: str) -> None:
    """Notes that parts of an element have their place.

    Args:
        ledger: learns it.
        element: typed or of XML; None for what is not written.
        paths: tags from the element down, such as ``limit/lower``, each of which is marked; ``**`` at the end marks all
            that stands inside, ``@name`` an attribute.
    """
    if xml_of(element) is None:
        return
    ledger.mark(element)
    for path in paths:
        ahead = [element]
        for step in _steps(path):
            if step == "**":
                for each in ahead:
                    ledger.mark_subtree(each)
            elif step[0] == "@":
                for each in ahead:
                    # some undeclared prefixes are parts of names
                    ledger.mark(each, step[1:], step[1:].replace(_DRAKE, "drake:"))
            else:
                ahead = [child for each in ahead for child in _children(each, step)]
                ahead = [child for child in ahead if not ledger.is_subtree_covered(xml_of(child))]
                for each in ahead:
                    ledger.mark(each)


def find_nodes(element: Any, path: str) -> list[PathNode]:
    """The elements, or their attributes, that a path leads to from an element; ``.`` is the element itself."""
    there = xml_of(element)
    ahead = [] if there is None else [element]
    for step in _steps(path):
        if step[0] == "@":
            return [PathNode(each, step[1:]) for each in ahead if xml_of(each).get(step[1:]) is not None]
        ahead = ahead if step == "." else [child for each in ahead for child in _children(each, step)]
    return [PathNode(each, None) for each in ahead]


def tag_of_step(step: str) -> str:
    """The name of an element or attribute in a tree."""
    return step.replace("drake:", _DRAKE)


def _steps(path: str) -> list[str]:
    return _STEP.findall(tag_of_step(path))


def _children(holder: Any, tag: str) -> list[Any]:
    """Those of the elements of one tag that were read, as they were; all that are written where none has a class."""
    written = list(xml_of(holder).iterchildren(tag))
    part = parts_of(type(holder)).by_place.get(tag) if isinstance(holder, Element) else None
    value = None if part is None else vars(holder).get(part.field)
    read = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Element)]
    return [each for each in read if each.source_element in written] or written
