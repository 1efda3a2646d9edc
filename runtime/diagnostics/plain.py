"""Findings as plain data, by which they are sent to other processes and kept in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .diagnostic import Diagnostic, Related

FIELDS = (
    *("code", "name", "severity", "message", "file", "line", "column", "xpath", "hint"),
    *("related", "arguments", "element", "attribute", "row", "end_line", "end_column"),
)
_MESSAGE, _RELATED, _ARGUMENTS = (FIELDS.index(name) for name in ("message", "related", "arguments"))
_LONG = 40
"""Characters from which on a text is not written twice."""
_PLAIN = (str, int, float, bool, type(None))


def plain(diagnostic: Diagnostic) -> list[Any]:
    """A finding as a row that JSON can hold; of arguments that are no texts or numbers it has what ``str`` says."""
    diagnostic.detach()
    row = [getattr(diagnostic, name) for name in FIELDS]
    row[_RELATED] = [
        [each.message, each.file, each.line, each.column, each.end_line, each.end_column] for each in row[_RELATED]
    ]
    row[_ARGUMENTS] = {
        name: _shared(value if type(value) in _PLAIN else str(value), diagnostic.message)
        for name, value in diagnostic.arguments.items()
    }
    return row


def _shared(value: Any, message: str) -> Any:
    """A value; where it is a long text that the message holds as well, from where to where."""
    if isinstance(value, str) and len(value) >= _LONG and (at := message.find(value)) >= 0:
        return [at, at + len(value)]
    return value


def finding_of(row: Sequence[Any]) -> Diagnostic:
    """The finding that ``plain`` made a row of."""
    found = object.__new__(Diagnostic)
    fields = dict(zip(FIELDS, row, strict=True))
    fields["related"] = tuple(Related(*each) for each in row[_RELATED])
    message, arguments = row[_MESSAGE], row[_ARGUMENTS]
    for name, value in arguments.items():
        if isinstance(value, list):
            arguments[name] = message[value[0] : value[1]]
    object.__setattr__(found, "__dict__", fields)
    return found
