"""How the frame M of a joint moves in its frame F, for any number of joints and configurations at once.

Every motion is a sequence of elementary moves, each turned so that it is about or along z; the rotations in between
are constants. Poses are kept as columns: an array of shape (joints, 4, 3, configurations) holds the three axes and the
origin of each. In that layout a constant is one matrix product, a turn about z mixes two columns and a slide along z
adds one column to another, each for all configurations in one sweep through memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..description.joints import CurveRecord, Motion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

X, Y, Z = (np.array(v, dtype=np.float64) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))


class Kind(Enum):
    """An elementary move; about or along z."""

    TURN = "turn"
    SLIDE = "slide"
    SCREW = "screw"
    ROTATION_VECTOR = "rotation vector"
    CURVE = "curve"
    UNSCALED_TURNS = "turns about axes of any length"


class Move(NamedTuple):
    """An elementary move of one joint."""

    kind: Kind
    axis: Array
    """Unit vector in F (before any motion)."""
    coordinate: int
    """Within the joint; the first of three for a rotation vector, of two for unscaled turns."""
    parameter: float | Curve | Turns = 0.0
    """Of a screw: m/rad."""


class Turns(NamedTuple):
    """The axes of two turns, in F, at the length that they are written."""

    first: Array
    second: Array


class Curve:
    """The way of a curvilinear joint in its plane."""

    def __init__(self, record: CurveRecord) -> None:
        pieces = np.array(record.pieces, dtype=np.float64).reshape(-1, 2)
        pieces = pieces[pieces[:, 0] > 0]
        if not len(pieces):
            pieces = np.array([[1.0, 0.0]])
        lengths, turns = pieces.T
        self.periodic = record.periodic
        self.starts = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
        self.length = float(np.sum(lengths))
        self.curvatures = turns / lengths
        self.headings = np.concatenate([[0.0], np.cumsum(turns)[:-1]])
        self.points = np.zeros((len(pieces), 2))
        for i in range(1, len(pieces)):
            self.points[i] = self._along(np.array([i - 1]), lengths[i - 1 : i])[:2, 0]
        normal = _unit(np.array(record.normal, dtype=np.float64), Z)
        tangent = np.array(record.tangent, dtype=np.float64)
        tangent = _unit(tangent - normal * (normal @ tangent), _perpendicular(normal))
        self.frame = np.stack([tangent, np.cross(normal, tangent), normal], axis=1)
        """Rotation matrix: tangent at the start, across, normal."""

    def at(self, way: Array) -> tuple[Array, Array, Array, Array]:
        """x, y, heading and curvature after a ``way`` in m, each of its shape; the end pieces go on beyond the ends."""
        if self.periodic:
            way = np.mod(way, self.length)
        piece = np.clip(np.searchsorted(self.starts, way, side="right") - 1, 0, len(self.starts) - 1)
        x, y, heading = self._along(piece, way - self.starts[piece])
        return x, y, heading, self.curvatures[piece]

    def _along(self, piece: NDArray[np.intp], way: Array) -> Array:
        curvature, heading = self.curvatures[piece], self.headings[piece]
        turn = curvature * way
        # (sin t)/t and (1 - cos t)/t in a form that holds at t = 0: the chord of the arc leads half way round it.
        chord = way * np.sinc(turn / (2 * pi))
        middle = heading + turn / 2
        result: Array = np.stack(
            [
                self.points[piece, 0] + chord * np.cos(middle),
                self.points[piece, 1] + chord * np.sin(middle),
                heading + turn,
            ]
        )
        return result


def moves_of(
    motion: Motion,
    axes: Sequence[Array],
    pitch: float,
    order: str,
    curve: CurveRecord | None,
    unscaled: Sequence[Array] = (),
) -> list[Move]:
    """The elementary moves of a motion, the outermost (next to the parent) first.

    Args:
        motion: how the joint moves.
        axes: unit vectors in F, one for each coordinate.
        pitch: of a screw, m per revolution.
        order: of an euler joint.
        curve: of a curvilinear joint.
        unscaled: the axes at the length that they are written, for a joint whose axes are taken so.
    """
    turn, slide = Kind.TURN, Kind.SLIDE
    letters = {"x": X, "y": Y, "z": Z}
    rpy = [Move(turn, Z, 2), Move(turn, Y, 1), Move(turn, X, 0)]
    moves: dict[Motion, list[Move]] = {
        Motion.FIXED: [],
        Motion.GEARBOX: [],
        Motion.BALL_RPY: rpy,
        Motion.FLOATING_RPY: [Move(slide, X, 3), Move(slide, Y, 4), Move(slide, Z, 5), *rpy],
        Motion.BALL_ROTATION_VECTOR: [Move(Kind.ROTATION_VECTOR, Z, 0)],
        Motion.FREE_ROTATION_VECTOR: [
            Move(slide, X, 3),
            Move(slide, Y, 4),
            Move(slide, Z, 5),
            Move(Kind.ROTATION_VECTOR, Z, 0),
        ],
        Motion.TRANSLATIONAL: [Move(slide, X, 0), Move(slide, Y, 1), Move(slide, Z, 2)],
        Motion.EULER: [Move(turn, letters[letter], i) for i, letter in enumerate(order)],
    }
    if motion in moves:
        return moves[motion]
    if motion is Motion.CURVILINEAR:
        return [Move(Kind.CURVE, Z, 0, Curve(curve or CurveRecord([])))]
    if unscaled and motion is Motion.UNIVERSAL:
        return [Move(Kind.UNSCALED_TURNS, Z, 0, Turns(unscaled[0], unscaled[1]))]
    if unscaled and not unscaled[0].any():
        return []
    if motion is Motion.REVOLUTE:
        return [Move(turn, axes[0], 0)]
    if motion is Motion.PRISMATIC:
        return [Move(slide, axes[0], 0)]
    if motion is Motion.SCREW:
        return [Move(Kind.SCREW, axes[0], 0, pitch / (2 * pi))]
    if motion is Motion.UNIVERSAL:
        return [Move(turn, axes[0], 0), Move(turn, axes[1], 1)]
    first, second, normal = plane_axes(axes)
    if motion is Motion.TRANSLATIONAL_2D:
        return [Move(slide, first, 0), Move(slide, second, 1)]
    return [Move(slide, first, 0), Move(slide, second, 1), Move(turn, normal, 2)]


def plane_axes(axes: Sequence[Array]) -> tuple[Array, Array, Array]:
    """The axes of a plane: the first of ``axes``, the second made perpendicular to it, and the normal."""
    first = axes[0]
    normal = _unit(np.cross(first, axes[1]), _perpendicular(first))
    return first, np.cross(normal, first), normal


def align(axis: Array) -> Array:
    """A rotation matrix that takes z to ``axis``; the identity for z itself."""
    if axis[2] == 1.0:
        return np.eye(3)
    across = _perpendicular(axis)
    return np.stack([across, np.cross(axis, across), axis], axis=1)


def rotation_vectors(vectors: Array) -> Array:
    """Rotation matrices, shape (…, 3, 3, n), of rotation vectors, shape (…, 3, n)."""
    x, y, z = vectors[..., 0, :], vectors[..., 1, :], vectors[..., 2, :]
    angle = np.sqrt(x * x + y * y + z * z)
    a = np.sinc(angle / pi)
    b = 0.5 * np.sinc(angle / (2 * pi)) ** 2
    c = 1 - b * angle * angle
    result = np.empty((*vectors.shape[:-2], 3, 3, vectors.shape[-1]))
    result[..., 0, 0, :] = c + b * x * x
    result[..., 0, 1, :] = b * x * y - a * z
    result[..., 0, 2, :] = b * x * z + a * y
    result[..., 1, 0, :] = b * x * y + a * z
    result[..., 1, 1, :] = c + b * y * y
    result[..., 1, 2, :] = b * y * z - a * x
    result[..., 2, 0, :] = b * x * z - a * y
    result[..., 2, 1, :] = b * y * z + a * x
    result[..., 2, 2, :] = c + b * z * z
    return result


def unscaled_turns(axes: Array, angles: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Two turns in a row by the formula for unit axes, whatever the length of the axes.

    Args:
        axes: first and second axis, shape (joints, 2, 3).
        angles: shape (joints, 2, n).

    Returns:
        Matrices, shape (joints, 3, 3, n), and where they are too far from rotations to count, shape (joints, n).
    """
    cos, sin = np.cos(angles), np.sin(angles)
    x, y, z = (axes[..., i] for i in range(3))
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*x.shape, 3, 3)
    outer = axes[..., :, None] * axes[..., None, :]
    single = (
        np.eye(3)[:, :, None] * cos[..., None, None, :]
        + cross[..., None] * sin[..., None, None, :]
        + outer[..., None] * (1 - cos)[..., None, None, :]
    )
    both: Array = np.einsum("jkln,jlmn->jkmn", single[:, 0], single[:, 1])
    determinant = np.linalg.det(np.moveaxis(both, -1, 1))
    return both, ~(np.abs(determinant - 1) <= LARGEST_SCALING)


