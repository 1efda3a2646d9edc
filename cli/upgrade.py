"""``bodyplan upgrade``: a document in another version, and all else as it was written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from ..diagnostics.render.printable import printable_xml
from ..runtime.saving.encoded_text import written_text
from ..runtime.sink import Sink
from ..runtime.source import Source
from ..semantics.core.options import Options
from ..semantics.document.serialization import serialize
from ..semantics.formats.registry import FORMATS
from .apply_edit import add_edits, finish, write_bytes, write_text
from .document_output import refuse_new_errors, result
from .documents import files_of, is_unreadable, show
from .messages import WrongCall
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")
    add_edits(parser, otherwise="text")
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Writes the document, by default to standard output, unless it has errors in that version that it did not have.

    Errors in what it means, which it has before, do not keep it from being written.
    """
    from ..semantics.document.parser import read
    from ..semantics.resources.source_files import fill_source

    sink, source, options = Sink(), Source(arguments.file), Options()
    files = files_of(arguments.file, SettingsResolver(arguments)(arguments.file).settings)
    is_read = fill_source(source, arguments.file, sink, files, options.max_bytes)
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
    text, losses = serialize(parsed, options, version)
    show(arguments.file, losses)
    known = found if text == written_text(source) else None
    made = result(arguments.file, text, source, parsed.format, options, found=known)
    if made.text != written_text(source):
        refuse_new_errors(made, replace(options, files=files), version)
    if arguments.diff or arguments.in_place:
        finish(arguments, [made])
    elif sys.stdout.isatty() and row.tags:
        write_text(printable_xml(made.text))
    else:
        write_bytes(made.data)
    return OK
