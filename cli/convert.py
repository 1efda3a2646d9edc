"""``bodyplan convert``: the same robot in another format, and every loss told."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..runtime.atomic_writing import write_whole
from ..runtime.diagnostics.render.printable import printable_xml
from ..semantics.composing.taking import folder_of, point_from
from ..semantics.consumers.registry import CONSUMERS
from ..semantics.converting.conversion import convert
from ..semantics.converting.targets import NAMES
from ..semantics.formats.registry import FORMATS
from .documents import add_search_paths, show, with_document
from .edits import write_text
from .extensions import add_extensions
from .messages import WrongCall, complain
from .status import PROBLEMS

if TYPE_CHECKING:
    from ..semantics.converting.conversion import Conversion
    from ..semantics.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument(
        "--to", metavar="FORMAT", required=True, choices=FORMATS, help="the other format: sdformat or urdf"
    )
    parser.add_argument("--version", metavar="V", help="version of that format (default: the newest)")
    parser.add_argument(
        "--target", metavar="T", choices=NAMES, help=f"the reader that it is for: {', '.join(NAMES)} (default: any)"
    )
    parser.add_argument(
        "--keep", action="store_true", help="store what has no place in the other format there all the same"
    )
    parser.add_argument("--lump-fixed", action="store_true", help="make one body of links that are fixed to each other")
    parser.add_argument("--strict", action="store_true", help="fail if anything is lost")
    parser.add_argument("-o", "--output", metavar="OUT", help="file to write (default: standard output)")
    add_search_paths(parser)
    add_extensions(parser)


def run(arguments: Namespace) -> int:
    """Writes the document in the other format; what became of its parts goes to standard error."""
    made: list[Conversion] = []
    target, arguments.target = arguments.target, None

    def use(document: Document[Any]) -> None:
        try:
            made.append(
                convert(
                    document,
                    arguments.to,
                    version=arguments.version,
                    target=target,
                    keep=arguments.keep,
                    lump_fixed=arguments.lump_fixed,
                )
            )
        except ValueError as mistake:
            raise WrongCall(str(mistake)) from mistake

    status = with_document(arguments, use, otherwise=target if target in CONSUMERS else None)
    if not made:
        return status
    conversion = made[0]
    show(arguments.file, (*conversion.losses, *conversion.changes))
    _write(conversion.document, arguments.output)
    if not conversion.document.ok:
        show(arguments.output or "the document that was made", conversion.document.diagnostics)
        return PROBLEMS
    if arguments.strict and conversion.losses:
        complain(f"{arguments.file}: {len(conversion.losses)} parts are lost")
        return PROBLEMS
    return status


def _write(document: Document[Any], output: str | None) -> None:
    """Writes the result; relative paths of files lead to the same ones from its folder."""
    if output is None:
        text = document.dumps()
        write_text(printable_xml(text) if sys.stdout.isatty() else text)
        return
    folder = folder_of(document)
    if folder is not None:
        point_from([document.root], folder, Path(output).parent)
    write_whole(output, document.dumps().encode())
