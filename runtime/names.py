"""How names in documents become names in Python."""

from __future__ import annotations

import re


def function_name(class_name: str) -> str:
    """``AxisLimit`` → ``axis_limit``: the part of a decoder's name that follows ``decode_``."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name)
    return re.sub(r"[^0-9a-z]+", "_", spaced.lower()).strip("_")
