"""Brings ``generated/`` in step with ``schemas/``, or says how far it is from it."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

from xsdata.codegen.models import Class

from .errors import SchemaError
from .generator import BindingsGenerator
from .grammar import FormatSource
from .model import CompiledFormat
from .passes import PASSES
from .passes.collecting import collect
from .passes.extending import extend
from .readers.description import read_version
from .readers.extension import read_extension
from .readers.overlay import read_overlay
from .xsdata_model import build_classes

BUILT_IN_EXTENSIONS = ("drake",)


def formats_in(schemas: Path) -> list[str]:
    """Names of the formats that a schemas folder describes."""
    return sorted(p.name for p in schemas.iterdir() if p.is_dir() and any(_versions(p)))


def compile_format(schemas: Path, name: str, extensions: Iterable[Path] = ()) -> CompiledFormat:
    """A format after all passes.

    ``extensions`` are compiled on top of the newest version, as a version of their own.

    Raises:
        SchemaError: the schemas cannot be compiled.
    """
    source = read_format(schemas, name)
    compiled = collect(source)
    for extension in BUILT_IN_EXTENSIONS:
        path = schemas / extension / "extension.toml"
        if path.exists():
            extend(compiled, read_extension(path))
    for path in extensions:
        _add_extended_version(compiled, path)
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
    return FormatSource(name=name, versions=versions, overlay=read_overlay(folder / "docs"))


def render(schemas: Path, names: Iterable[str] | None = None) -> dict[str, str]:
    """All files of ``generated/``, formatted, by their path in it.

    Raises:
        SchemaError: the schemas cannot be compiled.
    """
    files: dict[str, str] = {}
    for name in names or formats_in(schemas):
        compiled = compile_format(schemas, name)
        generator = BindingsGenerator(compiled, source=f"schemas/{name}")
        files |= {
            result.path.as_posix(): result.source for result in generator.render(list[Class](build_classes(compiled)))
        }
    return _formatted(files)


def render_extension(schemas: Path, extension: Path) -> dict[str, str]:
    """The files of a user's own package for an extension table, by their path in it.

    Raises:
        SchemaError: the table cannot be compiled.
    """
    table = read_extension(extension)
    files: dict[str, str] = {}
    for name in formats_in(schemas):
        if not any(name in tag.formats for tag in table.tags):
            continue
        compiled = compile_format(schemas, name, [extension])
        own = [version for version in compiled.versions if "+" in version]
        generator = BindingsGenerator(compiled, source=extension.name, home="bodyplan", own_versions=own)
        files |= {
            result.path.as_posix(): result.source for result in generator.render(list[Class](build_classes(compiled)))
        }
    files["__init__.py"] = f'"""Typed elements of the formats that {table.name} extends."""\n'
    return _formatted(files)


def write(files: dict[str, str], target: Path, *, owned: Iterable[str] = ()) -> list[str]:
    """Writes files that differ and removes strays from the ``owned`` folders; answers what changed."""
    changed = []
    for name, text in sorted(files.items()):
        path = target / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(name)
    for stray in _strays(files, target, owned):
        (target / stray).unlink()
        changed.append(stray)
    return changed


def differences(files: dict[str, str], target: Path, *, owned: Iterable[str] = ()) -> str:
    """A unified diff from what is in ``target`` to what should be; empty when they agree."""
    parts: list[str] = []
    for name, text in sorted(files.items()):
        path = target / name
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        if present != text:
            parts += difflib.unified_diff(
                present.splitlines(keepends=True),
                text.splitlines(keepends=True),
                f"generated/{name}",
                f"schemas → {name}",
            )
    parts += [f"generated/{stray} comes from no schema\n" for stray in _strays(files, target, owned)]
    return "".join(parts)


def _versions(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_dir() and p.name[:1].isdigit())


def _strays(files: dict[str, str], target: Path, owned: Iterable[str]) -> list[str]:
    present = [
        path.relative_to(target).as_posix()
        for folder in owned
        if (target / folder).is_dir()
        for path in sorted((target / folder).rglob("*.py"))
    ]
    return [name for name in present if name not in files]


def _add_extended_version(compiled: CompiledFormat, path: Path) -> None:
    """Adds the newest version with the table's tags as a version after it."""
    table = read_extension(path)
    base = compiled.newest
    version = f"{base}+{table.name}"
    alone = CompiledFormat(
        name=compiled.name,
        versions=[version],
        definitions={version: deepcopy(compiled.definitions[base])},
        roots={version: compiled.roots[base]},
        enums=compiled.enums,
    )
    before = set(compiled.enums)
    extend(alone, table)
    compiled.added_enums |= set(compiled.enums) - before
    compiled.extension = (table.prefix, table.namespace)
    compiled.versions.append(version)
    compiled.definitions[version] = alone.definitions[version]
    compiled.roots[version] = alone.roots[version]


def _formatted(files: dict[str, str]) -> dict[str, str]:
    """The files as ruff formats them, so that generated code reads like handwritten code."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        options = ["--isolated", "--line-length", "120", "--target-version", "py310", "--quiet"]
        for command in (["check", "--select", "I,F401", "--fix-only", "--exit-zero"], ["format"]):
            done = subprocess.run(
                [sys.executable, "-m", "ruff", *command, *options, str(root)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise SchemaError("generated", 0, f"ruff cannot format what was generated: {done.stderr.strip()}")
        return {name: (root / name).read_text(encoding="utf-8") for name in files}
