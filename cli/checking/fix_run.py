"""The run of a check that fixes documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..apply_edit import show_difference
from ..messages import format_number
from ..output_file import write_document
from ..status import OK, PROBLEMS
from .check_one import add_suppressions, examine
from .job import CheckJob, CheckResult

if TYPE_CHECKING:
    from ...runtime.source_lines import SourceLines
    from .filter import FindingFilter
    from .fixer import DocumentFixer


class Tally:
    """What a run has fixed."""

    def __init__(self) -> None:
        self.fixed = 0
        self.risky = 0
        """Findings that only unsafe fixes would fix."""

    def __str__(self) -> str:
        more = f"; {self.risky} more can be fixed with --unsafe-fixes" if self.risky else ""
        return f"{format_number(self.fixed, 'finding')} fixed{more}"


def found_after(
    documents: Sequence[CheckJob], mender: DocumentFixer, judge: FindingFilter, tally: Tally, lines: SourceLines
) -> Iterator[CheckResult]:
    """What there is in each document once it is fixed, one after the other: they may include each other.

    A text of standard input goes to standard output, fixed or not.

    Args:
        documents: the documents.
        mender: fixes each.
        judge: selects what would be shown.
        tally: counts.
        lines: receives the lines of texts that are in no file.

    Raises:
        OSError: a file cannot be written; it is as it was.
    """
    for asked in documents:
        fixed = mender(asked, judge.selection(asked.settings))
        if asked.data is not None:
            data = asked.data if fixed is None else fixed.data
            write_document(data)
            lines.give(asked.path, data)
            asked = asked._replace(data=data)
        if fixed is not None:
            if fixed.findings:
                fixed.result.write(but=asked.path if asked.data is not None else None)
            tally.fixed += fixed.findings
            tally.risky += fixed.risky
        if fixed is None or fixed.left is None:
            yield examine(asked)
        else:
            yield add_suppressions(asked, fixed.left, fixed.data)


def show_fixes(documents: Sequence[CheckJob], mender: DocumentFixer, judge: FindingFilter, tally: Tally) -> int:
    """Shows what would be changed in each document, and returns the exit status: whether there is something."""
    status = OK
    shown: set[str | None] = set()
    for asked in documents:
        fixed = mender(asked, judge.selection(asked.settings))
        if fixed is None:
            continue
        for name, text in fixed.result.texts.items():
            if name not in shown:
                show_difference(name or asked.path, fixed.result.before[name], text)
            shown.add(name)
            status = PROBLEMS
        tally.fixed += fixed.findings
        tally.risky += fixed.risky
    return status
