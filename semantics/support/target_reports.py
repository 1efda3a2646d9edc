"""What a target that can be asked says of the elements of one document: its tables, its checks, its severities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lxml.etree import _Element

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.records import dataclass, field
from ...diagnostics.table_keys import LISTS
from ..core.target import TargetProfile
from ..targets.facts import facts_of
from ..targets.tables import table
from .rows import Verdict
from .used_elements import UsedText

OWN: Mapping[str, Verdict] = {rule.code: verdict for verdict, rule in LISTS.items()}  # type: ignore[misc]
UNKNOWN = frozenset({rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code})
OF_SEVERITY: Mapping[str, Verdict] = {"error": "refuses", "warning": "warns", "note": "ignores"}

Said = tuple[Verdict, str]


@dataclass(slots=True)
class TargetReports:
    """What it says: of an element or attribute, and of an element with all that is in it."""

    of: dict[tuple[_Element, str | None], Said] = field(default_factory=dict)
    whole: dict[_Element, Said] = field(default_factory=dict)


def collect_reports(
    target: TargetProfile, findings: Sequence[Diagnostic], documents: Iterable[UsedText]
) -> TargetReports:
    """What a target says of documents, by what was found for it in them."""
    said = TargetReports()
    by_file: dict[str | None, list[Diagnostic]] = {}
    for finding in findings:
        if finding.line:
            by_file.setdefault(finding.file, []).append(finding)
    for text in documents:
        if text.format not in target.formats:
            continue
        for match in table(target, text.format).apply(text.root):
            if match.row.whole and match.attribute is None:
                words = "" if "{name}" in match.row.says.message else match.row.says.message.format(**match.arguments())
                said.whole.setdefault(match.element, (OWN[match.row.says.code], words))
        own = by_file.get(text.source.name)
        if own:
            _place(own, text, said)
    return said


def _place(findings: Sequence[Diagnostic], text: UsedText, said: TargetReports) -> None:
    """Finds the elements that findings are about, by where they stand."""
    wanted = {(finding.line, finding.column) for finding in findings}
    at: dict[tuple[int, int], tuple[_Element, str | None]] = {}
    lines = {line for line, _ in wanted}
    for element in text.root.iter("*"):
        start = text.source.position(element)
        if start in wanted:
            at[start] = (element, None)
        if any(line >= start[0] for line in lines):
            for name in element.attrib:
                place = text.source.position(element, str(name))
                if place in wanted:
                    at.setdefault(place, (element, str(name)))
    for finding in findings:
        node = at.get((finding.line, finding.column))
        verdict = _verdict(finding)
        before = said.of.get(node) if node is not None else None
        if node is not None and verdict is not None and (before is None or before[0] != "refuses"):
            said.of[node] = (verdict, "" if _only_names(finding) else finding.message)


def _only_names(finding: Diagnostic) -> bool:
    """Whether what is said is that the element is not looked at, and no more: that is the verdict."""
    target, _, row = finding.row.partition("/")
    return finding.code in UNKNOWN or (bool(row) and "{name}" in facts_of(target).says[row].message)


def _verdict(finding: Diagnostic) -> Verdict | None:
    if finding.code in OWN:
        return OWN[finding.code]
    if finding.code in UNKNOWN:
        return OF_SEVERITY[finding.severity]
    return "refuses" if finding.severity == "error" else None
