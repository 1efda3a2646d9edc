"""Finds and reads configurations: ``bodyplan.toml``, or ``[tool.bodyplan]`` in ``pyproject.toml``."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..messages import WrongCall, nearest
from .reading import READERS, Unfit
from .settings import KEYS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = ("bodyplan.toml", "pyproject.toml")
"""Of two in one folder the first counts."""

_TABLE = re.compile(r"\s*\[(?P<name>[^\[\]]+)\]\s*(?:#.*)?$")


class Said(NamedTuple):
    """A value and the line that it is written on, 0 where that is not known."""

    value: Any
    line: int


class Configuration(NamedTuple):
    """What one file says, by the names of fields of ``Settings``."""

    file: Path | None = None
    """Where it is written; None where nothing is."""
    said: dict[str, Said] = {}  # noqa: RUF012 - never changed


NOTHING = Configuration()


def configuration_for(path: str | Path) -> Configuration:
    """What holds for a document: the nearest file, in its folder or above, that speaks of bodyplan.

    Raises:
        WrongCall: that file cannot be read, or says what there is not.
    """
    absolute = os.path.abspath(path)
    if os.path.islink(absolute):
        absolute = os.path.realpath(absolute)
    return in_folder(_really(os.path.dirname(absolute)))


@cache
def _really(folder: str) -> Path:
    """Where a folder really is, of which many documents are in one."""
    return Path(folder).resolve()


@cache
def in_folder(folder: Path) -> Configuration:
    """What holds for documents in a folder.

    Raises:
        WrongCall: see ``configuration_for``.
    """
    for name in FILES:
        found = _read(folder / name)
        if found is not None:
            return found
    return NOTHING if folder.parent == folder else in_folder(folder.parent)


def forget() -> None:
    """Lets configurations be read anew, by a program that goes on while they are changed."""
    in_folder.cache_clear()
    named.cache_clear()


def places(path: str | Path) -> tuple[Path, ...]:
    """The files that may hold the configuration of a document, whether or not they are there."""
    folder = Path(path).resolve().parent
    return tuple(each / name for each in (folder, *folder.parents) for name in FILES)


@cache
def named(file: Path) -> Configuration:
    """What a file says that the call names.

    Raises:
        WrongCall: it says nothing of bodyplan, cannot be read, or says what there is not.
    """
    try:
        found = _read(file.resolve(), missing_ok=False)
    except OSError as error:
        raise WrongCall(f"{file}: {error.strerror or error}") from None
    if found is None:
        raise WrongCall(f"{file}: there is no [tool.bodyplan] in this file")
    return found


def _read(file: Path, *, missing_ok: bool = True) -> Configuration | None:
    """What a file says of bodyplan; None where it says nothing or is not there."""
    is_shared = file.name == FILES[1]
    try:
        text = file.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        if not missing_ok:
            raise
        return None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        if not is_shared or not missing_ok:
            raise WrongCall(f"{file}: {error}") from None
        return None  # whose file it is says so
    said: Any = content.get("tool", {}).get("bodyplan") if is_shared else content
    if not isinstance(said, dict):
        return None
    lines = Lines(text, ("tool", "bodyplan") if is_shared else ())
    return Configuration(file, dict(_said(file, key, value, lines.of(key)) for key, value in said.items()))


def _said(file: Path, key: str, value: Any, line: int) -> tuple[str, Said]:
    field = KEYS.get(key)
    if field is None:
        raise WrongCall(f"{_place(file, line)}: there is no key {key!r}{nearest(key, KEYS)}")
    try:
        return field, Said(READERS[field](value, file.parent), line)
    except Unfit as problem:
        raise WrongCall(f"{_place(file, line)}: {key} {problem}") from None
    except WrongCall as problem:
        raise WrongCall(f"{_place(file, line)}: {problem}") from None


def _place(file: Path, line: int) -> str:
    return f"{file}:{line}" if line else str(file)


class Lines:
    """Which lines keys of one table stand on; readers of TOML do not tell.

    Args:
        text: the file.
        table: names of the table, from the outermost.
    """

    def __init__(self, text: str, table: tuple[str, ...]) -> None:
        self._found: dict[tuple[str, ...], int] = {}
        current: tuple[str, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            header = _TABLE.match(line)
            if header:
                current = _parts(header["name"])
                self._note(current, number)
            elif "=" in line and not line.lstrip().startswith("#"):
                self._note((*current, *_parts(line.partition("=")[0])), number)
        self._table = table

    def of(self, key: str) -> int:
        """The line that a key of the table is written on, or the header of its own table; 0 where it is not found."""
        return self._found.get((*self._table, key), 0)

    def _note(self, path: tuple[str, ...], number: int) -> None:
        for depth in range(1, len(path) + 1):
            self._found.setdefault(path[:depth], number)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))
