"""Applies a consumer's table to every document of a load, and judges the schemas' findings as the consumer would."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics.sink import Sink
from ...runtime.parsing import parse
from ...runtime.source import Source, literal_tag
from ..formats.registry import by_tag
from .conditions import Node, numbers, text_of, written_attributes
from .libsdformat.checking import unknown_parts
from .tables import TREATMENTS, Match, Table, table

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.diagnostic import Diagnostic
    from ...runtime.diagnostics.rule import Severity

SEVERITIES: dict[str, Severity] = {"error": "error", "warning": "warning", "silent": "note"}
POSE_BLANKS = 5
"""Blanks between the numbers of the shortest pose."""
_MEANT = re.compile(r"did you mean (?:<(.+?)>|'(.+?)')")
UNKNOWN = {"BP201": "unknown_element", "BP202": "unknown_attribute", "BP205": "repeated"}
SAME_FAULT = frozenset({"BP107", "BP201", "BP202", "BP205", "BP206", "BP211"})
"""Findings of the schemas that say of a place what a row of a table would say of it."""


@dataclass(slots=True)
class Applied:
    """A document as it is written, with what a table says about it."""

    source: Source
    root: _Element
    table: Table
    matches: list[Match]
    left_out: set[_Element] = field(default_factory=set)
    """Elements that the consumer leaves out with all that they hold."""
    unknown: set[tuple[int, int]] | None = None
    """Places of what is unknown to the consumer once it has converted the document; None: it converts none."""
    _starts: list[tuple[int, int]] = field(default_factory=list)
    _elements: list[_Element] = field(default_factory=list)

    def node_at(self, line: int, column: int) -> Node | None:
        """The element or attribute that is written there."""
        if not self._starts:
            self._elements = list(self.root.iter())
            self._starts = [self.source.position(element) for element in self._elements]
        place = bisect_right(self._starts, (line, column)) - 1
        if place < 0:
            return None
        element = self._elements[place]
        if self._starts[place] == (line, column):
            return Node(element, None)
        for name in written_attributes(element):
            if self.source.position(element, name) == (line, column):
                return Node(element, name)
        return None

    def kept(self, parent: _Element, tag: str) -> Iterator[_Element]:
        """Children of that name (as it is written) that the consumer looks at."""
        return (child for child in parent if literal_tag(child) == tag and child not in self.left_out)

    def is_left_out(self, element: _Element) -> bool:
        """Whether the consumer never looks at an element."""
        if not self.left_out:
            return False
        current: _Element | None = element
        while current is not None:
            if current in self.left_out:
                return True
            current = current.getparent()
        return False


def apply_tables(consumer: str, sink: Sink) -> list[Applied]:
    """Reports what the consumer's table says about each document of a load, and judges the schemas' findings."""
    applied = [found for source in sink.sources if (found := _apply(consumer, source)) is not None]
    by_name: dict[str | None, Applied] = {}
    for document in applied:
        sink.add_source(document.source)
        by_name.setdefault(document.source.name, document)
    rows: dict[tuple[str | None, int, int], Match] = {}
    for document in applied:
        for match in document.matches:
            line, column = document.source.position(match.node.element, match.node.attribute)
            rows.setdefault((document.source.name, line, column), match)
    taken: set[Node] = set()

    def severity(finding: Diagnostic) -> Severity | None:
        document = by_name.get(finding.file)
        node = document.node_at(finding.line, finding.column) if document is not None else None
        if document is None or node is None:
            return None
        row = rows.get((finding.file, finding.line, finding.column))
        treatment = _treatment(finding, node, document)
        if row is not None and (finding.code in SAME_FAULT or finding.code[:3] == "BP1"):
            taken.add(row.node)
            if treatment != "error" or not _comes_first(finding, row, document.table):
                treatment = row.row.treatment
        return SEVERITIES[treatment] if treatment is not None else None

    sink.judge(severity)
    for document in applied:
        for match in document.matches:
            if match.node not in taken:
                sink.report(
                    TREATMENTS[match.row.treatment],
                    match.node.element,
                    attribute=match.node.attribute,
                    message=match.message,
                )
    return applied


def _apply(consumer: str, source: Source) -> Applied | None:
    """The table applied to a text, read once more since an older document's tree was converted meanwhile."""
    if not source.data:
        return None
    twin = Source(source.name, source.data)
    root = parse(twin, Sink())
    format = by_tag(literal_tag(root)) if root is not None else None
    if root is None or format is None:
        return None
    found = table(consumer, format.name)
    matches = list(found.apply(root))
    left_out = {match.node.element for match in matches if match.row.whole and match.node.attribute is None}
    unknown = {source.position(*part) for part in unknown_parts(source)} if found.format == "sdformat" else None
    return Applied(twin, root, found, matches, left_out, unknown)


