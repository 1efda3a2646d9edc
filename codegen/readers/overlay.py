"""Reads the documentation overlay (``docs/*.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...runtime.packed import AnyPath, tables_in
from ..errors import SchemaError
from ..grammar import Overlay
from .names import NAMING, naming_of
from .toml import line_of, read_toml

CONDITIONS = ("required_when", "forbidden_when", "several_when")

SHAPES: dict[str, type] = {
    **dict.fromkeys(("doc", "unit", "enum", "min", "max", "deprecated", "origin"), str),
    **dict.fromkeys(("values", *CONDITIONS), dict),
    **dict.fromkeys(("open", "any_case", "several", "opens", "is_pose"), bool),
    **dict.fromkeys(("choice", "optional"), list),
    **NAMING,
}
"""What each key of an entry holds."""


def read_overlay(folder: Path) -> dict[str, dict[str, Overlay]]:
    """What is said of each path, by the stem of the description file.

    Raises:
        SchemaError: a key is unknown or has the wrong shape.
    """
    return {name: _read_file(path) for name, path in tables_in(folder)}


def _read_file(path: AnyPath) -> dict[str, Overlay]:
    return {key: _entry(key, value, path) for key, value in read_toml(path).items()}


def _entry(key: str, value: Any, path: AnyPath) -> Overlay:
    line = line_of(path, f'["{key}"]')
    if not isinstance(value, dict):
        raise SchemaError(str(path), line, f"{key!r} has to be a table")
    for name, part in value.items():
        if name not in SHAPES:
            raise SchemaError(str(path), line, f"{key!r}: unknown key {name!r}")
        if not isinstance(part, SHAPES[name]):
            raise SchemaError(str(path), line, f"{key!r}: {name} is {part!r}")
    entry = dict(value)
    entry["naming"] = naming_of(entry, path, line)
    for name in NAMING:
        entry.pop(name, None)
    entry["doc"] = " ".join(entry.get("doc", "").split())
    for names in ("choice", "optional"):
        entry[names] = tuple(entry.get(names, ()))
    for condition in CONDITIONS:
        entry[condition] = {name: tuple(values) for name, values in entry.get(condition, {}).items()}
    return Overlay(**entry)
