"""Pairs of values that have an order: the range of a lidar, the clip planes of a camera, the angles of a spot light."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.values import format_double
from ..formats.schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .context import RecordContext

FILE = "order.toml"


def check_order(context: RecordContext) -> None:
    """Reports a value that is not below the one that it has to be below."""
    for record in context.description.attachments:
        if record.is_included:
            continue
        written = vars(record.element)
        parted = _rows_by_field(context.description.format, record.kind)
        rows = [row for first, row in parted if not first or first in written]
        if rows:
            name = record.name.rpartition("::")[2]
            report_order(record.element, rows, _value_at, context, kind=record.kind.replace("_", " "), name=name)


@cache
def _rows_by_field(format: str, kind: str) -> list[tuple[str, dict[str, Any]]]:
    """The rows about a kind of element, each parted by the element in it that its paths lead through: most have few of these."""
    parted: list[tuple[str, dict[str, Any]]] = []
    for row in read_schema_table(format, FILE).get(kind, ()):
        pairs: dict[str, list[list[str]]] = {}
        for pair in row["pairs"]:
            pairs.setdefault(pair[0].rpartition("/")[0].partition("/")[0], []).append(pair)
        parted += [(field, {**row, "pairs": own}) for field, own in pairs.items()]
    return parted


def report_order(
    element: Any,
    rows: Iterable[dict[str, Any]],
    value_at: Callable[[Any, str], float | None],
    context: RecordContext,
    **named: Any,
) -> None:
    """Reports the pairs of rows of ``order.toml`` whose values in an element are the wrong way round.

    ``value_at`` gives the number at a path in the element, and ``named`` is what a finding calls the element.
    """
    for row in rows:
        for lower, upper in row["pairs"]:
            low = value_at(element, lower)
            high = None if low is None else value_at(element, upper)
            if low is None or high is None or low < high or (low == high and row.get("may_equal")):
                continue
            about: dict[str, Any] = {
                **named,
                "lower": _last(lower),
                "low": format_double(low),
                "relation": "not below" if not row.get("may_equal") else "above",
                "upper": _last(upper),
                "high": format_double(high),
            }
            context.report_at(rules.VALUES_OUT_OF_ORDER, element, (lower, upper), **about)


def _last(path: str) -> str:
    return path.rpartition("/")[2].lstrip("@")


@cache
def _fields_of(path: str) -> tuple[list[str], str]:
    """The fields of elements on a path, and that of the number at its end."""
    *around, last = path.replace("@", "").split("/")
    return around, last


def _value_at(element: Any, path: str) -> float | None:
    """The number at a path of fields; None where a part on the way is not written, or it is none."""
    around, last = _fields_of(path)
    for name in around:
        element = vars(element).get(name)
        if element is None:
            return None
    value = getattr(element, last, None)
    return float(value) if isinstance(value, int | float) else None
