"""One line for each finding, as compilers write them: editors and ``grep`` understand it."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostic import Diagnostic
from .printable import printable


class Concise:
    """``file:line:column: severity CODE: what is wrong; what to do``."""

    def begin(self) -> str:
        """Nothing."""
        return ""

    def report(self, path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic] = ()) -> str:
        """A line for each finding."""
        return "".join(f"{line(d, path)}\n" for d in diagnostics)

    def end(self) -> str:
        """Nothing."""
        return ""


def line(diagnostic: Diagnostic, path: str) -> str:
    """The one line, without its end; ``path`` stands in where a finding names no file.

    Numbers that a finding does not have are left out.
    """
    return printable(diagnostic.told_of(path))
