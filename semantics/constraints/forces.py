"""Force elements: the linear bushing in roll, pitch, yaw, and the spring between two points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..spatial.so3 import inverse_left_jacobians, left_jacobians, logarithms, rotation_vectors, skews
from .base import ConstraintState, ForceElement
from .points import apart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class LinearBushing(ForceElement):
    """A bushing between frames A and C that resists roll, pitch, yaw and translation, each by its own stiffness.

    Its deformation is roll, pitch, yaw of C in A (rad), then the vector from A's origin to C's along the axes of frame B,
    which is turned half way from A to C (m). The force is the stiffness times that, reversed: N m, then N. Both have
    shape (6,).

    Attributes:
        frame_a: scoped name of A.
        frame_c: scoped name of C.
        torque_stiffness: for roll, pitch, yaw, N m/rad.
        torque_damping: N m s/rad.
        force_stiffness: along the axes of B, N/m.
        force_damping: N s/m.

    Spec: Drake's notes on parsing, ``drake:linear_bushing_rpy``; its class ``LinearBushingRollPitchYaw``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> zero, hard = (0.0, 0.0, 0.0), (100.0, 100.0, 100.0)
        >>> bushing = bodyplan.LinearBushing("arm::base", "arm::upper_arm", (1.0, 1.0, 2.0), zero, hard, zero)
        >>> bushing.force(scene, {"arm::shoulder": 0.5})[[2, 5]].round(3).tolist()
        [-1.0, -30.0]
    """

    frame_a: str
    frame_c: str
    torque_stiffness: Vector
    torque_damping: Vector
    force_stiffness: Vector
    force_damping: Vector

    def evaluate(self, state: ConstraintState) -> tuple[Array, Array, Array]:
        """See ``ForceElement``."""
        rotation, position, jacobian = state.relative(self.frame_a, self.frame_c)
        moves, turns = jacobian[:, :3], jacobian[:, 3:]
        roll = np.arctan2(rotation[:, 2, 1], rotation[:, 2, 2])
        across = np.hypot(rotation[:, 2, 1], rotation[:, 2, 2])
        pitch = np.arctan2(-rotation[:, 2, 0], across)
        yaw = np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0])
        # Rates of roll, pitch, yaw from the angular velocity along A's axes; singular where pitch is a quarter turn.
        cosine = np.where(np.abs(across) > 1e-12, across, 1e-12)
        sy, cy, zero = np.sin(yaw), np.cos(yaw), np.zeros_like(yaw)
        tangent = np.sin(pitch) / cosine
        rates = np.stack(
            [
                np.stack([cy / cosine, sy / cosine, zero], 1),
                np.stack([-sy, cy, zero], 1),
                np.stack([cy * tangent, sy * tangent, zero + 1], 1),
            ],
            1,
        )
        vector = logarithms(rotation)
        half = rotation_vectors(vector.T / 2).transpose(2, 0, 1)
        back = np.swapaxes(half, 1, 2)
        half_turns = left_jacobians(vector.T / 2).transpose(2, 0, 1) @ inverse_left_jacobians(vector) @ turns / 2
        deformation = np.concatenate([np.stack([roll, pitch, yaw], 1), np.einsum("nij,nj->ni", back, position)], axis=1)
        change = np.concatenate([rates @ turns, back @ (moves + skews(position) @ half_turns)], axis=1)
        stiffness = np.array([*self.torque_stiffness, *self.force_stiffness])
        return deformation, change, -stiffness * deformation


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
        length, jacobian = apart(state, self.body_a, self.point_a, self.body_b, self.point_b)
        deformation = length - self.free_length
        return deformation, jacobian, -self.stiffness * deformation
