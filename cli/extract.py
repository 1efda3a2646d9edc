"""``bodyplan extract``: the part of a robot below a link, as a document of its own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .apply_edit import add_edits, finish
from .document_output import result
from .documents import add_document, with_document
from .messages import WrongCall
from .output_file import write_output

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("link", metavar="LINK", help="name or scoped name of the link that the part begins with")
    parser.add_argument("--name", metavar="NAME", help="name of the new robot (default: that of the link)")
    parser.add_argument(
        "--srdf",
        metavar="OUT",
        help="also write what the SRDF document of the robot's package says of the part to this file",
    )
    add_edits(parser, otherwise="text")


def run(arguments: Namespace) -> int:
    """Prints the part, or writes it to a file."""
    from ..diagnostics.errors import NameNotFound
    from ..semantics.compose.extraction import extract
    from ..semantics.compose.srdf_files import find_srdf_files
    from ..semantics.compose.srdf_parts import extract_srdf
    from ..semantics.document.document import get_options, get_parsed

    def use(document: Document) -> None:
        try:
            part = extract(document, arguments.link, name=arguments.name)
        except NameNotFound as missing:
            raise WrongCall(f"{arguments.file}: {missing.args[0]}") from None
        except ValueError as refusal:
            raise WrongCall(f"{arguments.file}: {refusal}") from None
        about, made_of = None, arguments.file
        if arguments.srdf is not None:
            found = find_srdf_files(document).documents
            if len(found) != 1:
                raise WrongCall(f"{arguments.file}: {len(found)} SRDF documents of its package are about it, not one")
            made_of = found[0].path or made_of
            about = extract_srdf(found[0], part, arguments.link.rpartition("::")[2])
        source, options = get_parsed(document).source, get_options(document)
        finish(arguments, [result(arguments.file, part.dumps(), source, part.format, options, declares="known")])
        if about is not None:
            data = about.dumps().encode("utf-8", "surrogatepass")
            write_output(arguments.srdf, data, made_of, force=arguments.force)

    return with_document(arguments, use)
