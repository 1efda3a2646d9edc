"""What is reported for each document of a run: of all that was found, what settings, comments and a baseline leave."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...diagnostics.render.renderer import SuppressedFinding, in_order
from ...semantics.postprocess.dedupe import RealPaths, ReportDeduplicator
from ..documents import is_unreadable
from .selection import Selection
from .suppression import SuppressionFilter

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ..settings.settings import Settings
    from .baseline import Baseline
    from .job import CheckResult


class Verdict(NamedTuple):
    """What is reported for one document.

    ``repeated`` are findings in included files that were reported with an earlier document.
    """

    path: str
    shown: Sequence[Diagnostic]
    repeated: Sequence[Diagnostic]
    suppressed: Sequence[SuppressedFinding]
    is_unreadable: bool

    @property
    def is_faulty(self) -> bool:
        """Whether one of the findings that are reported is an error."""
        return any(d.severity == "error" for d in self.shown)


class FindingFilter:
    """Gives verdicts over one document after the other.

    Args:
        baseline: findings that are known.
    """

    def __init__(self, baseline: Baseline | None = None) -> None:
        self.path_of = RealPaths()
        """Tells files apart that have several names."""
        self._baseline = baseline
        self._telling: dict[int, ReportDeduplicator] = {}
        self._selections: dict[Settings, Selection] = {}

    def __call__(self, found: CheckResult, settings: Settings) -> Verdict:
        """The verdict over a document of which all that was found is given."""
        selection = self.selection(settings)
        reports = [
            self._telling.setdefault(number, ReportDeduplicator(self.path_of))(report)
            for number, report in enumerate(found.reports)
        ]
        everything = merge_findings([report.diagnostics for report in reports])
        repeated = merge_findings([report.repeated for report in reports])
        shown, suppressed = selection(everything, found.path), list[SuppressedFinding]()
        repeated = selection(repeated, found.path)
        if found.suppressions:
            suppressing = SuppressionFilter(found.suppressions)
            # what is not shown anyway makes a comment as needed as what is
            suppressing.split_suppressed(everything, found.path)
            shown, hidden = suppressing.split_suppressed(shown, found.path)
            repeated, _ = suppressing.split_suppressed(repeated, found.path)
            remarks = suppressing.remarks(found.path, everything, settings, selection)
            everything = [*everything, *remarks]
            shown = in_order([*shown, *selection(remarks, found.path)])
            suppressed += hidden
        if self._baseline is not None:
            shown, known = self._baseline.split_known(shown, found.path, everything, plausible=settings.plausible)
            suppressed += [SuppressedFinding(d, "baseline") for d in known]
        unreadable = is_unreadable(found.path, everything)
        return Verdict(
            found.path, selection.map_severities(shown), selection.map_severities(repeated), suppressed, unreadable
        )

    def selection(self, settings: Settings) -> Selection:
        """Which findings settings show."""
        if settings not in self._selections:
            self._selections[settings] = Selection(settings)
        return self._selections[settings]


def merge_findings(runs: Sequence[Sequence[Diagnostic]]) -> Sequence[Diagnostic]:
    """The findings of several runs over one document, each once, by file and place."""
    if len(runs) == 1:
        return runs[0]
    return in_order(list(dict.fromkeys(chain.from_iterable(runs))))
