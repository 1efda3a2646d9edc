"""What consumers say, as their tables in ``schemas/`` have it, for the pages of the rules behind it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..target_lists import LISTS
from .tables import SCHEMAS, read_table


class TargetMessage(NamedTuple):
    """One thing that a consumer says: who, under which id, in which words (a template)."""

    consumer: str
    id: str
    words: str


def find_messages(code: str) -> list[TargetMessage]:
    """Everything that consumers say with the code of one of their rules, by consumer, in the order of their tables."""
    names = [name for name, rule in LISTS.items() if rule.code == code]
    return [
        TargetMessage(path.parent.name, id, words)
        for path in sorted(SCHEMAS.glob("*/rules.toml") if names else ())
        for name in names
        for id, words in read_table(path).get(name, {}).items()
    ]


def severities_of(name: str) -> list[tuple[str, str]]:
    """The consumers that give a rule another severity, each with that."""
    return [(consumer, severities[name]) for consumer, severities in _severities().items() if name in severities]


@cache
def _severities() -> dict[str, dict[str, str]]:
    return {path.parent.name: read_table(path).get("severity", {}) for path in sorted(SCHEMAS.glob("*/rules.toml"))}
