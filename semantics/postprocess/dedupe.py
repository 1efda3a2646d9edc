"""Findings in a file that several documents of a run include are reported once."""

from __future__ import annotations

import os
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from ..core.report import Report
from ..ir.scoped_names import SEPARATOR

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic

_UNDER_INCLUDE = ("scope", "advice", "places", "tried")
"""Arguments that speak of what a file is included in."""


class RealPaths(dict[str, str]):
    """The real path of each file that was asked for; links in the path of a folder are resolved once."""

    def __init__(self) -> None:
        super().__init__()
        self._folders: dict[str, str] = {}

    def __missing__(self, name: str) -> str:
        absolute = os.path.abspath(name)
        folder, file = os.path.split(absolute)
        if os.path.islink(absolute):
            self[name] = os.path.realpath(absolute)
        else:
            if folder not in self._folders:
                self._folders[folder] = os.path.realpath(folder)
            self[name] = os.path.join(self._folders[folder], file)
        return self[name]


class ReportDeduplicator:
    """Finds what several reports of a run have in common; ``path_of`` knows files by whatever name."""

    def __init__(self, path_of: RealPaths | None = None) -> None:
        self._known: set[Hashable] = set()
        self._path_of = RealPaths() if path_of is None else path_of

    def __call__(self, report: Report) -> Report:
        """The report, with what an earlier one has in an included file as ``repeated``."""
        if not report.diagnostics:
            return report
        own = self._path_of[report.path]
        diagnostics: list[Diagnostic] = []
        repeated: list[Diagnostic] = []
        from_own: set[Hashable] = set()
        for finding in report.diagnostics:
            if finding.file is None or not finding.line:
                diagnostics.append(finding)
                continue
            file = self._path_of[finding.file]
            key = file, _make_message_key(finding)
            (repeated if key in self._known else diagnostics).append(finding)
            (from_own if file == own else self._known).add(key)
        self._known |= from_own
        return Report(report.path, tuple(diagnostics), tuple(repeated)) if repeated else report


def _make_message_key(finding: Diagnostic) -> Hashable:
    """What a finding says, whatever the file that it is in is included in: names count from their own model on."""
    said = tuple(_own(value) for name, value in sorted(finding.arguments.items()) if name not in _UNDER_INCLUDE)
    place = finding.line, finding.column, finding.xpath
    return finding.code, finding.row, finding.severity, place, said or finding.message


def _own(value: Any) -> str:
    text = str(value)
    if SEPARATOR not in text:
        return text
    return " ".join(word.rpartition(SEPARATOR)[2] for word in text.split(" "))
