"""``bodyplan example``: documents to try the other commands with."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from .messages import WrongCall, complain, nearest
from .output_file import add_output, is_standard_output, write_output, write_text
from .status import OK

EXAMPLES = {
    "arm.urdf": "URDF: an arm with two joints and a gripper of two fingers, as ROS has it",
    "arm.sdf": "SDFormat: the same arm, as Gazebo and Drake have it",
    "arm.xml": "MJCF: the same arm, as MuJoCo has it",
    "pendulum.skel": "SKEL: a double pendulum, as DART has it",
    "faulty.urdf": "URDF: an arm with mistakes that most readers say nothing about",
}
"""What each is, by its name; hatch_build.py puts them into the package."""
FOLDER = Path(__file__).resolve().parents[1] / "examples"


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "example",
        metavar="EXAMPLE",
        nargs="?",
        help=f"name of the example: {', '.join(EXAMPLES)} (default: list them)",
    )
    add_output(parser, otherwise="EXAMPLE, in the current folder")
    parser.add_argument("--force", action="store_true", help="replace a file that says something else")


def run(arguments: Namespace) -> int:
    """Writes an example, or lists them.

    Raises:
        WrongCall: there is no such example, or another file is where it would go.
    """
    name: str | None = arguments.example
    if name is None:
        if arguments.output is not None:
            raise WrongCall(f"which example is {arguments.output} to be? There are {', '.join(EXAMPLES)}")
        width = max(map(len, EXAMPLES))
        write_text("".join(f"{each:{width}}  {about}\n" for each, about in EXAMPLES.items()))
        return OK
    if name not in EXAMPLES:
        raise WrongCall(
            f"there is no example {name!r}{nearest(name, EXAMPLES) or '; there are ' + ', '.join(EXAMPLES)}"
        )
    output: str = arguments.output or name
    write_output(output, (FOLDER / name).read_bytes(), None, force=arguments.force)
    if not is_standard_output(output):
        complain(f"{output} written; bodyplan check {output}")
    return OK
