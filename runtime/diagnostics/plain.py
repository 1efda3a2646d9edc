"""Findings as plain data, by which they are sent to other processes and kept in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .diagnostic import Diagnostic, Related

FIELDS = (
    *("code", "name", "severity", "message", "file", "line", "column", "xpath", "hint"),
    *("related", "arguments", "element", "attribute", "row", "end_line", "end_column"),
)
_RELATED, _ARGUMENTS = FIELDS.index("related"), FIELDS.index("arguments")
_PLAIN = (str, int, float, bool, type(None))


def plain(diagnostic: Diagnostic) -> list[Any]:
    """A finding as a row that JSON can hold; of arguments that are no texts or numbers it has what ``str`` says."""
    diagnostic.detach()
    row = [getattr(diagnostic, name) for name in FIELDS]
    row[_RELATED] = [
        [each.message, each.file, each.line, each.column, each.end_line, each.end_column] for each in row[_RELATED]
    ]
    row[_ARGUMENTS] = {
        name: value if type(value) in _PLAIN else str(value) for name, value in diagnostic.arguments.items()
    }
    return row


def finding_of(row: Sequence[Any]) -> Diagnostic:
    """The finding that ``plain`` made a row of."""
    found = object.__new__(Diagnostic)
    fields = dict(zip(FIELDS, row, strict=True))
    fields["related"] = tuple(Related(*each) for each in row[_RELATED])
    object.__setattr__(found, "__dict__", fields)
    return found
