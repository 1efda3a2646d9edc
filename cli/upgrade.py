"""``bodyplan upgrade``: a document in another version, and all else as it was written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..runtime.diagnostics.render.printable import printable_xml
from ..runtime.diagnostics.sink import Sink
from ..runtime.files import FILES
from ..runtime.saving.written import as_bytes
from ..runtime.source import Source
from ..semantics.formats.registry import FORMATS
from ..semantics.options import Options
from ..semantics.saving import saved
from .documents import is_unreadable, show
from .edits import add_edits, finish, write_bytes, write_text
from .messages import WrongCall
from .status import OK, PROBLEMS, UNUSABLE


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")
    add_edits(parser, otherwise="text")


def run(arguments: Namespace) -> int:
    """Writes the document, by default to standard output; what its meaning is has no part in that."""
    from ..semantics.includes.filling import filled
    from ..semantics.reading import read

    sink, source, options = Sink(), Source(arguments.file), Options()
    is_read = filled(source, arguments.file, sink, FILES, options.max_bytes)
    parsed = read(source, sink, options) if is_read else None
    found = sink.finish()
    show(arguments.file, found)
    if parsed is None or not sink.ok:
        return UNUSABLE if is_unreadable(arguments.file, found) else PROBLEMS
    row = FORMATS[parsed.format]
    version = arguments.version or row.newest_version()
    refusal = row.refusal(version) if version != parsed.read_as else None
    if refusal is not None:
        raise WrongCall(refusal)
    text, losses = saved(parsed, options, version)
    show(arguments.file, losses)
    if arguments.diff or arguments.in_place:
        finish(arguments, arguments.file, source, text)
    elif sys.stdout.isatty():
        write_text(printable_xml(text))
    else:
        write_bytes(as_bytes(text, source))
    return OK
