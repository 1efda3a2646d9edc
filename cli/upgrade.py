"""``bodyplan upgrade``: a document in another version, and all else as it was written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..runtime.diagnostics.render.printable import printable_xml
from ..semantics.formats.registry import FORMATS
from ..semantics.saving import as_bytes
from .documents import add_document, show, with_document
from .edits import add_edits, finish, write_bytes, write_text
from .messages import WrongCall

if TYPE_CHECKING:
    from ..semantics.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")
    add_edits(parser, otherwise="text")


def run(arguments: Namespace) -> int:
    """Writes the document, by default to standard output."""

    def write(document: Document) -> None:
        row = FORMATS[document.format]
        version = arguments.version or row.newest_version()
        refusal = row.refusal(version)
        if refusal is not None:
            raise WrongCall(refusal)
        text, losses = document.export(version)
        show(arguments.file, losses)
        source = document._parsed.source
        if arguments.diff or arguments.in_place:
            finish(arguments, arguments.file, source, text)
        elif sys.stdout.isatty():
            write_text(printable_xml(text))
        else:
            write_bytes(as_bytes(text, source))

    return with_document(arguments, write)
