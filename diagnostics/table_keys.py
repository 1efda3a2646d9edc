"""What the tables in ``schemas/`` call rules: the lists of a target's table, and the rules of ``leniency.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .families import STRUCTURE, VALUES, family_of
from .rule import Rule
from .rules import DOES_NOT_FIT, NOT_USED, REFUSED, SILENTLY_IGNORED

LISTS: Final[Mapping[str, Rule]] = {"refuses": REFUSED, "warns": NOT_USED, "ignores": SILENTLY_IGNORED}
"""Name of each list of a target's table to the rule behind what it says."""
_KINDS: Final = {VALUES: "values", STRUCTURE: "structure"}


def names_in_tables(rule: Rule) -> tuple[str, ...]:
    """What a table of ``leniency.toml`` calls a rule: by its name, or as one of all rules about what a text holds."""
    kind = _KINDS.get(family_of(rule.code))
    return (rule.name,) if kind is None or rule.code == DOES_NOT_FIT.code else (rule.name, kind)
