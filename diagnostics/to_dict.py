"""Findings as plain data, by which they are sent to other processes and kept in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .diagnostic import Diagnostic, Related
from .fix import Edit, Fix
from .records import field_defaults

FIELDS = tuple(field_defaults(Diagnostic))
RELATED_FIELDS = tuple(field_defaults(Related))
_PLAIN = (str, int, float, bool, type(None))
_LONG = 40
"""Characters from which on a text is not written twice."""


def plain(diagnostic: Diagnostic, texts: dict[str, int]) -> list[Any]:
    """A finding as a row that JSON can hold; of arguments that are no texts or numbers it has what ``str`` gives.

    ``texts`` numbers what many findings have in common, and grows.
    """
    row = {name: getattr(diagnostic, name) for name in FIELDS}
    for name in ("file", "hint", "detail"):
        if row[name] is not None:
            row[name] = texts.setdefault(row[name], len(texts))
    row["places"] = [plain(each, texts) for each in diagnostic.places]
    row["related"] = [[getattr(each, name) for name in RELATED_FIELDS] for each in diagnostic.related]
    if diagnostic.fix is not None:
        row["fix"] = diagnostic.fix.to_dict()
    said = diagnostic.message, diagnostic.hint or ""
    row["arguments"] = {
        name: _compress_text(value if type(value) in _PLAIN else str(value), said)
        for name, value in diagnostic.arguments.items()
    }
    return list(row.values())


def finding_of(row: Sequence[Any], texts: Sequence[str]) -> Diagnostic:
    """The finding that ``plain`` made a row of."""
    values = dict(zip(FIELDS, row, strict=True))
    file, hint, fix, arguments = (values[name] for name in ("file", "hint", "fix", "arguments"))
    values["file"] = None if file is None else texts[file]
    values["detail"] = None if values["detail"] is None else texts[values["detail"]]
    values["hint"] = hint = None if hint is None else texts[hint]
    values["places"] = tuple([finding_of(each, texts) for each in values["places"]])
    values["refused_by"] = tuple(values["refused_by"])
    values["argument_sets"] = tuple(values["argument_sets"])
    values["related"] = tuple(Related(*each) for each in values["related"])
    if fix is not None:
        values["fix"] = Fix(fix["title"], fix["safe"], tuple(Edit(**edit) for edit in fix["edits"]))
    for name, value in arguments.items():
        if isinstance(value, list):
            which, begin, end = value
            arguments[name] = (hint or "" if which else values["message"])[begin:end]
    return Diagnostic(**values)


def _compress_text(value: Any, said: tuple[str, str]) -> Any:
    """A value; where it is a long text that the message or the hint holds as well, in which, from where to where."""
    if isinstance(value, str) and len(value) >= _LONG:
        for which, text in enumerate(said):
            at = text.find(value)
            if at >= 0:
                return [which, at, at + len(value)]
    return value
