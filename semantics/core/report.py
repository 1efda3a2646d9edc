"""What a check found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Diagnostic, report_data
from ...diagnostics.records import dataclass
from ...diagnostics.repetitions import fold
from .garbage_collection import collector_paused

if TYPE_CHECKING:
    from ...runtime.lazy_finding import LoadFindings


class _OfLoad:
    """What a report has besides its fields."""

    __slots__ = ("_found",)

    _found: LoadFindings | None
    """The findings of the load that it is of, as long as no records were asked for."""


@dataclass(frozen=True, slots=True)
class Report(_OfLoad):
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

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The findings of a load, or that there are none left to be placed."""
            if name == "_found":
                return None
            if name != "diagnostics" or self._found is None:
                raise AttributeError(f"a report has no {name!r}")
            with collector_paused():
                object.__setattr__(self, name, self._found.records())
            return getattr(self, name)

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        if self._found is not None and not self.repeated:
            return self._found.ok
        return all(diagnostic.severity != "error" for diagnostic in (*self.diagnostics, *self.repeated))

    def fold(self) -> tuple[Diagnostic, ...]:
        """The findings as ``bodyplan check`` shows them: one, with a ``count`` and its ``places``, where a file repeats it.

        The counts add up to the number of ``diagnostics``.
        """
        return tuple(fold(self.diagnostics))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: ``path``, ``ok`` and the list of ``diagnostics``, those that a file repeats as one."""
        return report_data(self.path, self.fold(), self.repeated)


def make_report(path: str, found: LoadFindings) -> Report:
    """The report of a load, whose findings are placed and worded when they are first asked for."""
    made = object.__new__(Report)
    for name, value in (("path", path), ("repeated", ()), ("_found", found)):
        object.__setattr__(made, name, value)
    return made