LARGEST_SCALING = 1e-6
"""How far the determinant of a matrix may be from 1 for it to count as a rotation."""


def left_jacobians(vectors: Array) -> Array:
    """Shape (…, 3, 3, n): what takes the rate of a rotation vector, shape (…, 3, n), to the angular velocity."""
    x, y, z = vectors[..., 0, :], vectors[..., 1, :], vectors[..., 2, :]
    square = x * x + y * y + z * z
    angle = np.sqrt(square)
    a = 0.5 * np.sinc(angle / (2 * pi)) ** 2
    small = angle < 1e-3
    safe = np.where(small, 1.0, angle)
    b = np.where(small, 1 / 6 - square / 120, (safe - np.sin(safe)) / safe**3)
    c = 1 - b * square
    result = np.empty((*vectors.shape[:-2], 3, 3, vectors.shape[-1]))
    result[..., 0, 0, :] = c + b * x * x
    result[..., 0, 1, :] = b * x * y - a * z
    result[..., 0, 2, :] = b * x * z + a * y
    result[..., 1, 0, :] = b * x * y + a * z
    result[..., 1, 1, :] = c + b * y * y
    result[..., 1, 2, :] = b * y * z - a * x
    result[..., 2, 0, :] = b * x * z - a * y
    result[..., 2, 1, :] = b * y * z + a * x
    result[..., 2, 2, :] = c + b * z * z
    return result


