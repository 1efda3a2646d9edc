"""Schemas to the compiled model: reads, extends and runs the passes; needs nothing that only generating needs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

from .errors import SchemaError
from .grammar import Extension, FormatSource
from .model import CompiledFormat
from .passes import PASSES
from .passes.collecting import collect
from .passes.extending import extend
from .readers.description import read_version
from .readers.extension import read_extension
from .readers.lexical import read_lexical
from .readers.names import read_name_rules
from .readers.overlay import read_overlay
from .readers.toml import line_of, line_of_key

BUILT_IN_EXTENSIONS = ("drake",)


def formats_in(schemas: Path) -> list[str]:
    """Names of the formats that a schemas folder describes."""
    return sorted(p.name for p in schemas.iterdir() if p.is_dir() and any(_versions(p)))


def compile_format(schemas: Path, name: str, extensions: Iterable[Path] = ()) -> CompiledFormat:
    """A format after all passes.

    ``extensions`` are tables that are compiled on top of the newest version, together as a version of their own.

    Raises:
        SchemaError: the schemas cannot be compiled.
    """
    source = read_format(schemas, name)
    compiled = collect(source)
    for path in _built_in(schemas):
        extend(compiled, read_extension(path))
    tables = [read_extension(path) for path in extensions]
    if tables:
        _add_extended_version(compiled, tables, schemas)
    for run in PASSES:
        run(compiled)
    return compiled


def read_format(schemas: Path, name: str) -> FormatSource:
    """The descriptions and the overlay of a format.

    Raises:
        SchemaError: there is no such format, or a file is faulty.
    """
    folder = schemas / name
    if not folder.is_dir():
        raise SchemaError(str(folder), 0, "there is no such format")
    for path in _versions(folder):
        if not re.fullmatch(r"\d+(\.\d+)*", path.name):
            raise SchemaError(str(path), 0, "a version is called by numbers, such as 1.12")
    versions = {path.name: read_version(path) for path in _versions(folder)}
    if not versions:
        raise SchemaError(str(folder), 0, "there are no versions")
    return FormatSource(
        name=name,
        versions=versions,
        overlay=read_overlay(folder / "docs"),
        lexical=read_lexical(folder / "format.toml"),
        names=read_name_rules(folder / "names.toml"),
    )


def _versions(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_dir() and p.name[:1].isdigit())


def _add_extended_version(compiled: CompiledFormat, tables: list[Extension], schemas: Path) -> None:
    """Adds the newest version with the tags of all tables as a version after it."""
    _check_different([*(read_extension(path) for path in _built_in(schemas)), *tables])
    base = compiled.newest
    version = "+".join([base, *(table.name for table in tables)])
    alone = CompiledFormat(
        name=compiled.name,
        versions=[version],
        definitions={version: deepcopy(compiled.definitions[base])},
        roots={version: compiled.roots[base]},
        enums=compiled.enums,
        lexical=compiled.lexical,
        names=compiled.names,
    )
    before = set(compiled.enums)
    for table in tables:
        extend(alone, table)
    compiled.added_enums |= set(compiled.enums) - before
    compiled.extensions = tuple((table.prefix, table.namespace, table.literal) for table in tables)
    compiled.versions.append(version)
    compiled.definitions[version] = alone.definitions[version]
    compiled.roots[version] = alone.roots[version]


def _check_different(tables: list[Extension]) -> None:
    """No two tables may have the same name, prefix or namespace."""
    for key in ("name", "prefix", "namespace"):
        known: dict[str, Extension] = {}
        for table in tables:
            value = getattr(table, key)
            other = known.setdefault(value, table)
            if other is not table:
                line = line_of_key(Path(table.file), line_of(Path(table.file), "[extension]"), (key,))
                raise SchemaError(table.file, line, f"{key} {value!r} is taken, by {other.file}")


def _built_in(schemas: Path) -> list[Path]:
    found = (schemas / extension / "extension.toml" for extension in BUILT_IN_EXTENSIONS)
    return [path for path in found if path.exists()]
