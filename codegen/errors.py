"""What goes wrong while schemas are compiled."""

from __future__ import annotations


class SchemaError(Exception):
    """A schema that cannot be compiled; says the file and line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file = file
        self.line = line
        self.message = message
