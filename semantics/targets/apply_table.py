"""Applies a target's table to every document of a load, and judges the schemas' findings as the target would."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.families import STRUCTURE, VALUES
from ...diagnostics.records import dataclass, field
from ...runtime.parser import parse
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ...runtime.source import Source, literal_tag
from ..formats.registry import by_tree
from .newest_view import unknown_parts
from .predicates import ConditionNode, Node, text_of, written_attributes
from .tables import Match, TargetTable, table

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Severity
    from ...runtime.lazy_finding import LazyFinding
    from ..core.target import TargetProfile

SEVERITIES: dict[str, Severity] = {"error": "error", "warning": "warning", "silent": "note"}
SINGLE = frozenset({"double", "int", "unsigned int"})
"""Types of values that are one number."""
UNKNOWN = frozenset({rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code})
MISSING = frozenset({rules.MISSING_ELEMENT.code, rules.MISSING_ATTRIBUTE.code, rules.REQUIRED_WHEN.code})
UNSEEN = frozenset({rules.STRAY_TEXT.code, rules.NEWER_THAN_DECLARED.code})
"""What targets do not notice."""
SAME_FAULT = frozenset(
    rule.code
    for rule in (
        rules.NOT_ALLOWED,
        rules.UNKNOWN_ELEMENT,
        rules.UNKNOWN_ATTRIBUTE,
        rules.REPEATED_ELEMENT,
        rules.DEPRECATED,
        rules.MEANINGLESS_WHEN,
    )
)
"""Findings of the schemas that say of a place what a row of a table would say of it."""
CASES = {
    rules.TOO_MANY_VALUES.code: "too_many",
    rules.NUMBER_OVERFLOW.code: "overflow",
    rules.EMPTY_VALUE.code: "empty",
    rules.LOOSE_NUMBER.code: "trailing",
}
"""Case of ``[[value]]`` by rule; of those that are several cases a finding says which it is."""
SEVERAL_CASES = frozenset({rules.NOT_A_VALUE.code, rules.TRAILING_TEXT.code, rules.WRONG_LENGTH.code})

_VERSION = compile_pattern(r"""version\s*=\s*["']([^"']*)""")


@dataclass(slots=True)
class AppliedTable:
    """A document as it is written, with what a table says about it."""

    source: Source
    origin: Source
    """The document as it was read, which ``source`` is unless its tree was changed."""
    root: _Element
    table: TargetTable
    matches: list[Match]
    left_out: set[_Element] = field(default_factory=set)
    """Elements that the target leaves out with all that they hold."""
    converted: Source | None = None
    """The document as the target has converted it; None: it converts none."""
    _has_entities: bool = False
    """Whether several elements may be written at one place."""
    _unknown: set[tuple[int, int]] | None = None
    _nodes: dict[tuple[int, int], ConditionNode] = field(default_factory=dict)
    _elements: list[_Element] = field(default_factory=list)

    def is_known(self, line: int, column: int) -> bool:
        """Whether what is written there is known to the target once it has converted the document."""
        converted = self.converted
        if converted is None:
            return False
        if self._unknown is None:
            self._unknown = {converted.position(*part) for part in unknown_parts(converted)}
        return (line, column) not in self._unknown

    def find_node(self, finding: LazyFinding) -> ConditionNode | None:
        """The element or attribute that is written where a finding is."""
        found = finding.find_node(self.origin)
        if found is None or self._has_entities or (found[1] or "").startswith("xmlns"):
            return self._node_at(finding.line, finding.column)
        element, attribute = found
        if self.origin is not self.source:
            number = self.origin.number_in_text(element)
            twins = self._list_elements()
            if type(self.origin) is not Source or number is None or len(twins) != self.origin.size:
                return self._node_at(finding.line, finding.column)
            element = twins[number]
        return ConditionNode(element, attribute if attribute in written_attributes(element) else None)

    def _list_elements(self) -> list[_Element]:
        """All elements in the order of the text."""
        if not self._elements:
            self._elements = list(self.root.iter())
        return self._elements

    def _node_at(self, line: int, column: int) -> ConditionNode | None:
        elements = self._list_elements()
        place = bisect_right(elements, (line, column), key=self.source.position) - 1
        if place < 0:
            return None
        element = elements[place]
        start = self.source.position(element)
        if start == (line, column):
            return ConditionNode(element, None)
        if start not in self._nodes:
            self._nodes[start] = ConditionNode(element, None)
            for name in written_attributes(element):
                self._nodes.setdefault(self.source.position(element, name), ConditionNode(element, name))
        return self._nodes.get((line, column))

    def iter_read_children(self, parent: _Element, tag: str) -> Iterator[_Element]:
        """Children of that name (as it is written) that the target looks at."""
        # the parser finds those that may be called so
        named = parent.iterchildren(tag, f"{{*}}{tag.rpartition(':')[2]}")
        return (child for child in named if literal_tag(child) == tag and child not in self.left_out)

    def is_left_out(self, element: _Element) -> bool:
        """Whether the target never looks at an element."""
        if not self.left_out:
            return False
        current: _Element | None = element
        while current is not None:
            if current in self.left_out:
                return True
            current = current.getparent()
        return False


def apply_tables(target: TargetProfile, sink: Sink) -> list[AppliedTable]:
    """Reports what the target's table says about each document of a load, and judges the schemas' findings."""
    applied = [found for source in sink.sources if (found := _apply(target, source)) is not None]
    by_name: dict[str | None, AppliedTable] = {}
    for document in applied:
        sink.add_source(document.source)
        by_name.setdefault(document.source.name, document)
    # by node, for to look up the place of each takes longer than to find the node of each finding
    rows: dict[Node, Match] = {}
    for document in by_name.values() if sink.found else ():
        # the first of a node
        rows.update({(match.element, match.attribute): match for match in reversed(document.matches)})
    taken: set[Node] = set()

    def severity(finding: LazyFinding) -> Severity | None:
        document = by_name.get(finding.file)
        node = document.find_node(finding) if document is not None else None
        if document is None or node is None or not document.table.judges:
            return None
        row = rows.get(node)
        treatment = _treatment(finding, node, document)
        if row is not None and (finding.code in SAME_FAULT or finding.family == VALUES):
            taken.add(node)
            if treatment != "error" or not _comes_first(finding, row, document.table):
                return row.row.says.severity
        return SEVERITIES[treatment] if treatment is not None else None

    sink.map_severity(severity)
    for document in applied:
        matches = document.matches
        if taken:
            matches = [match for match in matches if (match.element, match.attribute) not in taken]
        said = ((match.row.says, match.element, match.attribute, match) for match in matches)
        sink.report_rows(document.source, said)
    return applied


def _apply(target: TargetProfile, source: Source) -> AppliedTable | None:
    """The table applied to a text, which is read once more if its tree was changed meanwhile: it was of an older version."""
    if not source.data or source.is_template:
        return None
    twin, root = source, source.root
    if root is None or not _is_as_written(source, root):
        twin = Source(source.name, source.data)
        root = parse(twin, Sink())
    format = by_tree(root, source.name) if root is not None else None
    if root is None or format is None:
        return None
    found = table(target, format.name)
    matches = found.apply(root, has_prefix=twin.mentions(found.prefix))
    left_out = {match.element for match in matches if match.row.whole and match.attribute is None}
    converted = source if found.format == "sdformat" else None
    return AppliedTable(
        twin, source, root, found, matches, left_out, converted, bool(root.getroottree().docinfo.doctype)
    )


def _is_as_written(source: Source, root: _Element) -> bool:
    """Whether the tree of a text is as it was parsed: conversion gives elements other names, and the root the newest version."""
    if source.is_converted or source.names or source.tags or source.expansion or type(source) is not Source:
        return False
    version = root.get("version")
    written = _VERSION.match(source.text, source.offset(*source.position(root, "version")))
    return version == (written and written[1])


def _comes_first(finding: LazyFinding, match: Match, found: TargetTable) -> bool:
    """Whether a fault stops the target before it comes to what a row says of the same place.

    Where a format is checked before it is used, what is not used is checked too; a row that names the part, or looks at
    its value, knows better, as do all that concern the inside of the extension.
    """
    around = (match.element, *match.element.iterancestors())
    if finding.code == rules.NOT_A_VALUE.code and not found.reads_lazily and not match.name.startswith(found.prefix):
        return True  # it is no number or word that a row could look at
    if found.reads_lazily or (found.prefix and any(literal_tag(each).startswith(found.prefix) for each in around)):
        return False
    return match.row.is_for_any or (finding.family == VALUES and not match.row.conditions)


def _treatment(finding: LazyFinding, node: ConditionNode, document: AppliedTable) -> str | None:
    """What the target makes of a finding of the schemas; None: the rule's own severity."""
    found = document.table
    code = finding.code
    skips = found.reads_lazily or _is_extension(node, found)
    if finding.family in (VALUES, STRUCTURE) and skips and document.is_left_out(node.element):
        return "silent"
    if code in UNKNOWN and finding.severity == "error":
        return _misspelt_part(finding, node, found)
    if code in UNKNOWN:
        if document.is_known(finding.line, finding.column) or _is_extension(node, found):
            return "silent"
        return found.unknown_element if code == rules.UNKNOWN_ELEMENT.code else found.unknown_attribute
    if code == rules.REPEATED_ELEMENT.code:
        return "silent" if _is_extension(node, found) else found.repeated
    if code in MISSING:
        return _missing_part(finding, node, found)
    if code == rules.OUT_OF_RANGE.code:
        return _out_of_range(node, found)
    if code in UNSEEN:
        return "silent"
    if code == rules.SIBLING_NAME.code:
        parent = node.element.getparent()
        return "error" if parent is not None and literal_tag(parent) in found.one_name_each else None
    case = finding.arguments["case"] if code in SEVERAL_CASES else CASES.get(code)
    if case is None:
        return None
    if case == "too_few" and _stands_for_all(finding, node, found):
        return "silent"
    owner = _owner(node, found)
    kind = finding.arguments["type"]
    treatment = found.value(owner, kind, case)
    is_read = case == "trailing" or (case == "too_many" and kind in SINGLE)
    if owner == "extension" and treatment != "error" and not is_read:
        facets = found.facets.get(_part_of(node, found), {})
        return "error" if facets.get("type") != "bool" and not _admits_zero(facets) else treatment
    return treatment


def _stands_for_all(finding: LazyFinding, node: ConditionNode, found: TargetTable) -> bool:
    """Whether a vector is written as a single number, and the target takes it so: it counts the blanks."""
    tag, part = _part_of(node, found)
    return f"{tag}/{part}" in found.one_for_all and finding.arguments["count"] == 1 and " " not in text_of(node)


def _admits_zero(facets: Mapping[str, Any]) -> bool:
    """Whether zero, which stands for what cannot be read, is a value that the target takes."""
    if facets.get("unchecked"):
        return True
    low, high = facets.get("min", 0), facets.get("max", 0)
    return not facets.get("nonzero") and low <= 0 <= high and facets.get("above", -1) < 0 < facets.get("below", 1)


def _misspelt_part(finding: LazyFinding, node: ConditionNode, found: TargetTable) -> str | None:
    """What the target makes of a part that is missing because its name is misspelt."""
    part = finding.arguments.get("suggested")
    parent = node.element if node.attribute is not None else node.element.getparent()
    if part is None or parent is None:
        return None
    return "silent" if found.is_optional(literal_tag(parent), part) else "error"


def _missing_part(finding: LazyFinding, node: ConditionNode, found: TargetTable) -> str | None:
    if (
        finding.code == rules.MISSING_ELEMENT.code
        and finding.severity != "error"
        and found.fills_in
        and not _is_extension(node, found)
    ):
        return "silent"
    return "silent" if found.is_optional(literal_tag(node.element), finding.arguments["part"]) else "error"


def _out_of_range(node: ConditionNode, found: TargetTable) -> str:
    if _owner(node, found) == "native":
        return found.out_of_range
    facets = found.facets.get(_part_of(node, found), {})
    return "silent" if facets.get("unchecked") else "error"


def _part_of(node: ConditionNode, found: TargetTable) -> tuple[str, str]:
    tag = literal_tag(node.element)
    if node.attribute is not None:
        return tag, f"@{node.attribute}"
    parent = node.element.getparent()
    if not tag.startswith(found.prefix) and parent is not None:
        return literal_tag(parent), tag
    return tag, ""


def _owner(node: ConditionNode, found: TargetTable) -> str:
    """Whether a value belongs to the format (``native``) or to the extension."""
    if found.prefix and (node.attribute or "").startswith(found.prefix):
        return "extension"
    return "extension" if _is_extension(node, found) else "native"


def _is_extension(node: ConditionNode, found: TargetTable) -> bool:
    """Whether an element, or the one around a plain child of it, belongs to the extension."""
    if not found.prefix or any(_is_stripped(around, found) for around in node.element.iterancestors()):
        return False
    tag, part = _part_of(node, found)
    own = literal_tag(node.element).startswith(found.prefix) and not _is_stripped(node.element, found)
    return (own and tag not in found.plain) or (tag, part) in found.facets


def _is_stripped(element: _Element, found: TargetTable) -> bool:
    return any(inside.name == literal_tag(element) for inside in found.stripped)
