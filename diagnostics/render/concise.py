"""One line for each finding, as compilers write them: editors and ``grep`` understand it."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostic import Diagnostic
from .path_shortening import FindingLimiter, Selects, of_no_note
from .printable import printable_line
from .suppressions import SuppressedFinding


class Concise:
    """``file:line:column: severity CODE: what is wrong; what to do``.

    Args:
        verbose: see ``Shortening``.
        quiet: see ``Shortening``.
        statistics: see ``Shortening``.
        selects: see ``Shortening``.
    """

    def __init__(
        self, *, verbose: bool = False, quiet: bool = False, statistics: bool = False, selects: Selects = of_no_note
    ) -> None:
        self._shortening = FindingLimiter(verbose=verbose, quiet=quiet, statistics=statistics, selects=selects)

    def begin(self) -> str:
        """Nothing."""
        return ""

    def report(
        self,
        path: str,
        diagnostics: Sequence[Diagnostic],
        repeated: Sequence[Diagnostic] = (),
        suppressed: Sequence[SuppressedFinding] = (),
    ) -> str:
        """A line for each finding that is shown."""
        return "".join(f"{line(d, path)}\n" for d in self._shortening.select_shown(path, diagnostics))

    def end(self) -> str:
        """What was left out, and the counts."""
        return self._shortening.end()


def line(diagnostic: Diagnostic, path: str) -> str:
    """The one line, without its end; ``path`` is used where a finding names no file.

    Numbers that a finding does not have are left out.
    """
    return printable_line(diagnostic.format_line(path))