def _comes_first(finding: Diagnostic, match: Match, found: Table) -> bool:
    """Whether a fault stops the consumer before it comes to what a row says of the same place.

    Where a format is checked before it is used, what is not used is checked too; a row that names the part, or looks at
    its value, knows better, as do all that concern the inside of the extension.
    """
    around = (match.node.element, *match.node.element.iterancestors())
    if found.reads_lazily or (found.prefix and any(literal_tag(each).startswith(found.prefix) for each in around)):
        return False
    return match.row.is_for_any or (finding.code[:3] == "BP1" and not match.row.tests)


def _treatment(finding: Diagnostic, node: Node, document: Applied) -> str | None:
    """What the consumer makes of a finding of the schemas; None: what everybody makes of it."""
    found = document.table
    code = finding.code
    skips = found.reads_lazily or _is_extension(node, found)
    if code[:3] in ("BP1", "BP2") and skips and document.is_left_out(node.element):
        return "silent"
    if code in ("BP201", "BP202") and finding.severity == "error":
        return _misspelt_part(finding, node, found)
    if code in UNKNOWN:
        place = (finding.line, finding.column)
        is_known = code != "BP205" and document.unknown is not None and place not in document.unknown
        return "silent" if is_known or _is_extension(node, found) else str(getattr(found, UNKNOWN[code]))
    if code in ("BP203", "BP204", "BP210"):
        return _missing_part(finding, node, found)
    if code == "BP106":
        return _out_of_range(node, found)
    if code in ("BP208", "BP207"):
        return "silent"
    if code == "BP324":
        parent = node.element.getparent()
        return "error" if parent is not None and literal_tag(parent) in found.one_name_each else None
    case = _case(finding)
    if case is None:
        return None
    if case == "too_few" and _stands_for_all(finding, node, found):
        return "silent"
    owner = _owner(node, found)
    kind = _type(finding)
    treatment = found.value(owner, kind, case)
    is_read = case == "trailing" or (case == "too_many" and kind == "double")
    if owner == "extension" and treatment != "error" and not is_read:
        facets = found.facets.get(_part_of(node, found), {})
        return "error" if facets.get("type") != "bool" and not _admits_zero(facets) else treatment
    return treatment


def _stands_for_all(finding: Diagnostic, node: Node, found: Table) -> bool:
    """Whether a vector is written as a single number, and the consumer takes it so: it counts the blanks."""
    tag, part = _part_of(node, found)
    return f"{tag}/{part}" in found.one_for_all and finding.arguments["count"] == 1 and " " not in text_of(node)


def _admits_zero(facets: dict[str, Any]) -> bool:
    """Whether zero, which stands for what cannot be read, is a value that the consumer takes."""
    if facets.get("unchecked"):
        return True
    low, high = facets.get("min", 0), facets.get("max", 0)
    return not facets.get("nonzero") and low <= 0 <= high and facets.get("above", -1) < 0 < facets.get("below", 1)


