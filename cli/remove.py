"""``bodyplan remove``: a document without some of its elements."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .apply_edit import add_edits, finish_document
from .documents import add_document, with_document
from .messages import WrongCall, complain
from .named_element import find_element

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "elements",
        metavar="ELEMENT",
        nargs="+",
        help="element to remove: its name, scoped name, or path as printed in findings",
    )
    add_edits(parser)


def run(arguments: Namespace) -> int:
    """Shows the document without the elements, or writes it.

    What still names an element is reported, and refused where it makes an error that was not there.
    """
    from ..runtime.element import Element
    from ..semantics.document.readback import first_new_error
    from ..semantics.edit.insertion import remove

    def change(document: Document) -> None:
        before = document.check().diagnostics
        for element in [find_element(document, each) for each in arguments.elements]:
            if not isinstance(element, Element):
                raise WrongCall(f"{arguments.file}: elements of {document.format} documents are not removed one by one")
            try:
                remove(element)
            except LookupError:
                continue  # it was in another one that is gone
            except ValueError as refusal:
                raise WrongCall(f"{arguments.file}: {refusal}") from None
        after = document.check().diagnostics
        error = first_new_error(after, before)
        if error is not None:
            complain(str(error))
            raise WrongCall(f"{arguments.file}: something else needs what would be removed; name that, too")
        finish_document(arguments, document)

    return with_document(arguments, change)
