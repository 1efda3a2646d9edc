"""Where the bodies are at given coordinates: the arrays behind ``Scene``.

Joints at one depth of the tree that have the same form are passed together; within them all configurations are one
sweep (``motion``). The cost is linear in joints and in configurations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..description.joints import Motion
from ..frames.graph import NOWHERE, ROOT
from ..frames.solve import inverses, matrices, world_poses
from . import motion
from .coordinates import UNITS
from .tree import Tree, span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..scene.validate import Validated

    Array = NDArray[np.float64]

DEFAULT_AXES: dict[Motion, str] = {
    Motion.UNIVERSAL: "xy",
    Motion.BALL_RPY: "xyz",
    Motion.BALL_ROTATION_VECTOR: "xyz",
    Motion.TRANSLATIONAL_2D: "xy",
    Motion.TRANSLATIONAL: "xyz",
    Motion.PLANAR: "xyz",
    Motion.FLOATING_RPY: "xyzxyz",
    Motion.FREE_ROTATION_VECTOR: "xyzxyz",
}
"""Directions of axes that are not written; z for the motions that are not here."""

LETTERS = {"x": motion.X, "y": motion.Y, "z": motion.Z}


class Kinematics:
    """The bodies and joints of a scene as arrays.

    Vertices are those of the frame graph, joints are numbered in document order, coordinates run over the joints in
    that order. Poses as columns have shape (…, 4, 3, n): three axes and the origin, for n configurations.
    """

    def __init__(self, validated: Validated) -> None:
        self.validated = validated
        graph, connections = validated.graph, validated.connections
        self.world = world_poses(graph)
        """Poses of all frames at the zero configuration, shape (frames, 4, 4)."""
        self.body = np.array(graph.body, dtype=np.intp)
        counts = [connection.dofs for connection in connections]
        self.joint_numbers: dict[str, int] = {}
        """Number of each joint by its name."""
        for number, connection in enumerate(connections):
            self.joint_numbers.setdefault(connection.record.name, number)
        self.starts: list[int] = [0, *np.cumsum(counts, dtype=int).tolist()]
        """Where the coordinates of each joint begin; the last is the number of coordinates."""
        self.units: list[str] = [unit for c in connections for unit in UNITS[c.record.motion]]
        self.x_pf, self.x_bm = self._joint_frames()
        self._single: dict[int, motion.Passage] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Kinematics, (self.validated,)

    @cached_property
    def tree(self) -> Tree:
        """How each body is reached from the world."""
        description, index = self.validated.description, self.validated.graph.index
        static = {model.name for model in description.models if model.static}
        fixed = [index[link.name] for link in description.links if link.scope in static] if static else []
        return span(self.validated.graph, self.validated.connections, fixed)

    @cached_property
    def in_body(self) -> Array:
        """Pose of each frame in the body that it moves with, shape (frames, 4, 4)."""
        poses: Array = np.broadcast_to(np.eye(4), self.world.shape).copy()
        others = np.flatnonzero(self.body != np.arange(len(self.body)))
        poses[others] = inverses(self.world[self.body[others]]) @ self.world[others]
        return poses

    @property
    def dofs(self) -> int:
        """Number of coordinates."""
        return self.starts[-1]

    @cached_property
    def zero(self) -> Array:
        """Poses of all frames with every coordinate zero, shape (frames, 4, 4).

        Those of the document, unless joints with frames of their own move bodies from where the document puts them.
        """
        if not any(connection.record.own_frames and connection.valid for connection in self.validated.connections):
            return self.world
        poses: Array = self.world.copy()
        bodies = self.columns(np.zeros((self.dofs, 1)))
        for vertex, body in enumerate(self.body):
            if int(body) in self.slot:
                poses[vertex] = self.placed(vertex, bodies[self.slot[int(body)]])[0]
        return poses

    @cached_property
    def axes(self) -> list[list[Array]]:
        """Of each joint, unit vectors in the joint frame: those written and one for each coordinate at least."""
        return [self._axes(number) for number in range(len(self.validated.connections))]

    @cached_property
    def _moves(self) -> list[list[motion.Move]]:
        return [self._joint_moves(number) for number in range(len(self.validated.connections))]

    def columns(self, q: Array) -> Array:
        """Poses of all bodies in the world as columns, in the order of ``slot``.

        Args:
            q: shape (coordinates, n).

        Returns:
            Shape (bodies, 4, 3, n).
        """
        n = q.shape[1]
        result = np.empty((len(self.slot), 4, 3, n))
        standing = self._standing
        result[: len(standing)] = self.world[standing, :3, :].transpose(0, 2, 1)[..., None]
        for towards, bodies, passage in self._levels:
            passage.run(result[towards], q, out=result[bodies])
        return result

    @cached_property
    def slot(self) -> dict[int, int]:
        """Place of each body in ``columns``: those that stand of themselves, then those passed to together."""
        passed = (body for group in self._groups for body in group)
        return {body: i for i, body in enumerate([*self._standing, *passed])}

    @cached_property
    def _standing(self) -> list[int]:
        return [body for body in self.tree.order if self.tree.inboard[body] == NOWHERE]

    def path(self, body: int) -> list[int]:
        """The bodies from the one that stands in the world of itself to ``body``."""
        path = [body]
        while self.tree.inboard[path[-1]] != NOWHERE:
            path.append(self.tree.towards[path[-1]])
        return path[::-1]

    def body_columns(self, body: int, q: Array, record: list[motion.Column] | None = None) -> Array:
        """Pose of one body in the world as columns, shape (1, 4, 3, n); passes only the joints on the way to it.

        Args:
            body: vertex.
            q: shape (coordinates, n).
            record: where what each coordinate on the way does is appended.
        """
        path = self.path(body)
        poses = _columns(self.world[path[0]])[None, :, :, None]
        for member in path[1:]:
            poses = self._passage(self.tree.inboard[member]).run(poses, q, record)
        shape: tuple[int, ...] = (1, 4, 3, q.shape[1])
        return poses if poses.shape == shape else np.broadcast_to(poses, shape)

    def frame_matrices(self, vertex: int, q: Array) -> Array:
        """Pose of one frame in the world, shape (n, 4, 4)."""
        return self.placed(vertex, self.body_columns(int(self.body[vertex]), q)[0])

    def placed(self, vertex: int, body: Array) -> Array:
        """Pose of a frame in the world, shape (n, 4, 4), from that of its body as columns, shape (4, 3, n)."""
        n = body.shape[2]
        if vertex != self.body[vertex]:
            body = (self.in_body[vertex].T @ body.reshape(4, 3 * n)).reshape(4, 3, n)
        result = np.zeros((n, 4, 4))
        result[:, :3, :] = body.transpose(2, 1, 0)
        result[:, 3, 3] = 1
        return result

    def placed_together(self, vertices: Sequence[int], columns: Array) -> Array:
        """Poses of several frames in the world, shape (frames, n, 4, 4), from those of all bodies as ``columns``."""
        chosen = np.array(vertices, dtype=np.intp)
        bodies = columns[[self.slot[body] for body in self.body[chosen].tolist()]]
        count, n = len(chosen), columns.shape[3]
        turned = self.in_body[chosen].transpose(0, 2, 1) @ bodies.reshape(count, 4, 3 * n)
        result = np.zeros((count, n, 4, 4))
        result[:, :, :3, :] = turned.reshape(count, 4, 3, n).transpose(0, 3, 2, 1)
        result[:, :, 3, 3] = 1
        return result

    def frame_jacobian(self, vertex: int, q: Array) -> tuple[Array, Array]:
        """What each coordinate does to a frame, seen from the world.

        Args:
            vertex: the frame.
            q: shape (coordinates, n).

        Returns:
            Pose of the frame, shape (n, 4, 4), and its Jacobian, shape (n, 6, coordinates): velocity of its origin,
            then angular velocity, both along the axes of the world.
        """
        record: list[motion.Column] = []
        body = self.body_columns(int(self.body[vertex]), q, record)
        pose = self.placed(vertex, body[0])
        origin = pose[:, :3, 3].T
        result = np.zeros((q.shape[1], 6, self.dofs))
        for column in record:
            lever = np.cross(column.turn, origin - column.point, axis=0)
            result[:, :3, column.coordinate] += (column.slide + lever).T
            result[:, 3:, column.coordinate] += column.turn.T
        return pose, result

    def joint_motion(self, number: int, q: Array) -> Array:
        """Pose of M in F of one joint, shape (n, 4, 4).

        Args:
            number: of the joint.
            q: all coordinates, shape (coordinates, n).
        """
        eye = np.eye(4)[None]
        passage = motion.Passage([self._moves[number]], [self.starts[number]], eye, eye, False)
        columns = passage.run(_columns(np.eye(4))[None, :, :, None], q)
        result = np.zeros((q.shape[1], 4, 4))
        result[:, :3, :] = np.broadcast_to(columns[0], (4, 3, q.shape[1])).transpose(2, 1, 0)
        result[:, 3, 3] = 1
        return result

    def _axes(self, number: int) -> list[Array]:
        connection = self.validated.connections[number]
        record = connection.record
        letters = record.axis_order if record.motion is Motion.EULER else DEFAULT_AXES.get(record.motion, "")
        joint = self.world[connection.vertex, :3, :3]
        axes = []
        for i in range(max(connection.dofs, len(record.axes))):
            xyz = record.axes[i].xyz if i < len(record.axes) else None
            if xyz is None or connection.zero_axes[i]:
                unwritten = i < len(letters) and xyz is None
                axes.append(LETTERS[letters[i]] if unwritten else motion.Z)
                continue
            vector = np.array(xyz, dtype=np.float64)
            frame = connection.axis_frames[i]
            if frame != connection.vertex:
                vector = joint.T @ self.world[frame, :3, :3] @ vector
            length = float(np.linalg.norm(vector))
            axes.append(vector if length == 1.0 else vector / length)
        return axes

    def _joint_frames(self) -> tuple[Array, Array]:
        connections = self.validated.connections
        count = len(connections)
        if not count:
            return np.zeros((0, 4, 4)), np.zeros((0, 4, 4))
        turned = matrices(np.array([(0.0, 0.0, 0.0, *c.record.turned) for c in connections], dtype=np.float64))
        parents = self.world[[max(c.parent, ROOT) for c in connections]]
        children = self.world[[max(c.child, ROOT) for c in connections]]
        on_parents = self.world[[c.on_parent for c in connections]] @ turned
        on_children = self.world[[c.on_child for c in connections]] @ turned
        return inverses(parents) @ on_parents, inverses(children) @ on_children

    def motion_axes(self, number: int) -> list[Array]:
        """The axes of a joint as unit vectors in F."""
        record = self.validated.connections[number].record
        axes = self.axes[number]
        if record.turned != (1.0, 0.0, 0.0, 0.0):
            # Axes that are written are along the joint frame, those that are not along F.
            back = matrices(np.array([(0.0, 0.0, 0.0, *record.turned)]))[0, :3, :3].T
            written = [i < len(record.axes) and record.axes[i].xyz is not None for i in range(len(axes))]
            axes = [back @ axis if here else axis for axis, here in zip(axes, written)]
        return axes

    def _joint_moves(self, number: int) -> list[motion.Move]:
        record = self.validated.connections[number].record
        axes = self.motion_axes(number)
        unscaled = [np.array(axis.xyz, dtype=np.float64) for axis in record.axes] if record.unscaled else ()
        return motion.moves_of(record.motion, axes, record.pitch, record.axis_order, record.curve, unscaled)

    @cached_property
    def _groups(self) -> list[list[int]]:
        """Bodies at one depth whose joints have one form, the shallow ones first."""
        groups: dict[tuple[int, bool, tuple[tuple[motion.Kind, int], ...]], list[int]] = {}
        for body in self.tree.order:
            number = self.tree.inboard[body]
            if number != NOWHERE:
                form = tuple((move.kind, move.coordinate) for move in self._moves[number])
                groups.setdefault((self.tree.depth[body], number in self.tree.reversed, form), []).append(body)
        return [groups[key] for key in sorted(groups, key=lambda key: key[0])]

    @cached_property
    def _levels(self) -> list[tuple[slice | NDArray[np.intp], slice, motion.Passage]]:
        """Of each group: places of the bodies it starts from, places of its own, the passage."""
        levels: list[tuple[slice | NDArray[np.intp], slice, motion.Passage]] = []
        for bodies in self._groups:
            towards = np.array([self.slot[self.tree.towards[body]] for body in bodies])
            first, last = int(towards[0]), int(towards[-1])
            # A run of places is looked at where it is; others have to be gathered.
            run = bool(np.array_equal(towards, np.arange(first, first + len(towards))))
            start = self.slot[bodies[0]]
            levels.append(
                (
                    slice(first, last + 1) if run else towards,
                    slice(start, start + len(bodies)),
                    self._join([self.tree.inboard[body] for body in bodies]),
                )
            )
        return levels

    def _passage(self, number: int) -> motion.Passage:
        passage = self._single.get(number)
        if passage is None:
            passage = self._single[number] = self._join([number])
        return passage

    def _join(self, numbers: Sequence[int]) -> motion.Passage:
        return motion.Passage(
            [self._moves[number] for number in numbers],
            [self.starts[number] for number in numbers],
            self.x_pf[list(numbers)],
            self.x_bm[list(numbers)],
            numbers[0] in self.tree.reversed,
        )


def _columns(pose: Array) -> Array:
    """A homogeneous matrix as columns, shape (4, 3)."""
    return np.ascontiguousarray(pose[:3, :].T)
