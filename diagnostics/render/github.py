"""Workflow commands of GitHub Actions, which show findings beside the lines of a change."""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..repetitions import fold
from .printable import printable
from .renderer import Findings, Renderer, Suppressed

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


class Github(Renderer):
    """``::error file=…,line=…,col=…,title=…::message``, one line for each finding, or for all that a file repeats."""

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """A line for each finding."""
        return "".join(f"{_command(d, path)}\n" for d in fold(diagnostics))


def _command(d: Diagnostic, path: str) -> str:
    properties = {"file": d.file or path}
    if d.line:
        properties["line"] = str(d.line)
        if d.column:
            properties["col"] = str(d.column)
        if d.end_line is not None:
            properties["endLine"] = str(d.end_line)
            if d.end_line == d.line and d.end_column is not None:  # columns are taken on one line only
                properties["endColumn"] = str(d.end_column)
    properties["title"] = f"{d.code} {d.name}"
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[d.severity]} {written}::{_data(d.format_words())}"


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
