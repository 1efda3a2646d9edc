"""``compile_pattern`` as ``re.compile``, but for the time at which it compiles.

Compiling a regular expression takes some 0.8 million instructions, importing lxml 100 million. A command imports a hundred
patterns and uses a few of them, so here a pattern is compiled when it is first used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as compile_pattern
else:

    class compile_pattern:
        """A pattern whose methods and attributes are those of the one that it is compiled to."""

        def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
            self.pattern, self._flags = pattern, flags

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(self.pattern, self._flags), name)
            setattr(self, name, value)  # found without this call from now on
            return value


__all__ = ["compile_pattern"]
