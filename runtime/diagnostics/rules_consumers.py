"""BP7: what a consumer's table says about a document.

Each row of a table is a rule of its own, with one of these codes and words that stand in the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .rule import Rule, declare

TABLE: Final = "schemas/<consumer>/rules.toml"

REFUSED: Final = declare(
    "BP701", "refused-by-consumer", "error", "the consumer refuses the document because of this", spec=TABLE
)
NOT_USED: Final = declare(
    "BP702", "not-used-by-consumer", "warning", "the consumer warns that it makes nothing of this", spec=TABLE
)
SILENTLY_IGNORED: Final = declare(
    "BP703", "ignored-by-consumer", "note", "the consumer leaves this out without a word", spec=TABLE
)

LISTS: Final[Mapping[str, Rule]] = {"refuses": REFUSED, "warns": NOT_USED, "ignores": SILENTLY_IGNORED}
"""The lists of a table that give its rows their words, each with the rule behind them."""
