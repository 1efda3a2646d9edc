"""Brings ``generated/`` in step with ``schemas/``, or says how far it is from it."""

from __future__ import annotations

import difflib
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from xsdata.codegen.models import Class

from ..runtime.making import made_by
from .compiling import compile_format, formats_in
from .errors import SchemaError
from .generator import EXTENSION_HEADER, BindingsGenerator, environment
from .readers.extension import read_extension
from .xsdata_model import build_classes


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


def render_extension(schemas: Path, *tables: Path, laid_out: bool = True) -> dict[str, str]:
    """The files of a user's own package for extension tables, by their path in it.

    Args:
        schemas: the descriptions of the formats.
        tables: what the package extends them by.
        laid_out: whether the files are to look well.

    Raises:
        SchemaError: a table cannot be compiled, or two do not go together.
    """
    read = [read_extension(table) for table in tables]
    source = ", ".join(table.name for table in tables)
    files: dict[str, str] = {}
    for name in formats_in(schemas):
        if not any(name in tag.formats for table in read for tag in table.tags):
            continue
        compiled = compile_format(schemas, name, tables)
        own = [version for version in compiled.versions if "+" in version]
        generator = BindingsGenerator(compiled, source=source, home="bodyplan", own_versions=own)
        files |= {
            result.path.as_posix(): result.source for result in generator.render(list[Class](build_classes(compiled)))
        }
    names = " and ".join(table.name for table in read)
    files["__init__.py"] = (
        environment()
        .get_template("extension.py.jinja")
        .render(
            header=EXTENSION_HEADER.format(source=source),
            doc=f"Typed elements of the formats that {names} extends.",
            version=made_by() or "",
            tables=[table.name for table in tables],
        )
    )
    kept = {table.name: table.read_text(encoding="utf-8") for table in tables}
    return (_formatted(files) if laid_out else files) | kept


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


def _strays(files: dict[str, str], target: Path, owned: Iterable[str]) -> list[str]:
    present = [
        path.relative_to(target).as_posix()
        for folder in owned
        if (target / folder).is_dir()
        for path in sorted((target / folder).rglob("*.py"))
    ]
    return [name for name in present if name not in files]


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
