"""Links as a tree, joints as products of elementary motions, and what couples and closes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..constraints.coordinates import GearboxConstraint, TendonConstraint
from ..constraints.points import BallConstraint, DistanceConstraint
from ..constraints.poses import LoopJointConstraint, WeldConstraint
from ..frames.graph import NO_INDEX, ROOT
from ..ir.joints import Motion
from ..kinematics.motion import MoveKind
from ..scene.scene import get_kinematics, get_layout
from ..spatial.transform import Transform
from .json_data import IDENTITY_POSE, number, numbers, pose, vector
from .loop_closure import find_dependent_coordinates, is_coupling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..constraints.base import Constraint
    from ..kinematics.forward_kinematics import Kinematics
    from ..kinematics.motion import ElementaryMove
    from ..scene.scene import Scene


LETTERS: dict[Motion, tuple[str, ...]] = {
    Motion.BALL_RPY: ("roll", "pitch", "yaw"),
    Motion.FLOATING_RPY: ("roll", "pitch", "yaw", "x", "y", "z"),
    Motion.BALL_ROTATION_VECTOR: ("rotation x", "rotation y", "rotation z"),
    Motion.FREE_ROTATION_VECTOR: ("rotation x", "rotation y", "rotation z", "x", "y", "z"),
    Motion.TRANSLATIONAL: ("x", "y", "z"),
}
"""What people call the coordinates of joints that have several."""


class Bodies:
    """The links of a page by the bodies of a scene.

    Attributes:
        vertices: the body of each link, the world first.
    """

    def __init__(self, kinematics: Kinematics) -> None:
        self._kinematics = kinematics
        records = kinematics.graph.records
        tree = kinematics.tree
        moving = {body for body in tree.order if tree.inboard[body] != NO_INDEX}
        used = moving | {tree.towards[body] for body in moving}
        used |= {end for c in kinematics.connections if c.valid for end in (c.parent, c.child)}
        # a static model is a body too, but what stands on it is in the world
        kept = [body for body in tree.order if body in used or records[body].kind != "model"]
        self.vertices = kept
        self._numbers = {body: i for i, body in enumerate(kept)}

    def number(self, body: int) -> int:
        """The link that a body is, or that it stands on."""
        return self._numbers.get(body, 0)

    def on_link(self, vertex: int) -> tuple[int, Transform]:
        """The link that a frame moves with, and where it stands on it."""
        body = int(self._kinematics.body[vertex])
        there = self._numbers.get(body)
        if there is None:
            return 0, Transform(self._kinematics.world[vertex])
        return there, Transform(self._kinematics.in_body[vertex])


class Joints:
    """The joints of a page by the joints of a scene; those that join nothing are left out.

    Attributes:
        numbers: those of the scene, in order.
        starts: of each joint of the scene, the number of its first coordinate in the page.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        kinematics = get_kinematics(scene)
        connections = kinematics.connections
        self.numbers = [i for i, connection in enumerate(connections) if connection.valid]
        self._rows = {number: row for row, number in enumerate(self.numbers)}
        self.starts: dict[int, int] = {}
        count = 0
        for i in self.numbers:
            self.starts[i] = count
            count += connections[i].dofs

    def row(self, number: int) -> int | None:
        """The place of a joint in the page."""
        return self._rows.get(number)

    def motion(self, number: int) -> list[dict[str, Any]]:
        """How M moves in F: the product of these, in order."""
        moves = get_kinematics(self._scene).moves[number]
        start = self.starts[number]
        return [_move(move, start + move.coordinate) for move in moves]

    def coordinates(self, short: Callable[[str], str], q: Any) -> list[dict[str, Any]]:
        """Every coordinate, with its limits and its value in the configuration ``q``, an array of all."""
        scene, kinematics = self._scene, get_kinematics(self._scene)
        lower, upper = scene.lower_limits, scene.upper_limits
        driven = {_of(kinematics, coupling.follower) for coupling in get_layout(scene).couplings}
        driven |= {kinematics.starts[n] + axis for n in kinematics.tree.loops for axis in range(_dofs(kinematics, n))}
        driven |= find_dependent_coordinates(scene)
        rows = []
        for joint in self.numbers:
            record = kinematics.connections[joint].record
            count = _dofs(kinematics, joint)
            names = _names(record.motion, record.axis_order, count)
            for axis in range(count):
                at = kinematics.starts[joint] + axis
                name = short(record.name)
                rows.append(
                    {
                        "joint": self._rows[joint],
                        "axis": axis,
                        "name": f"{name} {names[axis]}".strip(),
                        "unit": kinematics.units[at],
                        "lower": number(lower[at]),
                        "upper": number(upper[at]),
                        "value": number(q[at]) or 0.0,
                        "driven": at in driven,
                    }
                )
        return rows

    def couplings(self) -> list[dict[str, Any]]:
        """Coordinates that follow others, leaders before those that follow them."""
        rows = []
        for coupling in get_layout(self._scene).couplings:
            ends = coupling.follower, coupling.leader
            if all(joint in self._rows for joint, _ in ends):
                follower, leader = (self.starts[joint] + axis for joint, axis in ends)
                multiplier, offset = number(coupling.multiplier), number(coupling.offset)
                if multiplier is not None and offset is not None:
                    rows.append({"follower": follower, "leader": leader, "multiplier": multiplier, "offset": offset})
        return rows


