"""Examines one document, with all that is needed to judge it in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.files import FILES
from ...runtime.watching import Record
from ...semantics.loading import check_as
from .asked import Asked, Found
from .suppression import suppressions_in, suppressions_of

if TYPE_CHECKING:
    from ...semantics.options import LoadOptions


def examine(asked: Asked) -> Found:
    """What there is in one document."""
    settings, record = asked.settings, Record()
    options: LoadOptions = {
        "strict": settings.strict,
        "search_paths": settings.search_paths,
        "confine": settings.confine,
        "extensions": settings.extensions,
    }
    reports = []
    for target in settings.targets or (None,):
        # the name of a reader was looked at when the settings were read
        options["target"] = target  # type: ignore[typeddict-item]
        reports.append(check_as(asked.path, options, data=asked.data, watch=record.watch))
    text = record.document if asked.data is None else asked.data
    own = () if text is None else suppressions_in(text, asked.path)
    files = dict.fromkeys(d.file for report in reports for d in report.diagnostics if d.file not in (None, asked.path))
    everywhere = record.watch_all(FILES)
    others = [each for file in files if file is not None for each in suppressions_of(file, everywhere)]
    return Found(asked.path, tuple(reports), (*own, *others), record)
