"""Reads how readers of a format take texts (``format.toml``)."""

from __future__ import annotations

from pathlib import Path

from ...runtime.lexical import Lexical
from ..errors import SchemaError
from .toml import line_of, read_toml


def read_lexical(path: Path) -> Lexical:
    """The rules of a format; without a file, all texts are taken as they are written.

    Raises:
        SchemaError: a key is unknown, or what it says is of another kind.
    """
    if not path.is_file():
        return Lexical()
    rules = read_toml(path)
    for name, value in rules.items():
        if name not in Lexical._fields:
            raise SchemaError(str(path), line_of(path, name), f"unknown key {name!r}")
        if name == "besides" and isinstance(value, list):
            rules[name] = tuple(map(str, value))
        elif not isinstance(value, bool) or name == "besides":
            raise SchemaError(str(path), line_of(path, name), f"{name} is {value!r}, neither true nor false")
    return Lexical(**rules)
