"""One configuration at a time: each joint as one matrix that is linear in cosine, sine and value of its coordinate.

A joint that turns about an axis, slides along it, or does both as a screw, is ``A + B cos x + C sin x + D x``. The matrices
of all joints follow from their coordinates in one product; joints of other forms have no such matrix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .motion import MoveKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..spatial.so3 import Array
    from .batched_joints import JointBatch

_STAYS = np.diag([0.0, 0.0, 1.0, 1.0])
_TURNS = np.diag([1.0, 1.0, 0.0, 0.0])
_CROSSES = np.zeros((4, 4))
_CROSSES[0, 1], _CROSSES[1, 0] = 1.0, -1.0
_SLIDES = np.zeros((4, 4))
_SLIDES[3, 2] = 1.0
_SIMPLE = (MoveKind.TURN, MoveKind.SLIDE, MoveKind.SCREW)


class JointMatrices:
    """The matrices of several joints, which take poses as columns from one side of a joint to the other."""

    __slots__ = ("_coordinates", "_parts", "_signs")

    def __init__(self, parts: Array, coordinates: NDArray[np.intp], signs: Array) -> None:
        self._parts, self._coordinates, self._signs = parts, coordinates, signs

    @classmethod
    def of(cls, batches: Sequence[JointBatch]) -> JointMatrices | None:
        """Those of all joints of batches, one after the other; None where one has no such matrix."""
        parts: list[Array] = []
        coordinates: list[NDArray[np.intp]] = []
        signs: list[Array] = []
        for batch in batches:
            count = len(batch.after)
            if len(batch.steps) > 1 or any(step.kind not in _SIMPLE for step in batch.steps):
                return None
            made = np.zeros((count, 4, 4, 4))
            if not batch.steps:
                made[:, 0] = batch.after
                coordinates.append(np.zeros(count, dtype=np.intp))
            for step in batch.steps:
                is_slide = step.kind is MoveKind.SLIDE
                still = np.eye(4) if is_slide else _STAYS
                made[:, 0] = batch.after @ still @ step.before
                if not is_slide:
                    made[:, 1] = batch.after @ _TURNS @ step.before
                    made[:, 2] = batch.after @ _CROSSES @ step.before
                if step.kind is not MoveKind.TURN:
                    pitch = 1.0 if is_slide else step.parameters[:, None, None]
                    made[:, 3] = pitch * (batch.after @ _SLIDES @ step.before)
                coordinates.append(step.coordinates)
            parts.append(made.reshape(count, 4, 16))
            signs.append(np.full(count, -1.0 if batch.backwards else 1.0))
        if not parts:
            return None
        return cls(np.concatenate(parts), np.concatenate(coordinates), np.concatenate(signs))

    def at(self, q: Array) -> Array:
        """The matrices at one configuration, shape (coordinates,); shape (joints, 4, 4)."""
        values = self._signs * q[self._coordinates]
        factors = np.ones((len(values), 1, 4))
        np.cos(values, out=factors[:, 0, 1])
        np.sin(values, out=factors[:, 0, 2])
        factors[:, 0, 3] = values
        matrices: Array = np.matmul(factors, self._parts).reshape(-1, 4, 4)
        return matrices
