"""What the terminal can show."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import TextIO

WHEN = ("auto", "always", "never")


def supports_colour(stream: TextIO, when: str = "auto") -> bool:
    """Whether to colour what is written to a stream.

    Args:
        stream: where it is written to.
        when: what the call says; ``auto``: ``NO_COLOR`` forbids it, ``FORCE_COLOR`` asks for it, and otherwise terminals
            have it.
    """
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def add_colour(parser: ArgumentParser) -> None:
    """Adds ``--color``."""
    parser.add_argument(
        "--color", choices=WHEN, default="auto", help="when to use colour (default: auto, on a terminal)"
    )
