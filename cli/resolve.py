"""``bodyplan resolve``: what a document means."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..semantics.ir.scoped_names import number_names
from ..semantics.spatial.raw_pose import rpy_from_matrix
from .documents import add_document, first_scene, with_document
from .text_table import number, numbers, table

if TYPE_CHECKING:
    from ..semantics.document.document import Document
    from ..semantics.scene.scene import Scene


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Prints the scene of the document, of the first world where there are several."""

    def write(document: Document) -> None:
        scene = first_scene(arguments.file, document)
        sys.stdout.write(_scene_json(scene) if arguments.format == "json" else scene_text(scene))

    return with_document(arguments, write, partial=True)


def _scene_json(scene: Scene) -> str:
    from . import scene_json

    return scene_json.scene_text(scene)


def scene_text(scene: Scene) -> str:
    """Tables of what is in a scene."""
    parts = [
        _section("frames", ("name", "kind", "attached to", "x y z", "roll pitch yaw"), _frames(scene)),
        _section("links", ("name", "mass", "centre of mass", "ixx iyy izz", "ixy ixz iyz"), _links(scene)),
        _section("joints", ("name", "type", "parent", "child", "axes", "limits"), _joints(scene)),
        _section("constraints", ("kind", "what"), [_describe_item(item) for item in scene.constraints]),
        _section("force elements", ("kind", "what"), [_describe_item(item) for item in scene.force_elements]),
        _section("actuators", ("kind", "what"), _actuators(scene)),
        _section("sites", ("name", "attached to", "x y z", "roll pitch yaw"), _sites(scene)),
        _section("keyframes", ("name", "time", "coordinates"), _keyframes(scene)),
    ]
    return "\n".join(part for part in parts if part)


def _section(title: str, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return f"{title} ({len(rows)})\n{table([head, *rows])}" if rows else ""


def _frames(scene: Scene) -> list[tuple[str, ...]]:
    from ..semantics.scene.scene import get_kinematics

    kinematics = get_kinematics(scene)
    # all at once: a frame of a scene by itself has arrays made for it
    graph, poses = kinematics.graph, kinematics.neutral_poses.tolist()
    return [
        (name, graph.records[vertex].kind, graph.body_name(vertex), *_pose_cells(poses[vertex]))
        for name, vertex in graph.index.items()
    ]


def _sites(scene: Scene) -> list[tuple[str, ...]]:
    return [(name, frame.attached_to, *_pose_cells(frame.pose.matrix.tolist())) for name, frame in scene.sites.items()]


def _pose_cells(matrix: list[list[float]]) -> tuple[str, str]:
    """Place and roll, pitch, yaw of the rows of a homogeneous matrix."""
    return numbers([row[3] for row in matrix[:3]]), numbers(rpy_from_matrix(matrix))


def _keyframes(scene: Scene) -> list[tuple[str, ...]]:
    return [(each.name or "-", number(each.time), numbers(each.qpos)) for each in scene.keyframes]


def _links(scene: Scene) -> list[tuple[str, ...]]:
    from ..semantics.scene.scene import get_world

    records = get_world(scene).description.links
    rows: list[tuple[str, ...]] = []
    for name, number_of_link in number_names(records).items():
        inertial = records[number_of_link].inertial
        com, moments, products = inertial.pose[:3], inertial.moments[:3], inertial.moments[3:]
        if not inertial.is_along_link:
            link = scene.links[name]
            i, com = link.inertia.tolist(), link.com.tolist()
            moments, products = (i[0][0], i[1][1], i[2][2]), (i[0][1], i[0][2], i[1][2])
        rows.append((name, number(inertial.mass), numbers(com), numbers(moments), numbers(products)))
    return rows


def _joints(scene: Scene) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, joint in scene.joints.items():
        axes = ", ".join(numbers(axis.xyz) for axis in joint.axes)
        limits = ", ".join(f"{number(axis.lower)}..{number(axis.upper)}" for axis in joint.axes)
        rows.append((name, str(joint.type), joint.parent, joint.child, axes or "-", limits or "-"))
    return rows


def _actuators(scene: Scene) -> list[tuple[str, ...]]:
    if not scene.actuators:
        return []
    from .scene_json import actuators

    return [_describe_data(item) for item in actuators(scene)]


def _describe_item(item: Any) -> tuple[str, ...]:
    from .scene_json import plain

    return _describe_data(plain(item))


def _describe_data(data: dict[str, Any]) -> tuple[str, ...]:
    return data["class"], " ".join(f"{k}={_short(v)}" for k, v in data.items() if k != "class" and v is not None)


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, list):
        return f"[{' '.join(_short(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{' '.join(f'{key}={_short(item)}' for key, item in value.items())}}}"
    return str(value)
