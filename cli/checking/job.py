"""A document that is to be checked, and what is found in it: as objects, and as plain data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...diagnostics.to_dict import finding_of, plain
from ...runtime.file_trace import EXISTS, FOLDER, READ
from ...semantics.core.report import Report
from .suppression import Suppression

if TYPE_CHECKING:
    from ...runtime.file_trace import Answer, Question, Record
    from ..settings.settings import Settings


class CheckJob(NamedTuple):
    """A document, and how it is to be checked."""

    path: str
    settings: Settings
    data: bytes | None = None
    """Its text, where that is not what the file holds."""
    with_fixes: bool = False
    """Whether findings are to carry their fixes."""
    is_outside: bool = False
    """Whether it is outside of the project that reading is confined to, so that it is not to be read."""


class CheckResult(NamedTuple):
    """What there is in a document, for each reader that was asked for, and the comments that speak of findings."""

    path: str
    reports: tuple[Report, ...]
    suppressions: tuple[Suppression, ...]
    record: Record | None = None
    """What files were asked on the way; None where that is not known."""


class AnswerBlock(NamedTuple):
    """Some of the questions that files were asked, with the answers, as JSON; many documents have the same ones."""

    name: bytes
    """Its hash."""
    rows: bytes


class PackedResult(NamedTuple):
    """What was found in a document as it is sent and kept."""

    found: bytes
    text: Answer = None
    """What the file of the document answered when it was read."""
    seen: tuple[AnswerBlock, ...] | None = None
    """All else that files were asked and answered; None where the result is not to be kept."""


def pack_result(found: CheckResult) -> PackedResult:
    """What was found as plain data; no programs are in it, so that it may come from anywhere."""
    texts: dict[str, int] = {}
    reports = [[report.path, [plain(each, texts) for each in report.diagnostics]] for report in found.reports]
    data = [found.path, list(texts), reports, [list(each.plain()) for each in found.suppressions]]
    record = found.record
    if record is None or not record.is_sound:
        return PackedResult(_json(data))
    answers = list(record.answers.items())
    text = None
    if answers and answers[0][0][1:3] == (READ, found.path):
        text = answers.pop(0)[1]
    if record.is_confined:
        return PackedResult(
            _json(data), text, (_part([record.widened, [[*asked, answer] for asked, answer in answers]]),)
        )
    return PackedResult(_json(data), text, tuple(_parts(answers)))


def _parts(answers: list[tuple[Question, Answer]]) -> Iterator[AnswerBlock]:
    """The answers in parts: those about search folders, which all documents ask for, folder by folder."""
    parts: dict[tuple[str, str], list[list[Any]]] = {}
    for question, answer in answers:
        _, kind, path, _ = question
        place = ("", "") if kind in (EXISTS, FOLDER) else (kind, path.rpartition(os.sep)[0])
        parts.setdefault(place, []).append([*question, answer])
    for rows in parts.values():
        yield _part(rows)


def _part(rows: Any) -> AnswerBlock:
    data = _json(rows)
    from hashlib import sha256  # which calls for one file do without

    return AnswerBlock(sha256(data).digest()[:16], data)


def unpack_result(data: bytes) -> CheckResult:
    """What ``packed`` was given, without the record.

    Raises:
        ValueError, TypeError, KeyError, IndexError: it is something else.
    """
    import json  # nothing of this is needed where one process keeps nothing

    path, texts, reports, suppressions = json.loads(data.decode("ascii"))
    return CheckResult(
        path,
        tuple(Report(name, tuple([finding_of(row, texts) for row in rows])) for name, rows in reports),
        tuple(map(Suppression.of, suppressions)),
    )


def _json(data: Any) -> bytes:
    import json

    return json.dumps(data, separators=(",", ":")).encode("ascii")
