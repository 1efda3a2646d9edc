"""How readers of a format take texts, where formats differ."""

from __future__ import annotations

from ..diagnostics.records import NamedTuple


class Lexical(NamedTuple):
    """The rules of one format, which ``schemas/<format>/format.toml`` states."""

    trims: bool = False
    """Blanks are taken off the ends of attributes."""
    reads_hexadecimal: bool = False
    """Hexadecimal numbers are known."""
    hexadecimal_integers: bool = False
    """Whole numbers may be written so: readers look for a ``0x`` at their beginning."""
    words_are_numbers: bool = False
    """Where a number is asked for, ``true`` is 1 and ``false`` is 0."""
    by_prefix: bool = False
    """Of each piece of a vector the longest leading number is taken."""
    fills_poses: bool = False
    """A pose with too few numbers has zeros at its end."""
    fills_in: bool = False
    """Elements that are missing are made up."""
    is_exact: bool = False
    """Readers refuse what the format does not describe: other elements, those of namespaces too, and texts that are more than their value."""
    besides: tuple[str, ...] = ()
    """Elements that programs read and no description has, each after the one that it is in: ``sensor/gz_frame_id``."""
    any_version: tuple[str, ...] = ()
    """Parts that came with some version, and that every reader takes in documents of any other: ``include/@merge``."""
