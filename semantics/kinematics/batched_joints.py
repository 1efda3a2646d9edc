"""Crosses any number of joints of one form at any number of configurations at once.

The elementary moves of ``motion`` are each turned so that they are about or along z; the rotations in between are
constants. Poses are kept as rows: an array of shape (joints, 3, configurations, 4) holds, for x, y and z of the world, that
part of the three axes and of the origin. In that layout a constant is one matrix product, a turn about z multiplies x and y
axis, seen as one complex number, by another, and a slide along z adds an axis to the origin, each for all configurations in
one sweep through memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import NamedTuple, dataclass
from ..spatial.so3 import align, left_jacobians, quaternion_matrices, rotation_vectors, unscaled_turns
from ..spatial.transform import inverses
from .motion import Curve, MoveKind, Turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..spatial.so3 import Array
    from .motion import ElementaryMove


@dataclass(slots=True)
class KinematicStep:
    """One elementary move of several joints of one form."""

    kind: MoveKind
    coordinates: NDArray[np.intp]
    """Among all coordinates, one for each joint."""
    velocities: NDArray[np.intp]
    """Among all velocities, one for each joint."""
    parameters: Array
    curves: tuple[Curve, ...]
    axes: Array
    """Of unscaled turns, shape (joints, 2, 3)."""
    before: Array
    """The constant poses in front of the move, shape (joints, 4, 4)."""


class JointBatch:
    """Several joints of one form, crossed together from the frames that carry the bodies on one side to those on the other.

    Where it ends is behind the last move, about or along whose z axis it is; the body that it carries stands still there.
    """

    def __init__(
        self,
        moves: Sequence[Sequence[ElementaryMove]],
        starts: Sequence[tuple[int, int]],
        first: Array,
        last: Array,
        backwards: bool,
    ) -> None:
        """Takes joints whose moves are of the same kinds and coordinates.

        ``first`` are poses of F on the parents, ``last`` of M on the children, shape (joints, 4, 4); ``starts`` says where
        the coordinates and the velocities of each joint begin among all. Backwards they are crossed from the children to the parents.
        """
        self.backwards = backwards
        count = len(moves)
        entry, leave = (last, first) if backwards else (first, last)
        here = entry.copy()
        self.steps: list[KinematicStep] = []
        for i in range(len(moves[0]))[:: -1 if backwards else 1]:
            kind = moves[0][i].kind
            frames = np.zeros((count, 4, 4))
            frames[:, 3, 3] = 1
            for j in range(count):
                parameter = moves[j][i].parameter
                frames[j, :3, :3] = parameter.frame if isinstance(parameter, Curve) else align(moves[j][i].axis)
            back = np.swapaxes(frames, 1, 2)
            # M of a curvilinear joint keeps the axes of the curve, those of other joints come back to F's at zero.
            curved = kind is MoveKind.CURVE
            here = here if curved and backwards else here @ frames
            parameters = [moves[j][i].parameter for j in range(count)]
            self.steps.append(
                KinematicStep(
                    kind,
                    np.array([starts[j][0] + moves[j][i].coordinate for j in range(count)]),
                    np.array([starts[j][1] + moves[j][i].coordinate for j in range(count)]),
                    np.array([p if isinstance(p, (int, float)) else 0.0 for p in parameters]),
                    tuple(p for p in parameters if isinstance(p, Curve)),
                    np.array([p for p in parameters if isinstance(p, Turns)]),
                    here,
                )
            )
            here = np.tile(np.eye(4), (count, 1, 1)) if curved and not backwards else back
        self.in_carrier = here @ inverses(leave)
        """Poses of the bodies that are reached, in the frames that carry them."""
        self._unmoved = inverses(self.in_carrier)

    def start_from(self, carried: Array) -> None:
        """Has the crossing begin at what carries the bodies that are left, instead of at these; ``carried`` are their poses there."""
        self.steps[0].before = carried @ self.steps[0].before
        self._unmoved = carried @ self._unmoved

    @property
    def has_axes(self) -> bool:
        """Whether each velocity of the joints is about or along an axis."""
        return all(step.kind in (MoveKind.TURN, MoveKind.SLIDE, MoveKind.SCREW) for step in self.steps)

    def cross(self, poses: Array, q: Array, columns: list[Column] | None = None, out: Array | None = None) -> Array:
        """Where the frames on the other side are, from those on this side as rows, shape (joints, 3, n, 4).

        Contributions to a Jacobian are appended to ``columns``, of several joints with ``has_axes`` only; the result goes
        to ``out``, if given.
        """
        shape = (*poses.shape[:2], q.shape[1], 4)
        sign = -1.0 if self.backwards else 1.0
        start = poses
        for step in self.steps:
            poses = _constant(poses, step.before, out)
            if poses.shape != shape:
                poses = np.broadcast_to(poses, shape).copy()
            if step.kind is MoveKind.ROTATION_VECTOR:
                vectors = sign * q[step.coordinates[:, None] + np.arange(3)]
                if columns is not None:
                    columns.extend(_vector_columns(step, poses, vectors, sign))
                _turn(poses, rotation_vectors(vectors))
                continue
            if step.kind is MoveKind.QUATERNION:
                turned = quaternion_matrices(q[step.coordinates[:, None] + np.arange(4)])
                if columns is not None and self.backwards:
                    columns.extend(_quaternion_columns(step, poses, sign))
                _turn(poses, np.swapaxes(turned, 1, 2) if self.backwards else turned)
                if columns is not None and not self.backwards:
                    columns.extend(_quaternion_columns(step, poses, sign))
                continue
            if step.kind is MoveKind.UNSCALED_TURNS:
                turned, lost = unscaled_turns(step.axes, q[step.coordinates[:, None] + np.arange(2)])
                if columns is not None:
                    columns.extend(_turns_columns(step, poses, q, lost, sign))
                _turn(poses, np.swapaxes(turned, 1, 2) if self.backwards else turned)
                np.copyto(poses, _constant(start, self._unmoved), where=lost[:, None, :, None])
                continue
            values = q[step.coordinates]
            if step.kind is MoveKind.CURVE:
                _curve(step, poses, values, self.backwards, columns)
                continue
            if columns is not None:
                columns.extend(_axis_column(step, poses, sign, number) for number in range(len(poses)))
            values = (sign * values)[:, None, :]
            if step.kind is not MoveKind.SLIDE:
                _turn_about_z(poses, values)
            if step.kind is MoveKind.SLIDE:
                poses[..., 3] += poses[..., 2] * values
            elif step.kind is MoveKind.SCREW:
                poses[..., 3] += poses[..., 2] * (values * step.parameters[:, None, None])
        return poses


class Column(NamedTuple):
    """What one velocity does: a rotation about a point and a velocity of everything beyond."""

    velocity: int
    """Its place among all."""
    point: Array
    """Shape (3, n), in the world."""
    turn: Array
    """Angular velocity for a unit rate, shape (3, n)."""
    slide: Array
    """Velocity of the point for a unit rate, shape (3, n)."""


def _axis_column(step: KinematicStep, poses: Array, sign: float, number: int) -> Column:
    axis = sign * poses[number, ..., 2]
    none = np.zeros_like(axis)
    point = poses[number, ..., 3].copy()
    if step.kind is MoveKind.SLIDE:
        return Column(int(step.velocities[number]), point, none, axis)
    slide = axis * step.parameters[number] if step.kind is MoveKind.SCREW else none
    return Column(int(step.velocities[number]), point, axis, slide)


def _vector_columns(step: KinematicStep, poses: Array, vectors: Array, sign: float) -> list[Column]:
    # index k runs over the axes of the frame in front of the move
    turns = sign * np.einsum("ink,kln->lin", poses[0, ..., :3], left_jacobians(vectors[0]))
    point = poses[0, ..., 3].copy()
    none = np.zeros_like(point)
    return [Column(int(step.velocities[0]) + k, point, turns[k], none) for k in range(3)]


def _quaternion_columns(step: KinematicStep, poses: Array, sign: float) -> list[Column]:
    """Of an angular velocity along the axes of M, which ``poses`` are."""
    point = poses[0, ..., 3].copy()
    none = np.zeros_like(point)
    return [Column(int(step.velocities[0]) + k, point, sign * poses[0, ..., k], none) for k in range(3)]


def _turns_columns(step: KinematicStep, poses: Array, q: Array, lost: NDArray[np.bool_], sign: float) -> list[Column]:
    number, place = int(step.coordinates[0]), int(step.velocities[0])
    angles = q[None, number : number + 2]
    first, second = step.axes[0]
    # The turn next to where the crossing begins carries the axis of the other one.
    if sign > 0:
        turned, _ = unscaled_turns(step.axes, angles * np.array([[1.0], [0.0]]))
        local = [first[:, None], np.einsum("kln,l->kn", turned[0], second)]
    else:
        turned, _ = unscaled_turns(step.axes, angles * np.array([[0.0], [1.0]]))
        local = [np.einsum("lkn,l->kn", turned[0], first), second[:, None]]
    point = poses[0, ..., 3].copy()
    none = np.zeros_like(point)
    kept = np.where(lost[0], 0.0, sign)
    turns = [kept * np.einsum("ink,kn->in", poses[0, ..., :3], np.broadcast_to(axis, point.shape)) for axis in local]
    return [Column(place + i, point, turn, none) for i, turn in enumerate(turns)]


def _curve(step: KinematicStep, poses: Array, values: Array, backwards: bool, columns: list[Column] | None) -> None:
    x, y, heading, curvature = (np.stack(parts) for parts in zip(*(c.at(values[j]) for j, c in enumerate(step.curves))))
    x, y, angle = x[:, None, :], y[:, None, :], heading[:, None, :]
    if not backwards:
        poses[..., 3] += poses[..., 0] * x + poses[..., 1] * y
    _turn_about_z(poses, -angle if backwards else angle)
    # Along the curve the heading's axis is fixed in M, and the velocity along the tangent is x of M.
    if columns is not None:
        turn = poses[0, ..., 2] * curvature[0]
        if backwards:
            # M is where we come from: F turns the other way about M's origin and slides back along M's x axis.
            before = poses[0, ..., 0] * np.cos(heading[0]) + poses[0, ..., 1] * np.sin(heading[0])
            columns.append(Column(int(step.velocities[0]), poses[0, ..., 3].copy(), -turn, -before))
        else:
            columns.append(Column(int(step.velocities[0]), poses[0, ..., 3].copy(), turn, poses[0, ..., 0].copy()))
    if backwards:
        poses[..., 3] -= poses[..., 0] * x + poses[..., 1] * y


def _constant(poses: Array, constants: Array, out: Array | None = None) -> Array:
    """Poses times constants, all rows of a joint in one product: each number is then made alike, however many there are."""
    count, _, n, _ = poses.shape
    result = np.empty(poses.shape) if out is None else out
    np.matmul(poses.reshape(count, 3 * n, 4), constants, out=result.reshape(count, 3 * n, 4))
    return result


def _turn(poses: Array, turned: Array) -> None:
    """Turns poses in place by rotation matrices, shape (joints, 3, 3, n)."""
    x, y, z = (turned[:, None, k].swapaxes(2, 3) for k in range(3))
    poses[..., :3] = poses[..., 0:1] * x + poses[..., 1:2] * y + poses[..., 2:3] * z


def _turn_about_z(poses: Array, angles: Array) -> None:
    """Turns poses in place by angles, shape (joints, 1, n)."""
    # cosine and sine from the tangent of the half, which takes less time than each of them
    tangents = np.tan(-0.5 * angles)
    doubled = 2.0 / (1.0 + tangents * tangents)
    factors = np.empty(angles.shape, dtype=np.complex128)
    np.subtract(doubled, 1.0, out=factors.real)
    np.multiply(doubled, tangents, out=factors.imag)
    axes = poses.view(np.complex128)[..., 0]
    axes *= factors
