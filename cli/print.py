"""``bodyplan print``: a document of any version as one plain document."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..diagnostics.render.printable import printable_xml
from ..semantics.document.document import get_options, get_parsed
from ..semantics.formats.registry import FORMATS
from .document_output import refuse_new_errors, result
from .documents import add_document, show, with_document
from .messages import WrongCall
from .output_file import write_bytes

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--expand", action="store_true", help="expand includes")
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")


def run(arguments: Namespace) -> int:
    """Prints the document."""

    def write(document: Document) -> None:
        row = FORMATS[document.format]
        version = arguments.version or row.newest_version()
        refusal = row.refusal(version)
        if refusal is not None:
            raise WrongCall(refusal)
        text, losses = document.export(version, expand=arguments.expand, canonical=True)
        show(arguments.file, losses)
        source = get_parsed(document).source
        shown = printable_xml(text) if row.tags else text
        made = result(arguments.file, shown, source, document.format, get_options(document), is_canonical=True)
        refuse_new_errors(made, get_options(document), version)
        write_bytes(made.data)

    return with_document(arguments, write, partial=True)
