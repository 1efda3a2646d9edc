"""Which findings are shown: ``--select`` and ``--ignore``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .messages import WrongCall, nearest

if TYPE_CHECKING:
    from ..runtime.diagnostics.diagnostic import Diagnostic


class Selection:
    """Findings by code, beginning of a code, or name.

    Args:
        select: what is shown; everything where it is empty.
        ignore: what is not shown, even if it is selected.
    """

    def __init__(self, select: Sequence[str], ignore: Sequence[str]) -> None:
        self._select = tuple(select)
        self._ignore = tuple(ignore)

    def __call__(self, diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
        """Those of ``diagnostics`` that are to be shown."""
        if not self._select and not self._ignore:
            return diagnostics
        return [d for d in diagnostics if self._shows(d)]

    def check(self) -> None:
        """Makes sure that each word names a rule.

        Raises:
            WrongCall: one does not.
        """
        if not self._select and not self._ignore:
            return
        from ..runtime.diagnostics.catalogue import all_rules

        rules = all_rules()
        names = {rule.name for rule in rules.values()}
        for word in (*self._select, *self._ignore):
            if word not in names and not any(code.startswith(word) for code in rules):
                raise WrongCall(f"no diagnostic is called {word!r}{nearest(word, [*rules, *names])}")

    def _shows(self, d: Diagnostic) -> bool:
        wanted = not self._select or _matches(d, self._select)
        return wanted and not _matches(d, self._ignore)


def add_selection(parser: ArgumentParser) -> None:
    """Adds the two options."""
    parser.add_argument(
        "--select",
        metavar="CODE",
        action="extend",
        type=codes,
        default=[],
        help="show only these findings: codes (BP301), beginnings of codes (BP3) or names, separated by commas",
    )
    parser.add_argument(
        "--ignore", metavar="CODE", action="extend", type=codes, default=[], help="do not show these findings"
    )


def codes(text: str) -> list[str]:
    """The words of one option."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _matches(d: Diagnostic, words: tuple[str, ...]) -> bool:
    return d.code.startswith(words) or d.name in words
