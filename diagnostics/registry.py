"""Every rule by its code. ``registry.tsv`` is generated from the files in ``rules/``, one a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .rule import ROWS, Rule, UnreadRule

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


def _declare_rules() -> Iterator[tuple[str, Rule, str]]:
    """Each code with a rule that knows its code and name, and with its row.

    To make all that rows say took a tenth of a check of one small file.
    """
    make, put = object.__new__, object.__setattr__
    for row in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        code, name, _ = row.split("\t", 2)
        rule = make(UnreadRule)
        put(rule, "code", code)
        put(rule, "name", name)
        yield code, rule, row


REGISTRY: Final[dict[str, Rule]] = {}
for _code, _rule, _row in _declare_rules():
    REGISTRY[_code], ROWS[_code] = _rule, _row
