"""``bodyplan print``: a document of any version as one plain document."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .documents import add_document, show, with_document
from .messages import WrongCall

if TYPE_CHECKING:
    from ..semantics.document import Document


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--expand", action="store_true", help="put in what is included")
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")


def run(arguments: Namespace) -> int:
    """Prints the document."""

    def write(document: Document) -> None:
        version = arguments.version or newest(document.format)
        check_version(version, document.format)
        text, losses = document.export(version, expand=arguments.expand)
        show(arguments.file, losses)
        write_document(text)

    return with_document(arguments, write)


def newest(format: str) -> str:
    """The newest version of a format."""
    from ..semantics.reading import bindings_of

    version: str = bindings_of(format).version
    return version


def check_version(version: str, format: str) -> None:
    """Makes sure that documents of a format can be written in a version.

    Raises:
        WrongCall: they cannot.
    """
    from ..semantics.upgrade.downgrading import OLDEST_WRITTEN, can_be_written

    if format != "sdformat":
        if version != newest(format):
            raise WrongCall(f"{format} documents are written in version {newest(format)} only, not {version!r}")
    elif not can_be_written(version):
        raise WrongCall(f"documents are written in SDFormat {OLDEST_WRITTEN} to {newest(format)}, not {version!r}")


def write_document(text: str) -> None:
    """Writes XML to standard output as UTF-8, whatever the terminal's own encoding is."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        binary.write(text.encode("utf-8"))
        binary.flush()
