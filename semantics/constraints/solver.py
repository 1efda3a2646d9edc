"""Brings a configuration onto its constraints by damped Gauss-Newton steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import dataclass
from .base import Constraint, ConstraintState
from .poses import LoopJointConstraint

if TYPE_CHECKING:
    from ..kinematics.configuration import CoordinateLayout
    from ..kinematics.forward_kinematics import Kinematics
    from ..spatial.so3 import Array

SMALLEST_DAMPING = 1e-12
LARGEST_DAMPING = 1e8


@dataclass(frozen=True, slots=True)
class Solution:
    """What solving came to; see ``Scene.solve``.

    Attributes:
        q: the configuration that was reached, every joint by name: rad or m.
        converged: whether every constraint is met within the tolerance.
        residual: largest number of any residual, in its own unit (m or rad).
        iterations: how many steps were taken.
        message: what happened, for people.
        worst: the constraint that is missed by most; None where there are none.

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> solution = scene.solve({"arm::left_slide": 0.02, "arm::right_slide": 0.0}, held=["arm::left_slide"])
        >>> solution.converged, round(solution.q["arm::right_slide"], 6), solution.worst.joint
        (True, 0.02, 'arm::right_slide')
    """

    q: dict[str, float | Array]
    converged: bool
    residual: float
    iterations: int
    message: str
    worst: Constraint | None = None


def solve(
    kinematics: Kinematics,
    layout: CoordinateLayout,
    constraints: Sequence[Constraint],
    q: Array,
    *,
    held: Iterable[str],
    tolerance: float,
    iterations: int,
) -> Solution:
    """Moves ``q``, shape (coordinates, 1), as little as steps of least squares do until the residuals vanish.

    The options are those of ``Scene.solve``.
    """
    q = q.copy()
    moving = np.ones(kinematics.velocities, dtype=bool)
    for name in held:
        moving[layout.velocities(layout.numbers[name])] = False
    columns = np.flatnonzero(moving)
    residual, jacobian = _evaluate(kinematics, constraints, q)
    damping, steps = 1e-6, 0
    message = ""
    while not _largest(residual) <= tolerance and steps < iterations:  # what is no number is not met either
        if not np.all(np.isfinite(residual)):
            message = "the residual is not finite"
            break
        steps += 1
        matrix = jacobian[:, columns]
        gradient = matrix.T @ residual
        if _largest(gradient) < 1e-15:
            message = "no coordinate that may move brings the constraints closer"
            break
        step = _step(matrix, residual, damping)
        change = np.zeros((kinematics.velocities, 1))
        change[columns, 0] = step
        attempt = kinematics.move(q, change)
        new_residual, new_jacobian = _evaluate(kinematics, constraints, attempt)
        if new_residual @ new_residual < residual @ residual:
            q, residual, jacobian = attempt, new_residual, new_jacobian
            damping = max(damping / 10, SMALLEST_DAMPING)
            continue
        damping *= 10
        if damping > LARGEST_DAMPING:
            message = "the constraints contradict each other here: no step brings them closer"
            break
    state = ConstraintState(kinematics, q)
    for constraint in constraints:
        if isinstance(
            constraint, LoopJointConstraint
        ):  # joints that close loops get the coordinates that they have now
            number = layout.numbers[constraint.joint]
            where = layout.coordinates(number)
            value = constraint.measure(state)
            if value is not None and moving[layout.velocities(number)].all():
                q[where] = value + kinematics.references[where]
    largest = _largest(residual)
    converged = bool(largest <= tolerance)
    if converged:
        message = f"all constraints are met after {steps} steps"
    elif not message:
        message = f"not met after {steps} steps"
    state = ConstraintState(kinematics, q)
    worst = max(constraints, key=lambda constraint: _largest(constraint.evaluate(state)[0]), default=None)
    return Solution(layout.unpack(q, False), converged, largest, steps, message, worst)


def _evaluate(kinematics: Kinematics, constraints: Sequence[Constraint], q: Array) -> tuple[Array, Array]:
    state = ConstraintState(kinematics, q)
    values = [constraint.evaluate(state) for constraint in constraints]
    if not values:
        return np.zeros(0), np.zeros((0, kinematics.velocities))
    return np.concatenate([value[0] for value, _ in values]), np.concatenate([rate[0] for _, rate in values])


def _step(matrix: Array, residual: Array, damping: float) -> Array:
    """The step that least squares with damping asks for; the damping is measured against the matrix itself."""
    scale = np.sqrt(damping) * max(1e-12, float(np.linalg.norm(matrix)))
    stacked = np.concatenate([matrix, scale * np.eye(matrix.shape[1])])
    right = np.concatenate([-residual, np.zeros(matrix.shape[1])])
    result: Array = np.asarray(np.linalg.lstsq(stacked, right, rcond=None)[0], dtype=np.float64)
    return result


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values))) if values.size else 0.0
