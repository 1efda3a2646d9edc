"""Reads conversion rules (``*.convert``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from ...runtime.conversions import (
    AddRule,
    ConversionPath,
    DeprecationRule,
    MapRule,
    MoveRule,
    Operation,
    RemoveRule,
    RenameRule,
    UnflattenRule,
    VersionConversion,
)
from ..errors import SchemaError
from .files import read_bytes
from .xml import MOST_BYTES, parse_xml

FACETS: dict[str, frozenset[str]] = {
    "convert": frozenset(("name", "descendant_name")),
    "add": frozenset(("element", "attribute", "value")),
    **dict.fromkeys(("remove", "remove_empty"), frozenset(("element", "attribute"))),
    **dict.fromkeys(("rename", "move", "copy", "map", "value", "deprecated", "unflatten"), frozenset[str]()),
}
"""The attributes of each element of a file of rules; the parent distinguishes ``from`` and ``to``."""

Context = tuple[tuple[str, bool], ...]
"""The elements that a rule is about, outermost first: a name, and whether it is meant at any depth."""


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A rule, or None for ``<convert>`` itself, with the elements that it is about and where it is written."""

    context: Context
    operation: Operation | None
    line: int


@dataclass(slots=True)
class ConversionFile:
    """The rules of one file."""

    file: str
    root: VersionConversion
    rules: list[PlacedRule] = field(default_factory=list)


def read_conversion(path: Path) -> ConversionFile:
    """The rules of one file.

    Raises:
        SchemaError: it holds something that is not a rule.
    """
    return parse_conversion(read_bytes(path, MOST_BYTES), str(path))


def parse_conversion(data: bytes, file: str) -> ConversionFile:
    """The rules of a text, which ``file`` names in errors; see ``read_conversion``."""
    root = parse_xml(data, file)
    reader = _ConversionRuleReader(file)
    if root.tag != "convert":
        raise reader.error(root, f"the root has to be <convert>, not <{root.tag!s}>")
    return ConversionFile(file, reader.conversion(root, ()), reader.rules)


class _ConversionRuleReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.rules: list[PlacedRule] = []

    def error(self, node: etree._Element, message: str) -> SchemaError:
        return SchemaError(self.file, node.sourceline or 0, message)

    def conversion(self, node: etree._Element, outer: Context) -> VersionConversion:
        self._check_facets(node)
        descendants = node.get("name") is None
        name = node.get("descendant_name") if descendants else node.get("name")
        if not name:
            raise self.error(node, "<convert> needs a name or a descendant_name")
        context = (*outer, (name, descendants))
        self.rules.append(PlacedRule(context, None, node.sourceline or 0))
        conversions = tuple(self.conversion(child, context) for child in node if child.tag == "convert")
        operations: list[Operation] = []
        for child in node:
            if child.tag != "convert":
                for operation, line in self._operations(child):
                    operations.append(operation)
                    self.rules.append(PlacedRule(context, operation, line))
        # what is deprecated is looked for before anything moves
        operations.sort(key=lambda operation: not isinstance(operation, DeprecationRule))
        return VersionConversion(name, descendants, conversions, tuple(operations))

    def _operations(self, node: etree._Element) -> Iterator[tuple[Operation, int]]:
        tag, line = str(node.tag), node.sourceline or 0
        if tag not in FACETS or tag in ("convert", "value"):
            raise self.error(node, f"<{tag}> is no conversion rule")
        self._check_facets(node)
        if tag == "rename" and node.find("rename") is not None:
            for child in node:
                yield from self._operations(child)
        elif tag == "rename":
            source, target = self._ends(node)
            if not target.path:
                raise self.error(node, "<rename> needs an element in <to>")
            yield RenameRule(source, target), line
        elif tag in ("move", "copy"):
            yield MoveRule(*self._ends(node), copy=tag == "copy"), line
        elif tag == "add":
            target = self._one(node)
            if target.attribute is not None and node.get("value") is None:
                raise self.error(node, "<add> needs a value for an attribute")
            yield AddRule(target, node.get("value")), line
        elif tag in ("remove", "remove_empty"):
            yield RemoveRule(self._one(node), only_empty=tag == "remove_empty"), line
        elif tag == "map":
            yield self._map(node), line
        elif tag == "deprecated":
            path = tuple((node.text or "").strip().split("/"))
            if "" in path:
                raise self.error(node, "<deprecated> needs a path")
            yield DeprecationRule(ConversionPath(path)), line
        else:
            yield UnflattenRule(), line

    def _check_facets(self, node: etree._Element, known: Iterable[str] | None = None) -> None:
        unknown = sorted(set(map(str, node.keys())) - set(FACETS[str(node.tag)] if known is None else known))
        if unknown:
            raise self.error(node, f"<{node.tag!s}> has no facet {unknown[0]!r}")

    def _ends(self, node: etree._Element) -> tuple[ConversionPath, ConversionPath]:
        source, target = self._children(node)
        return self._location(source), self._location(target)

    def _children(self, node: etree._Element) -> tuple[etree._Element, etree._Element]:
        """``<from>`` and ``<to>``, which are the only children of a rule."""
        if sorted(str(child.tag) for child in node) != ["from", "to"]:
            raise self.error(node, f"<{node.tag!s}> needs one <from> and one <to>, and nothing else")
        source, target = sorted(node, key=lambda child: str(child.tag))
        return source, target

    def _location(self, node: etree._Element) -> ConversionPath:
        if node.tag in ("from", "to"):
            self._check_facets(node, {"element", "attribute"})
        element, attribute = node.get("element"), node.get("attribute")
        if not element and not attribute:
            raise self.error(node, f"<{node.tag!s}> needs an element or an attribute")
        if element:
            path, leaf = tuple(element.split("::")), attribute
        else:
            *above, leaf = (attribute or "").split("::")
            path = tuple(above)
        if "" in path or leaf == "":
            raise self.error(node, f"<{node.tag!s}> has a path with nothing between two '::'")
        return ConversionPath(path, leaf)

    def _one(self, node: etree._Element) -> ConversionPath:
        if (node.get("element") is None) == (node.get("attribute") is None):
            raise self.error(node, f"<{node.tag!s}> needs either an element or an attribute")
        return self._location(node)

    def _map(self, node: etree._Element) -> MapRule:
        ends: list[ConversionPath] = []
        values: list[list[str]] = []
        for end in self._children(node):
            self._check_facets(end, {"name"})
            *path, leaf = (end.get("name") or "").split("/")
            if not leaf or leaf == "@" or "" in path:
                raise self.error(node, f"<map> needs <{end.tag!s}> with a name")
            ends.append(ConversionPath(tuple(path), leaf[1:]) if leaf[0] == "@" else ConversionPath((*path, leaf)))
            texts = [(value.text or "").strip() for value in end if value.tag == "value"]
            if not texts or "" in texts or len(texts) != len(end):
                raise self.error(node, f"<{end.tag!s}> of <map> needs values that are not empty, and nothing else")
            values.append(texts)
        sources, targets = values
        # the last value of <to> applies to all that follow in <from>
        pairs = tuple((text, targets[min(index, len(targets) - 1)]) for index, text in enumerate(sources))
        return MapRule(ends[0], ends[1], pairs)
