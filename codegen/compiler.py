"""Schemas to the compiled model: reads, extends and runs the passes; needs nothing that only generating needs."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

from ..runtime.lexical import Lexical
from .conversions import compile_steps
from .errors import SchemaError
from .grammar import Extension, FormatSource
from .gz_sim.source_import import INDEX
from .identifiers import is_identifier
from .model import CompiledFormat
from .passes import PASSES
from .passes.collection import collect
from .passes.extension import extend
from .readers.description import ENDING, FAULTS, read_version, version_folders
from .readers.extension import read_extension
from .readers.names import read_name_rules
from .readers.overlay import read_overlay
from .readers.toml import TomlFile
from .readers.usage import read_usage
from .shapes import TEXTS, format_value

BUILT_IN_EXTENSIONS = ("drake",)


def formats_in(schemas: Path) -> list[str]:
    """Names of the formats that a schemas folder describes; a folder with an index of plugins describes none."""
    folders = (path for path in schemas.iterdir() if path.is_dir() and not (path / INDEX).exists())
    return sorted(path.name for path in folders if any(_versions(path)))


def compile_format(schemas: Path, name: str, extensions: Sequence[Path] = ()) -> CompiledFormat:
    """A format after all passes.

    ``extensions`` are tables that are compiled on top of the newest version, together as a version of their own.

    Raises:
        SchemaError: the schemas cannot be compiled.
    """
    source = read_format(schemas, name)
    compiled = compile_source(source, schemas, [read_extension(path) for path in extensions])
    compiled.steps = compile_steps(schemas / name, source.versions)
    return compiled


def compile_source(source: FormatSource, schemas: Path, tables: Sequence[Extension] = ()) -> CompiledFormat:
    """A format after all passes but for its conversion rules; ``schemas`` holds the built-in extensions.

    Raises:
        SchemaError: the source cannot be compiled.
    """
    compiled = collect(source)
    built_in = [read_extension(path) for path in _built_in(schemas)]
    for table in built_in:
        extend(compiled, table)
    if tables:
        _check_different([*built_in, *tables])
        _add_extended_version(compiled, tables)
    for run in PASSES:
        run(compiled)
    return compiled


def compile_given(schemas: Path, given: Path, name: str, extensions: Sequence[Path] = ()) -> CompiledFormat:
    """A format with versions that are not installed, after all passes but for its conversion rules.

    Args:
        schemas: the descriptions that are installed.
        given: a folder like that; or the official folder of a version, or of several, which are added to those of ``schemas``.
        name: the format.
        extensions: as for ``compile_format``.

    Raises:
        SchemaError: the schemas cannot be compiled.
    """
    if (given / name / "format.toml").is_file():
        source = read_format(given, name)
    else:
        source = read_format(schemas, name)
        folder = given / name if (given / name).is_dir() else given
        described = folder.is_dir() and any(path.name.endswith(ENDING) for path in folder.iterdir())
        folders = [folder] if described else version_folders(folder) if folder.is_dir() else []
        faults = schemas / name / FAULTS
        added = {path.resolve().name: read_version(path, faults=faults) for path in folders}
        if not added:
            raise SchemaError(str(given), 0, f"there are no versions of {name}")
        source = replace(source, versions={**source.versions, **added})
    return compile_source(source, schemas, [read_extension(path) for path in extensions])


def read_format(schemas: Path, name: str) -> FormatSource:
    """The descriptions and the overlay of a format.

    Raises:
        SchemaError: there is no such format, or a file is faulty.
    """
    folder = schemas / name
    if not folder.is_dir():
        raise SchemaError(str(folder), 0, "there is no such format")
    if not is_identifier(name):
        raise SchemaError(str(folder), 0, "a format is called by a name in Python: letters, digits and underscores")
    versions = {path.name: read_version(path) for path in version_folders(folder)}
    if not versions:
        raise SchemaError(str(folder), 0, "there are no versions")
    return FormatSource(
        name=name,
        versions=versions,
        overlay=read_overlay(folder / "docs"),
        lexical=read_lexical(folder / "format.toml"),
        names=read_name_rules(folder / "names.toml"),
        usage=read_usage(folder / "usage.toml"),
    )


def _versions(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_dir() and p.name[:1].isdigit())


def _add_extended_version(compiled: CompiledFormat, tables: Sequence[Extension]) -> None:
    """Adds the newest version with the tags of all tables as a version after it."""
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
        usage=compiled.usage,
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
                raise SchemaError(table.file, table.line, f"{key} {value!r} is taken, by {other.file}")


def _built_in(schemas: Path) -> list[Path]:
    found = (schemas / extension / "extension.toml" for extension in BUILT_IN_EXTENSIONS)
    return [path for path in found if path.exists()]


LISTS = ("besides", "any_version")
"""Rules of a format that are lists of parts."""


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
        if name in LISTS and TEXTS.fits(value):
            rules[name] = tuple(value)
        elif not isinstance(value, bool) or name in LISTS:
            raise SchemaError(str(path), file.line_of(name), f"{name} is {format_value(value)}, neither true nor false")
    return Lexical(**rules)
