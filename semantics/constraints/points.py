"""Constraints and springs between points of two bodies: ball, distance, spring."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import dataclass
from .base import Constraint, ConstraintState, ForceElement

if TYPE_CHECKING:
    from ..spatial.raw_pose import Vector
    from ..spatial.so3 import Array


@dataclass(frozen=True, slots=True)
class BallConstraint(Constraint):
    """Point A of one frame stays on point B of another. The residual is A less B along the world's axes, shape (3,), m.

    Attributes:
        body_a: scoped name of a frame.
        point_a: in m, in the frame ``body_a``.
        body_b: scoped name of the other frame.
        point_b: in m, in the frame ``body_b``.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Spec: Drake's notes on parsing, ``drake:ball_constraint``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> reach = bodyplan.BallConstraint("arm::forearm", (0, 0, 0), "world", (0, 0.4, 0.3))
        >>> reach.residual(scene).round(3).tolist()
        [0.4, -0.4, 0.0]
        >>> round(scene.solve({"arm::shoulder": 1.0}, constraints=[reach]).q["arm::shoulder"], 6)
        1.570796
    """

    body_a: str
    point_a: tuple[float, float, float]
    body_b: str
    point_b: tuple[float, float, float]
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """Three lengths."""
        return ("m", "m", "m")

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        a, jacobian_a = state.point(self.body_a, self.point_a)
        b, jacobian_b = state.point(self.body_b, self.point_b)
        return a - b, jacobian_a - jacobian_b


@dataclass(frozen=True, slots=True)
class DistanceConstraint(Constraint):
    """Two points stay a distance apart. The residual is the distance they are less the one they should be, shape (1,), m.

    Attributes:
        body_a: scoped name of a frame.
        point_a: in m, in the frame ``body_a``.
        body_b: scoped name of the other frame.
        point_b: in m, in the frame ``body_b``.
        distance: to be kept, m.
        stiffness: N/m; infinite: the distance is kept exactly.
        damping: N s/m.
        active: whether it holds from the start; ``Scene.solve`` leaves others alone.

    Spec: Drake's notes on parsing, ``drake:distance_constraint``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> rod = bodyplan.DistanceConstraint("arm::base", (0, 0, 0.3), "arm::tool", (0, 0, 0), distance=0.7)
        >>> rod.residual(scene).round(3).tolist()
        [0.06]
    """

    body_a: str
    point_a: tuple[float, float, float]
    body_b: str
    point_b: tuple[float, float, float]
    distance: float
    stiffness: float = inf
    damping: float = 0.0
    active: bool = True

    @property
    def units(self) -> tuple[str, ...]:
        """One length."""
        return ("m",)

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """See ``Constraint``."""
        length, jacobian = _separate(state, self.body_a, self.point_a, self.body_b, self.point_b)
        return length - self.distance, jacobian


@dataclass(frozen=True, slots=True)
class Spring(ForceElement):
    """A spring and damper between two points. Its deformation is how much longer it is than free (m); force in N.

    Both have shape (1,); a force above zero drives the points apart.

    Attributes:
        body_a: scoped name of a frame.
        point_a: in m, in the frame ``body_a``.
        body_b: scoped name of the other frame.
        point_b: in m, in the frame ``body_b``.
        free_length: m.
        stiffness: N/m.
        damping: N s/m.

    Spec: Drake's notes on parsing, ``drake:linear_spring_damper``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> spring = bodyplan.Spring("arm::base", (0, 0, 0.3), "arm::forearm", (0, 0, 0), 0.3, stiffness=50.0, damping=1.0)
        >>> spring.force(scene).round(3).tolist()
        [-5.0]
    """

    body_a: str
    point_a: Vector
    body_b: str
    point_b: Vector
    free_length: float
    stiffness: float
    damping: float

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array, Array]:
        """See ``ForceElement``."""
        length, jacobian = _separate(state, self.body_a, self.point_a, self.body_b, self.point_b)
        deformation = length - self.free_length
        return deformation, jacobian, -self.stiffness * deformation


def _separate(
    state: ConstraintState,
    body_a: str,
    point_a: Vector,
    body_b: str,
    point_b: Vector,
) -> tuple[Array, Array]:
    """Distance of two points, shape (n, 1), and its Jacobian, shape (n, 1, coordinates).

    Where the points coincide any direction leads apart; x is taken, so that a solver can leave.
    """
    a, jacobian_a = state.point(body_a, point_a)
    b, jacobian_b = state.point(body_b, point_b)
    between = a - b
    length = np.linalg.norm(between, axis=1, keepdims=True)
    direction = np.where(length > 1e-12, between / np.where(length > 1e-12, length, 1.0), np.array([1.0, 0.0, 0.0]))
    return length, np.einsum("ni,nic->nc", direction, jacobian_a - jacobian_b)[:, None]
