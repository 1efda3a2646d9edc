"""``bodyplan merge``: everything of one SDFormat document in another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .apply_edit import add_edits, finish_document
from .documents import add_document, with_document
from .messages import WrongCall
from .status import OK

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("other", metavar="OTHER", help="document whose contents are added: a world or a model")
    parser.add_argument(
        "--prefix", metavar="P", default="", help="prefix for names in OTHER that FILE has already (default: none)"
    )
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the document with the contents of the other one, or writes it."""
    from ..semantics.compose.merger import merge

    status = OK

    def change(document: Document) -> None:
        def add(other: Document) -> None:
            try:
                merge(document, other, arguments.prefix)
            except ValueError as refusal:
                raise WrongCall(f"{arguments.file}: {refusal}") from None
            finish_document(arguments, document)

        nonlocal status
        status = with_document(Namespace(**{**vars(arguments), "file": arguments.other}), add)

    return with_document(arguments, change) or status
