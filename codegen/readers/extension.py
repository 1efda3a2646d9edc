"""Reads extension tables (``extension.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ..errors import SchemaError
from ..grammar import OCCURS, PRESENCE, TYPES, Extension, ExtensionTag
from ..scalar_types import is_value
from ..shapes import (
    BUNDLES,
    CONDITIONS,
    COUNTS,
    ENUMERATION,
    FLAG,
    NUMBER,
    SCALAR,
    TEXT,
    TEXTS,
    WORDS,
    XML_NAME,
    ValueCheck,
    format_value,
    is_xml_name,
    one_of,
)
from .names import NAMING, naming_of
from .toml import Limits, TomlFile

LIMITS = Limits(most_bytes=1 << 20, most_values=10_000)
"""How much a table may hold, some five times what the tags of Drake take: to compile that takes seconds."""

RESERVED = ("xml", "xmlns")
PARAMETER_TYPES = (
    "string",
    "bool",
    "double",
    "int",
    "unsigned int",
    "vector2d",
    "vector3",
    "pose",
    "quaternion",
    "color",
    "angle",
)
"""Types that a parameter of a plugin may be read as."""
MATCHES = ("literal", "namespace")

HEAD: dict[str, ValueCheck] = {
    **dict.fromkeys(("name", "prefix", "namespace", "match"), TEXT),
}
"""What each key of ``[extension]`` holds."""

VALUES = ValueCheck("list of tables, each of which describes a value", lambda value: _are_tables(value))
ROW: dict[str, ValueCheck] = {
    "name": XML_NAME,
    **dict.fromkeys(("doc", "as", "since", "deprecated"), TEXT),
    **dict.fromkeys(("format", "at", "keeps_prefix"), TEXTS),
    "occurs": ValueCheck(
        f"one of {', '.join(sorted(OCCURS))}", lambda value: not isinstance(value, bool) and str(value) in OCCURS
    ),
    "text": ValueCheck("table that describes a value", lambda value: isinstance(value, dict)),
    **dict.fromkeys(("attributes", "children"), VALUES),
    "kind": one_of(("attribute",)),
    **dict.fromkeys(("ordered", "strips_prefix"), FLAG),
    **dict.fromkeys(("required_when", "forbidden_when"), CONDITIONS),
    **dict.fromkeys(PRESENCE, BUNDLES),
}
"""What each key of a row holds."""

VALUE: dict[str, ValueCheck] = {
    "name": XML_NAME,
    **dict.fromkeys(("doc", "unit", "since", "deprecated"), TEXT),
    "required": one_of(("0", "1")),
    "occurs": one_of(sorted(OCCURS)),
    "type": TEXT,
    "default": SCALAR,
    "enum": ENUMERATION,
    "values": WORDS,
    **dict.fromkeys(("open", "nonzero", "unchecked"), FLAG),
    **dict.fromkeys(("min", "max", "above", "below"), NUMBER),
    "count_when": COUNTS,
    **NAMING,
}
"""What each key holds that describes a value: the text of a tag, an attribute or a child."""


PLUGIN: dict[str, ValueCheck] = {
    **dict.fromkeys(("library", "class", "doc"), TEXT),
    "at": TEXTS,
    "complete": FLAG,
    "parameters": VALUES,
}
"""What each key of a plugin's row holds."""
PARAMETER: dict[str, ValueCheck] = {
    **dict.fromkeys(("name", "doc", "unit"), TEXT),
    "type": one_of(PARAMETER_TYPES),
    "default": SCALAR,
    "occurs": one_of(("*",)),
    "names": one_of(("joint", "link", "frame", "model", "topic", "file")),
    "any": FLAG,
    "old": TEXTS,
}
"""What each key of a plugin's parameter holds."""


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def read_extension(path: Path) -> Extension:
    """An extension table.

    Raises:
        SchemaError: it cannot be read or holds too much; a key, type or occurrence is unknown, a value is none of its type,
            or a prefix is not possible.
    """
    return _ExtensionTableReader(path).read()


