"""Limits of which the lower is above the upper: Drake refuses a document with them, others do not."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element

if TYPE_CHECKING:
    from ...ir.joints import AxisRecord, JointRecord
    from ..coverage.ledger import Ledger

BOUNDS = ("lower", "upper")
REASON = "Drake refuses a lower limit above the upper one"


def drop_crossed_limits(record: JointRecord, ledger: Ledger) -> JointRecord:
    """A joint without such limits; the same where it has none."""
    if not any(axis.lower > axis.upper for axis in record.axes):
        return record
    return replace(record, axes=[_free(axis, ledger) if axis.lower > axis.upper else axis for axis in record.axes])


def _free(axis: AxisRecord, ledger: Ledger) -> AxisRecord:
    element = axis.element
    there = element.source_element if isinstance(element, Element) else None
    holder: Any = element
    limit = None if there is None else there.find("limit")
    for name in BOUNDS if limit is not None else ():
        ledger.report_changed_value(holder.limit, name, "nothing", REASON)
        for each in limit.iterchildren(name) if limit is not None else ():
            ledger.mark_rejected(each, REASON)
    return replace(axis, lower=-inf, upper=inf)
