"""``bodyplan tree``: the links of a document as a tree, with the joints between them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .documents import add_document, first_scene, with_document
from .graph import add_part
from .messages import WrongCall
from .terminal import supports_colour

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    add_part(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Prints the tree of the document, of the first world where there are several."""

    def write(document: Document) -> None:
        from ..diagnostics.errors import NameNotFound
        from ..semantics.diagrams.branches import branches
        from .render_tree import as_json, text

        scene = first_scene(arguments.file, document)
        try:
            found = branches(scene, root=arguments.root, depth=arguments.depth)
        except NameNotFound as error:
            raise WrongCall(f"--root: {error.args[0]}") from None
        if arguments.format == "json":
            sys.stdout.write(as_json(scene, found))
        else:
            colours = supports_colour(sys.stdout)
            sys.stdout.write(text(scene, found, plain=not _can_write("└├│…°×≤≥"), colours=colours))

    return with_document(arguments, write, partial=True)


def _can_write(letters: str) -> bool:
    """Whether standard output has these letters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