@dataclass(slots=True)
class Step:
    """One elementary move of several joints of one form."""

    kind: Kind
    coordinates: NDArray[np.intp]
    """Among all coordinates, one for each joint."""
    parameters: Array
    curves: tuple[Curve, ...]
    axes: Array
    """Of unscaled turns, shape (joints, 2, 3)."""
    before: Array
    """Transposes of the constant poses in front of the move, shape (joints, 4, 4)."""


class Passage:
    """The way over several joints of one form from the bodies on one side to those on the other."""

    def __init__(
        self, moves: Sequence[Sequence[Move]], starts: Sequence[int], first: Array, last: Array, backwards: bool
    ) -> None:
        """Joins the joints.

        Args:
            moves: of each joint; all of the same kinds and coordinates.
            starts: where the coordinates of each joint begin among all.
            first: pose of F on the parent, shape (joints, 4, 4).
            last: pose of M on the child, shape (joints, 4, 4).
            backwards: whether the passage leads from the children to the parents.
        """
        self.backwards = backwards
        count = len(moves)
        entry, leave = (last, first) if backwards else (first, last)
        here = entry.copy()
        self.steps: list[Step] = []
        for i in range(len(moves[0]))[:: -1 if backwards else 1]:
            kind = moves[0][i].kind
            frames = np.zeros((count, 4, 4))
            frames[:, 3, 3] = 1
            for j in range(count):
                parameter = moves[j][i].parameter
                frames[j, :3, :3] = parameter.frame if isinstance(parameter, Curve) else align(moves[j][i].axis)
            back = np.swapaxes(frames, 1, 2)
            # M of a curvilinear joint keeps the axes of the curve, those of other joints come back to F's at zero.
            curved = kind is Kind.CURVE
            here = here if curved and backwards else here @ frames
            parameters = [moves[j][i].parameter for j in range(count)]
            self.steps.append(
                Step(
                    kind,
                    np.array([starts[j] + moves[j][i].coordinate for j in range(count)]),
                    np.array([p if isinstance(p, (int, float)) else 0.0 for p in parameters]),
                    tuple(p for p in parameters if isinstance(p, Curve)),
                    np.array([p for p in parameters if isinstance(p, Turns)]),
                    np.ascontiguousarray(np.swapaxes(here, 1, 2)),
                )
            )
            here = np.tile(np.eye(4), (count, 1, 1)) if curved and not backwards else back
        self.after = np.ascontiguousarray(np.swapaxes(here @ _inverse(leave), 1, 2))

    def run(self, poses: Array, q: Array, columns: list[Column] | None = None, out: Array | None = None) -> Array:
        """Poses on the other side.

        Args:
            poses: columns of the poses of the bodies on this side, shape (joints, 4, 3, n).
            q: all coordinates, shape (coordinates, n).
            columns: for one joint: where its contributions to a Jacobian are appended.
            out: where the result is put, for all configurations; a new array by default.
        """
        shape = (*poses.shape[:3], q.shape[1])
        sign = -1.0 if self.backwards else 1.0
        start, lost = poses, None
        for step in self.steps:
            poses = _constant(step.before, poses)
            if poses.shape != shape:
                poses = np.broadcast_to(poses, shape).copy()
            if step.kind is Kind.ROTATION_VECTOR:
                vectors = sign * q[step.coordinates[:, None] + np.arange(3)]
                if columns is not None:
                    columns.extend(_vector_columns(step, poses, vectors, sign))
                turned = rotation_vectors(vectors)
                poses[:, :3] = np.einsum("jkin,jkln->jlin", poses[:, :3], turned)
                continue
            if step.kind is Kind.UNSCALED_TURNS:
                turned, lost = unscaled_turns(step.axes, q[step.coordinates[:, None] + np.arange(2)])
                if columns is not None:
                    columns.extend(_turns_columns(step, poses, q, lost, sign))
                if self.backwards:
                    turned = np.swapaxes(turned, 1, 2)
                poses[:, :3] = np.einsum("jkin,jkln->jlin", poses[:, :3], turned)
                continue
            values = q[step.coordinates]
            if step.kind is Kind.CURVE:
                _curve(step, poses, values, self.backwards, columns)
                continue
            if columns is not None:
                columns.append(_axis_column(step, poses, sign))
            values = (sign * values)[:, None, :]
            if step.kind is not Kind.SLIDE:
                cos, sin = np.cos(values), np.sin(values)
                first = poses[:, 0] * cos
                first += poses[:, 1] * sin
                poses[:, 1] *= cos
                poses[:, 0] *= sin
                poses[:, 1] -= poses[:, 0]
                poses[:, 0] = first
            if step.kind is Kind.SLIDE:
                poses[:, 3] += poses[:, 2] * values
            elif step.kind is Kind.SCREW:
                poses[:, 3] += poses[:, 2] * (values * step.parameters[:, None, None])
        if poses.shape != shape and out is not None:
            poses = np.broadcast_to(poses, shape)
        result = _constant(self.after, poses, out)
        if lost is not None:
            np.copyto(result, start, where=lost[:, None, None, :])
        return result


