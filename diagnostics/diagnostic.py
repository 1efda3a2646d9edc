"""A diagnostic: one finding at one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from .families import family_of
from .rule import Severity

if TYPE_CHECKING:
    from .fix import Fix


_IN_JSON = ["code", "name", "severity", "message", "file", "line", "column", "end_line", "end_column", "xpath", "hint"]


def place_text(file: str, line: int, column: int) -> str:
    """``file:line:column``, without the numbers that are 0."""
    if not line:
        return file
    return f"{file}:{line}:{column}" if column else f"{file}:{line}"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of, such as the first of two definitions.

    Attributes:
        message: what is there.
        file: the path; None for a text.
        line: where it begins, from 1; 0 where that is not known.
        column: likewise.
        end_line: where it ends; None where that is not known.
        end_column: the column behind its last character.

    Example:
        >>> finding = bodyplan.check("examples/faulty.urdf").diagnostics[-1]
        >>> finding.code, finding.line, [(other.message, other.line) for other in finding.related]
        ('BP540', 37, [('the joint that it hangs on', 30)])
    """

    message: str
    file: str | None
    line: int
    column: int
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``line`` and ``column`` count from 1; 0 where a finding has no place in the text.

    What it is about goes from there to ``end_line`` and ``end_column``, the column behind its last character: a start
    tag, an attribute with its value, an element with its text where that is no value; None where that is not known.

    Attributes:
        code: of its rule: ``"BP540"``; ``bodyplan explain BP540`` prints its page.
        name: that of its rule, in words.
        severity: ``"error"``, ``"warning"`` or ``"note"``.
        message: what is wrong.
        file: the path, as it was given; None for a text.
        line: where it begins.
        column: likewise.
        xpath: path of the element or attribute in the document; ``bodyplan.find`` takes it.
        hint: what to do about it; None where there is nothing to say.
        related: other places that it speaks of.
        arguments: what the finding says, as data; checks read these, never the message or the hint.
        element: tag of the element that it is about, as written; empty where it is about none.
        attribute: name of the attribute of that element that it is about, if any.
        row: for a finding that speaks for a target, which of its rows: ``drake/unused``.
        end_line: see above.
        end_column: see above.
        detail: what a person may want to know besides, such as where a file was looked for; None where there is nothing.
        fix: how it can be fixed, where that was asked for and there is a way; see ``bodyplan.attach_fixes``.

    Example:
        >>> finding = bodyplan.check("examples/faulty.urdf").diagnostics[0]
        >>> finding.code, finding.severity, finding.line, finding.column, finding.xpath
        ('BP640', 'warning', 8, 13, '/robot[@name="faulty"]/link[@name="arm"]/inertial/mass/@value')
    """

    code: str
    name: str
    severity: Severity
    message: str
    file: str | None
    line: int
    column: int
    xpath: str
    hint: str | None = None
    related: tuple[Related, ...] = ()
    arguments: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    element: str = field(default="", compare=False, repr=False)
    attribute: str | None = field(default=None, compare=False, repr=False)
    row: str = field(default="", compare=False, repr=False)
    end_line: int | None = field(default=None, compare=False, repr=False)
    end_column: int | None = field(default=None, compare=False, repr=False)
    fix: Fix | None = field(default=None, compare=False, repr=False)
    detail: str | None = field(default=None, compare=False, repr=False)

    @property
    def family(self) -> str:
        """The beginning of the code that it shares with its kind; see ``families``."""
        return family_of(self.code)

    def __str__(self) -> str:
        """``file:line:column: severity CODE: what is wrong; what to do``, without the numbers that it does not have."""
        return self.format_line("<text>")

    def format_line(self, path: str) -> str:
        """The same, with ``path`` for the file where the finding names none."""
        place = place_text(self.file or path, self.line, self.column)
        text = f"{place}: {self.severity} {self.code}: {self.message}"
        return f"{text}; {self.hint}" if self.hint else text

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data: dict[str, Any] = {name: getattr(self, name) for name in _IN_JSON}
        if self.detail is not None:
            data["detail"] = self.detail
        if self.related:
            data["related"] = [asdict(related) for related in self.related]
        if self.fix is not None:
            data["fix"] = self.fix.to_dict()
        return data


def report_data(path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic]) -> dict[str, Any]:
    """The findings of one document as plain data; ``repeated`` were reported before, and only count for ``ok``."""
    ok = all(diagnostic.severity != "error" for diagnostic in (*diagnostics, *repeated))
    return {"path": path, "ok": ok, "diagnostics": [diagnostic.to_dict() for diagnostic in diagnostics]}
