"""What a check found."""

from __future__ import annotations

from typing import Any

from ...diagnostics.diagnostic import Diagnostic, report_data
from ...diagnostics.records import dataclass
from ...diagnostics.repetitions import fold


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one document.

    Attributes:
        path: the document, as it was given.
        diagnostics: the findings, in the order of the text.
        repeated: findings inside included files that an earlier report of the same run has: they count for ``ok``, and
            are not reported again.

    Example:
        >>> report = bodyplan.check("examples/arm.urdf")
        >>> report.ok, len(report.diagnostics)
        (True, 0)
    """

    path: str
    diagnostics: tuple[Diagnostic, ...]
    repeated: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return all(diagnostic.severity != "error" for diagnostic in (*self.diagnostics, *self.repeated))

    def fold(self) -> tuple[Diagnostic, ...]:
        """The findings as ``bodyplan check`` shows them: one, with a ``count`` and its ``places``, where a file repeats it.

        The counts add up to the number of ``diagnostics``.
        """
        return tuple(fold(self.diagnostics))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: ``path``, ``ok`` and the list of ``diagnostics``, those that a file repeats as one."""
        return report_data(self.path, self.fold(), self.repeated)
