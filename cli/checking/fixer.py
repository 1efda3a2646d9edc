"""``--fix``: documents with what can be fixed in them, as far as it would be shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ...diagnostics.records import NamedTuple, replace
from ...runtime.source import Source
from ...runtime.source_lines import SourceLines
from ...semantics.core.report import Report
from ...semantics.core.written_file import TextChange
from ...semantics.document.loader import resolve_options
from ...semantics.fix.api import FixResult, fix_selected
from ...semantics.fix.verification import TrialLoader
from .check_one import examine, options_of
from .filter import merge_findings
from .job import CheckJob
from .suppression import SuppressionFilter, suppressions_in, suppressions_in_text

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ...semantics.fix.verification import TrialState
    from .baseline import Baseline
    from .selection import Selection


class FixedDocument(NamedTuple):
    """A document with fixes, how many findings these fix, and how many more unsafe ones would."""

    result: FixResult
    findings: int
    risky: int
    left: tuple[Report, ...] | None
    """What ``examine`` finds in it then; None where that is not known."""
    data: bytes
    """Its text."""


class DocumentFixer:
    """Fixes one document after the other.

    Args:
        documents: what is checked; no other file is changed.
        baseline: findings that are known, and stay.
        unsafe: whether to apply unsafe fixes, too.
    """

    def __init__(self, documents: Iterable[CheckJob], baseline: Baseline | None, *, unsafe: bool) -> None:
        self._own = {os.path.realpath(asked.path) for asked in documents if not asked.is_outside}
        self._baseline = baseline
        self._unsafe = unsafe

    def __call__(self, asked: CheckJob, selection: Selection) -> FixedDocument | None:
        """A document with fixes; None where it cannot be read."""
        if asked.is_outside:
            return None
        settings, folder = asked.settings, Path(asked.path).parent
        contents: dict[str | None, bytes] = {}
        data, result, count, left = b"", None, 0, None
        targets = settings.targets or (None,)
        for target in targets:
            source = Source(asked.path, asked.data or b"")
            reading = TrialLoader.of_source(source, resolve_options(options_of(settings, target), folder))
            if reading is None:
                return None
            data = cast("bytes", reading.data)  # what a file holds is no text yet
            if not count:
                contents, count = self._without_comments(reading, data, asked, selection)
            result = fix_selected(reading, self._unsafe, self._choice(asked.path, selection), contents)
            contents = result.contents
            count += len(result.applied)
            if len(targets) == 1 and not asked.with_fixes and not reading.is_expanded:
                left = (Report(asked.path, tuple(replace(each, fix=None) for each in result.left)),)
        assert result is not None
        risky = sum(each.fix is not None for each in result.left)
        return FixedDocument(result, count, risky, left, data if result.data is None else result.data)

    def _without_comments(
        self, reading: TrialLoader, data: bytes, asked: CheckJob, selection: Selection
    ) -> tuple[dict[str | None, bytes], int]:
        """The document without what is unused of the comments in it, and of how many."""
        if not suppressions_in(data, asked.path):
            return {}, 0
        found = examine(asked)
        everything = merge_findings([report.diagnostics for report in found.reports])
        suppressing = SuppressionFilter(found.suppressions)
        suppressing.split_suppressed(everything, asked.path)
        remarks = suppressing.remarks(asked.path, everything, asked.settings, selection)
        fixes = [each.fix for each in selection(remarks, asked.path) if each.fix is not None]
        file = reading.state({}).files.get(reading.name)
        if not fixes or file is None:  # what is written in xacro is not changed
            return {}, 0
        changes = []
        for fix in fixes:
            for edit in fix.edits:
                start, end = file.offset(edit.line, edit.column), file.offset(edit.end_line, edit.end_column)
                if start is not None and end is not None:
                    changes.append(TextChange(start, end, edit.text))
        text = file.with_changes(changes)
        return {reading.name: text if isinstance(text, bytes) else text.encode()}, len(fixes)

    def _choice(self, path: str, selection: Selection) -> Callable[[TrialState], Callable[[Diagnostic], bool]]:
        """What selects the findings of a state that would be shown, and are in files that may be changed."""

        def choose(state: TrialState) -> Callable[[Diagnostic], bool]:
            everything = state.findings
            shown = [
                d
                for d in selection(everything, path)
                if (d.severity != "note" or selection.selects(d.code, d.name))
                and os.path.realpath(d.file or path) in self._own
            ]
            comments = [
                each for name, file in state.files.items() for each in suppressions_in_text(file.text, name or path)
            ]
            shown, _ = SuppressionFilter(comments).split_suppressed(shown, path)
            if self._baseline is not None:
                lines = SourceLines()
                for name, file in state.files.items():
                    lines.give(name or path, file.text.encode("utf-8", "surrogatepass"))
                known = self._baseline.find_known_ids(everything, path, lines)
                shown = [d for d in shown if id(d) not in known]
            chosen = set(map(id, shown))
            return lambda d: id(d) in chosen

        return choose
