"""What couples coordinates and is no equation between two of them: gearboxes without hinges, and tendons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..constraints.coordinates import GearboxConstraint, TendonConstraint
from ..scene.scene import get_kinematics
from ..spatial.transform import Transform
from .json_data import number, numbers, pose, vector
from .loop_closure import is_coupling

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .tree_data import Bodies, Joints


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
