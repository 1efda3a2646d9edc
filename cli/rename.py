"""``bodyplan rename``: another name, and all that refers to it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..diagnostics.errors import NameNotFound
from ..semantics.document.document import get_options, get_parsed
from .apply_edit import add_edits, finish
from .document_output import result
from .documents import add_document, with_document
from .messages import WrongCall, nearest

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "old", metavar="OLD", help="element to rename: its name, scoped name, or path as printed in findings"
    )
    parser.add_argument("new", metavar="NEW", help="new name, without scope")
    parser.add_argument(
        "--included-by",
        metavar="FILE",
        action="append",
        default=[],
        help="document that includes this one, in which references are updated too; may be given several times",
    )
    add_edits(parser, otherwise="diff")


def run(arguments: Namespace) -> int:
    """Shows the documents with the other name, or writes them."""
    from ..semantics.compose.element_rename import rename

    def change(document: Document) -> None:
        element = _find_element(document, arguments.old)
        try:
            changed = rename(document, element, arguments.new, files=arguments.included_by)
        except (ValueError, OSError) as refusal:
            raise WrongCall(f"{arguments.file}: {refusal}") from None
        results = []
        for each in changed:
            path, source = each.path or arguments.file, get_parsed(each).source
            results.append(result(path, each.dumps(), source, each.format, get_options(each), declares="known"))
        finish(arguments, results)

    return with_document(arguments, change)


def _find_element(document: Document, name: str) -> Any:
    """The element that a name on the command line means."""
    from ..semantics.compose.element_rename import elements_named

    try:
        found = elements_named(document, name)
    except NameNotFound as missing:
        raise WrongCall(f"{document.path}: {missing}{nearest(name, missing.args[1])}") from None
    if len(found) > 1:
        choices = ", ".join(path for path, _ in found)
        raise WrongCall(f"{document.path}: {name!r} is the name of several; say which: {choices}")
    return found[0][1]
