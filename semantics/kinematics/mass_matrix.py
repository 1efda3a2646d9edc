"""The mass matrix of the joints, by composite bodies: all that a joint carries moves as one body where only that joint moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent
from ..spatial.so3 import cross
from .link_masses import compute_spreads

if TYPE_CHECKING:
    from ..spatial.so3 import Array
    from .forward_kinematics import Kinematics
    from .link_masses import LinkMasses


@silent
def compute_mass_matrices(kinematics: Kinematics, links: LinkMasses, q: Array) -> Array:
    """At configurations ``q``, shape (coordinates, n): shape (n, velocities, velocities).

    Bodies that no joint leads to stand still. A joint that closes a loop is none of the tree, and its rows are zero.
    """
    poses = kinematics.rows(q)
    carried, carriers = kinematics.carriage
    mass, moment, around = _compose(links, poses, carried)
    turns, slides = kinematics.compute_twists(q, poses)
    momentum = mass[:, None, None] * slides + cross(turns, moment)
    angular = np.matmul(around, turns[..., None])[..., 0] + cross(moment, slides)
    # what a velocity does to all that its joint carries, seen from those that carry the joint
    wrenches, twists = np.concatenate([angular, momentum], axis=2), np.concatenate([turns, slides], axis=2)
    found = np.matmul(wrenches.transpose(1, 0, 2), twists.transpose(1, 2, 0)) * carriers
    result: Array = found + np.swapaxes(found - found * carriers.T, 1, 2)
    return result


def _compose(links: LinkMasses, poses: Array, carried: Array) -> tuple[Array, Array, Array]:
    """Of what each velocity carries: mass, shape (velocities,), first moments, (velocities, n, 3), and moments of inertia, (velocities, n, 3, 3).

    Both are about the origin of the world.
    """
    links = links.select(np.flatnonzero(links.masses))
    count, n = len(links.masses), poses.shape[2]
    centres, inertias = links.place(poses)
    weights = links.masses[:, None, None]
    around = inertias + weights[..., None] * compute_spreads(centres)
    parts = np.concatenate([weights * centres, around.reshape(count, n, 9)], axis=2)
    chosen = carried[:, links.slots]
    whole = np.matmul(chosen, parts.reshape(count, 12 * n)).reshape(-1, n, 12)
    return chosen @ links.masses, whole[..., :3], whole[..., 3:].reshape(-1, n, 3, 3)
