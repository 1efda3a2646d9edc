"""Links as a tree, joints as products of elementary motions, and what couples and closes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..constraints.base import Constraint
from ..constraints.coordinates import GearboxConstraint, TendonConstraint
from ..constraints.points import BallConstraint, DistanceConstraint
from ..constraints.poses import LoopJointConstraint, WeldConstraint
from ..frames.graph import NO_INDEX, ROOT
from ..ir.joints import Motion
from ..kinematics.motion import ElementaryMove, MoveKind
from ..spatial.so3 import rotation_vectors
from ..spatial.transform import Transform, inverses
from .json_data import IDENTITY_POSE, Pose, number, numbers, pose, pose_of_rows, vector
from .loop_closure import find_dependent_coordinates, is_coupling
from .page_scene import PageScene

LETTERS: dict[Motion, tuple[str, ...]] = {
    Motion.BALL_RPY: ("roll", "pitch", "yaw"),
    Motion.FLOATING_RPY: ("roll", "pitch", "yaw", "x", "y", "z"),
    Motion.BALL_ROTATION_VECTOR: ("rotation x", "rotation y", "rotation z"),
    Motion.FREE_ROTATION_VECTOR: ("rotation x", "rotation y", "rotation z", "x", "y", "z"),
    Motion.TRANSLATIONAL: ("x", "y", "z"),
    Motion.BALL_QUATERNION: ("quaternion w", "quaternion x", "quaternion y", "quaternion z"),
    Motion.FREE_QUATERNION: ("x", "y", "z", "quaternion w", "quaternion x", "quaternion y", "quaternion z"),
}
"""What people call the coordinates of joints that have several."""


def link_places(page: PageScene) -> Iterator[tuple[int | None, int | None, Pose]]:
    """The parent of each link, the joint that leads to it, and its pose there at the neutral configuration."""
    kinematics, tree = page.kinematics, page.kinematics.tree
    rows = kinematics.rows(kinematics.neutral[:, None])
    own = kinematics.compute_frame_poses(page.bodies, rows)[:, 0]
    led = [row for row, body in enumerate(page.bodies) if tree.inboard[body] != NO_INDEX]
    if led:
        towards = [tree.towards[page.bodies[row]] for row in led]
        own[led] = inverses(kinematics.compute_frame_poses(towards, rows)[:, 0]) @ own[led]
    for body, rows in zip(page.bodies, own.tolist()):
        inboard = tree.inboard[body]
        if body == ROOT:
            yield None, None, IDENTITY_POSE
        elif inboard == NO_INDEX:
            yield 0, None, pose_of_rows(rows) or IDENTITY_POSE
        else:
            parent, joint = page.link_row(tree.towards[body]), page.joint_rows[inboard]
            yield parent, joint, pose_of_rows(rows) or IDENTITY_POSE


def joints(page: PageScene) -> Iterator[dict[str, Any]]:
    """The joints, each with how its frame M moves in its frame F."""
    kinematics = page.kinematics
    for joint in page.joints:
        connection = kinematics.connections[joint]
        record = connection.record
        yield {
            "name": record.name,
            "short": page.short_name(record.name),
            "place": page.place_of(record.element),
            "type": str(getattr(record.type, "value", record.type)),
            "parent": page.link_row(connection.parent),
            "child": page.link_row(connection.child),
            "closes_loop": joint in kinematics.tree.loops,
            "X_PF": pose(kinematics.x_pf[joint]) or IDENTITY_POSE,
            "X_BM": pose(kinematics.x_bm[joint]) or IDENTITY_POSE,
            "motion": _motion(page, joint),
        }


def _motion(page: PageScene, joint: int) -> list[dict[str, Any]]:
    """How M moves in F: the product of these, in order."""
    kinematics = page.kinematics
    moves = []
    for move in kinematics.moves[joint]:
        reference = float(kinematics.references[kinematics.starts[joint] + move.coordinate])
        if reference:  # back by what is no motion
            moves.append({"kind": "fixed", "pose": pose(_elementary(move, -reference)) or IDENTITY_POSE})
        moves.append(_move(move, page.starts[joint] + move.coordinate))
    return moves


def _elementary(move: ElementaryMove, value: float) -> Transform:
    """Where a turn, a slide or a screw brings M; what moves otherwise has no reference."""
    if move.kind not in (MoveKind.TURN, MoveKind.SLIDE, MoveKind.SCREW):
        return Transform()
    placed = np.eye(4)
    if move.kind is not MoveKind.SLIDE:
        placed[:3, :3] = rotation_vectors((value * move.axis)[:, None])[..., 0]
    if isinstance(move.parameter, (int, float)) and move.kind is not MoveKind.TURN:
        placed[:3, 3] = value * move.axis * (move.parameter if move.kind is MoveKind.SCREW else 1.0)
    return Transform(placed)


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
    if move.kind is MoveKind.QUATERNION:
        return {"kind": "quaternion", "coordinates": list(range(coordinate, coordinate + 4))}
    if move.kind is MoveKind.UNSCALED_TURNS:
        both = {"first": vector(parameter.first), "second": vector(parameter.second)}
        return {"kind": "unscaled_turns", **both, "coordinates": [coordinate, coordinate + 1]}
    frame = np.eye(4)
    frame[:3, :3] = parameter.frame
    return {
        "kind": "curve",
        "rotation": (pose(frame) or IDENTITY_POSE)[3:],
        "pieces": [numbers(piece) for piece in parameter.pieces],
        "periodic": parameter.periodic,
        "coordinate": coordinate,
    }


def coordinates(page: PageScene, q: Any) -> Iterator[dict[str, Any]]:
    """Every coordinate, with its limits and its value in the configuration ``q``, an array of all."""
    scene, kinematics = page.scene, page.kinematics
    lower, upper, starts = scene.lower_limits, scene.upper_limits, kinematics.starts
    driven = {starts[joint] + axis for joint, axis in (coupling.follower for coupling in page.layout.couplings)}
    driven |= {starts[n] + axis for n in kinematics.tree.loops for axis in range(kinematics.connections[n].dofs)}
    driven |= find_dependent_coordinates(scene)
    for row, joint in enumerate(page.joints):
        record, count = kinematics.connections[joint].record, kinematics.connections[joint].dofs
        for axis, name in enumerate(_names(record.motion, record.axis_order, count)):
            at = starts[joint] + axis
            yield {
                "joint": row,
                "axis": axis,
                "name": f"{page.short_name(record.name)} {name}".strip(),
                "unit": kinematics.units[at],
                "lower": number(lower[at]),
                "upper": number(upper[at]),
                "value": number(q[at]) or 0.0,
                "driven": at in driven,
            }


def _names(motion: Motion, order: str, count: int) -> Sequence[str]:
    """What distinguishes the coordinates of a joint."""
    if count == 1:
        return ("",)
    if motion is Motion.EULER:
        letters = [f"about {letter}" for letter in order]
        return letters if len(set(letters)) == count else [f"{name} ({i})" for i, name in enumerate(letters, 1)]
    return LETTERS.get(motion) or [f"({axis})" for axis in range(1, count + 1)]


def couplings(page: PageScene) -> Iterator[dict[str, Any]]:
    """Coordinates that follow others, leaders before those that follow them."""
    for coupling in page.layout.couplings:
        ends = coupling.follower, coupling.leader
        multiplier, offset = number(coupling.multiplier), number(coupling.offset)
        if all(joint in page.starts for joint, _ in ends) and multiplier is not None and offset is not None:
            follower, leader = (page.starts[joint] + axis for joint, axis in ends)
            yield {"follower": follower, "leader": leader, "multiplier": multiplier, "offset": offset}


def loops(page: PageScene) -> Iterator[dict[str, Any]]:
    """What has to meet: the two ends of each constraint between links."""
    for constraint in page.scene.constraints:
        described = _describe_loop(constraint) if constraint.active else None
        if described is None:
            continue
        name, kind, ends = described
        placed = [page.place_on_link(frame, inside) for frame, inside in ends]
        value = number(constraint.distance) if isinstance(constraint, DistanceConstraint) else 0.0
        if value is None or None in placed:
            continue
        joint = page.kinematics.joint_numbers.get(name)
        (link_a, pose_a), (link_b, pose_b) = placed  # type: ignore[misc]  # none of them is None
        row = {"name": name, "kind": kind, "link_a": link_a, "X_A": pose_a, "link_b": link_b, "X_B": pose_b}
        row["motion"] = _motion(page, joint) if joint is not None and kind == "joint" else None
        if kind == "distance":
            row["value"] = value
        element = None if joint is None else page.kinematics.connections[joint].record.element
        yield {**row, "place": page.place_of(element)}


def _describe_loop(constraint: Constraint) -> tuple[str, str, tuple[tuple[str, Transform], ...]] | None:
    """Name and kind of a constraint between two frames, and the frames with the poses in them that meet."""
    if isinstance(constraint, LoopJointConstraint):
        ends = (constraint.parent, constraint.on_parent), (constraint.child, constraint.on_child)
        return constraint.joint, "joint", ends
    if isinstance(constraint, WeldConstraint):
        held = (constraint.frame_a, constraint.pose), (constraint.frame_b, Transform())
        return f"{constraint.frame_a} and {constraint.frame_b}", "pose", held
    if isinstance(constraint, (BallConstraint, DistanceConstraint)):
        a, b = (Transform.from_quaternion(point) for point in (constraint.point_a, constraint.point_b))
        kind = "point" if isinstance(constraint, BallConstraint) else "distance"
        return f"{constraint.body_a} and {constraint.body_b}", kind, ((constraint.body_a, a), (constraint.body_b, b))
    return None


def gearboxes(page: PageScene) -> Iterator[dict[str, Any]]:
    """Gearboxes whose links are not both joined to the reference body by a hinge; the others are couplings."""
    index = page.kinematics.graph.index

    def at_rest(body: str) -> Transform:
        """Where the link that a body is, or is attached to, is where the document places it."""
        vertex = index[body]
        return Transform(page.kinematics.world[vertex]) @ page.place_frame(vertex)[1].inverse()

    for constraint in page.scene.constraints:
        if not isinstance(constraint, GearboxConstraint) or is_coupling(constraint):
            continue
        reference, inside = page.place_frame(index[constraint.reference_body])
        back = at_rest(constraint.reference_body).inverse()
        row: dict[str, Any] = {"name": constraint.joint, "reference": reference, "ratio": number(constraint.ratio)}
        for end, link, axis in (
            ("parent", constraint.parent, constraint.parent_axis),
            ("child", constraint.child, constraint.child_axis),
        ):
            row[end] = page.place_frame(index[link])[0]
            row[f"X_{end}"] = pose(back @ at_rest(link))
            row[f"axis_{end}"] = vector(inside.rotation @ np.array(axis))
        if None not in row.values():
            yield row


def tendons(page: PageScene) -> Iterator[dict[str, Any]]:
    """Sums of coordinates that have bounds."""
    for constraint in page.scene.constraints:
        if not isinstance(constraint, TendonConstraint) or not constraint.active:
            continue
        starts = [page.starts.get(page.kinematics.joint_numbers[joint]) for joint in constraint.joints]
        offset = number(constraint.offset)
        if None in starts or offset is None:
            continue
        terms = zip(starts, numbers(constraint.coefficients))
        yield {
            "terms": [{"coordinate": start, "coefficient": coefficient} for start, coefficient in terms],
            "offset": offset,
            "lower": number(constraint.lower),
            "upper": number(constraint.upper),
        }
