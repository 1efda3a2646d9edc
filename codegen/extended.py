"""Packages of bindings for tables that are named when documents are read: made once, then kept among the user's caches."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..runtime.making import made_by
from ..runtime.user_caches import user_folder
from .sync import render_extension, write

HOME = Path(__file__).resolve().parents[1]
SCHEMAS = HOME / "schemas"


def package_of_tables(tables: Sequence[Path]) -> str:
    """Name of a package, imported already, that extends the formats by all of these tables.

    Raises:
        SchemaError: a table cannot be compiled, or two do not go together.
    """
    name = f"bodyplan_extended_{_digest(tables)}"
    if name not in sys.modules:
        folder = _cache() / name
        if not (folder / "__init__.py").is_file():
            files = render_extension(SCHEMAS, *tables, laid_out=False)
            folder = _kept(files, folder)
        _import(name, folder)
    return name


def _digest(tables: Sequence[Path]) -> str:
    """Stands for the tables and for everything that their package is made with."""
    digest = hashlib.sha256(f"{made_by()} {sys.version_info[:2]}".encode())
    for table in tables:
        digest.update(f"{table.name}\0".encode() + table.read_bytes() + b"\0")
    for folder in ("codegen", "runtime", "schemas"):
        for path, folders, names in os.walk(HOME / folder):
            folders.sort()
            for each in sorted(names):
                if each.endswith((".py", ".jinja", ".toml", ".sdf")):
                    state = os.stat(os.path.join(path, each))
                    digest.update(f"{each} {state.st_size} {state.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:16]


def _cache() -> Path:
    return Path(user_folder() or tempfile.gettempdir()) / "extensions"


def _kept(files: dict[str, str], folder: Path) -> Path:
    """Where the files were put: in ``folder`` whole or not at all, elsewhere where that cannot be written."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder.parent))
    except OSError:
        made = folder = Path(tempfile.mkdtemp(prefix="bodyplan-"))
    write(files, made)
    if made != folder:
        try:
            made.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return folder


def _import(name: str, folder: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
