"""How a finding can be fixed: changes of the text that it is about."""

from __future__ import annotations

from typing import Any

from .records import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file and what comes in its place; lines and columns count from 1, columns in characters.

    Attributes:
        file: the path, as the finding has it; ``<text>`` for a text.
        line: where it begins.
        column: where it begins.
        end_line: where it ends.
        end_column: the column behind its last character.
        text: what comes there.

    Example:
        >>> report = bodyplan.attach_fixes(bodyplan.check("examples/faulty.urdf"))
        >>> (edit,) = next(finding.fix for finding in report.diagnostics if finding.code == "BP107").edits
        >>> edit.line, edit.column, edit.end_column, edit.text
        (28, 29, 38, 'continuous')
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to fix a finding.

    Attributes:
        title: what it does, as "write 'revolute'".
        safe: whether the document means what it meant before, or was refused before because of the finding.
        edits: what is to be changed, in the order of the text.

    Example:
        >>> report = bodyplan.attach_fixes(bodyplan.check("examples/faulty.urdf"))
        >>> [(finding.fix.title, finding.fix.safe) for finding in report.diagnostics if finding.fix][2:4]
        [('write <limit>', False), ("write 'continuous'", True)]
    """

    title: str
    safe: bool
    edits: tuple[Edit, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        from dataclasses import asdict

        return {"title": self.title, "safe": self.safe, "edits": [asdict(edit) for edit in self.edits]}
