"""One line for each finding, as compilers write them: editors and ``grep`` understand it."""

from __future__ import annotations

from ..diagnostic import Diagnostic
from .path_shortening import FindingLimiter, Selects, of_no_note
from .printable import printable_line
from .renderer import Findings, Renderer, Suppressed


class Concise(Renderer):
    """``file:line:column: severity CODE: what is wrong; what to do``.

    Args:
        verbose: see ``FindingLimiter``.
        quiet: see ``FindingLimiter``.
        statistics: see ``FindingLimiter``.
        selects: see ``FindingLimiter``.
    """

    def __init__(
        self, *, verbose: bool = False, quiet: bool = False, statistics: bool = False, selects: Selects = of_no_note
    ) -> None:
        self._limiter = FindingLimiter(verbose=verbose, quiet=quiet, statistics=statistics, selects=selects)

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """What is written of each finding that is shown."""
        return "".join(self._format_finding(path, d) for d in self._limiter.select_shown(path, diagnostics))

    def end(self) -> str:
        """What was left out, and the counts."""
        return self._limiter.end()

    def _format_finding(self, path: str, d: Diagnostic) -> str:
        return f"{line(d, path)}\n"


def line(diagnostic: Diagnostic, path: str) -> str:
    """The one line, without its end; ``path`` is used where a finding names no file.

    Numbers that a finding does not have are left out.
    """
    return printable_line(diagnostic.format_line(path))
