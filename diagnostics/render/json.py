"""JSON: a list with one object for each checked file, the same as ``Report.to_dict()``.

``report.schema.json`` beside this module is the schema of that list.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..diagnostic import Diagnostic, report_data
from .printable import printable_json
from .suppressions import SuppressedFinding

SCHEMA: Final = Path(__file__).with_name("report.schema.json")
"""The schema of the output."""


class Json:
    """One object per line, so that a long run can be read while it goes on."""

    def __init__(self) -> None:
        self._first = True

    def begin(self) -> str:
        """Opens the list."""
        return "["

    def report(
        self,
        path: str,
        diagnostics: Sequence[Diagnostic],
        repeated: Sequence[Diagnostic] = (),
        suppressed: Sequence[SuppressedFinding] = (),
    ) -> str:
        """The object of one file, without what is suppressed."""
        comma, self._first = "" if self._first else ",", False
        return f"{comma}\n{printable_json(json.dumps(report_data(path, diagnostics, repeated)))}"

    def end(self) -> str:
        """Closes the list."""
        return "\n]\n"
