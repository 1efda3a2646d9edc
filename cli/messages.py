"""What is said on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..diagnostics.render.printable import printable


class WrongCall(Exception):
    """The call asks for what there is not; the text is for the user."""


def complain(message: str) -> None:
    """Says what is wrong with the call."""
    print(f"bodyplan: {printable(message)}", file=sys.stderr)


def nearest(word: str, choices: Iterable[str]) -> str:
    """``; did you mean 'x'?`` where something close to ``word`` exists, an empty text otherwise."""
    from ..runtime.spelling import SpellingIndex

    near = SpellingIndex(choices).nearest(word)
    return f"; did you mean {near!r}?" if near else ""


def format_number(number: int, word: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
