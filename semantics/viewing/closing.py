"""Which coordinates close the loops of a scene, so that the others may be set freely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent
from ..constraints.coordinates import GearboxConstraint, MimicConstraint, TendonConstraint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..scene.scene import Scene

    Array = NDArray[np.float64]

COUPLED = (MimicConstraint, GearboxConstraint, TendonConstraint)
"""Constraints between coordinates, which are no loops."""
AWAY = 0.05
"""How far from where a document starts the loops are looked at, rad or m: many start where some motion is stuck."""
SMALLEST = 1e-6
"""What part of a column has to be new for it to count."""


@silent
def closing(scene: Scene) -> set[int]:
    """As many coordinates as the loops determine, those first that no motor drives and that come late.

    Returns:
        Their places among ``scene.coordinates``.
    """
    loops = [constraint for constraint in scene.constraints if not isinstance(constraint, COUPLED)]
    if not loops or not scene.dofs:
        return set()
    start = scene.vector(scene.default_configuration)
    away = start + np.random.default_rng(0).uniform(-AWAY, AWAY, scene.dofs)
    found = scene.solve(away, constraints=scene.constraints, iterations=30)
    state, _ = scene.state(found.q)
    rows = np.concatenate([constraint.evaluate(state)[1][0] for constraint in loops])
    free = scene._layout.free().tolist()
    columns = rows @ scene._layout.following()
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
