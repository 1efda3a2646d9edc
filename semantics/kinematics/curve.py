"""The path of a curvilinear joint."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from ..spatial.so3 import Z, perpendicular, unit_vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..ir.joints import CurveRecord

    Array = NDArray[np.float64]


class Curve:
    """The path of a curvilinear joint in its plane, by arc length."""

    def __init__(self, record: CurveRecord) -> None:
        pieces = np.array(record.pieces, dtype=np.float64).reshape(-1, 2)
        pieces = pieces[pieces[:, 0] > 0]
        if not len(pieces):
            pieces = np.array([[1.0, 0.0]])
        self.pieces = pieces
        """Length (m) and turn (rad) of each, shape (pieces, 2)."""
        lengths, turns = pieces.T
        self.periodic = record.periodic
        self.starts = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
        self.length = float(np.sum(lengths))
        self.curvatures = turns / lengths
        self.headings = np.concatenate([[0.0], np.cumsum(turns)[:-1]])
        self.points = np.zeros((len(pieces), 2))
        for i in range(1, len(pieces)):
            self.points[i] = self._along(np.array([i - 1]), lengths[i - 1 : i])[:2, 0]
        normal = unit_vector(np.array(record.normal, dtype=np.float64), Z)
        tangent = np.array(record.tangent, dtype=np.float64)
        tangent = unit_vector(tangent - normal * (normal @ tangent), perpendicular(normal))
        self.frame = np.stack([tangent, np.cross(normal, tangent), normal], axis=1)
        """Rotation matrix: tangent at the start, across, normal."""

    def at(self, length: Array) -> tuple[Array, Array, Array, Array]:
        """x, y, heading and curvature at an arc ``length`` in m, each of its shape; the end pieces go on beyond the ends."""
        if self.periodic:
            length = np.mod(length, self.length)
        piece = np.clip(np.searchsorted(self.starts, length, side="right") - 1, 0, len(self.starts) - 1)
        x, y, heading = self._along(piece, length - self.starts[piece])
        return x, y, heading, self.curvatures[piece]

    def _along(self, piece: NDArray[np.intp], length: Array) -> Array:
        curvature, heading = self.curvatures[piece], self.headings[piece]
        turn = curvature * length
        # (sin t)/t and (1 - cos t)/t in a form that holds at t = 0: the chord of the arc leads along the heading of its middle.
        chord = length * np.sinc(turn / (2 * pi))
        middle = heading + turn / 2
        result: Array = np.stack(
            [
                self.points[piece, 0] + chord * np.cos(middle),
                self.points[piece, 1] + chord * np.sin(middle),
                heading + turn,
            ]
        )
        return result
