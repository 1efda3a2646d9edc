"""A finding that is there, and is not shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..diagnostic import Diagnostic


class SuppressedFinding(NamedTuple):
    """A finding with what keeps it from being shown: a comment in the document, or a baseline beside it."""

    diagnostic: Diagnostic
    by: Literal["comment", "baseline"]
    reason: str = ""


def in_order(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings as they would come if none were suppressed: by file in the order of their first finding, then by place."""
    files: dict[str | None, int] = {}
    for diagnostic in diagnostics:
        files.setdefault(diagnostic.file, len(files))
    return sorted(diagnostics, key=lambda d: (files[d.file], d.line, d.column))
