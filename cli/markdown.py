"""Texts of documents as parts of Markdown."""

from __future__ import annotations

from ..diagnostics.render.printable import printable
from ..runtime.patterns import compile_pattern

MOST_CHARACTERS = 200
"""Of a text in a comment."""
_TICKS = compile_pattern("`+")


def code_span(text: str) -> str:
    """A text as code, in which nothing is a sign of Markdown or HTML, a mention or an address; also in tables."""
    plain = printable(text)
    if len(plain) > MOST_CHARACTERS:
        plain = plain[: MOST_CHARACTERS - 1] + "…"
    if not plain.strip():
        return ""
    fence = "`" * (1 + max(map(len, _TICKS.findall(plain)), default=0))
    blank = " " if plain[0] in " `" or plain[-1] in " `" else ""
    return f"{fence}{blank}{plain}{blank}{fence}".replace("|", r"\|")
