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

    from ..spatial.so3 import Array
    from .batched_joints import JointBatch, KinematicStep

_STAYS = np.diag([0.0, 0.0, 1.0, 1.0])
_TURNS = np.diag([1.0, 1.0, 0.0, 0.0])
_CROSSES = np.zeros((4, 4))
_CROSSES[1, 0], _CROSSES[0, 1] = 1.0, -1.0
_SLIDES = np.zeros((4, 4))
_SLIDES[2, 3] = 1.0
_SIMPLE = (MoveKind.TURN, MoveKind.SLIDE, MoveKind.SCREW)


class JointMatrices:
    """The matrices of several joints: poses as rows on one side of a joint times these are those on the other."""

    __slots__ = ("_coordinates", "_lines", "_parts", "_rates", "_signs", "velocities")

    def __init__(self, parts: Array, signs: Array, rates: Array, steps: Sequence[KinematicStep]) -> None:
        self._parts, self._signs = parts, signs
        self._coordinates = np.concatenate([step.coordinates for step in steps])
        self.velocities = np.concatenate([step.velocities for step in steps])
        """Of each joint, its place among all velocities."""
        self._lines = np.concatenate([step.before for step in steps])[:, :, 2:]
        self._rates = rates

    @classmethod
    def of(cls, batches: Sequence[JointBatch]) -> JointMatrices | None:
        """Those of all joints of batches, one after the other; None where one has no such matrix."""
        parts: list[Array] = []
        signs: list[Array] = []
        rates: list[Array] = []
        for batch in batches:
            step = batch.steps[0]
            if len(batch.steps) > 1 or step.kind not in _SIMPLE:
                return None
            count = len(step.before)
            is_slide = step.kind is MoveKind.SLIDE
            turning = np.full(count, 0.0 if is_slide else 1.0)
            sliding = np.ones(count) if is_slide else step.parameters
            made = np.zeros((count, 4, 4, 4))
            made[:, 0] = step.before @ (np.eye(4) if is_slide else _STAYS)
            if not is_slide:
                made[:, 1] = step.before @ _TURNS
                made[:, 2] = step.before @ _CROSSES
            if step.kind is not MoveKind.TURN:
                made[:, 3] = sliding[:, None, None] * (step.before @ _SLIDES)
            sign = np.full(count, -1.0 if batch.backwards else 1.0)
            parts.append(made.reshape(count, 4, 16))
            signs.append(sign)
            rates.append(sign[:, None] * np.stack([turning, sliding], axis=1))
        if not parts:
            return None
        steps = [batch.steps[0] for batch in batches]
        return cls(np.concatenate(parts), np.concatenate(signs), np.concatenate(rates)[..., None], steps)

    def at(self, q: Array) -> Array:
        """The matrices at one configuration, shape (coordinates,); shape (joints, 4, 4)."""
        values = self._signs * q[self._coordinates]
        factors = np.empty((len(values), 1, 4))
        factors[:, 0, 0] = 1.0
        np.cos(values, out=factors[:, 0, 1])
        np.sin(values, out=factors[:, 0, 2])
        factors[:, 0, 3] = values
        matrices: Array = np.matmul(factors, self._parts).reshape(-1, 4, 4)
        return matrices

    def compute_twists(self, poses: Array) -> tuple[Array, Array, Array]:
        """What the joints do: angular velocities, velocities of a point, and that point, each shape (joints, 3).

        ``poses`` are rows of what these joints are reached from, shape (joints, 3, 4).
        """
        lines = np.matmul(poses, self._lines)
        axes, points = lines[..., 0], lines[..., 1]
        return axes * self._rates[:, 0], axes * self._rates[:, 1], points
