"""What docstrings are read with: their examples are code."""

from __future__ import annotations

import re
from typing import Any

import griffe  # pyright: ignore[reportMissingImports]


class Doctests(griffe.Extension):  # type: ignore[misc,unused-ignore]
    """Calls an ``Example:`` as Google's style has it for griffe, which takes the rest for prose with quotations."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Looks at each docstring as it is read."""
        if obj.docstring is not None:
            obj.docstring.value = re.sub(r"^Example:$", "Examples:", obj.docstring.value, flags=re.MULTILINE)
