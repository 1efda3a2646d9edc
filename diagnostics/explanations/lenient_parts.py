"""Where errors are warnings by default, as the formats' tables in ``schemas/`` have it, for the pages of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rule import Rule
from ..rules_values import names_in_tables
from .tables import SCHEMAS, read_table

if TYPE_CHECKING:
    from collections.abc import Sequence


class Lenient(NamedTuple):
    """The parts of one format."""

    format: str
    parts: tuple[str, ...]


def lenient_parts(rule: Rule) -> list[Lenient]:
    """The parts of each format in which an error of that rule is a warning by default."""
    if rule.severity != "error":
        return []
    names = {*names_in_tables(rule)}
    found = []
    for path in sorted(SCHEMAS.glob("*/leniency.toml")):
        rows = [row for row in read_table(path).get("warning", ()) if names & {*row["rules"]}]
        if rows:
            parts = (part + _kinds(row.get("types", ())) for row in rows for part in row["parts"])
            found.append(Lenient(path.parent.name, tuple(parts)))
    return found


def _kinds(types: Sequence[str]) -> str:
    """What narrows a part down to some types of the element."""
    return f"[{' or '.join(f'@type={each!r}' for each in types)}]" if types else ""
