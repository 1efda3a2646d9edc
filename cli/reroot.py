"""``bodyplan reroot``: another link as the root of a robot."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..diagnostics.errors import NameNotFound
from .apply_edit import add_edits, finish_document
from .documents import add_document, with_document
from .messages import WrongCall

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--at", metavar="LINK", required=True, help="link that becomes the root")
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the robot with the other root, or writes it."""
    from ..semantics.compose.root_change import reroot

    def change(document: Document) -> None:
        try:
            reroot(document, arguments.at)
        except (ValueError, NameNotFound) as refusal:
            raise WrongCall(f"{arguments.file}: {refusal.args[0]}") from None
        finish_document(arguments, document)

    return with_document(arguments, change)
