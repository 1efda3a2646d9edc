"""What commands that change documents do with the changed text: show what is different, or put it into the file."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..diagnostics.render.printable import printable
from ..runtime.saving.encoded_text import as_bytes, written_text
from ..runtime.sink import Sink
from ..runtime.source import Source
from ..semantics.document.document import Document, get_options, get_parsed
from .document_output import put_in_place, result
from .messages import WrongCall
from .output_file import STDOUT, add_force, folder_for, is_standard_output, write_output, write_text
from .settings.project import refuse_linked_out
from .terminal import supports_colour
from .unified_diff import difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .document_output import Result

_COLOURS = {"+": 32, "-": 31, "@": 36}


def add_edits(parser: ArgumentParser, *, otherwise: Literal["diff", "write", "text"] = "diff") -> None:
    """Adds ``--diff``, ``--in-place``, ``--output`` and ``--force``, which ``finish`` follows.

    Args:
        parser: the command.
        otherwise: which of them it is without any; ``"text"``: the document goes to standard output.
    """
    default = " (the default)"
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--diff",
        action="store_true",
        help=f"show what would change without changing anything{default if otherwise == 'diff' else ''}",
    )
    ways.add_argument(
        "--write",
        "--in-place",
        dest="in_place",
        action="store_true",
        help=f"write the result to the file{default if otherwise == 'write' else ''}",
    )
    is_printed = " (default: standard output)" if otherwise == "text" else ""
    ways.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help=f"write the result to another file, with - to standard output{is_printed}",
    )
    add_force(parser)
    parser.set_defaults(otherwise=otherwise)


def finish(arguments: Namespace, results: Sequence[Result]) -> None:
    """Shows what is different in changed documents, or writes them, as the arguments ask.

    Raises:
        WrongCall: a document is the expansion of its file, or a link out of the project where reading is confined to that;
            or several documents would go to one file, or over one that somebody has changed.
        OSError: a file cannot be written, or was changed since it was read; all files are as they were.
    """
    way = _find_way(arguments)
    if way in ("output", "text"):
        if len(results) > 1:
            raise WrongCall(f"{len(results)} documents change, which --write writes and no single file can hold")
        for each in results:
            write_output(arguments.output, place_in(each, arguments.output), each.path, force=arguments.force)
        return
    for path, source, _, _ in results:
        if source.expansion is not None:
            raise WrongCall(
                f"{path} is written in xacro, and what would change is its expansion; -o writes that to another file"
            )
    if way == "write":
        if getattr(arguments, "confine", False):
            for each in results:
                refuse_linked_out(each.path, os.path.dirname(each.path))
        put_in_place(results)
        return
    for each in results:
        show_difference(each.path, written_text(each.source), each.text)


def finish_document(arguments: Namespace, document: Document[Any]) -> None:
    """Shows or writes one document that was changed; see ``finish``."""
    finish(arguments, [make_result(arguments, document)])


def make_result(arguments: Namespace, document: Document[Any]) -> Result:
    """A document that was changed, as ``finish`` takes it: that of the call, or another one that has a path."""
    source = get_parsed(document).source
    text, options = document.dumps(), get_options(document)
    return result(document.path or arguments.file, text, source, document.format, options, declares="known")


def _find_way(arguments: Namespace) -> str:
    """What is done with the results: ``diff``, ``write``, ``output`` or ``text``."""
    if arguments.output is not None:
        return "output"
    if arguments.in_place:
        return "write"
    return "diff" if arguments.diff else str(arguments.otherwise)


def place_in(made: Result, output: str | None) -> bytes:
    """A document as a file holds it, from whose folder its relative paths lead to the files that they led to.

    Args:
        made: the document.
        output: the file; None or ``-``: standard output, which is in no folder.
    """
    from ..semantics.compose.transplant import rebase_paths
    from ..semantics.core.options import Options
    from ..semantics.document.parser import read
    from ..semantics.formats.registry import FORMATS

    home, folder = Path(made.path).parent, folder_for(output)
    is_in_no_folder = is_standard_output(output) or made.path == STDOUT
    if is_in_no_folder or os.path.realpath(home) == os.path.realpath(folder):
        return made.data
    options = Options()
    parsed = read(Source(made.path, made.data), Sink(), options)
    if parsed is None or not FORMATS[parsed.format].tags:  # files of directives have URIs that lead from no folder
        return made.data
    document: Document[Any] = Document(parsed, None, options, ())
    rebase_paths([document.root], home, Path(folder))
    return as_bytes(document.dumps(), made.source)


def show_difference(path: str, before: str, after: str) -> None:
    """Writes a unified diff to standard output, as UTF-8; nothing where the texts are the same."""
    is_terminal = sys.stdout.isatty()
    colours = supports_colour(sys.stdout)
    made = []
    for line in difference(path, before, after):
        shown = _visible(line) if is_terminal else line
        colour = _COLOURS.get(line[0]) if colours else None
        made.append(shown if colour is None else f"\x1b[{colour}m{shown.rstrip()}\x1b[0m\n")
    write_text("".join(made))


def _visible(line: str) -> str:
    """A line of a document as a terminal can show it."""
    return "\t".join(map(printable, line.rstrip("\r\n").split("\t"))) + "\n"
