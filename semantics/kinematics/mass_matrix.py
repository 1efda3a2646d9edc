"""The mass matrix of the joints, by composite bodies: all that a joint carries moves as one body where only that joint moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import NamedTuple
from ...runtime.float_errors import silent
from ..ir.graph_search import NO_EDGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..spatial.so3 import Array
    from .forward_kinematics import Kinematics


class BodyMass(NamedTuple):
    """Of a link, along the axes of its frame."""

    body: int
    mass: float
    com: Array
    inertia: Array
    """About the centre of mass."""


@silent
def mass_matrices(kinematics: Kinematics, masses: Sequence[BodyMass], q: Array) -> Array:
    """At configurations ``q``, shape (coordinates, n): shape (n, velocities, velocities).

    Bodies that no joint leads to stand still. A joint that closes a loop is none of the tree, and its rows are zero.
    """
    n, count = q.shape[1], kinematics.velocities
    poses, slot, tree = kinematics.columns(q), kinematics.slot, kinematics.tree
    mass = np.zeros(len(slot))
    moment, around = np.zeros((len(slot), 3, n)), np.zeros((len(slot), 3, 3, n))
    if masses:
        _put_masses(masses, poses, slot, mass, moment, around)
    for body in reversed(tree.order):
        if tree.inboard[body] != NO_EDGE:
            at, towards = slot[body], slot[tree.towards[body]]
            mass[towards] += mass[at]
            moment[towards] += moment[at]
            around[towards] += around[at]
    turns, slides = np.zeros((count, n, 3)), np.zeros((count, n, 3))
    for column in kinematics.joint_columns(q, poses):
        # velocities are those of what is at the origin of the world
        turns[column.velocity] = column.turn.T
        slides[column.velocity] = (column.slide - np.cross(column.turn, column.point, axis=0)).T
    places, carriers = kinematics.carriers
    moments = moment[places].transpose(0, 2, 1)
    momentum = mass[places][:, None, None] * slides + np.cross(turns, moments)
    angular = np.einsum("vijn,vnj->vni", around[places], turns) + np.cross(moments, slides)
    # what a velocity does to all that its joint carries, seen from those that carry the joint
    found = np.einsum("vni,wni->nvw", angular, turns, optimize=True)
    found += np.einsum("vni,wni->nvw", momentum, slides, optimize=True)
    found *= carriers
    own = found * carriers.T
    result: Array = found + np.swapaxes(found - own, 1, 2)
    return result


def _put_masses(
    masses: Sequence[BodyMass], poses: Array, slot: dict[int, int], mass: Array, moment: Array, around: Array
) -> None:
    """Adds masses, first moments and moments of inertia about the origin of the world to those of the bodies."""
    places = [slot[each.body] for each in masses]
    weights = np.array([each.mass for each in masses])
    turned = poses[places, :3].transpose(0, 2, 1, 3)
    centres = poses[places, 3] + np.einsum("bijn,bj->bin", turned, np.array([each.com for each in masses]))
    inertias = np.array([each.inertia for each in masses])
    own = np.einsum("bijn,bjk,blkn->biln", turned, inertias, turned, optimize=True)
    square = np.einsum("bin,bin->bn", centres, centres)[:, None, None] * np.eye(3)[None, :, :, None]
    own += weights[:, None, None, None] * (square - centres[:, :, None] * centres[:, None])
    np.add.at(mass, places, weights)
    np.add.at(moment, places, weights[:, None, None] * centres)
    np.add.at(around, places, own)
