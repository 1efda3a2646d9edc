"""Which package of bindings knows the extensions that a caller, or an installed package, asks for.

An extension is named by a package that ``bodyplan codegen generate --extensions`` made, or by the file of a table. One
package is used as it is; several, and tables, are compiled together when a document is first read with them.
"""

from __future__ import annotations

import importlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.errors import ExtensionError
from ...diagnostics.render.printable import printable
from ...runtime.files import FILES
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.source import Source

GROUP = "bodyplan.extensions"
"""Entry points of this group name packages whose tags are known wherever a document declares their prefix."""

DECLARED = compile_pattern(rb"xmlns:([\w.-]+)\s*=")
_tables_behind: dict[str, tuple[Path, ...]] = {}
"""The tables of each package that was compiled of some here."""

WITHOUT_PACKAGE = frozenset((b"drake", b"xacro", b"xi", b"xsi", b"xsd"))
"""Prefixes that no package is looked for to explain: looking costs more than reading a small document."""


def compile_package(extensions: tuple[str, ...]) -> str | None:
    """Name of the package with the bindings for all of these; None for none. Raises ``ExtensionError``."""
    names = tuple(dict.fromkeys(extensions))
    # a table is another one in another folder, or when it was changed
    return _compile_cached_package(names, tuple(map(_stamp, names))) if names else None


def _stamp(name: str) -> tuple[str, int, int]:
    if not is_table(name):
        return name, 0, 0
    path = os.path.abspath(name)
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # ValueError: a name that cannot be a file's
        return path, 0, 0
    return path, status.st_mtime_ns, status.st_size


@cache
def _compile_cached_package(names: tuple[str, ...], stamps: tuple[tuple[str, int, int], ...]) -> str | None:
    if len(names) == 1 and not is_table(names[0]):
        tables_of(names)  # says what is wrong with it
        return names[0]
    return _compile_tables(tables_of(names))


def tables_of(extensions: Sequence[str]) -> tuple[Path, ...]:
    """The files of the tables of packages and files; an ``ExtensionError`` where there are none."""
    found: list[Path] = []
    for name in extensions:
        if is_table(name):
            if not FILES.is_file(name):
                raise ExtensionError(printable(f"{name}: there is no such extension table"))
            found.append(Path(FILES.real(name)))
        elif name in _tables_behind:
            found += _tables_behind[name]
        else:
            found += _tables_in(name)
    return tuple(dict.fromkeys(found))


def _tables_in(name: str) -> list[Path]:
    """The files of the tables of a package, which is imported."""
    if not all(map(str.isidentifier, name.split("."))):
        raise ExtensionError(f"{name!r} is neither the name of a package nor the file of a table (*.toml)")
    try:
        package = importlib.import_module(name)
    except ImportError as error:
        raise ExtensionError(printable(f"there is no package {name!r} of an extension: {error}")) from None
    tables = getattr(package, "TABLES", None)
    if not tables or package.__file__ is None:
        raise ExtensionError(f"package {name!r} was not made by `bodyplan codegen generate --extensions`")
    return [Path(package.__file__).parent / table for table in tables]


def select_installed_packages(source: Source) -> tuple[str, ...]:
    """The installed packages, where a text declares a prefix that one of them may know."""
    data = source.data if isinstance(source.data, bytes) else source.data.encode()
    if b"xmlns:" not in data or WITHOUT_PACKAGE.issuperset(DECLARED.findall(data)):
        return ()
    return find_installed_packages()


@cache
def find_installed_packages() -> tuple[str, ...]:
    """Names of the packages that entry points of the group name."""
    from importlib import metadata

    return tuple(sorted({entry.value.partition(":")[0] for entry in metadata.entry_points(group=GROUP)}))


def is_table(name: str) -> bool:
    """Whether an extension is named by the file of a table; otherwise by a package."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def _compile_tables(tables: tuple[Path, ...]) -> str:
    try:
        from ...codegen.compile_at_runtime import package_of_tables
        from ...codegen.errors import SchemaError
    except ModuleNotFoundError as error:
        raise ExtensionError(
            f"compiling extension tables needs {error.name}; install the extra: pip install 'bodyplan[codegen]'"
        ) from None
    try:
        package = package_of_tables(tables)
    except SchemaError as error:
        raise ExtensionError(str(error)) from None
    _tables_behind[package] = tables
    return package
