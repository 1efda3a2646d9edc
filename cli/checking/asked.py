"""A document that is to be checked, and what is found in it: as objects, and as plain data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.diagnostics.plain import finding_of, plain
from ...semantics.report import Report
from .suppression import Suppression

if TYPE_CHECKING:
    from ...runtime.watching import Record
    from ..settings.settings import Settings


class Asked(NamedTuple):
    """A document, and how it is to be checked."""

    path: str
    settings: Settings
    data: bytes | None = None
    """Its text, where that is not what the file holds."""


class Found(NamedTuple):
    """What there is in a document, for each reader that was asked for, and the comments that speak of findings."""

    path: str
    reports: tuple[Report, ...]
    suppressions: tuple[Suppression, ...]
    record: Record | None = None
    """What files were asked on the way; None where that is not known."""


class Packed(NamedTuple):
    """What was found in a document as it is sent and kept."""

    found: bytes
    seen: bytes | None
    """What files were asked and answered; None where the result is not to be kept."""


def packed(found: Found) -> Packed:
    """What was found as plain data; no programs are in it, so that it may come from anywhere."""
    data = [
        found.path,
        [[report.path, list(map(plain, report.diagnostics))] for report in found.reports],
        [list(each.plain()) for each in found.suppressions],
    ]
    record = found.record
    seen = None
    if record is not None and record.is_sound:
        rows = [[*question, answer] for question, answer in record.answers.items()]
        seen = _json([record.widened, rows])
    return Packed(_json(data), seen)


def unpacked(data: bytes) -> Found:
    """What ``packed`` was given, without the record.

    Raises:
        ValueError, TypeError, KeyError, IndexError: it is something else.
    """
    path, reports, suppressions = json.loads(data)
    return Found(
        path,
        tuple(Report(name, tuple(map(finding_of, rows))) for name, rows in reports),
        tuple(map(Suppression.of, suppressions)),
    )


def _json(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode("ascii")
