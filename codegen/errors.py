"""What goes wrong while schemas are compiled."""

from __future__ import annotations

from ..diagnostics.render.printable import printable

MOST_CHARACTERS = 1_000
"""A message that repeats more of a file is cut in its middle."""


class SchemaError(Exception):
    """A schema that cannot be compiled; says the file and line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        if len(message) > MOST_CHARACTERS:
            message = f"{message[: MOST_CHARACTERS // 2]} … {message[-MOST_CHARACTERS // 2 :]}"
        super().__init__(printable(f"{file}:{line}: {message}"))
        self.file = file
        self.line = line
        self.message = message
