"""Aligned columns of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat, zip_longest

from ..diagnostics.render.printable import printable


def table(rows: Iterable[Sequence[str]], indent: str = "  ") -> str:
    """Lines with two blanks between columns, each column as wide as its longest cell, which is made printable."""
    return table_of_columns(list(zip_longest(*rows, fillvalue="")), indent)


def table_of_columns(columns: Iterable[Sequence[str]], indent: str = "  ") -> str:
    """The same of columns, which are equally long."""
    lines = [indent + line for line in map(str.rstrip, map("  ".join, zip(*map(_pad, columns))))]
    return "\n".join([*lines, ""])


def _pad(column: Sequence[str]) -> Iterable[str]:
    """The cells of a column, made printable, as wide as the longest of them."""
    together = "".join(column)
    if printable(together) != together:
        column = [printable(cell) for cell in column]
    width = max(map(len, column))
    return map(str.ljust, column, repeat(width))


def number(value: float, digits: int = 6) -> str:
    """A number for people: ``digits`` that count, no negative zero."""
    text = f"{value:.{digits}g}"
    return "0" if text == "-0" else text


def numbers(values: Iterable[float], digits: int = 6) -> str:
    """Several numbers, separated by blanks."""
    return _join_numbers(tuple(values), digits)


@lru_cache(4096)
def _join_numbers(values: tuple[float, ...], digits: int) -> str:
    """The same of what is often the same: angles of zero, moments of equal bodies."""
    text = " ".join([f"%.{digits}g"] * len(values)) % values
    return " ".join([number(value, digits) for value in values]) if "-0" in text else text
