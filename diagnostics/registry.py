"""Every rule by its code. ``registry.tsv`` is generated from the files in ``rules/``, one a rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from . import message_format
from .rule import FixStrategy, Rule

FILE: Final = Path(__file__).with_name("registry.tsv")
"""A line for each rule, since no import is needed to read that."""
COLUMNS: Final = (
    "code",
    "name",
    "severity",
    "strict",
    "message",
    "hint",
    "detail",
    "words",
    "fix",
    "safety",
    "argument",
    "group",
    "fold",
    "refused_by",
)


def make_rule(row: Sequence[Any]) -> Rule:
    """The rule that a row of the registry describes.

    Raises:
        AttributeError: there is no such function in ``message_format``.
    """
    code, name, severity, strict, message, hint, detail, words, kind, safety, argument, *more = row
    wording = getattr(message_format, words) if words else None
    fix = FixStrategy(kind, safety, argument) if kind else None
    group, fold, refused_by, *_ = *more, "", "", ""
    refusals = (each.rpartition(":") for each in refused_by.split())
    return Rule(
        code,
        name,
        severity,
        strict,
        message,
        hint or None,
        detail or None,
        wording,
        fix,
        group=group,
        fold=tuple(fold.split()),
        refused_by=tuple((root, reader) for root, _, reader in refusals),
    )


REGISTRY: Final[dict[str, Rule]] = {
    line[: line.index("\t")]: make_rule(line.split("\t")) for line in FILE.read_text(encoding="utf-8").splitlines()[1:]
}
