"""Reads extension tables (``extension.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import SchemaError
from ..grammar import OCCURS, TYPES, Extension, ExtensionTag
from .names import NAMING, naming_of
from .toml import line_of, read_toml

ROW = {
    "name",
    "doc",
    "format",
    "at",
    "occurs",
    "text",
    "attributes",
    "children",
    "kind",
    "ordered",
    "required_when",
    "forbidden_when",
    "as",
    "strips_prefix",
    "keeps_prefix",
    "since",
    "deprecated",
}
VALUE = {
    "name",
    "doc",
    "required",
    "occurs",
    "type",
    "unit",
    "default",
    "enum",
    "values",
    "open",
    "min",
    "max",
    "above",
    "below",
    "nonzero",
    "unchecked",
    "count_when",
    *NAMING,
    "naming",
    "deprecated",
    "since",
}


def read_extension(path: Path) -> Extension:
    """An extension table.

    Raises:
        SchemaError: a key, type or occurrence is unknown.
    """
    data = read_toml(path)
    head = data.get("extension", {})
    for key in ("name", "prefix", "namespace"):
        if not isinstance(head.get(key), str):
            raise SchemaError(str(path), line_of(path, "[extension]"), f'[extension] needs {key} = "…"')
    tags = [_row(row, index, path) for index, row in enumerate(data.get("tag", ()), 1)]
    return Extension(
        name=head["name"],
        prefix=head["prefix"],
        namespace=head["namespace"],
        literal=head.get("match", "literal") == "literal",
        file=str(path),
        tags=tags,
    )


def _row(row: dict[str, Any], number: int, path: Path) -> ExtensionTag:
    line = line_of(path, "[[tag]]", number)
    where = f"row {row.get('name', number)!r}"
    unknown = sorted(set(row) - ROW)
    if unknown:
        raise SchemaError(str(path), line, f"{where}: unknown key {unknown[0]!r}")
    for key in ("name", "doc", "format", "at"):
        if not isinstance(row.get(key), list if key in ("format", "at") else str):
            raise SchemaError(str(path), line, f"{where}: needs {key} = {'[…]' if key in ('format', 'at') else '…'}")
    occurs = str(row.get("occurs", "0"))
    if occurs not in OCCURS:
        raise SchemaError(str(path), line, f"{where}: occurs is {occurs!r}")
    for value in [row.get("text", {}), *row.get("attributes", ()), *row.get("children", ())]:
        _check_value(value, line, where, path)
    return ExtensionTag(
        name=row["name"],
        formats=tuple(row["format"]),
        at=tuple(row["at"]),
        occurs=occurs,
        line=line,
        facets=row,
    )


def _check_value(value: dict[str, Any], line: int, where: str, path: Path) -> None:
    unknown = sorted(set(value) - VALUE)
    if unknown:
        raise SchemaError(str(path), line, f"{where}: unknown key {unknown[0]!r}")
    if value.get("type") is not None and value["type"] not in TYPES:
        raise SchemaError(str(path), line, f"{where}: unknown type {value['type']!r}")
    if any(key in value for key in NAMING):
        value["naming"] = naming_of(value, path, line)
    for bound in ("min", "max", "above", "below"):
        if not isinstance(value.get(bound, 0), (int, float)):
            raise SchemaError(str(path), line, f"{where}: {bound} is {value[bound]!r}, which is no number")
