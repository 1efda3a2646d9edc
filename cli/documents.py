"""Loads the one document that a command is about."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .status import PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from .. import Document
    from ..runtime.diagnostics.diagnostic import Diagnostic

UNREADABLE = "BP001"


class Unloadable(Exception):
    """The document has errors, which were shown; ``status`` is the exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def add_search_paths(parser: ArgumentParser) -> None:
    """Adds ``--search-path``."""
    parser.add_argument(
        "--search-path",
        metavar="DIR",
        action="append",
        default=[],
        help="folder in which model://NAME and package://NAME are looked up; may be given several times",
    )


def add_document(parser: ArgumentParser) -> None:
    """Adds the arguments that say which document is loaded and how."""
    parser.add_argument("file", metavar="FILE", help="the document")
    add_search_paths(parser)


def load_document(arguments: Namespace) -> Document:
    """The document; what was found in it is shown on standard error.

    Raises:
        Unloadable: it has errors.
    """
    from .. import LoadError, load

    try:
        document = load(arguments.file, search_paths=arguments.search_path)
    except LoadError as error:
        show(arguments.file, error.diagnostics)
        unreadable = is_unreadable(arguments.file, error.diagnostics)
        raise Unloadable(UNUSABLE if unreadable else PROBLEMS) from None
    show(arguments.file, document.diagnostics)
    return document


def show(path: str, diagnostics: Sequence[Diagnostic]) -> None:
    """Writes findings to standard error."""
    from ..runtime.diagnostics.render.renderer import renderer

    if diagnostics:
        sys.stdout.flush()
        sys.stderr.write(renderer("full" if sys.stderr.isatty() else "concise").report(path, diagnostics))


def is_unreadable(path: str, diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether ``path`` itself, rather than something that it includes, could not be read."""
    return any(d.code == UNREADABLE and d.file in (None, path) for d in diagnostics)
