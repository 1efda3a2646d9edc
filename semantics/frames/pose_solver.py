"""Solves the poses of a frame graph in the world, all at once.

Every frame starts with its pose in the frame it is relative to. A round composes it with the pose of that frame and
moves on to what that one is relative to, so that each round doubles the distance covered: as many rounds as the logarithm of the
longest chain, each a few numpy calls over all frames that are not yet in the world.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ...runtime.float_errors import silent
from ..spatial.transform import inverses, matrices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .graph import FrameGraph

    Array = NDArray[np.float64]


def world_poses(graph: FrameGraph) -> Array:
    """Poses of all frames in the world where the document places them, shape (frames, 4, 4)."""
    numbers = np.fromiter(chain.from_iterable(graph.poses), np.float64, 7 * len(graph.poses))
    poses = matrices(numbers.reshape(-1, 7))
    turned = np.flatnonzero(np.array(graph.inverted, dtype=bool))
    if turned.size:
        poses[turned] = inverses(poses[turned])
    return accumulate(poses, np.array(graph.relative, dtype=np.intp))


@silent
def accumulate(poses: Array, relative: NDArray[np.intp]) -> Array:
    """Poses in frame 0 from poses in the frames that ``relative`` names; frame 0 is relative to itself.

    Args:
        poses: shape (n, 4, 4); the first is the identity.
        relative: shape (n,), without cycles other than 0 -> 0.
    """
    result: Array = poses.copy()
    relative = relative.copy()
    open_ = np.flatnonzero(relative)
    while open_.size:
        onto = relative[open_]
        result[open_] = result[onto] @ result[open_]
        relative[open_] = relative[onto]
        open_ = open_[relative[open_] != 0]
    return result
