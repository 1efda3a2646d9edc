"""``bodyplan graph``: the frames, poses or joints of a document as a drawing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .documents import add_document, with_document
from .messages import WrongCall, complain

if TYPE_CHECKING:
    from ..semantics.document import Document
    from ..semantics.graphs.drawing import Kind
    from ..semantics.scene.scene import Scene


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "--kind",
        choices=("frames", "poses", "joints"),
        default="frames",
        help="what is attached to what (default), what is placed relative to what, or which links joints connect",
    )
    parser.add_argument(
        "--format",
        choices=("dot", "mermaid", "svg"),
        default="dot",
        help="svg is laid out by the graphviz program dot; without it, the frames are drawn where they stand",
    )


def run(arguments: Namespace) -> int:
    """Prints the drawing."""

    def write(document: Document) -> None:
        sys.stdout.write(drawing(document.scene, arguments.kind, arguments.format))

    return with_document(arguments, write)


def drawing(scene: Scene, kind: Kind, format: str) -> str:
    """The text of a drawing.

    Raises:
        WrongCall: graphviz is installed and fails.
    """
    if format == "mermaid":
        from ..semantics.graphs.mermaid import mermaid

        return mermaid(scene, kind)
    from ..semantics.graphs.dot import dot

    if format == "dot":
        return dot(scene, kind)
    program = shutil.which("dot")
    if program is None:
        from ..semantics.graphs.svg import svg

        complain("the graphviz program dot is not installed; the frames are drawn where they stand instead")
        return svg(scene)
    done = subprocess.run(
        [program, "-Tsvg"], input=dot(scene, kind), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise WrongCall(f"dot: {done.stderr.strip()}")
    return done.stdout
