"""The answer of forward kinematics: every frame's pose at one or many configurations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.errors import NameNotFound
from ...runtime.float_errors import silent
from ...runtime.spelling import format_count
from ..ir.lazy_mapping import unknown
from ..kinematics.forward_kinematics import BLOCK
from ..spatial.transform import Transform

if TYPE_CHECKING:
    from ..kinematics.forward_kinematics import Kinematics
    from ..spatial.so3 import Array


class Poses(Mapping[str, "Array"]):
    """Scoped frame name to its poses in the root frame: shape (4, 4), or (n, 4, 4) for n configurations.

    What moves is worked out at once when the poses are made, at the neutral configuration when it is asked for;
    each frame's matrices are made when they are asked for, so that frames that are not asked for cost nothing.
    A name that there is not is a ``NameNotFound``, which is a ``KeyError``.

    Attributes:
        count: n, the number of configurations.

    Example:
        >>> poses = bodyplan.load("examples/arm.urdf").scene.forward_kinematics({"arm::elbow": [0.0, 0.5, 1.0]})
        >>> poses, poses["arm::tool"].shape, poses.stack(["arm::tool", "arm::base"]).shape
        (<Poses of 13 frames at 3 configurations>, (3, 4, 4), (2, 3, 4, 4))
    """

    def __init__(self, kinematics: Kinematics, q: Array, batched: bool) -> None:
        self._kinematics = kinematics
        self._batched = batched
        self.count = q.shape[1]
        self._is_neutral = not batched and bool((q[:, 0] == kinematics.neutral).all())
        if not self._is_neutral:
            self._blocks = kinematics.rows_of_blocks(q)

    @cached_property
    def _blocks(self) -> list[Array]:
        return self._kinematics.rows_of_blocks(self._kinematics.neutral[:, None])

    @silent
    def __getitem__(self, frame: str) -> Array:
        kinematics, vertex = self._kinematics, self._vertex(frame)
        slot = kinematics.slot[int(kinematics.body[vertex])]
        matrices = np.empty((self.count, 4, 4))
        for start, rows in zip(range(0, self.count, BLOCK), self._blocks):
            kinematics.compute_frame_pose(vertex, rows[slot], matrices[start : start + BLOCK])
        return matrices if self._batched else matrices[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinematics.graph.index)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._kinematics.graph.index))

    def __len__(self) -> int:
        return len(self._kinematics.graph.index)

    @silent
    def transform(self, frame: str) -> Transform:
        """Pose of a frame at the one configuration.

        Args:
            frame: scoped name.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such frame.
            ValueError: there are many configurations.
        """
        if self._batched:
            raise ValueError("these are poses at many configurations; take the array by the frame's name")
        return Transform(self[frame])

    @silent
    def stack(self, frames: Iterable[str] | None = None) -> Array:
        """Poses of several frames, shape (frames, 4, 4) or (frames, n, 4, 4); of all, in order, by default.

        Args:
            frames: scoped names; None: all frames.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such frame.
        """
        if frames is None:
            vertices = list(self._kinematics.graph.index.values())
        else:
            vertices = [self._vertex(frame) for frame in frames]
        if self._is_neutral:
            return self._kinematics.neutral_poses[vertices]
        matrices = np.empty((len(vertices), self.count, 4, 4))
        for start, rows in zip(range(0, self.count, BLOCK), self._blocks):
            self._kinematics.compute_frame_poses(vertices, rows, matrices[:, start : start + BLOCK])
        return matrices if self._batched else matrices[:, 0]

    def __repr__(self) -> str:
        return f"<Poses of {format_count(len(self), 'frame')} at {format_count(self.count, 'configuration')}>"

    def _vertex(self, frame: str) -> int:
        index = self._kinematics.graph.index
        vertex = index.get(frame)
        if vertex is None:
            raise NameNotFound(unknown("frame", frame, index))
        return vertex
