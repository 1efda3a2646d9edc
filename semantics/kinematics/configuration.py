"""Configurations: from joint names and numbers to one array of coordinates and back."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...diagnostics.errors import NameNotFound
from ...runtime.float_errors import silent
from ..ir.lazy_mapping import unknown
from ..spatial.so3 import draw_quaternions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .coupling import Coupling
    from .forward_kinematics import Kinematics

Array = NDArray[np.float64]
Configuration = Mapping[str, ArrayLike] | ArrayLike
"""Joint name to a float or an array, or all coordinates as an array of shape (dofs,) or (n, dofs)."""

FARTHEST = {"rad": pi, "m": 1.0, "1": 1.0}
"""How far from the other side, or from where they are of themselves, coordinates without a limit are drawn, by unit."""


class CoordinateLayout:
    """Where the coordinates of each joint are among all, and which of them follow others."""

    def __init__(self, kinematics: Kinematics, couplings: Sequence[Coupling]) -> None:
        self.numbers = kinematics.joint_numbers
        """Number of each joint by its name."""
        self.starts = kinematics.starts
        self.velocity_starts = kinematics.velocity_starts
        self.couplings = couplings
        self._kinematics = kinematics

    @property
    def dofs(self) -> int:
        """Number of coordinates."""
        return self.starts[-1]

    def coordinates(self, number: int) -> slice:
        """Where the coordinates of a joint are."""
        return slice(self.starts[number], self.starts[number + 1])

    def velocities(self, number: int) -> slice:
        """Where the velocities of a joint are."""
        return slice(self.velocity_starts[number], self.velocity_starts[number + 1])

    def pack(self, q: Configuration | None) -> tuple[Array, bool]:
        """All coordinates as an array of shape (dofs, n), and whether ``q`` holds many configurations.

        Joints that ``q`` does not name follow what they are coupled to, or are neutral. None is neutral for all.

        Raises:
            KeyError: ``q`` names a joint that does not exist.
            ValueError: numbers of the wrong shape.
        """
        if q is None:
            return self._kinematics.neutral[:, None].copy(), False
        if type(q) is np.ndarray and q.dtype == np.float64:  # nothing of it can be too large
            return self._pack_array(q)
        return self._pack_others(q)

    def _pack_array(self, values: Array) -> tuple[Array, bool]:
        if values.ndim not in (1, 2) or values.shape[-1] != self.dofs:
            raise ValueError(f"a configuration has {self.dofs} coordinates; an array of shape {values.shape} was given")
        return (values[:, None].copy(), False) if values.ndim == 1 else (np.ascontiguousarray(values.T), True)

    @silent
    def _pack_others(self, q: Configuration) -> tuple[Array, bool]:
        if not isinstance(q, Mapping):
            return self._pack_array(np.asarray(q, dtype=np.float64))
        given: list[tuple[slice, Array]] = []
        named = np.zeros(self.dofs, dtype=bool)
        size: int | None = None
        for name, value in q.items():
            number = self.numbers.get(name)
            if number is None:
                raise NameNotFound(unknown("joint", name, self.numbers))
            where = self.coordinates(number)
            values = self._values(name, where.stop - where.start, value)
            if values.shape[1] != 1 or np.ndim(value) == 2:
                if size not in (None, values.shape[1]):
                    raise ValueError(f"joint {name!r} has {values.shape[1]} configurations, others have {size}")
                size = values.shape[1]
            given.append((where, values))
            named[where] = True
        result = np.repeat(self._kinematics.neutral[:, None], 1 if size is None else size, axis=1)
        for where, values in given:
            result[where] = values
        self.follow(result, named)
        return result, size is not None

    @silent
    def unpack(self, coordinates: Array, batched: bool) -> dict[str, float | Array]:
        """Joint name to coordinates: a float or shape (dofs,), batched shape (n,) or (n, dofs)."""
        result: dict[str, float | Array] = {}
        for name, number in self.numbers.items():
            where = self.coordinates(number)
            dofs = where.stop - where.start
            if dofs == 0:
                continue
            values = coordinates[where]
            if dofs == 1:
                result[name] = values[0].copy() if batched else float(values[0, 0])
            else:
                result[name] = values.T.copy() if batched else values[:, 0].copy()
        return result

    def compute_expansion_matrix(self) -> Array:
        """Matrix, shape (velocities, free velocities), from free velocities to all."""
        starts = self.velocity_starts
        matrix = np.eye(starts[-1])
        for coupling in self.couplings:
            (follower, at), (leader, leader_at) = coupling.follower, coupling.leader
            matrix[starts[follower] + at] = coupling.multiplier * matrix[starts[leader] + leader_at]
        result: Array = matrix[:, self.free_velocities()]
        return result

    def free(self) -> NDArray[np.intp]:
        """The coordinates that follow no other."""
        return self._find_free(self.starts)

    def free_velocities(self) -> NDArray[np.intp]:
        """The velocities that follow no other."""
        return self._find_free(self.velocity_starts)

    def draw(self, lower: Array, upper: Array, generator: np.random.Generator, count: int) -> Array:
        """Coordinates drawn evenly between limits of shape (dofs,), shape (dofs, count); what follows others follows them.

        Sides without a limit are taken at π rad or 1 m from the other side, or from the neutral coordinate where both have
        none; quaternions are drawn from all rotations.
        """
        kinematics = self._kinematics
        neutral, units = kinematics.neutral, kinematics.units
        reach = np.array([FARTHEST[unit] for unit in units])
        known_lower, known_upper = np.isfinite(lower), np.isfinite(upper)
        below, above = neutral - reach, neutral + reach
        low = np.where(known_lower, lower, np.where(known_upper, np.minimum(below, upper - reach), below))
        high = np.where(known_upper, upper, np.where(known_lower, np.maximum(above, lower + reach), above))
        high = np.maximum(low, high)
        numbers = generator.random((len(units), count))
        drawn: Array = low[:, None] + numbers * (high - low)[:, None]
        for first, _ in kinematics.quaternions:
            drawn[first : first + 4] = draw_quaternions(numbers[first : first + 3])
        self.follow(drawn)
        return drawn

    def _find_free(self, starts: Sequence[int]) -> NDArray[np.intp]:
        followers = {starts[number] + axis for number, axis in (coupling.follower for coupling in self.couplings)}
        return np.array([i for i in range(starts[-1]) if i not in followers], dtype=np.intp)

    @silent
    def follow(self, coordinates: Array, named: NDArray[np.bool_] | None = None) -> None:
        """Sets all followers but those that are ``named``, in place; shape (dofs, n)."""
        for coupling in self.couplings:
            follower = self._index(coupling.follower)
            if named is None or not named[follower]:
                coordinates[follower] = (
                    coupling.multiplier * coordinates[self._index(coupling.leader)] + coupling.offset
                )

    def _index(self, coordinate: tuple[int, int]) -> int:
        return self.starts[coordinate[0]] + coordinate[1]

    @staticmethod
    def _values(name: str, dofs: int, value: ArrayLike) -> Array:
        values = np.asarray(value, dtype=np.float64)
        if values.ndim == 0 and dofs == 1:
            return values.reshape(1, 1)
        if values.ndim == 1 and dofs == 1:
            return values[None, :]
        if values.ndim == 1 and len(values) == dofs:
            return values[:, None]
        if values.ndim == 2 and values.shape[1] == dofs:
            across: Array = values.T
            return across
        raise ValueError(f"joint {name!r} has {dofs} coordinates; an array of shape {values.shape} was given")