def link_places(kinematics: Kinematics, bodies: Bodies, joints: Joints) -> list[dict[str, Any]]:
    """Of each link: what it hangs from, by which joint, and where it stands there at the zero configuration."""
    tree = kinematics.tree
    columns = kinematics.columns(np.zeros((kinematics.dofs, 1)))
    rows: list[dict[str, Any]] = []
    for body in bodies.vertices:
        if body == ROOT:
            rows.append({"parent": None, "joint": None, "pose": IDENTITY_POSE})
            continue
        inboard = tree.inboard[body]
        zero = kinematics.compute_frame_pose(body, columns[kinematics.slot[body]])[0]
        if inboard == NO_INDEX:
            rows.append({"parent": 0, "joint": None, "pose": pose(zero) or IDENTITY_POSE})
            continue
        towards = tree.towards[body]
        before = Transform(kinematics.compute_frame_pose(towards, columns[kinematics.slot[towards]])[0])
        own = pose(before.inverse() @ Transform(zero)) or IDENTITY_POSE
        rows.append({"parent": bodies.number(towards), "joint": joints.row(inboard), "pose": own})
    return rows


def loops(scene: Scene, bodies: Bodies, joints: Joints) -> list[dict[str, Any]]:
    """What has to meet."""
    found = [_loop(constraint, scene, bodies, joints) for constraint in scene.constraints]
    return [loop for loop in found if loop is not None]


def _loop(constraint: Constraint, scene: Scene, bodies: Bodies, joints: Joints) -> dict[str, Any] | None:
    kinematics = get_kinematics(scene)
    if isinstance(constraint, LoopJointConstraint):
        joint = kinematics.joint_numbers[constraint.joint]
        ends = (constraint.parent, constraint.on_parent), (constraint.child, constraint.on_child)
        more = {"motion": joints.motion(joint)}
        return _make_loop(constraint.joint, "joint", ends, scene, bodies, more)
    if isinstance(constraint, WeldConstraint):
        ends = (constraint.frame_a, constraint.pose), (constraint.frame_b, Transform())
        return _make_loop(f"{constraint.frame_a} and {constraint.frame_b}", "pose", ends, scene, bodies, {})
    if isinstance(constraint, (BallConstraint, DistanceConstraint)):
        a, b = (
            Transform.from_quaternion(point, (1.0, 0.0, 0.0, 0.0)) for point in (constraint.point_a, constraint.point_b)
        )
        ends = (constraint.body_a, a), (constraint.body_b, b)
        name = f"{constraint.body_a} and {constraint.body_b}"
        if isinstance(constraint, BallConstraint):
            return _make_loop(name, "point", ends, scene, bodies, {})
        distance = number(constraint.distance)
        return None if distance is None else _make_loop(name, "distance", ends, scene, bodies, {"value": distance})
    return None


def _make_loop(
    name: str,
    kind: str,
    ends: Sequence[tuple[str, Transform]],
    scene: Scene,
    bodies: Bodies,
    more: dict[str, Any],
) -> dict[str, Any] | None:
    index = get_kinematics(scene).graph.index
    found: dict[str, Any] = {"name": name, "kind": kind}
    for letter, (frame, inside) in zip("ab", ends):
        link, placed = bodies.on_link(index[frame])
        made = pose(placed @ inside)
        if made is None:
            return None
        found |= {f"link_{letter}": link, f"X_{letter.upper()}": made}
    return {**found, "motion": None, **more}


