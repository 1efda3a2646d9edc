"""What the terminal can show."""

from __future__ import annotations

import os
from typing import TextIO


def takes_colour(stream: TextIO) -> bool:
    """Whether to colour what is written to a stream; ``NO_COLOR`` forbids it."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
