"""JSON: a list with one object for each checked file, the same as ``Report.to_dict()``.

``report.schema.json`` beside this module is the schema of that list.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ..diagnostic import report_data
from ..repetitions import fold
from .printable import printable_json
from .renderer import Findings, Renderer, Suppressed

SCHEMA: Final = Path(__file__).with_name("report.schema.json")
"""The schema of the output."""


class ListRenderer(Renderer):
    """Writes a JSON list with one item a line, so that a long run can be read while it goes on."""

    def __init__(self) -> None:
        self._first = True

    def begin(self) -> str:
        """Opens the list."""
        return "["

    def add_item(self, item: object) -> str:
        """One more item."""
        comma, self._first = "" if self._first else ",", False
        return f"{comma}\n{printable_json(json.dumps(item))}"

    def end(self) -> str:
        """Closes the list."""
        return "\n]\n"


class Json(ListRenderer):
    """An object for each file."""

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The object of one file, without what is suppressed."""
        return self.add_item(report_data(path, fold(diagnostics), repeated))
