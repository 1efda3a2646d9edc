"""A YAML text as a tree of elements that know their line and column.

Findings are placed by elements. A mapping's key becomes an element that holds what its value holds, an entry of a list
an element ``item``; a key that is no name of an element becomes ``entry`` with the attribute ``name``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ....diagnostics import rules
from ....runtime.budget import LIMITS
from ....runtime.source import ElementLocation, Source

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink

MOST_NODES = LIMITS["nodes of one YAML text"]
"""Largest tree that is made: aliases can make a short text large."""
MAX_DEPTH = 64
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


class YamlSource(Source):
    """A YAML text whose elements were given their places while it was read."""

    __slots__ = ("places", "ends")

    def __init__(self, name: str | None, data: bytes | str = b"") -> None:
        super().__init__(name, data)
        self.places: dict[_Element, tuple[int, int]] = {}
        self.ends: dict[_Element, tuple[int, int]] = {}

    def anchor(self, element: _Element) -> _Element:
        """The key or entry that is ``element``, or what it is in."""
        current: _Element | None = element
        while current is not None:
            if current in self.places:
                return current
            current = current.getparent()
        return element

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Line and column (from 1) of the key or entry of ``element``, or of what it is in."""
        return self.places.get(self.anchor(element), (0, 0))

    def span(self, element: _Element, attribute: str | None = None) -> tuple[int, int, int | None, int | None]:
        """The same, and line and column where the key or entry ends; an entry with keys ends with the first of them."""
        place, end = self.position(element), self.ends.get(self.anchor(element))
        return (*place, None, None) if end is None else (*place, *end)

    def position_of(self, element: _Element | None) -> tuple[int, int] | None:
        """Line and column of a key or entry of this text; None for what is of another."""
        return None if element is None else self.places.get(element)

    def elements_in_tree(self) -> list[_Element]:
        """All elements that have a place, as they were read."""
        return list(self.places)

    def tag_line(self, place: _Element | int | ElementLocation) -> float | None:
        """None: only places have an order."""
        return None


class YamlTooLarge(Exception):
    """The tree would be too large or too deep."""


class YamlTree:
    """What was read: the elements and the YAML nodes behind them."""

    def __init__(self, source: YamlSource) -> None:
        self.source = source
        self.root: _Element = etree.fromstring(b"<directives_file/>", base_url=source.key)
        self.nodes: dict[_Element, Node] = {}
        self._count = 0

    def fill(self, element: _Element, node: Node, depth: int = 0) -> None:
        """Puts what ``node`` holds into ``element``."""
        self._count += 1
        if self._count > MOST_NODES or depth > MAX_DEPTH:
            raise YamlTooLarge
        self.nodes[element] = node
        if isinstance(node, ScalarNode):
            return
        if isinstance(node, SequenceNode):
            for entry in node.value:
                self._add(element, "item", None, entry, entry, depth)
        elif isinstance(node, MappingNode):
            for key, value in node.value:
                text = str(key.value) if isinstance(key, ScalarNode) else ""
                is_name = bool(_NAME.fullmatch(text)) and text not in ("item", "entry")
                self._add(element, text if is_name else "entry", None if is_name else text, key, value, depth)

    def _add(self, parent: _Element, tag: str, name: str | None, at: Node, node: Node, depth: int) -> None:
        child = etree.SubElement(parent, tag)
        if name is not None:
            child.set("name", "".join(letter if letter.isprintable() else "?" for letter in name))
        self.place(child, at)
        self.fill(child, node, depth + 1)

    def place(self, element: _Element, at: Node) -> None:
        """Notes where an element is in the text."""
        self.source.places[element] = (at.start_mark.line + 1, at.start_mark.column + 1)
        for _ in range(MAX_DEPTH):  # an entry may hold itself
            if isinstance(at, ScalarNode) or not at.value:
                break
            first = at.value[0]
            at = first[0] if isinstance(first, tuple) else first
        # a scalar's end mark is behind the blanks and line ends that follow some kinds of it
        if at.end_mark.line == at.start_mark.line:
            self.source.ends[element] = (at.end_mark.line + 1, at.end_mark.column + 1)


def parse_yaml(source: YamlSource, sink: Sink) -> YamlTree | None:
    """The tree of a YAML text, None after a finding."""
    sink.add_source(source)
    try:
        node = YAML(typ="rt", pure=True).compose(source.text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)
        reason = " ".join(part for part in (error.context, error.problem) if part) or "it cannot be read"
        sink.report(rules.YAML_SYNTAX, source=source, line=line, column=column, reason=reason)
        return None
    except (YAMLError, ValueError, RecursionError) as error:
        sink.report(rules.YAML_SYNTAX, source=source, reason=str(error).split("\n")[0] or "it is nested too deeply")
        return None
    tree = YamlTree(source)
    if node is None:
        return tree
    tree.place(tree.root, node)
    try:
        tree.fill(tree.root, node)
    except YamlTooLarge:
        sink.report(rules.YAML_TOO_LARGE, source=source, limit=MOST_NODES)
        return None
    return tree
