"""A diagnostic: one finding at one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .rule import Severity


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of, such as the first of two definitions."""

    message: str
    file: str | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``line`` and ``column`` count from 1; 0 where a finding has no place in the text."""

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

    def __str__(self) -> str:
        """``file:line:column: severity CODE: what is wrong; what to do``."""
        text = f"{self.file or '<text>'}:{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"
        return f"{text}; {self.hint}" if self.hint else text

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data: dict[str, Any] = {
            "code": self.code,
            "name": self.name,
            "severity": self.severity,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "xpath": self.xpath,
            "hint": self.hint,
        }
        if self.related:
            data["related"] = [
                {"message": r.message, "file": r.file, "line": r.line, "column": r.column} for r in self.related
            ]
        return data
