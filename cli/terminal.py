"""What the terminal can show."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

COLOUR = "--color"
WHEN = ("auto", "always", "never")
_WHEN: ContextVar[str] = ContextVar("when to use colour", default="auto")
"""What the call says."""


def supports_colour(stream: TextIO) -> bool:
    """Whether to colour what is written to a stream.

    The call decides with ``--color``; otherwise ``NO_COLOR`` forbids it, ``FORCE_COLOR`` asks for it, and else terminals have it.
    """
    when = _WHEN.get()
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def add_colour(parser: ArgumentParser) -> None:
    """Adds ``--color``."""
    parser.add_argument(COLOUR, choices=WHEN, default="auto", help="when to use colour (default: auto, on a terminal)")


@contextmanager
def choose_colour(when: str) -> Iterator[None]:
    """Holds while a call runs that says when to use colour."""
    before = _WHEN.set(when)
    try:
        yield
    finally:
        _WHEN.reset(before)
