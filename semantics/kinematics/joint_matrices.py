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

    __slots__ = ("_coordinates", "_lines", "_parts", "_rates", "_signs", "moving", "velocities")

    def __init__(
        self, parts: Array, coordinates: NDArray[np.intp], signs: Array, moves: Sequence[tuple[int, int, Array, Array]]
    ) -> None:
        self._parts, self._coordinates, self._signs = parts, coordinates, signs
        self.moving = np.array([place for place, _, _, _ in moves], dtype=np.intp)
        """Places of the joints that are not fixed."""
        self.velocities = np.array([velocity for _, velocity, _, _ in moves], dtype=np.intp)
        """Of each joint that moves, its place among all velocities."""
        self._lines = np.array([line for _, _, line, _ in moves]).reshape(-1, 2, 4)
        self._rates = np.array([rates for _, _, _, rates in moves]).reshape(-1, 2, 1)

    @classmethod
    def of(cls, batches: Sequence[JointBatch]) -> JointMatrices | None:
        """Those of all joints of batches, one after the other; None where one has no such matrix."""
        parts: list[Array] = []
        coordinates: list[NDArray[np.intp]] = []
        signs: list[Array] = []
        moves: list[tuple[int, int, Array, Array]] = []
        first = 0
        for batch in batches:
            count = len(batch.after)
            sign = -1.0 if batch.backwards else 1.0
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
                for number, velocity in enumerate(step.velocities.tolist()):
                    slide = 1.0 if is_slide else step.parameters[number] if step.kind is MoveKind.SCREW else 0.0
                    rates = np.array([0.0 if is_slide else sign, sign * slide])
                    moves.append((first + number, velocity, step.before[number, 2:], rates))
            parts.append(made.reshape(count, 4, 16))
            signs.append(np.full(count, sign))
            first += count
        if not parts:
            return None
        return cls(np.concatenate(parts), np.concatenate(coordinates), np.concatenate(signs), moves)

    def at(self, q: Array) -> Array:
        """The matrices at one configuration, shape (coordinates,); shape (joints, 4, 4)."""
        values = self._signs * q[self._coordinates]
        factors = np.ones((len(values), 1, 4))
        np.cos(values, out=factors[:, 0, 1])
        np.sin(values, out=factors[:, 0, 2])
        factors[:, 0, 3] = values
        matrices: Array = np.matmul(factors, self._parts).reshape(-1, 4, 4)
        return matrices

    def compute_twists(self, poses: Array) -> tuple[Array, Array, Array]:
        """What the joints that move do: angular velocities, velocities of a point, and that point, each shape (moving, 3).

        ``poses`` are columns of the bodies that these joints are reached from, shape (moving, 4, 3).
        """
        lines = np.matmul(self._lines, poses)
        axes, points = lines[:, 0], lines[:, 1]
        return axes * self._rates[:, 0], axes * self._rates[:, 1], points
