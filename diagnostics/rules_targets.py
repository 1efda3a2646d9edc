"""BP7: what a target's table says about a document.

Each row of a table is a rule of its own, with one of these codes and words from the table.
"""

from __future__ import annotations

from typing import Final

from .rule import declare

TABLE: Final = "schemas/<target>/rules.toml"

REFUSED: Final = declare(
    "BP701", "refused-by-consumer", "error", "the target refuses the document because of this", spec=TABLE
)
NOT_USED: Final = declare(
    "BP702", "not-used-by-consumer", "warning", "the target warns that it makes nothing of this", spec=TABLE
)
SILENTLY_IGNORED: Final = declare(
    "BP703", "ignored-by-consumer", "note", "the target leaves this out without a word", spec=TABLE
)
