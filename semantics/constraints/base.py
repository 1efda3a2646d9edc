"""What every constraint and force element has, and the state in which they are evaluated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

from ...runtime.float_errors import silent
from ..spatial.so3 import skews

if TYPE_CHECKING:
    from ..kinematics.configuration import Configuration
    from ..kinematics.forward_kinematics import Kinematics
    from ..spatial.so3 import Array


STEP = 1e-5
"""Step of central differences, in m or rad."""


class ConstraintState:
    """A scene at n configurations; poses and Jacobians of frames are worked out once.

    Everything begins with the configurations: poses have shape (n, 4, 4), Jacobians (n, rows, velocities).
    """

    def __init__(self, kinematics: Kinematics, q: Array) -> None:
        self.kinematics = kinematics
        self.q = q
        """All coordinates, shape (coordinates, n)."""
        self._frames: dict[str, tuple[Array, Array]] = {}

    @property
    def count(self) -> int:
        """Number of configurations."""
        return int(self.q.shape[1])

    def frame(self, name: str) -> tuple[Array, Array]:
        """Pose in the world and Jacobian (velocity of the origin, angular velocity, along the world's axes)."""
        if name not in self._frames:
            vertex = self.kinematics.graph.index[name]
            self._frames[name] = self.kinematics.frame_jacobian(vertex, self.q)
        return self._frames[name]

    def point(self, frame: str, point: tuple[float, float, float]) -> tuple[Array, Array]:
        """A point of a frame in the world, shape (n, 3), and its Jacobian, shape (n, 3, velocities)."""
        pose, jacobian = self.frame(frame)
        lever = pose[:, :3, :3] @ np.array(point, dtype=np.float64)
        return pose[:, :3, 3] + lever, jacobian[:, :3] - skews(lever) @ jacobian[:, 3:]

    @silent
    def relative(self, frame_a: str, frame_b: str) -> tuple[Array, Array, Array]:
        """Frame B in frame A: rotation (n, 3, 3), position (n, 3) and the Jacobian of both along the axes of A."""
        pose_a, jacobian_a = self.frame(frame_a)
        pose_b, jacobian_b = self.frame(frame_b)
        back = np.swapaxes(pose_a[:, :3, :3], 1, 2)
        between = pose_b[:, :3, 3] - pose_a[:, :3, 3]
        turn = back @ (jacobian_b[:, 3:] - jacobian_a[:, 3:])
        move = back @ (jacobian_b[:, :3] - jacobian_a[:, :3] + skews(between) @ jacobian_a[:, 3:])
        position = np.einsum("nij,nj->ni", back, between)
        return back @ pose_b[:, :3, :3], position, np.concatenate([move, turn], axis=1)

    def coordinate(self, joint: str, axis: int = 0) -> tuple[Array, int]:
        """Values of a coordinate, shape (n,), and the place of its velocity among all."""
        number = self.kinematics.joint_numbers[joint]
        return self.q[self.kinematics.starts[number] + axis], self.kinematics.velocity_starts[number] + axis

    def displacement(self, joint: str) -> tuple[Array, int]:
        """How far the one coordinate of a joint is from where the document places things; and as ``coordinate``."""
        value, index = self.coordinate(joint)
        return value - self.kinematics.references[self.kinematics.starts[self.kinematics.joint_numbers[joint]]], index

    def zeros(self, *rows: int) -> Array:
        """A Jacobian that is all zero, shape (n, rows, velocities)."""
        return np.zeros((self.count, *rows, self.kinematics.velocities))


class HasStates(Protocol):
    """What gives the state that constraints are evaluated in: a ``Scene``."""

    def state(self, q: Configuration | None = None) -> tuple[ConstraintState, bool]:
        """The state at one configuration or many, and whether there are many."""
        ...


class Constraint(ABC):
    """An equation that configurations should satisfy. Names are scoped, units SI.

    Those of a document are in ``Scene.constraints``; ``Scene.solve`` also takes some made in Python.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> (mimic,) = scene.constraints
        >>> mimic.residual(scene, {"arm::left_slide": 0.02, "arm::right_slide": 0.0}).tolist(), mimic.units
        ([-0.02], ('m',))
        >>> mimic.jacobian(scene).shape
        (1, 4)
    """

    __slots__ = ()
    is_loop_joint: ClassVar[bool] = False
    """Whether it stands for a joint that closes a loop of the document's own joints."""
    active: bool
    """Whether it holds from the start; ``Scene.solve`` leaves others alone."""

    @property
    @abstractmethod
    def units(self) -> tuple[str, ...]:
        """Unit of each number of the residual, ``"m"`` or ``"rad"``, in the order of its rows."""

    @abstractmethod
    def evaluate(self, state: ConstraintState) -> tuple[Array, Array]:
        """Residuals, shape (n, rows), and their Jacobian, shape (n, rows, velocities)."""

    def residual(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """By how much ``q`` misses the constraint; zero where it is met.

        Args:
            scene: the scene that the constraint belongs to.
            q: see ``Scene.forward_kinematics``; joints that it leaves out follow what they are coupled to.

        Returns:
            Shape (rows,), or (n, rows) for n configurations; ``units`` says in which unit each row is.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape.
        """
        return _evaluate_at(self, scene, q)[0]

    def jacobian(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """Derivative of the residual by all coordinates (``Scene.velocities``), each taken as independent of the others.

        Args:
            scene: the scene that the constraint belongs to.
            q: see ``residual``.

        Returns:
            Shape (rows, velocities), or (n, rows, velocities) for n configurations; columns in the order of
            ``Scene.velocities``. Units are those of ``units`` for each rad or m.

        Raises:
            NameNotFound: see ``residual``.
            ValueError: see ``residual``.
        """
        return _evaluate_at(self, scene, q)[1]


@silent
def _evaluate_at(element: Constraint | ForceElement, scene: HasStates, q: Configuration | None) -> tuple[Array, ...]:
    """What ``evaluate`` gives; without the axis of configurations for one."""
    state, batched = scene.state(q)
    values: tuple[Array, ...] = element.evaluate(state)
    return values if batched else tuple(each[0] for each in values)


class ForceElement(ABC):
    """Something that pushes bodies with a force that depends on where they are. Names are scoped, units SI.

    Those of a document are in ``Scene.force_elements``: each a ``LinearBushing`` or a ``Spring``.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> spring = bodyplan.Spring("arm::base", (0, 0, 0.3), "arm::tool", (0, 0, 0), 0.5, stiffness=100.0, damping=0.0)
        >>> spring.deformation(scene).round(3).tolist(), spring.force(scene).round(3).tolist()
        ([0.26], [-26.0])
        >>> spring.residual(scene, {"arm::elbow": 1.0}).shape
        (4,)
    """

    __slots__ = ()

    @abstractmethod
    def evaluate(self, state: ConstraintState) -> tuple[Array, Array, Array]:
        """Deformations (n, rows), their Jacobian (n, rows, velocities) and the forces (n, rows) against them."""

    def deformation(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """How far it is from being at rest, shape (rows,) or (n, rows); see the class for what the rows are.

        Args:
            scene: the scene that the element belongs to.
            q: see ``Scene.forward_kinematics``.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape.
        """
        return _evaluate_at(self, scene, q)[0]

    def force(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """Forces and torques at rest (no damping), shape (rows,) or (n, rows); see the class for what the rows are.

        Args:
            scene: see ``deformation``.
            q: see ``deformation``.
        """
        return _evaluate_at(self, scene, q)[2]

    def residual(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """The generalised force on each of ``Scene.velocities``, shape (velocities,) or (n, velocities); N and N m.

        Zero where the element is at rest or holds its balance with what it is mounted on.

        Args:
            scene: see ``deformation``.
            q: see ``deformation``.
        """
        state, batched = scene.state(q)
        values = self._compute_generalized_force(state)
        return values if batched else values[0]

    def jacobian(self, scene: HasStates, q: Configuration | None = None) -> Array:
        """Derivative of the generalised force by all velocities' coordinates: minus the stiffness felt at these.

        By central differences of all configurations at once; good to about eight digits.

        Args:
            scene: see ``deformation``.
            q: see ``deformation``.

        Returns:
            Shape (velocities, velocities), with n before it for many; entry (i, j) is the change of force i with j,
            in the order of ``Scene.velocities``.
        """
        state, batched = scene.state(q)
        kinematics, count = state.kinematics, state.count
        size = kinematics.velocities
        steps = np.repeat(STEP * np.concatenate([np.eye(size), -np.eye(size)], axis=1), count, axis=1)
        moved = kinematics.move(np.tile(state.q, 2 * size), steps)
        forces = self._compute_generalized_force(ConstraintState(kinematics, moved))
        ahead, behind = forces.reshape(2, size, count, size)
        values: Array = ((ahead - behind) / (2 * STEP)).transpose(1, 2, 0)
        return values if batched else values[0]

    def _compute_generalized_force(self, state: ConstraintState) -> Array:
        _, jacobian, force = self.evaluate(state)
        values: Array = np.einsum("nrc,nr->nc", jacobian, force)
        return values
