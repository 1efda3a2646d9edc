"""Which coordinates close the loops of a scene, so that the others may be set freely."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import replace
from ...runtime.float_errors import silent
from ..constraints.base import Constraint, ConstraintState
from ..constraints.coordinates import (
    CouplingConstraint,
    GearboxConstraint,
    MimicConstraint,
    TendonConstraint,
    TendonCoupling,
)
from ..scene.scene import Scene, get_layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

PERTURBATION = 0.05
"""How far from where a document starts the loops are looked at, rad or m: many start where some motion is stuck."""
SMALLEST = 1e-6
"""What part of a column has to be new for it to count."""


@silent
def find_dependent_coordinates(scene: Scene) -> set[int]:
    """As many of ``scene.coordinates`` as the loops determine, those first that no motor drives and that come late."""
    active = [constraint for constraint in scene.constraints if constraint.active]
    loops = [constraint for constraint in active if _determines(constraint)]
    if not loops or not scene.dofs:
        return set()
    start = scene.vector(scene.default_configuration)
    away = start + np.random.default_rng(0).uniform(-PERTURBATION, PERTURBATION, scene.dofs)
    found = scene.solve(away, constraints=active, iterations=30)
    state, _ = scene.state(found.q)
    rows = np.concatenate([_rows(constraint, state) for constraint in loops])
    layout = get_layout(scene)
    # where the coordinate of a velocity is among all; of a quaternion's three its first three parts
    places = {each[:2]: i for i, each in enumerate(scene.coordinates)}
    free = [places[scene.velocities[i][:2]] for i in layout.free_velocities()]
    columns = rows @ layout.compute_expansion_matrix()
    if not np.isfinite(columns).all():
        return set()
    driven_by_motors = {actuator.joint for actuator in scene.actuators}
    names = [coordinate.joint for coordinate in scene.coordinates]
    order = sorted(range(len(free)), key=lambda i: (names[free[i]] in driven_by_motors, -free[i]))
    chosen: set[int] = set()
    basis: list[Array] = []
    for i in order:
        column = columns[:, i]
        length = float(np.linalg.norm(column))
        if length == 0.0:
            continue
        rest = column / length
        for direction in basis * 2:  # twice, since once leaves what rounding puts in
            rest = rest - direction * float(direction @ rest)
        left = float(np.linalg.norm(rest))
        if left > SMALLEST:
            basis.append(rest / left)
            chosen.add(free[i])
    return chosen


def is_coupling(constraint: Constraint) -> bool:
    """Whether a constraint says what a coordinate is by another one, as ``Layout.couplings`` have it."""
    if isinstance(constraint, GearboxConstraint):
        return constraint.parent_hinge is not None and constraint.child_hinge is not None
    return isinstance(constraint, MimicConstraint)


def _determines(constraint: Constraint) -> bool:
    """Whether a coordinate follows from a constraint that a page keeps.

    A tendon that may be longer and shorter determines none; polynomials are not kept.
    """
    if isinstance(constraint, TendonConstraint):
        return constraint.lower == constraint.upper
    return not is_coupling(constraint) and not isinstance(constraint, (CouplingConstraint, TendonCoupling))


def _rows(constraint: Constraint, state: ConstraintState) -> Array:
    """How a constraint changes with the coordinates, shape (r, n)."""
    if isinstance(constraint, TendonConstraint):  # which has no slope where it is kept
        constraint = replace(constraint, lower=-inf, upper=-inf)
    found: Array = constraint.evaluate(state)[1][0]
    return found
