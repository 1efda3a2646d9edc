"""``bodyplan graph``: the frames, poses or joints of a document as a drawing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..runtime.atomic_write import write_atomically
from .documents import add_document, first_scene, with_document
from .messages import WrongCall
from .output_file import is_standard_output

if TYPE_CHECKING:
    from ..semantics.diagrams.diagram import Diagram
    from ..semantics.document.document import Document

BY_ENDING = {
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
}
"""Formats by the ending of a file's name."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "--kind",
        choices=("frames", "poses", "joints"),
        help="graph to draw: frame attachments, relative poses, or joints (default: joints, or poses if there are none)",
    )
    parser.add_argument(
        "--format",
        choices=("dot", "mermaid", "svg", "png", "pdf"),
        help="output format (default: by the extension of OUT, otherwise dot); png and pdf need -o",
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="output file, such as robot.svg, robot.png or robot.pdf")
    add_part(parser)
    parser.add_argument(
        "--collapse-fixed",
        action="store_true",
        help="draw links that are joined by fixed joints as one; only for joints",
    )


def add_part(parser: ArgumentParser) -> None:
    """Adds ``--root`` and ``--depth``: which part of a tree is shown."""
    parser.add_argument("--root", metavar="LINK", help="start at this link or frame and show only what is below it")
    parser.add_argument("--depth", metavar="N", type=_steps, help="maximum depth to show")


def _steps(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is no number of steps: it takes 0, 1, 2 …")
    return int(text)


def run(arguments: Namespace) -> int:
    """Prints or writes the drawing."""
    format = _format(arguments)

    def write(document: Document) -> None:
        from ..diagnostics.errors import NameNotFound
        from ..semantics.diagrams.build import drawing_of

        scene = first_scene(arguments.file, document)
        if arguments.collapse_fixed and (arguments.kind or "joints") != "joints":
            raise WrongCall("--collapse-fixed requires --kind joints")
        try:
            drawing = drawing_of(
                scene,
                arguments.kind,
                root=arguments.root,
                depth=arguments.depth,
                collapse_fixed=arguments.collapse_fixed,
            )
        except NameNotFound as error:
            raise WrongCall(f"--root: {error.args[0]}") from None
        if format in ("png", "pdf"):
            from .render_image import paint

            paint(drawing, format, arguments.output)
        elif is_standard_output(arguments.output):
            sys.stdout.write(text_of(drawing, format))
        else:
            write_atomically(arguments.output, text_of(drawing, format).encode("utf-8", "backslashreplace"))

    return with_document(arguments, write, partial=True)


def text_of(drawing: Diagram, format: str) -> str:
    """A drawing as text: ``dot``, ``mermaid`` or ``svg``."""
    if format == "mermaid":
        from ..semantics.diagrams.mermaid import render
    elif format == "dot":
        from ..semantics.diagrams.dot import render
    else:
        from ..semantics.diagrams.svg import render
    return render(drawing)


def _format(arguments: Namespace) -> str:
    output: str | None = arguments.output
    ending = "" if output is None else Path(output).suffix.lower()
    if arguments.format is None:
        if output is not None and ending not in BY_ENDING:
            raise WrongCall(f"-o {output}: the file extension is none of {', '.join(BY_ENDING)}, or give --format")
        return BY_ENDING.get(ending, "dot")
    format: str = arguments.format
    if output is None and format in ("png", "pdf"):
        raise WrongCall(f"--format {format} needs a file to write: -o robot.{format}")
    return format
