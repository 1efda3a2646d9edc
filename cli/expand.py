"""``bodyplan expand``: a document without xacro and without includes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..semantics.document.document import get_options, get_parsed
from ..semantics.formats.registry import FORMATS
from .apply_edit import place_in
from .document_output import refuse_new_errors, result
from .documents import add_document, show, with_document
from .messages import WrongCall
from .output_file import add_force, add_output, write_output

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")
    add_output(parser, otherwise="standard output")
    add_force(parser)


def run(arguments: Namespace) -> int:
    """Prints the document, or writes it to a file.

    Where the format has no includes, what xacro makes of the document is printed as the program ``xacro`` does.
    """

    def write(document: Document) -> None:
        row, source, options = FORMATS[document.format], get_parsed(document).source, get_options(document)
        version = arguments.version or row.newest_version()
        refusal = row.refusal(version)
        if refusal is not None:
            raise WrongCall(refusal)
        expands = row.expanding is not None or arguments.version is not None
        if expands:
            text, losses = document.export(version, expand=True)
            show(arguments.file, losses)
        else:
            text = source.text if source.expansion is not None else document.dumps()
        made = result(arguments.file, text, source, document.format, options, is_canonical=expands)
        if expands:
            refuse_new_errors(made, options, version)
        write_output(arguments.output, place_in(made, arguments.output), arguments.file, force=arguments.force)

    return with_document(arguments, write)
