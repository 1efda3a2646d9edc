"""Axes of joints, as SDFormat has them, and limits that no format says of one."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ....runtime.element import Element

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.joints import AxisRecord, JointRecord
    from ..coverage.ledger import Ledger

BOUNDS = ("lower", "upper")
REASON = "Drake refuses a lower limit above the upper one"
NO_LIMIT = 1e16
"""What is as large says that there is no limit."""


def make_axis(
    make: Callable[..., Any], kind: str, axis: AxisRecord, record: JointRecord, direction: tuple[float, float, float]
) -> Any:
    """An axis of a class, ``Axis`` or ``Axis2``, along ``direction`` where the description says none."""
    made = make(kind, xyz=make(f"{kind}Xyz", value=axis.xyz or direction))
    limit = {}
    if record.type != "continuous":
        limit = {name: value for name in ("lower", "upper") if abs(value := getattr(axis, name)) < NO_LIMIT}
    limit |= {name: value for name in ("effort", "velocity") if abs(value := getattr(axis, name)) < NO_LIMIT}
    if axis.acceleration != inf:
        limit["drake_acceleration"] = axis.acceleration
    if limit:
        made.limit = make(f"{kind}Limit", **limit)
    dynamics = {name: value for name in ("damping", "friction") if 0 < (value := getattr(axis, name)) < inf}
    if axis.stiffness:
        dynamics |= {"spring_stiffness": axis.stiffness, "spring_reference": axis.rest_position}
    if dynamics:
        made.dynamics = make(f"{kind}Dynamics", **dynamics)
    return made


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
