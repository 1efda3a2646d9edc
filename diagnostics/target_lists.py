"""The lists of a target's table that give its rows their words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .rule import Rule
from .rules_targets import NOT_USED, REFUSED, SILENTLY_IGNORED

LISTS: Final[Mapping[str, Rule]] = {"refuses": REFUSED, "warns": NOT_USED, "ignores": SILENTLY_IGNORED}
"""Name of each list to the rule behind what it says."""
