"""Axes of joints, as SDFormat has them."""

from __future__ import annotations

from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from ..description.joints import Motion

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..description.joints import AxisRecord, JointRecord
    from .ledger import Ledger

LIMITS = ("lower", "upper", "velocity", "effort")
ACCELERATIONS = ("acceleration", "{http://drake.mit.edu}acceleration", "drake:acceleration")
DRIVEN = (Motion.REVOLUTE, Motion.PRISMATIC)


class AxisWriter:
    """Makes axes, and takes what joints say of them.

    Args:
        make: makes elements of SDFormat.
        ledger: learns what has its place.
    """

    def __init__(self, make: Callable[..., Any], ledger: Ledger) -> None:
        self._make = make
        self._ledger = ledger

    def axis(self, kind: str, axis: AxisRecord, record: JointRecord, direction: tuple[float, float, float]) -> Any:
        """An axis of a class, ``Axis`` or ``Axis2``, along ``direction`` where the description says none."""
        make = self._make
        made = make(kind, xyz=make(f"{kind}Xyz", value=axis.xyz or direction))
        limit = {}
        if record.type != "continuous":
            limit = {name: value for name in ("lower", "upper") if isfinite(value := getattr(axis, name))}
        limit |= {name: value for name in ("effort", "velocity") if (value := getattr(axis, name)) != inf}
        if axis.acceleration != inf:
            limit["drake_acceleration"] = axis.acceleration
        if limit:
            made.limit = make(f"{kind}Limit", **limit)
        dynamics = {name: value for name in ("damping", "friction") if (value := getattr(axis, name))}
        if axis.stiffness:
            dynamics |= {"spring_stiffness": axis.stiffness, "spring_reference": axis.rest_position}
        if dynamics:
            made.dynamics = make(f"{kind}Dynamics", **dynamics)
        return made

    def take(self, element: Any, record: JointRecord) -> None:
        """Notes what a joint that moves says of its axis."""
        ledger = self._ledger
        if record.motion in (Motion.UNIVERSAL, Motion.BALL_RPY):
            if element.axis is not None:
                ledger.without_effect(element.axis, "the joint turns about axes of its own")
        else:
            ledger.take(element.axis, "xyz")
        ledger.take(element.dynamics, "damping", "friction")
        limit = element.limit
        if limit is None or record.motion not in DRIVEN:
            return
        ledger.take(limit, "velocity", "effort", *(LIMITS[:2] if record.type != "continuous" else ()))
        if record.type == "continuous":
            ledger.without_effect(limit, "a continuous joint has no limits", *LIMITS[:2])
        if record.axes[0].acceleration != inf:
            ledger.take(limit, *ACCELERATIONS)

    def pass_over(self, element: Any) -> None:
        """Tells that a fixed joint has no use for what it says of an axis."""
        for part in (element.axis, element.limit, element.dynamics):
            if part is not None and part.source_element is not None:
                self._ledger.without_effect(part, "the joint is fixed")
