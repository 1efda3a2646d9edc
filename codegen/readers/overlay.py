"""Reads the documentation overlay (``docs/*.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...diagnostics.zip_tables import AnyPath, tables_in
from .. import shapes
from ..errors import SchemaError
from ..grammar import PRESENCE, SchemaOverlay, presence_of
from ..shapes import BUNDLES, ENUMERATION, FLAG, NUMBERS, TEXT, TEXTS, WORDS, ValueCheck, format_value
from .names import NAMING, naming_of
from .toml import TomlFile

CONDITIONS = ("required_when", "forbidden_when", "several_when")

LISTS = ("choice", "optional", "expected")

SHAPES: dict[str, ValueCheck] = {
    **dict.fromkeys(("doc", "unit", "deprecated", "origin"), TEXT),
    **dict.fromkeys(("min", "max", "above", "below"), NUMBERS),
    "enum": ENUMERATION,
    "values": WORDS,
    **dict.fromkeys(CONDITIONS, shapes.CONDITIONS),
    **dict.fromkeys(("open", "any_case", "several_words", "several", "opens", "is_pose"), FLAG),
    **dict.fromkeys(LISTS, TEXTS),
    **dict.fromkeys(PRESENCE, BUNDLES),
    **NAMING,
}
"""What each key of an entry holds."""


def read_overlay(folder: Path) -> dict[str, dict[str, SchemaOverlay]]:
    """What is said of each path, by the stem of the description file.

    Raises:
        SchemaError: a key is unknown or has the wrong shape.
    """
    return {name: _read_file(path) for name, path in tables_in(folder)}


def _read_file(path: AnyPath) -> dict[str, SchemaOverlay]:
    file = TomlFile(path)
    return {key: _entry(key, value, file) for key, value in file.data.items()}


def _entry(key: str, value: Any, file: TomlFile) -> SchemaOverlay:
    line = file.line_of(f'["{key}"]')
    if not isinstance(value, dict):
        raise SchemaError(str(file.path), line, f"{format_value(key)} has to be a table")
    for name, part in value.items():
        if name not in SHAPES:
            raise SchemaError(str(file.path), line, f"{format_value(key)}: unknown key {format_value(name)}")
        fault = SHAPES[name].fault(name, part)
        if fault is not None:
            raise SchemaError(str(file.path), line, f"{format_value(key)}: {fault}")
    entry = dict(value)
    entry["naming"] = naming_of(entry, file.path, line)
    for name in NAMING:
        entry.pop(name, None)
    entry["doc"] = " ".join(entry.get("doc", "").split())
    for names in LISTS:
        entry[names] = tuple(entry.get(names, ()))
    entry["presence"] = presence_of(entry)
    for kind in PRESENCE:
        entry.pop(kind, None)
    for condition in CONDITIONS:
        entry[condition] = {name: tuple(values) for name, values in entry.get(condition, {}).items()}
    return SchemaOverlay(**entry)