def _move(move: ElementaryMove, coordinate: int) -> dict[str, Any]:
    parameter: Any = move.parameter
    axis = vector(move.axis)
    if move.kind is MoveKind.TURN:
        return {"kind": "rotation", "axis": axis, "coordinate": coordinate}
    if move.kind is MoveKind.SLIDE:
        return {"kind": "translation", "axis": axis, "coordinate": coordinate}
    if move.kind is MoveKind.SCREW:
        return {"kind": "screw", "axis": axis, "pitch": number(parameter) or 0.0, "coordinate": coordinate}
    if move.kind is MoveKind.ROTATION_VECTOR:
        return {"kind": "rotation_vector", "coordinates": [coordinate, coordinate + 1, coordinate + 2]}
    if move.kind is MoveKind.UNSCALED_TURNS:
        both = {"first": vector(parameter.first), "second": vector(parameter.second)}
        return {"kind": "unscaled_turns", **both, "coordinates": [coordinate, coordinate + 1]}
    frame = np.eye(4)
    frame[:3, :3] = parameter.frame
    pieces = [numbers(piece) for piece in parameter.pieces]
    turned = (pose(frame) or IDENTITY_POSE)[3:]
    return {
        "kind": "curve",
        "rotation": turned,
        "pieces": pieces,
        "periodic": parameter.periodic,
        "coordinate": coordinate,
    }


def _names(motion: Motion, order: str, count: int) -> Sequence[str]:
    if count == 1:
        return ("",)
    if motion is Motion.EULER:
        letters = [f"about {letter}" for letter in order]
        return letters if len(set(letters)) == count else [f"{name} ({i})" for i, name in enumerate(letters, 1)]
    return LETTERS.get(motion) or [f"({axis})" for axis in range(1, count + 1)]


def _dofs(kinematics: Kinematics, joint: int) -> int:
    return kinematics.connections[joint].dofs


def _of(kinematics: Kinematics, coordinate: tuple[int, int]) -> int:
    return kinematics.starts[coordinate[0]] + coordinate[1]


def gearboxes(scene: Scene, bodies: Bodies) -> list[dict[str, Any]]:
    """Gearboxes whose links do not both hang on the reference body by a hinge; the others are couplings."""
    kinematics = get_kinematics(scene)
    rows: list[dict[str, Any]] = []
    for constraint in scene.constraints:
        if not isinstance(constraint, GearboxConstraint) or is_coupling(constraint):
            continue
        reference, inside = bodies.on_link(kinematics.graph.index[constraint.reference_body])
        placed = _at_rest(scene, bodies, constraint.reference_body)
        row: dict[str, Any] = {"name": constraint.joint, "reference": reference, "ratio": number(constraint.ratio)}
        for end, link, axis in (
            ("parent", constraint.parent, constraint.parent_axis),
            ("child", constraint.child, constraint.child_axis),
        ):
            row[end] = bodies.on_link(kinematics.graph.index[link])[0]
            row[f"X_{end}"] = pose(placed.inverse() @ _at_rest(scene, bodies, link))
            row[f"axis_{end}"] = vector(inside.rotation @ np.array(axis))
        if all(value is not None for value in row.values()):
            rows.append(row)
    return rows


def _at_rest(scene: Scene, bodies: Bodies, body: str) -> Transform:
    """Where the link that a body is, or stands on, is in the zero configuration."""
    kinematics = get_kinematics(scene)
    vertex = kinematics.graph.index[body]
    return Transform(kinematics.world[vertex]) @ bodies.on_link(vertex)[1].inverse()


def tendons(scene: Scene, joints: Joints) -> list[dict[str, Any]]:
    """Sums of coordinates that have bounds."""
    kinematics = get_kinematics(scene)
    rows: list[dict[str, Any]] = []
    for constraint in scene.constraints:
        if not isinstance(constraint, TendonConstraint):
            continue
        at = [kinematics.joint_numbers[joint] for joint in constraint.joints]
        coefficients = numbers(constraint.coefficients)
        offset = number(constraint.offset)
        if any(joints.row(joint) is None for joint in at) or offset is None:
            continue
        rows.append(
            {
                "terms": [
                    {"coordinate": joints.starts[joint], "coefficient": coefficient}
                    for joint, coefficient in zip(at, coefficients)
                ],
                "offset": offset,
                "lower": number(constraint.lower),
                "upper": number(constraint.upper),
            }
        )
    return rows
