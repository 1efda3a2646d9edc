"""How names in documents become names in Python."""

from __future__ import annotations

_SMALL = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")


def function_name(class_name: str) -> str:
    """``AxisLimit`` → ``axis_limit``: the part of a decoder's name that follows ``decode_``.

    Without regular expressions: a check of a small file has no other use for these two, which take long to compile.
    """
    pairs = zip(f" {class_name}", class_name)
    spaced = "".join(
        f"_{character}" if before in _SMALL and "A" <= character <= "Z" else character for before, character in pairs
    )
    return "_".join("".join(character if character in _SMALL else " " for character in spaced.lower()).split())
