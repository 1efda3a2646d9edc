"""``bodyplan resolve``: what a document means."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..semantics.document.document import get_worlds
from ..semantics.ir.scoped_names import number_names
from ..semantics.spatial.raw_pose import rpy_from_matrix
from .documents import add_document, first_scene, report_further_worlds, with_document
from .text_table import number, numbers, table_of_columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..semantics.document.document import Document
    from ..semantics.scene.scene import Scene
    from ..semantics.scene.validation import ValidatedWorld

Columns = list[Sequence[str]]


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Prints the scene of the document, of the first world where there are several."""

    def write(document: Document) -> None:
        if arguments.format == "json":
            from . import scene_json

            sys.stdout.write(scene_json.scene_text(first_scene(arguments.file, document)))
            return
        worlds = get_worlds(document)
        report_further_worlds(arguments.file, len(worlds))
        sys.stdout.write(world_text(worlds[0], cache(lambda: document.scene)))

    return with_document(arguments, write, partial=True)


def world_text(world: ValidatedWorld, make_scene: Callable[[], Scene]) -> str:
    """Tables of what is in a world; its scene, which takes numpy, is made where what it works out is in them."""
    parts = [
        _section("frames", ("name", "kind", "attached to", "x y z", "roll pitch yaw"), _frames(world, make_scene)),
        _section("links", ("name", "mass", "centre of mass", "ixx iyy izz", "ixy ixz iyz"), _links(world, make_scene)),
    ]
    said = world.description
    if said.joints or said.constraints or said.force_elements or said.actuators or said.sites or said.keyframes:
        scene = make_scene()
        parts += [
            _section("joints", ("name", "type", "parent", "child", "axes", "limits"), _joints(scene)),
            _section("constraints", ("kind", "what"), _columns([_describe_item(each) for each in scene.constraints])),
            _section(
                "force elements", ("kind", "what"), _columns([_describe_item(each) for each in scene.force_elements])
            ),
            _section("actuators", ("kind", "what"), _actuators(scene)),
            _section("sites", ("name", "attached to", "x y z", "roll pitch yaw"), _sites(scene)),
            _section("keyframes", ("name", "time", "coordinates"), _keyframes(scene)),
        ]
    return "\n".join(part for part in parts if part)


def _section(title: str, head: tuple[str, ...], columns: Columns) -> str:
    """A table of columns, which are none where it has no rows."""
    if not columns:
        return ""
    table = table_of_columns([[name, *column] for name, column in zip(head, columns)])
    return f"{title} ({len(columns[0])})\n{table}"


def _columns(rows: Sequence[Sequence[str]]) -> Columns:
    return list(zip(*rows))


def _frames(world: ValidatedWorld, make_scene: Callable[[], Scene]) -> Columns:
    graph = world.graph
    vertices = list(graph.index.values())
    records = [graph.records[vertex] for vertex in vertices]
    # a joint with frames of its own may move a body from where the document puts it
    places = None if any(joint.own_frames for joint in world.description.joints) else graph.find_unturned_places()
    moved: Sequence[str]
    turned: Sequence[str]
    if places is not None:
        moved = [numbers(places[vertex]) for vertex in vertices]
        turned = [numbers((0.0, 0.0, 0.0))] * len(vertices)
    else:
        from ..semantics.scene.scene import get_kinematics

        # all at once: a frame of a scene by itself has arrays made for it
        poses = get_kinematics(make_scene()).neutral_poses.tolist()
        moved, turned = _columns([_pose_cells(poses[vertex]) for vertex in vertices])
    kinds = [record.kind for record in records]
    return [list(graph.index), kinds, list(map(graph.body_name, vertices)), moved, turned]


def _sites(scene: Scene) -> Columns:
    return _columns(
        [(name, frame.attached_to, *_pose_cells(frame.pose.matrix.tolist())) for name, frame in scene.sites.items()]
    )


def _pose_cells(matrix: list[list[float]]) -> tuple[str, str]:
    """Place and roll, pitch, yaw of the rows of a homogeneous matrix."""
    return numbers([row[3] for row in matrix[:3]]), numbers(rpy_from_matrix(matrix))


def _keyframes(scene: Scene) -> Columns:
    return _columns([(each.name or "-", number(each.time), numbers(each.qpos)) for each in scene.keyframes])


def _links(world: ValidatedWorld, make_scene: Callable[[], Scene]) -> Columns:
    records = world.description.links
    rows: list[tuple[str, ...]] = []
    for name, number_of_link in number_names(records).items():
        inertial = records[number_of_link].inertial
        com, moments, products = inertial.pose[:3], inertial.moments[:3], inertial.moments[3:]
        if not inertial.is_along_link:
            link = make_scene().links[name]
            i, com = link.inertia.tolist(), link.com.tolist()
            moments, products = (i[0][0], i[1][1], i[2][2]), (i[0][1], i[0][2], i[1][2])
        rows.append((name, number(inertial.mass), numbers(com), numbers(moments), numbers(products)))
    return _columns(rows)


def _joints(scene: Scene) -> Columns:
    rows: list[tuple[str, ...]] = []
    for name, joint in scene.joints.items():
        axes = ", ".join(numbers(axis.xyz) for axis in joint.axes)
        limits = ", ".join(f"{number(axis.lower)}..{number(axis.upper)}" for axis in joint.axes)
        rows.append((name, str(joint.type), joint.parent, joint.child, axes or "-", limits or "-"))
    return _columns(rows)


def _actuators(scene: Scene) -> Columns:
    if not scene.actuators:
        return []
    from .scene_json import actuators

    return _columns([_describe_data(item) for item in actuators(scene)])


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
