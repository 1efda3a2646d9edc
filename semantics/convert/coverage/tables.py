"""Which parts of a document records represent, by tables of paths: ``schemas/<format>/coverage.toml``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ....runtime.patterns import compile_pattern
from ...formats.schema_tables import read_schema_table
from .ledger import PathTree, xml_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

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
    there = xml_of(element)
    if there is None:
        return
    if ledger.is_exact(there):
        ledger.mark_exact(there, _tree_of(paths))
    else:
        _mark_tree(ledger, element, there, _tree_of(paths))


def _mark_tree(ledger: Ledger, element: Any, there: _Element, tree: PathTree) -> None:
    ledger.mark_read(element, there, tree.attributes)
    for tag, inner in tree.children.items() if len(there) else ():
        for child in _children(element, there, tag):
            beneath = xml_of(child)
            if not ledger.is_subtree_covered(beneath):
                _mark_tree(ledger, child, beneath, inner)
    if tree.is_whole:
        ledger.mark_subtree(element)


@cache  # of the tables, for each of the elements
def _tree_of(paths: tuple[str, ...]) -> PathTree:
    """What paths lead to, each part once."""
    steps = [_steps(path) for path in paths]
    attributes = [each[0][1:] for each in steps if each and each[0][0] == "@"]
    # some undeclared prefixes are parts of names
    names = dict.fromkeys(name for each in attributes for name in (each, each.replace(_DRAKE, "drake:")))
    inner: dict[str, list[str]] = {}
    for each in steps:
        if each and each[0][0] != "@" and each[0] != "**":
            inner.setdefault(each[0], []).append("/".join(each[1:]))
    children = {tag: _tree_of(tuple(path for path in rest if path)) for tag, rest in inner.items()}
    return PathTree(("**",) in steps, tuple(names), children)


def find_nodes(element: Any, path: str) -> list[PathNode]:
    """The elements, or their attributes, that a path leads to from an element; ``.`` is the element itself."""
    there = xml_of(element)
    ahead = [] if there is None else [element]
    for step in _steps(path):
        if step[0] == "@":
            return [PathNode(each, step[1:]) for each in ahead if xml_of(each).get(step[1:]) is not None]
        ahead = ahead if step == "." else [child for each in ahead for child in _children(each, xml_of(each), step)]
    return [PathNode(each, None) for each in ahead]


def tag_of_step(step: str) -> str:
    """The name of an element or attribute in a tree."""
    return step.replace("drake:", _DRAKE)


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(_STEP.findall(tag_of_step(path)))


def _children(holder: Any, there: _Element, tag: str) -> list[Any]:
    """Those of the elements of one tag that were read, as they were; all that are written where none has a class."""
    written = list(there.iterchildren(tag))
    if not written:
        return written
    part = parts_of(type(holder)).by_place.get(tag) if isinstance(holder, Element) else None
    value = None if part is None else vars(holder).get(part.field)
    read = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Element)]
    return [each for each in read if each.source_element in written] or written
