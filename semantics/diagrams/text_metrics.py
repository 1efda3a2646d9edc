"""How wide text is: one width for each class of characters, after Helvetica and the fonts of its measure.

Pictures tell the program that draws them how wide each text is, so that another font is squeezed rather than too wide.
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

_CLASSES = (("fijlrt !',./:;I[\\]|()-`{}\"°", 0.28), ("ckJsvxyz*^", 0.5), ("mwMW%@…", 0.86))
"""Narrow, slim and wide ones, in parts of the font's size."""
_WIDTHS = {letter: width for letters, width in _CLASSES for letter in letters}
CAPITAL, USUAL = 0.7, 0.556


def width(text: str, size: float) -> float:
    """Width of a line of text in a font of that size."""
    return sum(map(_advance, text)) * size


def _advance(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if letter.isascii():
        return CAPITAL if letter.isupper() else USUAL
    return 0.0 if combining(letter) else 1.0 if east_asian_width(letter) in "WF" else CAPITAL


def shorten_text(text: str, size: float, widest: float) -> str:
    """The text, with what is too much left out of its middle: ends tell names apart."""
    if len(text) * size * 0.28 <= widest and width(text, size) <= widest:
        return text
    room = widest - width("…", size)
    head = _fit_letters(text, size, room * 0.5)
    tail = _fit_letters(text[: len(head) - len(text) - 1 : -1] if head else text[::-1], size, room - width(head, size))
    return f"{head}…{tail[::-1]}"


def _fit_letters(letters: str, size: float, room: float) -> str:
    taken = 0
    for letter in letters:
        room -= _advance(letter) * size
        if room < 0:
            break
        taken += 1
    return letters[:taken]
