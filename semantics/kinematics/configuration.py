"""Configurations: from joint names and numbers to one array of coordinates and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...diagnostics.errors import NameNotFound
from ...runtime.float_errors import silent
from ..ir.lazy_mapping import unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .coupling import Coupling

Array = NDArray[np.float64]
Configuration = Mapping[str, ArrayLike] | ArrayLike
"""Joint name to a float or an array, or all coordinates as an array of shape (dofs,) or (n, dofs)."""


class CoordinateLayout:
    """Where the coordinates of each joint are among all, and which of them follow others."""

    def __init__(self, numbers: Mapping[str, int], starts: Sequence[int], couplings: Sequence[Coupling]) -> None:
        self.numbers = numbers
        """Number of each joint by its name."""
        self.starts = starts
        self.couplings = couplings

    @property
    def dofs(self) -> int:
        """Number of coordinates."""
        return self.starts[-1]

    def coordinates(self, number: int) -> slice:
        """Where the coordinates of a joint are."""
        return slice(self.starts[number], self.starts[number + 1])

    @silent
    def pack(self, q: Configuration | None) -> tuple[Array, bool]:
        """All coordinates as an array of shape (dofs, n), and whether ``q`` holds many configurations.

        Joints that ``q`` does not name follow what they are coupled to, or are at zero. None is zero for all.

        Raises:
            KeyError: ``q`` names a joint that does not exist.
            ValueError: numbers of the wrong shape.
        """
        if q is None:
            return np.zeros((self.dofs, 1)), False
        if not isinstance(q, Mapping):
            values = np.asarray(q, dtype=np.float64)
            if values.ndim not in (1, 2) or values.shape[-1] != self.dofs:
                raise ValueError(
                    f"a configuration has {self.dofs} coordinates; an array of shape {values.shape} was given"
                )
            return (values[:, None].copy(), False) if values.ndim == 1 else (np.ascontiguousarray(values.T), True)
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
        result = np.zeros((self.dofs, 1 if size is None else size))
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
        """Matrix, shape (dofs, free coordinates), from free coordinates to all (without offsets)."""
        matrix = np.eye(self.dofs)
        for coupling in self.couplings:
            follower, leader = self._index(coupling.follower), self._index(coupling.leader)
            matrix[follower] = coupling.multiplier * matrix[leader]
        result: Array = matrix[:, self.free()]
        return result

    def free(self) -> NDArray[np.intp]:
        """The coordinates that follow no other."""
        followers = {self._index(coupling.follower) for coupling in self.couplings}
        return np.array([i for i in range(self.dofs) if i not in followers], dtype=np.intp)

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
