"""How readers of a format take texts, where formats differ."""

from __future__ import annotations

from typing import NamedTuple


class Lexical(NamedTuple):
    """The rules of one format, which ``schemas/<format>/format.toml`` states."""

    trims: bool = False
    """Blanks are taken off the ends of attributes."""
    reads_hexadecimal: bool = False
    """Hexadecimal numbers are known."""
    hexadecimal_integers: bool = False
    """Whole numbers may be written so: readers look for a ``0x`` at their beginning."""
    by_prefix: bool = False
    """Of each piece of a vector the longest leading number is taken."""
    fills_in: bool = False
    """Elements that are missing are made up."""
