"""Joints of a robot (URDF): types, axes, limits, what resists them."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...ir.joints import Motion
from ..element_builder import tidy
from ..to_sdformat.axes import NO_LIMIT

if TYPE_CHECKING:
    from ...ir.joints import AxisRecord
    from ...spatial.raw_pose import Vector
    from ..workspace import RobotWorkspace

WITH_ACCELERATION = "1.2"
X = (1.0, 0.0, 0.0)


class UrdfJointParts:
    """Makes what is in joints."""

    def __init__(self, work: RobotWorkspace) -> None:
        self._make = work.make
        self._for_drake = work.target.speaks_drake
        self._knows_acceleration = work.version >= WITH_ACCELERATION
        self._says_acceleration_to_drake = self._for_drake or (work.has_drake and not self._knows_acceleration)

    def type_of(self, motion: Motion, axis: AxisRecord, word: str = "") -> str:
        """``revolute``, ``continuous`` or ``prismatic``; ``word`` is what the document calls it."""
        if motion is Motion.PRISMATIC:
            return "prismatic"
        if word == "continuous":
            return word
        return "revolute" if max(-axis.lower, 0) < NO_LIMIT or max(axis.upper, 0) < NO_LIMIT else "continuous"

    def axis(self, xyz: Vector) -> Any:
        """The axis; that along x says nothing, but is written, since readers of other formats expect z."""
        return self._make("Axis", xyz=tuple(map(tidy, xyz)))

    def limit(self, type: str, axis: AxisRecord) -> Any:
        """The limits of a coordinate; None where nothing has to be said."""
        said: dict[str, float] = {}
        bounds = {} if type == "continuous" else {"lower": axis.lower, "upper": axis.upper}
        rest = {"effort": axis.effort, "velocity": axis.velocity}
        for name, value in {**bounds, **rest}.items():
            if abs(value) < NO_LIMIT:
                said[name] = value
        if not self._for_drake and (said or type != "continuous"):
            # urdfdom refuses limits without these, and takes a bound that is not there for 0; this large, it is none
            said = {name: max(-NO_LIMIT, min(value, NO_LIMIT)) for name, value in {**bounds, **rest}.items()}
        if axis.acceleration != inf and self._says_acceleration_to_drake:
            said["drake_acceleration"] = axis.acceleration
        elif axis.acceleration != inf and self._knows_acceleration:
            said["acceleration"] = axis.acceleration
        return self._make("Limit", **said) if said else None

    def has_acceleration_limit(self) -> bool:
        """Whether a limit of it has a place."""
        return self._says_acceleration_to_drake or self._knows_acceleration

    def needs_explicit_limit(self, axis: AxisRecord, type: str) -> bool:
        """Whether a number has to stand for a limit that there is none of."""
        if self._for_drake:
            return False
        limits = [axis.effort, axis.velocity, *(() if type == "continuous" else (-axis.lower, axis.upper))]
        unlimited = [value >= NO_LIMIT for value in limits]
        return any(unlimited) and (type != "continuous" or not all(unlimited))

    def dynamics(self, axis: AxisRecord) -> Any:
        """Damping and friction; None where there is neither."""
        said = {name: value for name in ("damping", "friction") if (value := getattr(axis, name))}
        return self._make("Dynamics", **said) if said else None
