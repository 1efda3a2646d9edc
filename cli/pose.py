"""``bodyplan pose``: where a frame is."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .documents import add_document, find_name, with_document
from .messages import WrongCall, format_number
from .text_table import numbers, table

if TYPE_CHECKING:
    from ..semantics.document.document import Document
    from ..semantics.scene.scene import Scene
    from ..semantics.spatial.transform import Transform


DIGITS = 12
"""Digits printed of each number; what comes after is mostly the noise of computing."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "frame", metavar="FRAME", help="name of a frame: arm::wrist, or wrist where only one is called so"
    )
    parser.add_argument(
        "--relative-to",
        metavar="FRAME",
        default="world",
        help="name of the frame to express it in (default: world)",
    )
    parser.add_argument(
        "-q",
        metavar="JOINT=VALUE",
        dest="positions",
        action="append",
        default=[],
        help="position of a joint by its name, in rad or m, comma-separated for a joint with several coordinates; "
        "may be given several times; other joints are at zero or follow those they mimic",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Prints one pose."""

    def write(document: Document) -> None:
        scene = document.scene
        arguments.frame = find_name("frame", arguments.frame, scene.frames)
        arguments.relative_to = find_name("frame", arguments.relative_to, scene.frames)
        pose = scene.pose(arguments.frame, arguments.relative_to, positions(arguments.positions, scene))
        sys.stdout.write(pose_json(pose, arguments) if arguments.format == "json" else pose_text(pose))

    return with_document(arguments, write, partial=True)


def pose_text(pose: Transform) -> str:
    """The pose as a small table."""
    rows = (
        ("x y z", numbers(pose.translation, DIGITS)),
        ("roll pitch yaw", numbers(pose.rpy, DIGITS)),
        ("qw qx qy qz", numbers(pose.quaternion, DIGITS)),
    )
    return table(rows, indent="")


def pose_json(pose: Transform, arguments: Namespace) -> str:
    """The pose as JSON, with the frames it is between."""
    import json

    from ..diagnostics.render.printable import printable_json
    from .scene_json import pose_data

    data = {"frame": arguments.frame, "relative_to": arguments.relative_to, "pose": pose_data(pose)}
    return printable_json(json.dumps(data, ensure_ascii=False)) + "\n"


def positions(settings: Iterable[str], scene: Scene) -> dict[str, float | list[float]]:
    """What ``-q`` says, by joint.

    Raises:
        WrongCall: a setting names no joint, holds no number, or has too few or too many of them.
    """
    found: dict[str, float | list[float]] = {}
    for setting in settings:
        word, equals, text = setting.rpartition("=")
        if not equals:
            raise WrongCall(f"-q {setting!r} is not of the form JOINT=VALUE")
        name = find_name("joint", word, scene.joints)
        try:
            values = [float(part) for part in text.split(",")]
        except ValueError:
            raise WrongCall(f"-q {setting!r}: {text!r} is not a number") from None
        dofs = scene.joints[name].dofs
        if len(values) != dofs:
            raise WrongCall(f"joint {name!r} has {format_number(dofs, 'coordinate')}; -q gives {len(values)}")
        found[name] = values if dofs > 1 else values[0]
    return found