def _misspelt_part(finding: Diagnostic, node: Node, found: Table) -> str | None:
    """What the consumer makes of a part that is missing because its name is misspelt."""
    match = _MEANT.search(str(finding.arguments.get("suggestion", "")))
    parent = node.element if node.attribute is not None else node.element.getparent()
    if match is None or parent is None:
        return None
    part = match[1] or f"@{match[2]}"
    return "silent" if found.is_optional(literal_tag(parent), part) else "error"


def _missing_part(finding: Diagnostic, node: Node, found: Table) -> str | None:
    if finding.code == "BP203" and finding.severity != "error" and found.fills_in and not _is_extension(node, found):
        return "silent"
    return "silent" if found.is_optional(literal_tag(node.element), _missing(finding)) else "error"


def _missing(finding: Diagnostic) -> str:
    arguments: dict[str, Any] = finding.arguments
    if finding.code == "BP204":
        return f"@{arguments['name']}"
    if finding.code == "BP203":
        return str(arguments["tag"])
    what = str(arguments["what"])
    return what.strip("<>") if what[0] == "<" else "@" + what.split("'")[1]


def _out_of_range(node: Node, found: Table) -> str:
    if _owner(node, found) == "native":
        return found.out_of_range
    facets = found.facets.get(_part_of(node, found), {})
    return "silent" if facets.get("unchecked") else "error"


def _part_of(node: Node, found: Table) -> tuple[str, str]:
    tag = literal_tag(node.element)
    if node.attribute is not None:
        return tag, f"@{node.attribute}"
    parent = node.element.getparent()
    if not tag.startswith(found.prefix) and parent is not None:
        return literal_tag(parent), tag
    return tag, ""


def _owner(node: Node, found: Table) -> str:
    """Whether a value belongs to the format (``native``) or to the extension."""
    if found.prefix and (node.attribute or "").startswith(found.prefix):
        return "extension"
    return "extension" if _is_extension(node, found) else "native"


def _is_extension(node: Node, found: Table) -> bool:
    """Whether an element, or the one around a plain child of it, belongs to the extension."""
    if not found.prefix or any(_is_stripped(around, found) for around in node.element.iterancestors()):
        return False
    tag, part = _part_of(node, found)
    own = literal_tag(node.element).startswith(found.prefix) and not _is_stripped(node.element, found)
    return (own and tag not in found.plain) or (tag, part) in found.facets


def _is_stripped(element: _Element, found: Table) -> bool:
    return any(inside.name == literal_tag(element) for inside in found.stripped)


def _case(finding: Diagnostic) -> str | None:
    """Which of the cases of ``[[value]]`` a finding is."""
    arguments: dict[str, Any] = finding.arguments
    if finding.code == "BP102":
        return "too_many" if numbers(str(arguments["rest"])) else "trailing"
    if finding.code == "BP101":
        if numbers(str(arguments["text"])) and "0.8" in str(arguments["example"]):
            return "trailing_inside"
        return "not_finite" if arguments["kind"] == "a finite number" else "unreadable"
    if finding.code == "BP103":
        return "too_few" if _is_less(arguments["count"], arguments["expected"]) else "too_many"
    return {"BP104": "too_many", "BP105": "overflow", "BP109": "empty", "BP110": "trailing"}.get(finding.code)


def _is_less(count: Any, expected: Any) -> bool:
    return int(count) < max(numbers(str(expected).replace("or", " ")) or [0.0])


def _type(finding: Diagnostic) -> str:
    arguments: dict[str, Any] = finding.arguments
    if "true or false" in (arguments.get("kind"), arguments.get("example")):
        return "bool"
    if str(arguments.get("example", "")).startswith("0.8"):
        return "color"
    if str(arguments.get("example", "")).count(" ") >= POSE_BLANKS:
        return "pose"
    several = finding.code in ("BP103", "BP104") or " " in str(arguments.get("example", ""))
    return "vector3" if several else "double"
