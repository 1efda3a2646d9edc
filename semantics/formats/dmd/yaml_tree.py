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
from ....diagnostics.diagnostic import Related
from ....runtime.budget import LIMITS
from ....runtime.patterns import compile_pattern
from ....runtime.source import Source

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink

MOST_NODES = LIMITS["nodes of one YAML text"]
"""Largest tree that is made: aliases can make a short text large."""
MAX_DEPTH = 64
_OPENED = ("a flow sequence", "a flow mapping", "a quoted scalar")
"""What the parser says that it was reading, where that was opened and not closed."""
_NAME = compile_pattern(r"[A-Za-z_][\w.-]*", re.ASCII)


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
            element.text = _printable(str(node.value))
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
            child.set("name", _printable(name))
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


def _report_fault(error: MarkedYAMLError, source: YamlSource, sink: Sink) -> None:
    """Reports what is no YAML where the mistake is, which is often before the place that the parser noticed it at."""
    noticed, context = error.problem_mark or error.context_mark, error.context or ""
    place = (noticed.line + 1, noticed.column + 1) if noticed is not None else (0, 0)
    cause = place
    lines = source.text.splitlines()
    if error.context_mark is not None and context.endswith(_OPENED):
        cause = error.context_mark.line + 1, error.context_mark.column + 1
    elif error.problem == "mapping values are not allowed here" and 1 < place[0] <= len(lines):
        # a line without a colon goes on in the next one
        before = lines[place[0] - 2]
        if before.strip() and ":" not in before and not before.lstrip().startswith("#"):
            cause = place[0] - 1, len(before) - len(before.lstrip()) + 1
    name = source.name
    related = [Related("noticed here", name, *place)] if cause[0] != place[0] else []
    reason = " ".join(part for part in (context, error.problem) if part) or "it cannot be read"
    sink.report(rules.YAML_SYNTAX, source=source, line=cause[0], column=cause[1], related=related, reason=reason)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def parse_yaml(source: YamlSource, sink: Sink) -> YamlTree | None:
    """The tree of a YAML text, None after a finding."""
    sink.add_source(source)
    try:
        node = YAML(typ="rt", pure=True).compose(source.text)
    except MarkedYAMLError as error:
        _report_fault(error, source, sink)
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
