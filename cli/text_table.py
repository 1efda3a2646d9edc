"""Aligned columns of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..diagnostics.render.printable import printable


def table(rows: Iterable[Sequence[str]], indent: str = "  ") -> str:
    """Lines with two blanks between columns, each column as wide as its longest cell, which is made printable."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    widths = [max(len(row[i]) for row in cells if i < len(row)) for i in range(max(map(len, cells)))]
    return "".join(
        indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in cells
    )


def number(value: float, digits: int = 6) -> str:
    """A number for people: ``digits`` that count, no negative zero."""
    text = f"{value:.{digits}g}"
    return "0" if text == "-0" else text


def numbers(values: Iterable[float], digits: int = 6) -> str:
    """Several numbers, separated by blanks."""
    return " ".join(number(float(value), digits) for value in values)
