"""Masses of links as arrays, for all that is worked out from them at a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..spatial.so3 import Array


class LinkMasses(NamedTuple):
    """Of several links, along the axes of their frames."""

    slots: NDArray[np.intp]
    """Places among ``Kinematics.columns``, shape (links,)."""
    masses: Array
    """Shape (links,)."""
    coms: Array
    """Centres of mass, shape (links, 3)."""
    inertias: Array
    """About the centres of mass, shape (links, 3, 3)."""

    def select(self, rows: Sequence[int] | NDArray[np.intp]) -> LinkMasses:
        """Those of some links, by their numbers."""
        chosen = np.asarray(rows, dtype=np.intp)
        return LinkMasses(self.slots[chosen], self.masses[chosen], self.coms[chosen], self.inertias[chosen])

    def place(self, columns: Array) -> tuple[Array, Array]:
        """Centres of mass, shape (links, n, 3), and inertias about them, (links, n, 3, 3), along the axes of the world.

        ``columns`` are the poses of all bodies at n configurations.
        """
        poses = columns[self.slots]
        rotations = poses[:, :3].transpose(0, 3, 2, 1)
        centres = poses[:, 3].transpose(0, 2, 1) + np.matmul(rotations, self.coms[:, None, :, None])[..., 0]
        return centres, rotations @ self.inertias[:, None] @ np.swapaxes(rotations, 2, 3)


def compute_spreads(levers: Array) -> Array:
    """Inertias of unit masses about points that they are ``levers`` away from; shapes (…, 3) and (…, 3, 3)."""
    square = np.einsum("...i,...i->...", levers, levers)[..., None, None] * np.eye(3)
    result: Array = square - levers[..., :, None] * levers[..., None, :]
    return result
