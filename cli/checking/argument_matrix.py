"""One report of those that a document in xacro gets with several sets of arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import replace
from ...diagnostics.render.renderer import in_order
from ...semantics.core.report import Report
from ..settings.argument_sets import XACRO

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from .job import CheckJob, CheckResult


def join_sets(reports: Mapping[str, Report]) -> Report:
    """The findings of all reports, each once, with the names of the sets that have it, unless these are all.

    Args:
        reports: by the name of the set that each was made with.
    """
    first: dict[Hashable, Diagnostic] = {}
    names: dict[Hashable, list[str]] = {}
    for name, report in reports.items():
        for finding in report.diagnostics:
            key = _key_of(finding)
            first.setdefault(key, finding)
            met = names.setdefault(key, [])
            if name not in met:
                met.append(name)
    found = [
        finding if len(names[key]) == len(reports) else replace(finding, argument_sets=tuple(names[key]))
        for key, finding in first.items()
    ]
    return Report(next(iter(reports.values())).path, tuple(in_order(found)))


def _key_of(finding: Diagnostic) -> Hashable:
    """What a finding says and where it is written; its place in the expansion may have another name with each set."""
    place = finding.file, finding.line, finding.column
    # what has no place in a file has one in the expansion
    return finding.code, finding.row, finding.severity, place, finding.message, "" if finding.line else finding.xpath


class UnknownArguments:
    """Arguments that are given to several documents in xacro, of which one at least is to know each.

    Args:
        documents: of the run.
    """

    def __init__(self, documents: Sequence[CheckJob]) -> None:
        in_xacro = [each for each in documents if each.path.endswith(XACRO)]
        self._are_several = len(in_xacro) > 1
        self._given = Counter(name for each in in_xacro for name in _given_to(each))
        self._missed = Counter[str]()

    @property
    def names(self) -> list[str]:
        """Those that no document knows, as far as documents went by."""
        return sorted(name for name, count in self._missed.items() if count >= self._given[name])

    def leave_out(self, found: Iterable[CheckResult]) -> Iterator[CheckResult]:
        """What was found, without that a single document does not know an argument, where there are several."""
        for result in found:
            yield self._without(result) if self._are_several else result

    def _without(self, result: CheckResult) -> CheckResult:
        missed = {
            str(each.arguments["argument"])
            for report in result.reports
            for each in filter(_is_missed, report.diagnostics)
        }
        if not missed:
            return result
        self._missed.update(missed)
        reports = tuple(
            replace(report, diagnostics=tuple(each for each in report.diagnostics if not _is_missed(each)))
            for report in result.reports
        )
        return result._replace(reports=reports)


def _given_to(asked: CheckJob) -> set[str]:
    settings = asked.settings
    sets = (each.values for each in settings.argument_sets)
    return {name for values in (settings.arguments, *sets) for name, _ in values}


def _is_missed(finding: Diagnostic) -> bool:
    return finding.code == rules.UNDECLARED_ARGUMENT.code and not finding.line