class _ExtensionTableReader:
    def __init__(self, path: Path) -> None:
        self.file = TomlFile(path, LIMITS)

    def read(self) -> Extension:
        data = self.file.data
        for key in data:
            if key not in ("extension", "tag", "plugin"):
                self.refuse(
                    f"unknown table {format_value(key)}; there are extension, tag and plugin",
                    1,
                    f"[[{key}]]",
                    f"[{key}]",
                    key,
                )
        head = data.get("extension", {})
        start = self.file.line_of("[extension]") or 1
        if not isinstance(head, dict):
            self.refuse("[extension] has to be one table", start, "[[extension]]", "extension")
        for key in ("name", "prefix", "namespace"):
            if key not in head:
                self.refuse(f'[extension] needs {key} = "…"', start)
        for key, value in head.items():
            if key not in HEAD:
                self.refuse(f"unknown key {format_value(key)} in [extension]; there are {', '.join(HEAD)}", start, key)
            if key in ("name", "prefix") and (not is_xml_name(value) or value in RESERVED):
                self.refuse(f"{key} is {format_value(value)}, which cannot precede a colon in XML", start, key)
            self.check(HEAD, {key: value}, start, "")
            if key == "namespace" and not value.strip():
                self.refuse("namespace is empty", start, key)
            if key == "namespace" and {*"\t\n\r"} & {*value}:
                self.refuse("namespace holds a line end or tab, which XML reads as a blank", start, key)
            if key == "match" and value not in MATCHES:
                self.refuse(f"match is {format_value(value)}; there are {', '.join(MATCHES)}", start, key)
        tags = data.get("tag", [])
        if not _are_tables(tags):
            self.refuse("tags are rows, each of which begins with [[tag]]", 1, "[tag]", "tag")
        self.plugins(data.get("plugin", []))
        lines = self.file.lines_of("[[tag]]")
        fallback = self.file.line_of_key(1, ("tag",))
        lines += [fallback] * (len(tags) - len(lines))
        return Extension(
            name=head["name"],
            prefix=head["prefix"],
            namespace=head["namespace"],
            literal=head.get("match", "literal") == "literal",
            file=str(self.file.path),
            line=self.file.line_of_key(start, ("prefix",)),
            text="\n".join(self.file.lines),
            tags=[self.row(row, number, line) for number, (row, line) in enumerate(zip(tags, lines), 1)],
        )

    def plugins(self, rows: Any) -> None:
        """Looks at the rows of plugins, which no bindings are made of."""
        if not _are_tables(rows):
            self.refuse("plugins are rows, each of which begins with [[plugin]]", 1, "[plugin]", "plugin")
        for number, (row, line) in enumerate(zip(rows, self.file.lines_of("[[plugin]]") + [1] * len(rows)), 1):
            where = f"plugin {format_value(row.get('library', number))}: "
            self.check(PLUGIN, row, line, where)
            if "library" not in row:
                self.refuse(f"{where}needs library = …", line)
            for parameter in row.get("parameters", ()):
                self.check(PARAMETER, parameter, line, where)
                if "name" not in parameter:
                    self.refuse(f"{where}each of parameters needs a name", line, "parameters")

    def row(self, row: dict[str, Any], number: int, line: int) -> ExtensionTag:
        where = f"row {format_value(row.get('name', number))}: "
        self.check(ROW, row, line, where)
        for key in ("name", "doc", "format", "at"):
            if key not in row:
                self.refuse(f"{where}needs {key} = {'[…]' if key in ('format', 'at') else '…'}", line)
        for needy, needed in (("kind", "text"), ("strips_prefix", "as")):
            if row.get(needy) and needed not in row:
                self.refuse(f"{where}{needy} needs {needed} beside it", line, needy)
        for values in ([row.get("text", {})], row.get("attributes", ()), row.get("children", ())):
            for value in values:
                self.value(value, line, where)
        for key in ("attributes", "children"):
            names: set[str] = set()
            for value in row.get(key, ()):
                if "name" not in value:
                    self.refuse(f"{where}each of {key} needs a name", line, key)
                if value["name"] in names:
                    self.refuse(f"{where}{key} has {value['name']!r} twice", line, key)
                names.add(value["name"])
        return ExtensionTag(
            name=row["name"],
            formats=tuple(row["format"]),
            at=tuple(row["at"]),
            occurs=str(row.get("occurs", "0")),
            line=line,
            facets=row,
        )

    def value(self, value: dict[str, Any], line: int, where: str) -> None:
        kind = value.get("type", "string")
        self.check(VALUE, value, line, where)
        if kind not in TYPES:
            self.refuse(f"{where}unknown type {format_value(kind)}; there are {', '.join(sorted(TYPES))}", line, "type")
        default = value.get("default")
        if default is not None and value.get("enum") is None and not is_value(kind, str(default)):
            self.refuse(f"{where}default is {format_value(default)}, which is no {kind}", line, "default")
        value["naming"] = naming_of(value, self.file.path, line)

    def check(self, shapes: Mapping[str, ValueCheck], table: Mapping[str, Any], line: int, where: str) -> None:
        """Looks for keys that are not known, and for values of another shape than their keys have."""
        for key, value in sorted(table.items()):
            if key not in shapes:
                self.refuse(f"{where}unknown key {format_value(key)}; there are {', '.join(shapes)}", line, key)
            fault = shapes[key].fault(key, value)
            if fault is not None:
                self.refuse(where + fault, line, key)

    def refuse(self, message: str, line: int, *keys: str) -> NoReturn:
        """Says what is wrong: on the line of the first of ``keys`` at ``line`` or after it."""
        raise SchemaError(str(self.file.path), self.file.line_of_key(line, keys), message)
