"""Reads what names and URIs mean: what overlays and extension tables say of one value, and the rules of ``names.toml``."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

from ...diagnostics.zip_tables import AnyPath
from ..errors import SchemaError
from ..grammar import FrontEndCoverage, NameFacets, NameRules
from ..shapes import FLAG, PATHS, TEXT, WORD, ValueCheck, format_value, table_of
from .toml import TomlFile

NAMING: dict[str, ValueCheck] = {
    **dict.fromkeys(("refers", "refers_by", "scope", "defines", "uri"), WORD),
    **dict.fromkeys(("scoped", "unfollowed", "shares", "enters"), FLAG),
}
"""What each key holds that speaks of names, or of files."""

SCOPES = ("around", "outside", "included")
FILES = ("model", "mesh", "texture", "script", "heightmap", "image", "animation", "sound")
"""What a URI may lead to."""
RULES: dict[str, ValueCheck] = {
    "separator": TEXT,
    **dict.fromkeys(("kinds", "words", "kept", "described", "siblings"), PATHS),
    "everywhere": table_of(ValueCheck("table", lambda value: isinstance(value, dict)), "table of tables"),
}


def naming_of(entry: dict[str, Any], path: AnyPath, line: int) -> NameFacets | None:
    """What an entry says of names; None where it says nothing.

    Raises:
        SchemaError: a key has the wrong shape, or says something of a reference where there is none.
    """
    said = {key: entry[key] for key in NAMING if key in entry}
    if not said:
        return None
    for key, value in said.items():
        fault = NAMING[key].fault(key, value)
        if fault is not None:
            refuse(path, line, fault)
    if said.get("scope", "around") not in SCOPES:
        refuse(path, line, f"scope is {format_value(said['scope'])}; there are {', '.join(SCOPES)}")
    if said.get("uri", FILES[0]) not in FILES:
        refuse(path, line, f"uri is {format_value(said['uri'])}; there are {', '.join(FILES)}")
    for key in ("scope", "scoped", "unfollowed", "enters"):
        if key in said and not {"refers", "refers_by"} & said.keys():
            refuse(path, line, f"{key} says how a name is looked up, but refers is not there")
    if {"refers", "refers_by"} <= said.keys():
        refuse(path, line, "refers says of which kind the name is, and refers_by that an attribute does")
    if "shares" in said and "defines" not in said:
        refuse(path, line, "shares speaks of the names of siblings, but defines is not there")
    return NameFacets(**said)


def read_name_rules(path: Path) -> NameRules:
    """The rules of a format; without a file it has names of no kind but those that overlays speak of.

    Raises:
        SchemaError: a key is unknown or has the wrong shape.
    """
    if not path.is_file():
        return NameRules()
    file = TomlFile(path)
    rules = file.data
    for key, value in rules.items():
        fault = f"unknown key {format_value(key)}" if key not in RULES else RULES[key].fault(key, value)
        if fault is not None:
            refuse(path, file.line_of(key) or file.line_of(f"[{key}]"), fault)
    read: dict[str, Any] = {"separator": rules.get("separator")}
    for key in ("kinds", "words", "siblings"):
        read[key] = {name: tuple(words) for name, words in rules.get(key, {}).items()}
    read["everywhere"] = {
        name: naming for name, entry in rules.get("everywhere", {}).items() if (naming := _row(name, entry, file))
    }
    read["kept"] = {
        place: naming
        for kind, places in rules.get("kept", {}).items()
        if (naming := NameFacets(refers=kind, unfollowed=True))
        for place in places
    }
    described = rules.get("described", {})
    unknown = sorted(set(described) - {each.name for each in fields(FrontEndCoverage)})
    if unknown:
        refuse(path, file.line_of(unknown[0]), f"unknown key {format_value(unknown[0])}")
    read["described"] = FrontEndCoverage(**{key: tuple(places) for key, places in described.items()})
    return NameRules(**read)


def refuse(path: AnyPath, line: int, message: str) -> NoReturn:
    """Says what is wrong and where."""
    raise SchemaError(str(path), line, message)


def _row(name: str, entry: dict[str, Any], file: TomlFile) -> NameFacets | None:
    line = file.line_of(f'"{name}"')
    unknown = sorted(set(entry) - set(NAMING))
    if unknown:
        refuse(file.path, line, f"unknown key {format_value(unknown[0])}")
    return naming_of(entry, file.path, line)
