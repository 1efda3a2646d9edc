"""``bodyplan lsp``: answers editors, over standard input and output."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout

from .elapsed_time import end_elapsed_time
from .optional_deps import extra
from .settings.resolution import add_reading
from .status import OK


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "--stdio", action="store_true", help="speak over standard input and output, which is the default"
    )
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Answers until the editor ends it."""
    with extra("lsp"):
        from .language_server.server import make_server
    end_elapsed_time()
    server = make_server(arguments)
    # the server closes what it speaks through; what is printed by mistake is no message
    streams = os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    server.collector.start()
    with streams[0], streams[1], redirect_stdout(sys.stderr):
        server.start_io(*streams)
    return OK
