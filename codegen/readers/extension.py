"""Reads extension tables (``extension.toml``)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NoReturn

from ..errors import SchemaError
from ..grammar import OCCURS, TYPES, Extension, ExtensionTag
from ..scalar_types import is_value
from .names import NAMING, naming_of
from .toml import line_of, line_of_key, read_toml

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


HEAD = ("name", "prefix", "namespace", "match")
MATCHES = ("literal", "namespace")
XML_NAME = re.compile(r"[^\W\d][\w.-]*")
RESERVED = ("xml", "xmlns")


def read_extension(path: Path) -> Extension:
    """An extension table.

    Raises:
        SchemaError: a key, type or occurrence is unknown, a value is none of its type, or a prefix is not possible.
    """
    return _Reader(path).read()


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Extension:
        data = read_toml(self.path)
        for key in data:
            if key not in ("extension", "tag"):
                self.refuse(f"unknown table {key!r}; there are extension and tag", 1, f"[[{key}]]", f"[{key}]", key)
        head = data.get("extension", {})
        start = line_of(self.path, "[extension]")
        for key in ("name", "prefix", "namespace"):
            if not isinstance(head.get(key), str):
                self.refuse(f'[extension] needs {key} = "…"', start)
        for key, value in head.items():
            if key not in HEAD:
                self.refuse(f"unknown key {key!r} in [extension]", start, key)
            if key in ("name", "prefix") and (not XML_NAME.fullmatch(value) or value in RESERVED):
                self.refuse(f"{key} is {value!r}, which cannot stand before a colon in XML", start, key)
            if key == "namespace" and not value.strip():
                self.refuse("namespace is empty", start, key)
            if key == "match" and value not in MATCHES:
                self.refuse(f"match is {value!r}; there are {', '.join(MATCHES)}", start, key)
        tags = data.get("tag", [])
        if not isinstance(tags, list):
            self.refuse("tags are rows, each of which begins with [[tag]]", 1, "[tag]")
        return Extension(
            name=head["name"],
            prefix=head["prefix"],
            namespace=head["namespace"],
            literal=head.get("match", "literal") == "literal",
            file=str(self.path),
            tags=[self.row(row, index) for index, row in enumerate(tags, 1)],
        )

    def row(self, row: dict[str, Any], number: int) -> ExtensionTag:
        line = line_of(self.path, "[[tag]]", number)
        where = f"row {row.get('name', number)!r}"
        for key in sorted(set(row) - ROW):
            self.refuse(f"{where}: unknown key {key!r}", line, key)
        for key in ("name", "doc", "format", "at"):
            if not isinstance(row.get(key), list if key in ("format", "at") else str):
                self.refuse(f"{where}: needs {key} = {'[…]' if key in ('format', 'at') else '…'}", line)
        occurs = str(row.get("occurs", "0"))
        if occurs not in OCCURS:
            self.refuse(f"{where}: occurs is {occurs!r}", line, "occurs")
        for value in [row.get("text", {}), *row.get("attributes", ()), *row.get("children", ())]:
            self.value(value, line, where)
        for name in (row["name"], *(each.get("name", "") for each in row.get("children", ()))):
            if not XML_NAME.fullmatch(name):
                self.refuse(f"{where}: {name!r} cannot be the name of an element", line, "name")
        return ExtensionTag(
            name=row["name"],
            formats=tuple(row["format"]),
            at=tuple(row["at"]),
            occurs=occurs,
            line=line,
            facets=row,
        )

    def value(self, value: dict[str, Any], line: int, where: str) -> None:
        for key in sorted(set(value) - VALUE):
            self.refuse(f"{where}: unknown key {key!r}", line, key)
        kind = value.get("type", "string")
        if kind not in TYPES:
            self.refuse(f"{where}: unknown type {kind!r}", line, "type")
        for bound in ("min", "max", "above", "below"):
            if not isinstance(value.get(bound, 0), (int, float)):
                self.refuse(f"{where}: {bound} is {value[bound]!r}, which is no number", line, bound)
        default = value.get("default")
        if default is not None and value.get("enum") is None and not is_value(kind, str(default)):
            self.refuse(f"{where}: default is {default!r}, which is no {kind}", line, "default")
        if any(key in value for key in NAMING):
            value["naming"] = naming_of(value, self.path, line)

    def refuse(self, message: str, line: int, *keys: str) -> NoReturn:
        """Says what is wrong: on the line of the first of ``keys`` that stands at ``line`` or after it."""
        raise SchemaError(str(self.path), line_of_key(self.path, line, keys), message)
