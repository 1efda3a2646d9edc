"""Constraints between coordinates of joints: mimic, gearbox, tendon."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from .base import Constraint, State
from .rotations import twists

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MimicConstraint(Constraint):
    """A coordinate follows another: ``q = multiplier · (q_leader - reference) + offset``.

    The residual is the left side less the right side.
    """

    joint: str
    """The joint that follows."""
    leader: str
    """The joint that is followed."""
    multiplier: float
    offset: float
    reference: float
    axis: int
    """Which coordinate of the joint that follows."""
    leader_axis: int
    unit: str
    """Of the coordinate that follows."""

    @property
    def units(self) -> tuple[str, ...]:
        """One number, in the unit of the coordinate that follows."""
        return (self.unit,)

    def evaluate(self, state: State) -> tuple[Array, Array]:
        """See ``Constraint``."""
        value, index = state.coordinate(self.joint, self.axis)
        leader, leader_index = state.coordinate(self.leader, self.leader_axis)
        residual = value - (self.multiplier * (leader - self.reference) + self.offset)
        jacobian = np.zeros((state.count, 1, len(state.q)))
        jacobian[:, 0, index] += 1
        jacobian[:, 0, leader_index] -= self.multiplier
        return residual[:, None], jacobian


@dataclass(frozen=True, slots=True)
class GearboxConstraint(Constraint):
    """Two links turn in step about axes of a third: ``angle of child = -ratio · angle of parent``.

    Both angles are those from the reference body, about the gearbox joint's axes as they stand in it at the zero
    configuration. Where each link hangs on the reference body by one hinge about its axis, the angles are the
    coordinates of these hinges (and count whole turns); otherwise they are within ±π. The residual is
    ``angle of child + ratio · angle of parent`` in rad.
    """

    joint: str
    """The gearbox joint itself."""
    parent: str
    child: str
    reference_body: str
    ratio: float
    parent_axis: tuple[float, float, float]
    """In the reference body."""
    child_axis: tuple[float, float, float]
    parent_hinge: tuple[str, float] | None = None
    """The hinge between reference body and parent, and the sign with which its coordinate is the angle."""
    child_hinge: tuple[str, float] | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """One angle."""
        return ("rad",)

    def evaluate(self, state: State) -> tuple[Array, Array]:
        """See ``Constraint``."""
        parent, parent_jacobian = self._angle(state, self.parent, self.parent_axis, self.parent_hinge)
        child, child_jacobian = self._angle(state, self.child, self.child_axis, self.child_hinge)
        return (child + self.ratio * parent)[:, None], (child_jacobian + self.ratio * parent_jacobian)[:, None]

    def _angle(
        self, state: State, link: str, axis: tuple[float, float, float], hinge: tuple[str, float] | None
    ) -> tuple[Array, Array]:
        if hinge is not None:
            value, index = state.coordinate(hinge[0])
            jacobian = np.zeros((state.count, len(state.q)))
            jacobian[:, index] = hinge[1]
            return hinge[1] * value, jacobian
        rotation, _, relative = state.relative(self.reference_body, link)
        index_of = state.kinematics.graph.index
        world = state.kinematics.world
        rest = world[index_of[self.reference_body], :3, :3].T @ world[index_of[link], :3, :3]
        direction = np.array(axis)
        angle = twists(rotation @ rest.T, direction)
        return angle, np.einsum("i,nic->nc", direction, relative[:, 3:])


@dataclass(frozen=True, slots=True)
class TendonConstraint(Constraint):
    """``lower <= sum of a_i q_i + offset <= upper``.

    The residual is by how much the sum is above ``upper`` (positive) or below ``lower`` (negative), zero in between.
    """

    joints: tuple[str, ...]
    coefficients: tuple[float, ...]
    offset: float = 0.0
    lower: float = -inf
    upper: float = inf
    stiffness: float = inf
    damping: float = 0.0

    @property
    def units(self) -> tuple[str, ...]:
        """One length of tendon."""
        return ("m",)

    def evaluate(self, state: State) -> tuple[Array, Array]:
        """See ``Constraint``."""
        length = np.full(state.count, self.offset)
        jacobian = np.zeros((state.count, 1, len(state.q)))
        for joint, coefficient in zip(self.joints, self.coefficients):
            value, index = state.coordinate(joint)
            length = length + coefficient * value
            jacobian[:, 0, index] += coefficient
        residual = length - np.clip(length, self.lower, self.upper)
        jacobian[residual == 0] = 0
        return residual[:, None], jacobian