class Column(NamedTuple):
    """What one coordinate does: a rotation about a point and a velocity of everything beyond."""

    coordinate: int
    point: Array
    """Shape (3, n), in the world."""
    turn: Array
    """Angular velocity for a unit rate, shape (3, n)."""
    slide: Array
    """Velocity of the point for a unit rate, shape (3, n)."""


def _axis_column(step: Step, poses: Array, sign: float) -> Column:
    axis = sign * poses[0, 2]
    none = np.zeros_like(axis)
    point = poses[0, 3].copy()
    if step.kind is Kind.SLIDE:
        return Column(int(step.coordinates[0]), point, none, axis)
    slide = axis * step.parameters[0] if step.kind is Kind.SCREW else none
    return Column(int(step.coordinates[0]), point, axis, slide)


def _vector_columns(step: Step, poses: Array, vectors: Array, sign: float) -> list[Column]:
    # poses hold columns, so that index k runs over the axes of the frame in front of the move
    turns = sign * np.einsum("kin,kln->lin", poses[0, :3], left_jacobians(vectors[0]))
    point = poses[0, 3].copy()
    none = np.zeros_like(point)
    return [Column(int(step.coordinates[0]) + k, point, turns[k], none) for k in range(3)]


def _turns_columns(step: Step, poses: Array, q: Array, lost: NDArray[np.bool_], sign: float) -> list[Column]:
    number = int(step.coordinates[0])
    angles = q[None, number : number + 2]
    first, second = step.axes[0]
    # The turn next to where the passage begins carries the axis of the other one.
    if sign > 0:
        turned, _ = unscaled_turns(step.axes, angles * np.array([[1.0], [0.0]]))
        local = [first[:, None], np.einsum("kln,l->kn", turned[0], second)]
    else:
        turned, _ = unscaled_turns(step.axes, angles * np.array([[0.0], [1.0]]))
        local = [np.einsum("lkn,l->kn", turned[0], first), second[:, None]]
    point = poses[0, 3].copy()
    none = np.zeros_like(point)
    kept = np.where(lost[0], 0.0, sign)
    turns = [kept * np.einsum("kin,kn->in", poses[0, :3], np.broadcast_to(axis, point.shape)) for axis in local]
    return [Column(number + i, point, turn, none) for i, turn in enumerate(turns)]


