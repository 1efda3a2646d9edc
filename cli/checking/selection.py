"""Which findings are shown, and how bad they are said to be."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...diagnostics.families import TARGETS, family_of
from ...diagnostics.records import replace
from ..settings.patterns import Patterns

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ..settings.settings import Settings


class Selection:
    """What settings say of findings, by code, beginning of a code, or name."""

    def __init__(self, settings: Settings) -> None:
        self._select = settings.select
        self._ignore = settings.ignore
        self._has_targets = bool(settings.targets)
        self._severity = sorted(settings.severity, key=lambda row: len(row[0]), reverse=True)  # the exactest counts
        self._by_file = [(Patterns([pattern], settings.home), codes) for pattern, codes in settings.per_file_ignores]

    def __call__(self, diagnostics: Sequence[Diagnostic], path: str) -> Sequence[Diagnostic]:
        """Those that are to be shown of the findings of a document at ``path``."""
        if self._select or self._ignore or self._by_file:
            return [d for d in diagnostics if self.shows(d.code, d.name, d.file or path)]
        return diagnostics

    def map_severities(self, diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
        """Findings that are as bad as they are said to be."""
        return [self._map_severity(d) for d in diagnostics] if self._severity else diagnostics

    def shows(self, code: str, name: str, file: str) -> bool:
        """Whether a finding of that rule in a file is shown."""
        if self._select and not _matches(code, name, self._select):
            return False
        return not _matches(code, name, self._ignore) and not any(
            _matches(code, name, codes) and patterns.has(os.path.abspath(file)) for patterns, codes in self._by_file
        )

    def selects(self, code: str, name: str) -> bool:
        """Whether findings of a rule are asked for: by name, or as the verdict of a reader."""
        return _matches(code, name, self._select) or (self._has_targets and family_of(code) == TARGETS)

    def _map_severity(self, d: Diagnostic) -> Diagnostic:
        for word, severity in self._severity:
            if _matches(d.code, d.name, (word,)):
                return d if severity == d.severity else replace(d, severity=severity)
        return d


def add_selection(parser: ArgumentParser) -> None:
    """Adds ``--select`` and ``--ignore``."""
    parser.add_argument(
        "--select",
        metavar="CODE",
        action="extend",
        type=codes,
        default=[],
        help="show only these findings: comma-separated codes (BP301), code prefixes (BP3) or names",
    )
    parser.add_argument("--ignore", metavar="CODE", action="extend", type=codes, default=[], help="hide these findings")


def codes(text: str) -> list[str]:
    """The words of one option."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _matches(code: str, name: str, words: tuple[str, ...]) -> bool:
    return code.startswith(words) or name in words
