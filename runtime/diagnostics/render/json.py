"""JSON: a list with one object for each checked file, the same as ``Report.to_dict()``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..diagnostic import Diagnostic
from .printable import printable_json


class Json:
    """One object per line, so that a long run can be read while it goes on."""

    def __init__(self) -> None:
        self._first = True

    def begin(self) -> str:
        """Opens the list."""
        return "["

    def report(self, path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic] = ()) -> str:
        """The object of one file."""
        comma, self._first = "" if self._first else ",", False
        data = {
            "path": path,
            "ok": all(d.severity != "error" for d in (*diagnostics, *repeated)),
            "diagnostics": [d.to_dict() for d in diagnostics],
        }
        return f"{comma}\n{printable_json(json.dumps(data, ensure_ascii=False))}"

    def end(self) -> str:
        """Closes the list."""
        return "\n]\n"
