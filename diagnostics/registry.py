"""Every rule by its code. ``registry.tsv`` is generated from the files in ``rules/``, one a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from .records import field_defaults
from .rule import FixStrategy, Rule, Words

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
    wording = _find_words(words) if words else None
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


def _find_words(name: str) -> Words:
    from . import message_format  # which a call that finds nothing does without

    found: Words = getattr(message_format, name)
    return found


def complete_rule(rule: Rule) -> None:
    """Gives a rule of the registry what its row says.

    Raises:
        AttributeError: the registry has no such rule, or names a function that ``message_format`` does not have.
    """
    row = _ROWS.get(rule.code)
    if row is None:
        raise AttributeError(f"no rule has the code {rule.code!r}")
    made = make_rule(row.split("\t"))
    for name in field_defaults(Rule):
        object.__setattr__(rule, name, getattr(made, name))


def _declare_rules() -> Iterator[tuple[str, Rule, str]]:
    """Each code with a rule that knows its code and name, and with its row.

    To make all that rows say took a tenth of a check of one small file.
    """
    make, put = object.__new__, object.__setattr__
    for row in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        code, name, _ = row.split("\t", 2)
        rule = make(Rule)
        put(rule, "code", code)
        put(rule, "name", name)
        yield code, rule, row


REGISTRY: Final[dict[str, Rule]] = {}
_ROWS: Final[dict[str, str]] = {}
for _code, _rule, _row in _declare_rules():
    REGISTRY[_code], _ROWS[_code] = _rule, _row
