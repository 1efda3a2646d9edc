"""Forward kinematics of Scene JSON, worked out as docs/scene-json.md says and by nothing else of the package."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def matrix_of(pose: list[float]) -> Array:
    """A homogeneous matrix of ``[x, y, z, qw, qx, qy, qz]``."""
    x, y, z, *quaternion = pose
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_of(quaternion)
    matrix[:3, 3] = x, y, z
    return matrix


def rotation_of(quaternion: list[float]) -> Array:
    w, x, y, z = np.array(quaternion) / np.linalg.norm(quaternion)
    cross = crossing([x, y, z])
    result: Array = np.eye(3) + 2 * w * cross + 2 * cross @ cross
    return result


def crossing(v: Any) -> Array:
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=float)


def turned(axis: Any, angle: float) -> Array:
    """Rotation about an axis; by the formula for unit axes whatever its length."""
    a = np.array(axis, dtype=float)
    result: Array = np.eye(3) * np.cos(angle) + crossing(a) * np.sin(angle) + np.outer(a, a) * (1 - np.cos(angle))
    return result


def motion(parts: list[dict[str, Any]], q: list[float]) -> Array | None:
    """X_FM; None where the link is in its parent's frame."""
    result = np.eye(4)
    for part in parts:
        step = np.eye(4)
        kind = part["kind"]
        if kind in ("rotation", "screw"):
            value = q[part["coordinate"]]
            step[:3, :3] = turned(part["axis"], value)
            if kind == "screw":
                step[:3, 3] = np.array(part["axis"]) * part["pitch"] * value
        elif kind == "translation":
            step[:3, 3] = np.array(part["axis"]) * q[part["coordinate"]]
        elif kind == "rotation_vector":
            vector = np.array([q[i] for i in part["coordinates"]])
            angle = np.linalg.norm(vector)
            step[:3, :3] = turned(vector / angle, float(angle)) if angle > 1e-12 else np.eye(3) + crossing(vector)
        elif kind == "unscaled_turns":
            first, second = part["coordinates"]
            step[:3, :3] = turned(part["first"], q[first]) @ turned(part["second"], q[second])
            if abs(np.linalg.det(step[:3, :3]) - 1) > 1e-6:
                return None
        elif kind == "curve":
            step = along(part, q[part["coordinate"]])
        else:
            assert kind == "fixed"
            step = matrix_of(part["pose"])
        result = result @ step
    return result


def along(curve: dict[str, Any], length: float) -> Array:
    total = sum(piece for piece, _ in curve["pieces"])
    if curve["periodic"]:
        length = length % total
    x = y = heading = start = 0.0
    for number, (piece, turn) in enumerate(curve["pieces"]):
        is_last = number == len(curve["pieces"]) - 1
        here = length - start if is_last or length < start + piece else piece
        curvature = turn / piece
        if abs(curvature) < 1e-12:
            x, y = x + here * np.cos(heading), y + here * np.sin(heading)
        else:
            x += (np.sin(heading + curvature * here) - np.sin(heading)) / curvature
            y -= (np.cos(heading + curvature * here) - np.cos(heading)) / curvature
        heading += curvature * here
        if is_last or length < start + piece:
            break
        start += piece
    placed, local = np.eye(4), np.eye(4)
    placed[:3, :3] = rotation_of(curve["rotation"])
    local[:3, :3] = turned([0, 0, 1], heading)
    local[:2, 3] = x, y
    return placed @ local


def links_at(document: dict[str, Any], q: list[float]) -> list[Array]:
    """Where every link stands in the world, at the value of every coordinate."""
    found: list[Array] = []
    for number, link in enumerate(document["links"]):
        if link["parent"] is None:
            found.append(matrix_of(link["pose"]))
            continue
        before = found[link["parent"]]  # a parent comes first
        if link["joint"] is None:
            found.append(before @ matrix_of(link["pose"]))
            continue
        joint = document["joints"][link["joint"]]
        moved = motion(joint["motion"], q)
        if moved is None:
            found.append(before)
            continue
        across = matrix_of(joint["X_PF"]) @ moved @ np.linalg.inv(matrix_of(joint["X_BM"]))
        found.append(before @ (across if joint["child"] == number else np.linalg.inv(across)))
    return found
