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
    """Of several links, in what carries them."""

    slots: NDArray[np.intp]
    """Places among ``Kinematics.rows``, shape (links,)."""
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

    def place(self, rows: Array) -> tuple[Array, Array]:
        """Centres of mass, shape (links, n, 3), and inertias about them, (links, n, 3, 3), along the axes of the world.

        ``rows`` are those of ``Kinematics`` at n configurations.
        """
        poses = rows[self.slots]
        count, _, n, _ = poses.shape
        flat, points = poses.reshape(count, 3 * n, 4), np.ones((count, 4, 1))
        points[:, :3, 0] = self.coms
        centres = np.matmul(flat, points).reshape(count, 3, n).swapaxes(1, 2)
        turned = np.matmul(flat[..., :3], self.inertias).reshape(count, 3, n, 3)
        return centres, np.matmul(turned.transpose(0, 2, 1, 3), poses[..., :3].transpose(0, 2, 3, 1))


def compute_spreads(levers: Array) -> Array:
    """Inertias of unit masses about points that they are ``levers`` away from; shapes (…, 3) and (…, 3, 3)."""
    square = np.einsum("...i,...i->...", levers, levers)[..., None, None] * np.eye(3)
    result: Array = square - levers[..., :, None] * levers[..., None, :]
    return result
