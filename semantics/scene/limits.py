"""Limits of coordinates, and configurations drawn between them."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ..kinematics.connections import Connection

    Array = NDArray[np.float64]

FARTHEST = {"rad": pi, "m": 1.0}
"""How far from the other side, or from zero, coordinates without a limit are drawn, by unit."""


def limits_of(
    connections: Iterable[Connection], what: Literal["lower", "upper", "velocity", "effort", "acceleration"]
) -> Array:
    """One limit of every coordinate, shape (dofs,), read-only; infinite where there is none."""
    none = -np.inf if what == "lower" else np.inf
    values: list[float] = []
    for connection in connections:
        axes = connection.record.axes
        values.extend(getattr(axes[i], what) if i < len(axes) else none for i in range(connection.dofs))
    result = np.array(values, dtype=np.float64)
    result.flags.writeable = False
    return result


def drawn_between(
    lower: Array, upper: Array, units: Sequence[str], generator: np.random.Generator, count: int
) -> Array:
    """Coordinates drawn evenly between limits of shape (dofs,), shape (dofs, count); ``units`` are ``"rad"`` or ``"m"``."""
    reach = np.array([FARTHEST[unit] for unit in units])
    known_lower, known_upper = np.isfinite(lower), np.isfinite(upper)
    low = np.where(known_lower, lower, np.where(known_upper, np.minimum(-reach, upper - reach), -reach))
    high = np.where(known_upper, upper, np.where(known_lower, np.maximum(reach, lower + reach), reach))
    high = np.maximum(low, high)
    drawn = generator.random((len(units), count))
    result: Array = low[:, None] + drawn * (high - low)[:, None]
    return result
