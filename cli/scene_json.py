"""A scene as plain data for JSON: the stable form that ``resolve --format json`` prints.

Keys are the names of the attributes. Poses are ``[x, y, z, qw, qx, qy, qz]``; numbers that JSON does not have are the
texts ``"inf"``, ``"-inf"`` and ``"nan"``. Objects whose kind matters carry the name of their class as ``"class"``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from ..diagnostics.render.printable import printable_json

if TYPE_CHECKING:
    from ..semantics.constraints.base import Constraint
    from ..semantics.scene.collision_filter import CollisionFilter
    from ..semantics.scene.frames import Frame
    from ..semantics.scene.joints import Actuator, Joint
    from ..semantics.scene.links import Link, Shape
    from ..semantics.scene.scene import Scene
    from ..semantics.spatial.transform import Transform

SELDOM = {
    "active": True,
    "anchor": (0.0, 0.0, 0.0),
    "armature": 0.0,
    "contact_pairs": (),
    "control_range": (-math.inf, math.inf),
    "force_range": (-math.inf, math.inf),
    "placement": (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    "properties": {},
    "reference": 0.0,
    "virtual": False,
}
"""What is left out where it says nothing: few documents have it."""


def scene_data(scene: Scene) -> dict[str, Any]:
    """Everything that a scene says."""
    return {
        "frames": {name: _frame(frame) for name, frame in scene.frames.items()},
        "models": {name: _fields(model) for name, model in scene.models.items()},
        **({"sites": {name: _frame(site) for name, site in scene.sites.items()}} if scene.sites else {}),
        "links": {name: _link(link) for name, link in scene.links.items()},
        "joints": {name: _joint(joint) for name, joint in scene.joints.items()},
        "constraints": [_constraint(constraint) for constraint in scene.constraints],
        "force_elements": [plain(element) for element in scene.force_elements],
        "actuators": actuators(scene),
        "default_configuration": plain(scene.default_configuration),
        **({"keyframes": [plain(keyframe) for keyframe in scene.keyframes]} if scene.keyframes else {}),
        "collision_filter": _filter(scene.collision_filter),
    }


def scene_text(scene: Scene) -> str:
    """The data as JSON, one frame, link, joint … per line."""
    parts = []
    for key, content in scene_data(scene).items():
        if isinstance(content, dict):
            left, right, lines = "{", "}", [f"{_dump_json(name)}: {_dump_json(item)}" for name, item in content.items()]
        else:
            left, right, lines = "[", "]", [_dump_json(item) for item in content]
        inside = ",\n    ".join(lines)
        parts.append(f'  "{key}": {left}\n    {inside}\n  {right}' if lines else f'  "{key}": {left}{right}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def pose_data(transform: Transform) -> list[float | str]:
    """``[x, y, z, qw, qx, qy, qz]``."""
    return [_number(float(value)) for value in (*transform.translation, *transform.quaternion)]


def plain(value: Any) -> Any:
    """Any value of a scene in terms of JSON."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return _number(float(value))
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=repr)
    if hasattr(value, "translation") and hasattr(value, "quaternion"):
        return pose_data(value)
    if hasattr(value, "_fields"):  # a named tuple
        return {name: plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return _record(value)


def _record(value: Any) -> dict[str, Any]:
    said = _list_fields(value)
    return {"class": type(value).__name__, **{name: plain(getattr(value, name)) for name in said}}


def _list_fields(value: Any) -> list[str]:
    """The fields of a record, without those that seldom say something and do not here."""
    names = (each.name for each in fields(value))
    return [name for name in names if name not in SELDOM or getattr(value, name) != SELDOM[name]]


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def actuators(scene: Scene) -> list[dict[str, Any]]:
    """The actuators of a scene."""
    return [_actuator(actuator) for actuator in scene.actuators]


def _actuator(actuator: Actuator) -> dict[str, Any]:
    """Without the gear and the transmission that are those of any motor on a joint."""
    said = _record(actuator)
    if not any(actuator.gear[1:]):
        del said["gear"]
    if actuator.transmission.kind == "joint":
        del said["transmission"]
    return said


def _seldom(thing: Any, *names: str) -> dict[str, Any]:
    """Those attributes that say something."""
    return {name: plain(value) for name in names if (value := getattr(thing, name)) != SELDOM[name]}


def _constraint(constraint: Constraint) -> dict[str, Any]:
    return {**_record(constraint), "is_loop_joint": constraint.is_loop_joint}


def _filter(found: CollisionFilter) -> dict[str, Any]:
    return {
        "groups": sorted(map(sorted, found.groups)),
        "group_pairs": sorted([sorted(one), sorted(other)] for one, other in found.group_pairs),
        "pairs": sorted(map(sorted, found.single_pairs)),
        **_seldom(found, "contact_pairs"),
    }


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "name": frame.name,
        "kind": frame.kind,
        "pose": pose_data(frame.pose),
        "attached_to": frame.attached_to,
    }


def _link(link: Link) -> dict[str, Any]:
    return {
        "name": link.name,
        "mass": plain(link.mass),
        "com": plain(link.com),
        "inertia": plain(link.inertia),
        "visuals": [_shape(shape) for shape in link.visuals],
        "collisions": [_shape(shape) for shape in link.collisions],
        **_seldom(link, "virtual"),
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {"name": shape.name, "pose": pose_data(shape.pose), "geometry": plain(shape.geometry)}


def _joint(joint: Joint) -> dict[str, Any]:
    return {
        "name": joint.name,
        "type": plain(joint.type),
        "parent": joint.parent,
        "child": joint.child,
        "parent_frame": joint.parent_frame,
        "child_frame": joint.child_frame,
        "X_PF": pose_data(joint.X_PF),
        "X_BM": pose_data(joint.X_BM),
        "axes": [{name: plain(getattr(axis, name)) for name in _list_fields(axis)} for axis in joint.axes],
        "pitch": plain(joint.pitch),
        "dofs": joint.dofs,
    }


def _dump_json(value: Any) -> str:
    return printable_json(json.dumps(value, ensure_ascii=False, allow_nan=False))


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
