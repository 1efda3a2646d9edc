"""Reads how readers of a format take texts (``format.toml``)."""

from __future__ import annotations

from pathlib import Path

from ...runtime.lexical import Lexical
from ..errors import SchemaError
from ..shapes import TEXTS, format_value
from .toml import TomlFile


def read_lexical(path: Path) -> Lexical:
    """The rules of a format; without a file, all texts are taken as they are written.

    Raises:
        SchemaError: a key is unknown, or what it says is of another kind.
    """
    if not path.is_file():
        return Lexical()
    file = TomlFile(path)
    rules = dict(file.data)
    for name, value in file.data.items():
        if name not in Lexical._fields:
            raise SchemaError(str(path), file.line_of(name), f"unknown key {name!r}")
        if name == "besides" and TEXTS.fits(value):
            rules[name] = tuple(value)
        elif not isinstance(value, bool) or name == "besides":
            raise SchemaError(str(path), file.line_of(name), f"{name} is {format_value(value)}, neither true nor false")
    return Lexical(**rules)