def _curve(step: Step, poses: Array, values: Array, backwards: bool, columns: list[Column] | None) -> None:
    x, y, heading, curvature = (np.stack(parts) for parts in zip(*(c.at(values[j]) for j, c in enumerate(step.curves))))
    cos, sin = np.cos(heading)[:, None, :], np.sin(heading)[:, None, :]
    x, y = x[:, None, :], y[:, None, :]
    if backwards:
        sin = -sin
    else:
        poses[:, 3] += poses[:, 0] * x + poses[:, 1] * y
    first = poses[:, 0] * cos + poses[:, 1] * sin
    poses[:, 1] = poses[:, 1] * cos - poses[:, 0] * sin
    poses[:, 0] = first
    # On the way the heading's axis is fixed in M, and the velocity along the tangent is x of M.
    if columns is not None:
        turn = poses[0, 2] * curvature[0]
        if backwards:
            # M is where we come from: F turns the other way about M's origin and slides back along M's x axis.
            before = poses[0, 0] * np.cos(heading[0]) + poses[0, 1] * np.sin(heading[0])
            columns.append(Column(int(step.coordinates[0]), poses[0, 3].copy(), -turn, -before))
        else:
            columns.append(Column(int(step.coordinates[0]), poses[0, 3].copy(), turn, poses[0, 0].copy()))
    if backwards:
        poses[:, 3] -= poses[:, 0] * x + poses[:, 1] * y


def _constant(transposed: Array, poses: Array, out: Array | None = None) -> Array:
    """Columns of the poses times the constants whose transposes are given."""
    count, _, _, n = poses.shape
    result = np.empty(poses.shape) if out is None else out
    np.matmul(transposed, poses.reshape(count, 4, 3 * n), out=result.reshape(count, 4, 3 * n))
    return result


def _inverse(poses: Array) -> Array:
    result = np.zeros_like(poses)
    result[:, :3, :3] = np.swapaxes(poses[:, :3, :3], 1, 2)
    result[:, :3, 3] = -np.einsum("jki,jk->ji", poses[:, :3, :3], poses[:, :3, 3])
    result[:, 3, 3] = 1
    return result


def _perpendicular(axis: Array) -> Array:
    smallest = np.eye(3)[np.argmin(np.abs(axis))]
    across = smallest - axis * (axis @ smallest)
    result: Array = across / np.linalg.norm(across)
    return result


def _unit(vector: Array, otherwise: Array) -> Array:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-12 else otherwise
