"""BP7: what a consumer's table says about a document. The message names the consumer and what it does."""

from __future__ import annotations

from typing import Final

from .rule import declare

TABLE: Final = "schemas/<consumer>/rules.toml"

REFUSED: Final = declare("BP701", "refused-by-consumer", "error", "{message}", spec=TABLE)
NOT_USED: Final = declare("BP702", "not-used-by-consumer", "warning", "{message}", spec=TABLE)
SILENTLY_IGNORED: Final = declare("BP703", "ignored-by-consumer", "note", "{message}", spec=TABLE)
