"""Findings in a file that several documents of a run include are reported once."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..core.report import Report
from ..ir.scoped_names import SEPARATOR

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic

_UNDER_INCLUDE = ("scope", "advice")
"""Arguments that speak of what a file is included in."""


def deduplicate_reports(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports of a run, in order; what one has in an included file, those after it have as ``repeated``."""
    return map(ReportDeduplicator(), reports)


class RealPaths:
    """Where files really are; of many in one folder, where that is, is found out once."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        """Where each file is that was asked for, by its name."""
        self._folders: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Where a file really is."""
        if name not in self.known:
            self.known[name] = self._real(name)
        return self.known[name]

    def _real(self, name: str) -> str:
        absolute = os.path.abspath(name)
        if os.path.islink(absolute):
            return os.path.realpath(absolute)
        folder, file = os.path.split(absolute)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return os.path.join(self._folders[folder], file)


class ReportDeduplicator:
    """Remembers what the reports of a run say; ``path_of`` knows files by whatever name."""

    def __init__(self, path_of: RealPaths | None = None) -> None:
        self._known: set[Hashable] = set()
        self._path_of = path_of or RealPaths()

    def __call__(self, report: Report) -> Report:
        """The report, with what an earlier one has in an included file as ``repeated``."""
        if not report.diagnostics:
            return report
        own = self._path_of(report.path)
        diagnostics: list[Diagnostic] = []
        repeated: list[Diagnostic] = []
        from_own: set[Hashable] = set()
        for finding in report.diagnostics:
            if finding.file is None or not finding.line:
                diagnostics.append(finding)
                continue
            file = self._path_of(finding.file)
            key = (file, *make_message_key(finding))
            (repeated if key in self._known else diagnostics).append(finding)
            (from_own if file == own else self._known).add(key)
        self._known |= from_own
        return Report(report.path, tuple(diagnostics), tuple(repeated)) if repeated else report


def make_message_key(finding: Diagnostic) -> tuple[Hashable, ...]:
    """What a finding says, whatever the file that it is in is included in: names count from their own model on."""
    said = tuple(_own(value) for name, value in sorted(finding.arguments.items()) if name not in _UNDER_INCLUDE)
    return (
        finding.code,
        finding.row,
        finding.severity,
        finding.line,
        finding.column,
        finding.xpath,
        said or finding.message,
    )


def _own(value: Any) -> str:
    text = str(value)
    if SEPARATOR not in text:
        return text
    return " ".join(word.rpartition(SEPARATOR)[2] for word in text.split(" "))
