"""Packages of bindings for tables that are named when documents are read: compiled once, imported from memory.

Their sources are kept among the user's caches in one file for each combination of tables, signed with the user's key. They
are executed as they were verified, and no file is ever imported: what others put into a folder for caches, or beside the
document, is not run.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

from ..runtime.atomic_write import write_atomically
from ..runtime.construction import made_by
from ..runtime.files import Files, Unreadable
from ..runtime.user_folders import cache_folder
from ..runtime.user_key import sign, verify
from .grammar import Extension
from .readers.extension import read_extension

HOME = Path(__file__).resolve().parents[1]
SCHEMAS = HOME / "schemas"
MOST_BYTES = 1 << 26
"""What the sources of one package may take; those for the largest tables take less."""

_PURPOSE = b"extensions"


def package_of_tables(tables: Sequence[Path]) -> str:
    """Name of a package, imported already, that extends the formats by all of these tables.

    Raises:
        SchemaError: a table cannot be compiled, or two do not go together.
    """
    read = [read_extension(table) for table in tables]
    name = f"bodyplan_extended_{_digest(read)}"
    if name not in sys.modules:
        sources = _read_cached(name)
        if sources is None:
            from .sync import render_tables  # with all that compiling needs

            sources = render_tables(SCHEMAS, read)
            _keep(name, sources)
        _import(name, sources)
    return name


def _digest(tables: Sequence[Extension]) -> str:
    """Stands for the tables and for everything that their package is made with."""
    digest = hashlib.sha256(str(made_by()).encode())
    for table in tables:
        digest.update(repr((Path(table.file).name, table.text)).encode("utf-8", "surrogateescape"))
    for folder in ("codegen", "diagnostics", "runtime", "schemas"):
        for path, folders, names in os.walk(HOME / folder):
            folders.sort()
            for each in sorted(names):
                if each.endswith((".py", ".jinja", ".toml", ".sdf", ".zip")):
                    state = os.stat(os.path.join(path, each))
                    digest.update(f"{each} {state.st_size} {state.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:32]


def _place(name: str) -> tuple[Files, str] | None:
    """Where the sources of a package are kept, and through what they are read; None where nothing can be kept."""
    home = cache_folder()
    if home is None:
        return None
    return Files([home]), os.path.join(home, "extensions", f"{name}.json")


def _read_cached(name: str) -> dict[str, str] | None:
    """The sources of a package as they were kept; None where none were, or somebody else wrote them."""
    place = _place(name)
    if place is None:
        return None
    files, path = place
    try:
        signature, _, text = files.read(path, MOST_BYTES).partition(b"\n")
        if not verify(_signed_bytes(name, text), _PURPOSE, bytes.fromhex(signature.decode("ascii"))):
            return None
    except (Unreadable, ValueError):
        return None
    sources: dict[str, str] = json.loads(text)
    return sources


def _keep(name: str, sources: Mapping[str, str]) -> None:
    """Keeps the sources of a package, if that can be done."""
    text = json.dumps(sources).encode()
    place, signature = _place(name), sign(_signed_bytes(name, text), _PURPOSE)
    if place is None or signature is None:
        return
    files, path = place
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        if files.place_of(os.path.dirname(path)) is None:  # a link that leads out of the folder for caches
            return
        with suppress(FileNotFoundError):
            os.unlink(path)  # whatever it was: a link or a pipe would be written to
        write_atomically(path, signature.hex().encode() + b"\n" + text, is_private=True)


def _signed_bytes(name: str, text: bytes) -> bytes:
    """What is signed: sources under another name are others."""
    return name.encode() + b"\n" + text


class _Sources(ExecutionLoader, MetaPathFinder):
    """Imports a package of which only the sources are there: neither they nor their bytecode are looked for in folders."""

    def __init__(self, name: str, sources: Mapping[str, str]) -> None:
        self._files: dict[str, str] = {}
        self._texts = sources
        self._name = name
        for file in sources:
            *folders, last = file.removesuffix(".py").split("/")
            self._files[".".join([name, *folders, *([] if last == "__init__" else [last])])] = file

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """What the import system asks for."""
        if fullname not in self._files:
            return None
        # without places to look for the modules of a package: it asks here
        spec = ModuleSpec(
            fullname, self, origin=self.get_filename(fullname), is_package=self._files[fullname].endswith("__init__.py")
        )
        spec.has_location = True
        return spec

    def get_filename(self, fullname: str) -> str:
        """What tracebacks call the file of a module, which is none."""
        return f"<{self._name}>/{self._files[fullname]}"

    def get_source(self, fullname: str) -> str:
        """The text of a module."""
        return self._texts[self._files[fullname]]


def _import(name: str, sources: Mapping[str, str]) -> None:
    finder = _Sources(name, sources)
    spec = finder.find_spec(name)
    assert spec is not None
    sys.meta_path.append(finder)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        finder.exec_module(module)
    except BaseException:
        del sys.modules[name]
        sys.meta_path.remove(finder)
        raise
