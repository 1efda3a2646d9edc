"""Brings ``generated/`` in step with ``schemas/``, or says how far it is from it."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from xsdata.codegen.models import Class

from ..runtime.atomic_write import write_atomically
from ..runtime.construction import made_by
from .code import comment
from .compiler import compile_format, compile_source, formats_in, read_format
from .errors import SchemaError
from .generator import EXTENSION_HEADER, BindingsGenerator, templates
from .grammar import Extension
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
    return format_files(files)


def render_extension(schemas: Path, *tables: Path) -> dict[str, str]:
    """The files of a user's own package for extension tables, by their path in it.

    Args:
        schemas: the descriptions of the formats.
        tables: what the package extends them by.

    Raises:
        SchemaError: a table cannot be compiled, or two do not go together.
    """
    read = [read_extension(table) for table in tables]
    kept = _tables_by_file(read)
    return format_files(render_tables(schemas, read, list(kept))) | {name: table.text for name, table in kept.items()}


def render_tables(schemas: Path, tables: Sequence[Extension], kept: Sequence[str] = ()) -> dict[str, str]:
    """The modules of a package for extension tables, by their path in it, as they come.

    Args:
        schemas: the descriptions of the formats.
        tables: what the package extends them by.
        kept: names of files with these tables that will be in the package.

    Raises:
        SchemaError: a table cannot be compiled, or two do not go together.
    """
    source = ", ".join(Path(table.file).name for table in tables)
    files: dict[str, str] = {}
    for name in formats_in(schemas):
        if not any(name in tag.formats for table in tables for tag in table.tags):
            continue
        compiled = compile_source(read_format(schemas, name), schemas, tables)
        own = [version for version in compiled.versions if "+" in version]
        generator = BindingsGenerator(compiled, source=source, home="bodyplan", own_versions=own)
        files |= {
            result.path.as_posix(): result.source for result in generator.render(list[Class](build_classes(compiled)))
        }
    files["__init__.py"] = (
        templates()
        .get_template("extension.py.jinja")
        .render(
            header=EXTENSION_HEADER.format(source=comment(source)),
            doc=f"Typed elements of the formats that {' and '.join(table.name for table in tables)} extends.",
            version=made_by() or "",
            tables=list(kept),
        )
    )
    return files


def _tables_by_file(tables: Sequence[Extension]) -> dict[str, Extension]:
    """The tables by the names of their files in the package, which are never those of modules.

    Raises:
        SchemaError: two would have the same.
    """
    kept: dict[str, Extension] = {}
    for table in tables:
        name = Path(table.file).name
        name = name if name.endswith(".toml") else f"{name}.toml"
        if name.casefold() in map(str.casefold, kept):
            raise SchemaError(table.file, 0, f"another table is called {name} too; give one of the files another name")
        kept[name] = table
    return kept


def write(files: dict[str, str], target: Path, *, owned: Iterable[str] = ()) -> list[str]:
    """Writes files that differ and removes strays from the ``owned`` folders; answers what changed."""
    changed = []
    for name, text in sorted(files.items()):
        path = target / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode())
            changed.append(name)
    for stray in _strays(files, target, owned, "*.py"):
        (target / stray).unlink()
        changed.append(stray)
    return changed


def differences(files: dict[str, str], target: Path) -> str:
    """A unified diff from what is in ``target`` to what should be, with every file that should not; empty when they agree."""
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
    parts += [f"generated/{stray} comes from no schema\n" for stray in _strays(files, target, ["."], "*")]
    return "".join(parts)


def _strays(files: dict[str, str], target: Path, owned: Iterable[str], pattern: str) -> list[str]:
    """Files in folders that are made here, which nothing makes."""
    present = (path for folder in owned for path in sorted((target / folder).rglob(pattern)))
    names = (path.relative_to(target) for path in present if not path.is_dir())
    return [name.as_posix() for name in names if name.as_posix() not in files and "__pycache__" not in name.parts]


def format_files(files: dict[str, str]) -> dict[str, str]:
    """The files as ruff formats them, so that generated code reads like handwritten code."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        options = ["--isolated", "--no-cache", "--line-length", "120", "--target-version", "py310", "--quiet"]
        ruff = _ruff()
        for command in (["check", "--select", "I,F401", "--fix-only", "--exit-zero"], ["format"]):
            done = subprocess.run(
                [ruff, *command, *options, str(root)],
                cwd=root,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise SchemaError("generated", 0, f"ruff cannot format what was generated: {done.stderr.strip()}")
        return {name: (root / name).read_text(encoding="utf-8") for name in files}


def _ruff() -> str:
    """The program ruff: beside the interpreter, or in a folder of ``PATH`` that does not depend on where bodyplan is called.

    Raises:
        SchemaError: it is not there.
    """
    own = (sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user"))
    for folder in filter(os.path.isabs, (*own, *os.get_exec_path())):
        program = os.path.join(folder, "ruff.exe" if sys.platform == "win32" else "ruff")
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    raise SchemaError("generated", 0, "laying code out needs ruff; install the extra: pip install 'bodyplan[codegen]'")
