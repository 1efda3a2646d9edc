"""Axes of joints, as SDFormat has them."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.joints import AxisRecord, JointRecord

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
