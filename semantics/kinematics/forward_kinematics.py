"""Where the bodies are at given coordinates: the arrays behind ``Scene``.

Joints at one depth of the tree that have the same form are crossed together; within them many configurations are one
sweep (``batched_joints``). The cost is linear in joints that move and in configurations: bodies behind fixed joints, and all
other frames, are constants away from what carries them, and placed when they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from ...runtime.float_errors import silent
from ..frames.graph import ROOT
from ..frames.pose_solver import world_poses
from ..ir.graph_search import NO_EDGE, Forest, grow_forest
from ..ir.joints import Motion
from ..ir.pickling import reduce_world
from ..ir.scoped_names import number_names
from ..spatial.so3 import cross, turn_quaternions
from ..spatial.transform import Transform, inverses, matrices
from .batched_joints import Column, JointBatch
from .coordinates import QUATERNIONS, UNITS, VELOCITY_UNITS
from .joint_matrices import JointMatrices
from .motion import ElementaryMove, MoveKind, motion_axes, moves_of, unit_axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..frames.graph import FrameGraph
    from ..ir.world import WorldIR
    from ..spatial.so3 import Array
    from .connections import Connection


BLOCK = 1024
"""Configurations at once: what is worked out of them stays near the processor until it is built upon."""
LAST_ROW = (0.0, 0.0, 0.0, 1.0)
"""Of each pose as a matrix."""


class Kinematics:
    """The bodies and joints of a scene as arrays.

    Vertices are those of the frame graph, joints are numbered in document order, coordinates run over the joints in
    that order. Poses as rows have shape (…, 3, n, 4): the upper three rows of matrices, each for n configurations.
    """

    def __init__(self, description: WorldIR, graph: FrameGraph, connections: Sequence[Connection]) -> None:
        self.description = description
        self.graph = graph
        self.connections = connections
        self._single: dict[int, JointBatch] = {}
        self._ways: dict[int, tuple[int, JointMatrices | None] | None] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_world(Kinematics, self.description, self.graph, self.connections)

    @cached_property
    def world(self) -> Array:
        """Poses of all frames where the document places them, shape (frames, 4, 4)."""
        return world_poses(self.graph)

    @cached_property
    def body(self) -> NDArray[np.intp]:
        """The body that each frame moves with."""
        return np.array(self.graph.body, dtype=np.intp)

    @cached_property
    def joint_numbers(self) -> dict[str, int]:
        """Number of each joint by its name."""
        return number_names(self.description.joints)

    @cached_property
    def starts(self) -> list[int]:
        """Where the coordinates of each joint begin; the last is the number of coordinates."""
        return [0, *accumulate(connection.dofs for connection in self.connections)]

    @cached_property
    def units(self) -> list[str]:
        """Of each coordinate."""
        return [unit for connection in self.connections for unit in UNITS[connection.record.motion]]

    @cached_property
    def velocity_units(self) -> list[str]:
        """Of each velocity."""
        return [unit for connection in self.connections for unit in VELOCITY_UNITS[connection.record.motion]]

    @cached_property
    def velocity_starts(self) -> list[int]:
        """Where the velocities of each joint begin; the last is the number of velocities."""
        return [0, *accumulate(len(VELOCITY_UNITS[connection.record.motion]) for connection in self.connections)]

    @cached_property
    def quaternions(self) -> list[tuple[int, int]]:
        """Where each quaternion begins among the coordinates, and its angular velocity among the velocities."""
        return [
            (self.starts[number] + QUATERNIONS[motion], self.velocity_starts[number] + QUATERNIONS[motion])
            for number, connection in enumerate(self.connections)
            if (motion := connection.record.motion) in QUATERNIONS
        ]

    @cached_property
    def references(self) -> Array:
        """Of each coordinate, the one at which the document places things; zero for the parts of a pose; shape (coordinates,)."""
        result = np.zeros(self.starts[-1])
        for start, connection in zip(self.starts, self.connections):
            if connection.record.motion not in QUATERNIONS:
                for number, axis in enumerate(connection.record.axes[: connection.dofs]):
                    result[start + number] = axis.reference
        return result

    @cached_property
    def _is_shifted(self) -> bool:
        return bool(self.references.any())

    @property
    def x_pf(self) -> Array:
        """Of each joint, where F is in the body of its parent, shape (joints, 4, 4)."""
        return self._joint_frames[0]

    @property
    def x_bm(self) -> Array:
        """Of each joint, where M is in the body of its child, shape (joints, 4, 4)."""
        return self._joint_frames[1]

    @cached_property
    def tree(self) -> Forest:
        """How each body is reached: from the world with the links of static models, then from each that is free."""
        description, index = self.description, self.graph.index
        static = {model.name for model in description.models if model.static}
        fixed = [index[link.name] for link in description.links if link.scope in static] if static else []
        bodies = [vertex for vertex, body in enumerate(self.graph.body) if body == vertex]
        joins = [
            (connection.parent, connection.child)
            if connection.valid and connection.record.motion is not Motion.GEARBOX
            else None
            for connection in self.connections
        ]
        return grow_forest(bodies, joins, [ROOT, *fixed])

    @cached_property
    def hinges(self) -> dict[frozenset[int], list[int]]:
        """Numbers of revolute joints by the two bodies that they connect."""
        found: dict[frozenset[int], list[int]] = {}
        for number, connection in enumerate(self.connections):
            if connection.record.motion is Motion.REVOLUTE:
                found.setdefault(frozenset((connection.parent, connection.child)), []).append(number)
        return found

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

    @property
    def velocities(self) -> int:
        """Number of velocities: as many as coordinates, but for quaternions, which have four and three."""
        return self.velocity_starts[-1]

    @cached_property
    @silent
    def neutral(self) -> Array:
        """The coordinates that are not given: those at which the document places things; zero unless it says otherwise.

        Shape (coordinates,). The quaternion of a ball is no rotation, a free joint is where its child is.
        """
        result: Array = self.references.copy()
        for number, connection in enumerate(self.connections):
            motion, first = connection.record.motion, self.starts[number]
            if motion in QUATERNIONS:
                result[first + QUATERNIONS[motion]] = 1.0
            if motion is Motion.FREE_QUATERNION:
                placed = inverses(self.world[[connection.on_parent]])[0] @ self.world[connection.on_child]
                pose = Transform(placed)
                result[first : first + 7] = [*pose.translation, *pose.quaternion]
        result.flags.writeable = False
        return result

    def move(self, q: Array, by: Array) -> Array:
        """Coordinates, shape (coordinates, n), after velocities, shape (velocities, n), have acted for one second."""
        moved: Array = q.copy()
        if not self.quaternions:
            moved += by
            return moved
        coordinate, velocity = 0, 0
        for first, turn in (*self.quaternions, (self.dofs, self.velocities)):
            moved[coordinate:first] += by[velocity:turn]
            if first < self.dofs:
                moved[first : first + 4] = turn_quaternions(q[first : first + 4], by[turn : turn + 3])
            coordinate, velocity = first + 4, turn + 3
        return moved

    @cached_property
    @silent
    def neutral_poses(self) -> Array:
        """Poses of all frames at the neutral coordinates, shape (frames, 4, 4).

        Those of the document, unless joints with frames of their own move bodies from where the document puts them.
        """
        if not any(connection.record.own_frames and connection.valid for connection in self.connections):
            return self.world
        poses: Array = self.world.copy()
        rows = self.rows(self.neutral[:, None])
        for vertex, body in enumerate(self.body):
            if int(body) in self.slot:
                poses[vertex] = self.compute_frame_pose(vertex, rows[self.slot[int(body)]])[0]
        return poses

    @cached_property
    def axes(self) -> list[list[Array]]:
        """Of each joint, unit vectors in the joint frame: those written and one for each velocity at least."""
        return [unit_axes(connection, self.world) for connection in self.connections]

    @cached_property
    def moves(self) -> list[list[ElementaryMove]]:
        """The elementary moves of each joint."""
        return [moves_of(each.record, self.motion_axes(number)) for number, each in enumerate(self.connections)]

    @silent
    def rows(self, q: Array, out: Array | None = None) -> Array:
        """Where what carries bodies is in the world at ``q``, shape (coordinates, n), as rows in the order of ``slot``.

        They go to ``out``, if given.
        """
        n, q = q.shape[1], self._shift(q)
        result = np.empty((len(self._slot_bodies), 3, n, 4)) if out is None else out
        result[: len(self._root_rows)] = self._root_rows
        matrices = self._matrices if n == 1 and q.size else None
        if matrices is not None:
            self._cross_once(matrices.at(q[:, 0]), result[:, :, 0])
            return result
        for towards, reached, batch in self._levels:
            batch.cross(result[towards], q, out=result[reached])
        return result

    def rows_of_blocks(self, q: Array) -> list[Array]:
        """``rows`` of the first ``BLOCK`` configurations of ``q``, of those that follow, and so on; in memory that is had at once."""
        n = q.shape[1]
        if n <= BLOCK:
            return [self.rows(q)]
        parts = np.empty((n // BLOCK, len(self._slot_bodies), 3, BLOCK, 4))
        blocks = [self.rows(q[:, i * BLOCK : (i + 1) * BLOCK], part) for i, part in enumerate(parts)]
        return blocks if n % BLOCK == 0 else [*blocks, self.rows(q[:, len(parts) * BLOCK :])]

    def _cross_once(self, matrices: Array, result: Array) -> None:
        """What joints lead to, level by level, at one configuration."""
        first = len(self._root_rows)
        for towards, start, stop in self._depths:
            if isinstance(towards, int):
                result[towards].dot(matrices[start - first], out=result[start])
            else:
                np.matmul(result[towards], matrices[start - first : stop - first], out=result[start:stop])

    @cached_property
    def _matrices(self) -> JointMatrices | None:
        return JointMatrices.of([batch for _, _, batch in self._levels])

    @cached_property
    def _depths(self) -> list[tuple[int | slice | NDArray[np.intp], int, int]]:
        """Of what is reached at each depth: places of what it is reached from, and its own."""
        found: list[tuple[int | slice | NDArray[np.intp], int, int]] = []
        depth, inboard = self._moved_depths, self.tree.towards
        reached = (body for together in self._groups for body in together)
        for _, group in groupby(reached, key=lambda body: depth[body]):
            bodies = list(group)
            towards = np.array([self.slot[inboard[body]] for body in bodies], dtype=np.intp)
            start = self.slot[bodies[0]]
            # a product of two matrices takes half as long as one of two lists of one
            found.append((int(towards[0]) if len(bodies) == 1 else _run_of(towards), start, start + len(bodies)))
        return found

    @cached_property
    def _root_rows(self) -> Array:
        """Rows of the bodies that no joint leads to, shape (bodies, 3, 1, 4)."""
        rows: Array = self.world[self.tree.roots, :3, None]
        return rows

    @cached_property
    def _slot_bodies(self) -> list[int]:
        """Bodies by their place in ``rows``: those that no joint leads to, then those reached together."""
        return [*self.tree.roots, *(body for group in self._groups for body in group)]

    @cached_property
    def slot(self) -> dict[int, int]:
        """Place in ``rows`` of what carries each body."""
        slot = {body: place for place, body in enumerate(self._slot_bodies)}
        for body in self.tree.order:
            if body not in slot:
                slot[body] = slot[self.tree.towards[body]]
        return slot

    @cached_property
    @silent
    def in_carrier(self) -> Array:
        """Pose of each frame in what carries its body, shape (frames, 4, 4).

        Bodies that no joint leads to carry themselves. A joint that moves carries the body that it leads to in the frame
        behind its last move, one that does not in what it is reached from.
        """
        bodies: Array = np.broadcast_to(np.eye(4), self.world.shape).copy()
        for group, batch in zip(self._groups, self._batches):
            bodies[group] = batch.in_carrier
        across = self.x_pf @ inverses(self.x_bm)
        for body in self.tree.order:
            joint = self.tree.inboard[body]
            if joint != NO_EDGE and not self.moves[joint]:
                step = inverses(across[[joint]])[0] if joint in self.tree.reversed else across[joint]
                bodies[body] = bodies[self.tree.towards[body]] @ step
        poses: Array = bodies[self.body] @ self.in_body
        return poses

    @silent
    def body_rows(self, body: int, q: Array, record: list[Column] | None = None) -> Array:
        """Where what carries one body is in the world as rows, shape (1, 3, n, 4); crosses only the joints that lead to it.

        The effect of each velocity that leads there is appended to ``record``.
        """
        q = self._shift(q)
        if q.shape[1] == 1 and q.size and record is None:
            way = self._find_way(body)
            if way is not None:
                root, matrices = way
                pose = self.world[root, :3]
                for matrix in () if matrices is None else matrices.at(q[:, 0]):
                    pose = pose.dot(matrix)
                return pose[None, :, None]
        root, joints = self._find_joints(body)
        poses = self.world[root, :3][None, :, None]
        for joint in joints:
            poses = self._batch(joint).cross(poses, q, record)
        shape: tuple[int, ...] = (1, 3, q.shape[1], 4)
        return poses if poses.shape == shape else np.broadcast_to(poses, shape)

    def _find_joints(self, body: int) -> tuple[int, list[int]]:
        """The root that a body is reached from, and the numbers of the joints on the way that move."""
        joints, root = [], body
        while (joint := self.tree.inboard[root]) != NO_EDGE:
            if self.moves[joint]:
                joints.append(joint)
            root = self.tree.towards[root]
        return root, joints[::-1]

    def _find_way(self, body: int) -> tuple[int, JointMatrices | None] | None:
        """The root that a body is reached from, and the joints on the way; None where one has no matrix."""
        if body not in self._ways:
            root, joints = self._find_joints(body)
            matrices = JointMatrices.of([self._batch(joint) for joint in joints])
            self._ways[body] = None if matrices is None and joints else (root, matrices)
        return self._ways[body]

    @silent
    def frame_matrices(self, vertex: int, q: Array) -> Array:
        """Pose of one frame in the world, shape (n, 4, 4)."""
        return self.compute_frame_pose(vertex, self.body_rows(int(self.body[vertex]), q)[0])

    def compute_frame_pose(self, vertex: int, carrier: Array, out: Array | None = None) -> Array:
        """Pose of a frame in the world, shape (n, 4, 4), from what carries it as rows, shape (3, n, 4)."""
        result = np.empty((carrier.shape[1], 4, 4)) if out is None else out
        _place(self.in_carrier[vertex], carrier, result)
        return result

    @silent
    def compute_frame_poses(self, vertices: Sequence[int], rows: Array, out: Array | None = None) -> Array:
        """Poses of several frames in the world, shape (frames, n, 4, 4), from ``rows``."""
        chosen = np.array(vertices, dtype=np.intp)
        carriers = rows[[self.slot[body] for body in self.body[chosen].tolist()]]
        result = np.empty((len(chosen), rows.shape[2], 4, 4)) if out is None else out
        _place(self.in_carrier[chosen, None], carriers, result)
        return result

    @silent
    def frame_jacobian(self, vertex: int, q: Array) -> tuple[Array, Array]:
        """Pose of a frame in the world, shape (n, 4, 4), and its Jacobian, shape (n, 6, velocities).

        The Jacobian has the velocity of the origin, then the angular velocity, both along the axes of the world.
        """
        record: list[Column] = []
        carrier = self.body_rows(int(self.body[vertex]), q, record)
        pose = self.compute_frame_pose(vertex, carrier[0])
        origin = pose[:, :3, 3].T
        result = np.zeros((q.shape[1], 6, self.velocities))
        for column in record:
            lever = np.cross(column.turn, origin - column.point, axis=0)
            result[:, :3, column.velocity] += (column.slide + lever).T
            result[:, 3:, column.velocity] += column.turn.T
        return pose, result

    @silent
    def compute_jacobian(self, vertex: int, q: Array) -> Array:
        """The Jacobian of ``frame_jacobian``; of one configuration in less time, to the last bit but one."""
        way = self._find_way(int(self.body[vertex])) if q.shape[1] == 1 and q.size else None
        root, matrices = way or (NO_EDGE, None)
        if matrices is None:
            return self.frame_jacobian(vertex, q)[1]
        pose, entries = self.world[root, :3], []
        for matrix in matrices.at(self._shift(q)[:, 0]):
            entries.append(pose)
            pose = pose.dot(matrix)
        result = np.zeros((1, 6, self.velocities))
        origin = pose.dot(self.in_carrier[vertex, :, 3])
        turns, slides, points = matrices.compute_twists(np.array(entries))
        result[0, :3, matrices.velocities] = slides + cross(turns, origin - points)
        result[0, 3:, matrices.velocities] = turns
        return result

    @silent
    def compute_twists(self, q: Array, poses: Array) -> tuple[Array, Array]:
        """What each velocity does to the bodies that its joint leads to; ``poses`` are ``rows`` at ``q``.

        Angular velocities, and velocities of what is at the origin of the world; both of shape (velocities, n, 3).
        """
        moved = self._shift(q)
        turns, slides = np.zeros((2, self.velocities, q.shape[1], 3))
        matrices = self._matrices if q.shape[1] == 1 and q.size else None
        if matrices is not None:
            found, along, points = matrices.compute_twists(poses[self._inboard_slots, :, 0])
            turns[matrices.velocities, 0] = found
            slides[matrices.velocities, 0] = along + cross(points, found)
            return turns, slides
        record = list[Column]()
        for group, (_, _, batch) in zip(self._groups, self._levels):
            towards = [self.slot[self.tree.towards[body]] for body in group]
            if batch.has_axes:
                batch.cross(poses[towards], moved, record)
                continue
            for body, at in zip(group, towards):
                self._batch(self.tree.inboard[body]).cross(poses[[at]], moved, record)
        for column in record:
            turns[column.velocity] = column.turn.T
            slides[column.velocity] = (column.slide + np.cross(column.point, column.turn, axis=0)).T
        return turns, slides

    @cached_property
    def _inboard_slots(self) -> NDArray[np.intp]:
        """Of each joint of ``_matrices``, the place of what it is reached from."""
        return np.array([self.slot[self.tree.towards[body]] for group in self._groups for body in group], dtype=np.intp)

    @cached_property
    def carriage(self) -> tuple[Array, NDArray[np.bool_]]:
        """Which bodies each velocity moves, and which velocities move the body that a joint leads to, the joint's own included.

        Shapes (velocities, bodies), one where it does and zero elsewhere, and (velocities, velocities), a row for each
        velocity of the joint; nothing for joints that are none of the tree.
        """
        carried = np.zeros((self.velocities, len(self.slot)))
        places = np.full(self.velocities, -1)
        above: dict[int, list[int]] = {}
        for body in self.tree.order:
            joint = self.tree.inboard[body]
            own = [] if joint == NO_EDGE else list(range(self.velocity_starts[joint], self.velocity_starts[joint + 1]))
            above[body] = [*above[self.tree.towards[body]], *own] if joint != NO_EDGE else []
            places[own] = self.slot[body]
            carried[above[body], self.slot[body]] = 1.0
        return carried, (carried[:, places] > 0).T & (places >= 0)[:, None]

    def _shift(self, q: Array) -> Array:
        """By how much joints have moved from where the document places them, as far as their coordinates are numbers of their own."""
        if not self._is_shifted:
            return q
        moved: Array = q - self.references[:, None]
        return moved

    @cached_property
    @silent
    def _joint_frames(self) -> tuple[Array, Array]:
        connections = self.connections
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
        return motion_axes(self.connections[number].record, self.axes[number])

    @cached_property
    def _moved_depths(self) -> dict[int, int]:
        """By how many joints that move each body is reached."""
        depths: dict[int, int] = {}
        for body in self.tree.order:
            joint = self.tree.inboard[body]
            depths[body] = 0 if joint == NO_EDGE else depths[self.tree.towards[body]] + bool(self.moves[joint])
        return depths

    @cached_property
    def _groups(self) -> list[list[int]]:
        """Bodies at one depth whose joints have one form and move, the shallow ones first."""
        groups: dict[tuple[int, bool, tuple[tuple[MoveKind, int], ...]], list[int]] = {}
        for body in self.tree.order:
            number = self.tree.inboard[body]
            if number != NO_EDGE and self.moves[number]:
                form = tuple((move.kind, move.coordinate) for move in self.moves[number])
                groups.setdefault((self._moved_depths[body], number in self.tree.reversed, form), []).append(body)
        return [groups[key] for key in sorted(groups, key=lambda key: key[0])]

    @cached_property
    def _levels(self) -> list[tuple[slice | NDArray[np.intp], slice, JointBatch]]:
        """Of each group: places of what it starts from, its own places, its joints."""
        levels: list[tuple[slice | NDArray[np.intp], slice, JointBatch]] = []
        for bodies, batch in zip(self._groups, self._batches):
            left = [self.tree.towards[body] for body in bodies]
            towards = np.array([self.slot[body] for body in left])
            start = self.slot[bodies[0]]
            batch.start_from(self.in_carrier[left])
            levels.append((_run_of(towards), slice(start, start + len(bodies)), batch))
        return levels

    @cached_property
    def _batches(self) -> list[JointBatch]:
        """The joints of each group, crossed from the bodies themselves until ``_levels`` are made."""
        return [self._join([self.tree.inboard[body] for body in group]) for group in self._groups]

    def _batch(self, number: int) -> JointBatch:
        batch = self._single.get(number)
        if batch is None:
            ends = self.connections[number].parent, self.connections[number].child
            left = ends[number in self.tree.reversed]
            batch = self._single[number] = self._join([number])
            batch.start_from(self.in_carrier[[left]])
        return batch

    def _join(self, numbers: Sequence[int]) -> JointBatch:
        return JointBatch(
            [self.moves[number] for number in numbers],
            [(self.starts[number], self.velocity_starts[number]) for number in numbers],
            self.x_pf[list(numbers)],
            self.x_bm[list(numbers)],
            numbers[0] in self.tree.reversed,
        )


def _place(carried: Array, carriers: Array, result: Array) -> None:
    """Poses of frames as matrices, shape (…, n, 4, 4), from those in what carries them and from its rows, shape (…, 3, n, 4)."""
    upper = result[..., :3, :]
    if carriers.shape[-2] > 1:
        np.matmul(carriers, carried, out=upper.swapaxes(-3, -2))
    else:
        # numbers of one configuration are made as those of many, in products of several rows
        np.matmul(carriers.swapaxes(-3, -2), carried, out=upper)
    result[..., 3, :] = LAST_ROW


def _run_of(places: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    """The same places as a slice where they are a run, of which there is a view; others have to be gathered."""
    first = int(places[0])
    is_run = bool(np.array_equal(places, np.arange(first, first + len(places))))
    return slice(first, first + len(places)) if is_run else places
