"""Mass properties of several links taken as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..kinematics.forward_kinematics import Kinematics
    from .links import Link

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MassProperties:
    """Of some links at a configuration or at n, along the axes of a frame; see ``Scene.mass_properties``.

    Attributes:
        mass: kg.
        com: centre of mass, shape (3,) or (n, 3), m. Not a number where there is no mass.
        inertia: about the centre of mass, shape (3, 3) or (n, 3, 3), kg m².

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> whole = scene.mass_properties({"arm::elbow": [0.0, 0.5]})
        >>> round(whole.mass, 3), whole.com.shape, whole.inertia.shape
        (6.04, (2, 3), (2, 3, 3))
    """

    mass: float
    com: Array
    inertia: Array


def mass_properties(kinematics: Kinematics, links: Sequence[Link], q: Array) -> MassProperties:
    """Mass, centre of mass and inertia in the world of ``links`` at n configurations ``q``, shape (coordinates, n).

    Returns:
        Arrays that begin with the n configurations.
    """
    n = q.shape[1]
    masses = np.array([link.mass for link in links], dtype=np.float64)
    total = float(masses.sum())
    if not links:
        return MassProperties(0.0, np.full((n, 3), np.nan), np.zeros((n, 3, 3)))
    index = kinematics.graph.index
    slots = [kinematics.slot[index[link.name]] for link in links]
    columns = kinematics.columns(q)[slots]
    rotations = columns[:, :3].transpose(0, 3, 2, 1)
    coms = np.array([link.com for link in links])
    centres = columns[:, 3].transpose(0, 2, 1) + np.einsum("bnij,bj->bni", rotations, coms)
    with np.errstate(invalid="ignore", divide="ignore"):
        com = np.einsum("b,bni->ni", masses, centres) / total
    inertias = np.array([link.inertia for link in links])
    around = np.where(np.isfinite(com), com, 0.0)
    lever = centres - around
    square = np.einsum("bni,bni->bn", lever, lever)[..., None, None] * np.eye(3)
    spread = square - lever[..., :, None] * lever[..., None, :]
    inertia = np.einsum("bnij,bjk,bnlk->nil", rotations, inertias, rotations, optimize=True)
    inertia = inertia + np.einsum("b,bnij->nij", masses, spread)
    return MassProperties(total, com, inertia)
