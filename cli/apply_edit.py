"""What commands that change documents do with the changed text: show what is different, or put it into the file."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..diagnostics.render.printable import printable, printable_xml
from ..runtime.saving.encoded_text import written_text
from .document_output import put_in_place
from .messages import WrongCall
from .settings.project import refuse_linked_out
from .terminal import supports_colour
from .unified_diff import difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .document_output import Result

_COLOURS = {"+": 32, "-": 31, "@": 36}


def add_edits(parser: ArgumentParser, *, otherwise: str) -> None:
    """Adds ``--diff`` and ``--in-place``.

    Args:
        parser: the command.
        otherwise: what happens without either, for the help.
    """
    ways = parser.add_mutually_exclusive_group()
    is_default = " (the default)" if otherwise == "diff" else ""
    ways.add_argument(
        "--diff", action="store_true", help=f"show what would change without changing anything{is_default}"
    )
    is_printed = " (default: print it)" if otherwise == "text" else ""
    ways.add_argument("--in-place", action="store_true", help=f"write the result to the file{is_printed}")


def finish(arguments: Namespace, results: Sequence[Result]) -> None:
    """Shows what is different in changed documents, or writes them, as the arguments ask.

    Raises:
        WrongCall: a document is the expansion of its file, or a link out of the project where reading is confined to that.
        OSError: a file cannot be written, or was changed since it was read; all files are as they were.
    """
    for path, source, _, _ in results:
        if source.expansion is not None:
            raise WrongCall(
                f"{path} is written in xacro, and what would change is its expansion; "
                "bodyplan xacro writes that to a file"
            )
    if arguments.in_place:
        if getattr(arguments, "confine", False):
            for each in results:
                refuse_linked_out(each.path, os.path.dirname(each.path))
        put_in_place(results)
        return
    for each in results:
        show_difference(each.path, written_text(each.source), each.text)


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


def write_text(text: str) -> None:
    """Writes a text to standard output as UTF-8, whatever the terminal's own encoding is."""
    write_bytes(text.encode("utf-8", "surrogatepass"))


def write_bytes(data: bytes) -> None:
    """Writes bytes to standard output."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(data.decode("utf-8", "replace"))
    else:
        sys.stdout.flush()
        binary.write(data)
        binary.flush()


def write_document(data: bytes) -> None:
    """Writes a document to standard output, to a terminal with references for characters that would do something there."""
    if sys.stdout.isatty() and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        data = printable_xml(data.decode("utf-8", "replace")).encode("utf-8")
    write_bytes(data)


def _visible(line: str) -> str:
    """A line of a document as a terminal can show it."""
    return "\t".join(map(printable, line.rstrip("\r\n").split("\t"))) + "\n"
