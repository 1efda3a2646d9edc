"""``bodyplan print``: a document of any version as one plain document."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from .documents import Unloadable, add_document, load_document
from .status import OK


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--expand", action="store_true", help="put in what is included and compute what is automatic")
    parser.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")


def run(arguments: Namespace) -> int:
    """Prints the document."""
    try:
        document = load_document(arguments)
    except Unloadable as stop:
        return stop.status
    write_document(document.dumps(expand=arguments.expand, version=arguments.version))
    return OK


def write_document(text: str) -> None:
    """Writes XML to standard output as UTF-8, whatever the terminal's own encoding is."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        binary.write(text.encode("utf-8"))
        binary.flush()
