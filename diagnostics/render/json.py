"""JSON: a list with one object for each checked file, the same as ``Report.to_dict()``.

``report.schema.json`` beside this module is the schema of that list.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..diagnostic import report_data
from .renderer import Findings, ListRenderer, Suppressed

SCHEMA: Final = Path(__file__).with_name("report.schema.json")
"""The schema of the output."""


class Json(ListRenderer):
    """An object for each file."""

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The object of one file, without what is suppressed."""
        return self.add_item(report_data(path, diagnostics, repeated))
