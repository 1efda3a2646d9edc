"""``bodyplan lump``: links that are fixed to each other as one, in a robot."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .apply_edit import add_edits, finish_document
from .documents import add_document, with_document
from .messages import WrongCall, complain

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the robot with fewer links, or writes it; says which links are gone and which stay."""
    from ..semantics.convert.lumped_robots import lump

    def change(document: Document) -> None:
        try:
            made = lump(document)
        except ValueError as refusal:
            raise WrongCall(f"{arguments.file}: {refusal.args[0]}") from None
        finish_document(arguments, document)
        for name, body in made.lumped.items():
            complain(f"link {name!r} is part of {body!r}")
        for name, reason in made.kept.items():
            complain(f"link {name!r} stays: {reason}")

    return with_document(arguments, change)
