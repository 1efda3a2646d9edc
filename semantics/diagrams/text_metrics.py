"""How wide text is in the fonts of Helvetica's measure: Arial, Liberation Sans, Nimbus Sans and Helvetica itself.

Pictures tell the program that draws them how wide each text is, so that another font is squeezed rather than too wide.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

_WIDTHS = {
    "'": 191, "ijl": 222, "|": 260, " !,./:;I[\\]ft": 278, "()-`r": 333, "{}": 334, '"': 355, "*": 389, "°": 400,
    "^": 469, "Jcksvxyz": 500, "≤≥": 549, "#$0123456789?L_abdeghnopqu": 556, "+<=>~×": 584, "FTZ": 611,
    "&ABEKPSVXY": 667, "∞": 713, "CDHNRUw": 722, "GOQ": 778, "Mm": 833, "%": 889, "W": 944, "…@": 1000,
}  # fmt: skip
"""Thousandths of the font's size."""
_LETTER_WIDTHS = {letter: width for letters, width in _WIDTHS.items() for letter in letters}


def width(text: str, size: float) -> float:
    """Width of a line of text in a font of that size."""
    return sum(map(_advance, text)) * size / 1000


@lru_cache(maxsize=4096)
def _advance(letter: str) -> int:
    if letter in _LETTER_WIDTHS:
        return _LETTER_WIDTHS[letter]
    if combining(letter):
        return 0
    return 1000 if east_asian_width(letter) in "WF" else 667


def shorten_text(text: str, size: float, widest: float) -> str:
    """The text, with what is too much left out of its middle: ends tell names apart."""
    if len(text) * size * 0.222 <= widest and width(text, size) <= widest:
        return text
    room = widest - width("…", size)
    head = _fit_letters(text, size, room * 0.5)
    tail = _fit_letters(text[: len(head) - len(text) - 1 : -1] if head else text[::-1], size, room - width(head, size))
    return f"{head}…{tail[::-1]}"


def _fit_letters(letters: str, size: float, room: float) -> str:
    """The letters that there is room for."""
    taken = 0
    for letter in letters:
        room -= _advance(letter) * size / 1000
        if room < 0:
            break
        taken += 1
    return letters[:taken]
