"""Finds and reads configurations: ``bodyplan.toml``, or ``[tool.bodyplan]`` in ``pyproject.toml``; and the user's own."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from ...diagnostics.records import NamedTuple
from ...runtime.files import FILES as DISK
from ...runtime.files import Unreadable
from ...runtime.patterns import compile_pattern
from ...runtime.user_folders import config_folder
from ..messages import WrongCall, nearest
from .settings import KEYS, LISTED
from .trust_store import STORE
from .values import PARSERS, Unfit, read_paths

FILES = ("bodyplan.toml", "pyproject.toml")
"""Of two in one folder the first counts."""
TRUSTED = "trusted"
"""A key of the user's own configuration alone: folders whose configurations are trusted."""
MOST_BYTES = 1 << 20
"""Of a configuration."""
MOST_PARTS = 300
"""Of a key: readers of TOML take the square of the number of its parts."""

_TABLE = compile_pattern(r"\s*\[{1,2}(?P<name>[^\[\]]+)\]{1,2}\s*(?:#.*)?$")


class ConfigValue(NamedTuple):
    """A value and where its key is written, 0 where that is not known."""

    value: Any
    line: int
    column: int = 0


class Configuration(NamedTuple):
    """What one file says, by the names of fields of ``Settings``."""

    file: Path | None = None
    """Where it is written; None where nothing is."""
    said: dict[str, ConfigValue] = {}  # noqa: RUF012 - never changed
    digest: str = ""
    """SHA-256 of the bytes that were read."""
    trusted: tuple[str, ...] = ()
    """Of the user's own configuration: folders whose configurations are trusted."""


NOTHING = Configuration()


def configuration_for(path: str | Path) -> Configuration:
    """The configuration of a document: the nearest file, in its folder or above, that speaks of bodyplan.

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
    """The configuration of documents in a folder.

    Raises:
        WrongCall: see ``configuration_for``.
    """
    return of_folder(folder) or (NOTHING if folder.parent == folder else in_folder(folder.parent))


def of_folder(folder: Path) -> Configuration | None:
    """What a file in the folder itself says; None where there is none.

    Raises:
        WrongCall: see ``configuration_for``.
    """
    own = user_file()
    files = (folder / name for name in FILES)
    return next((found for file in files if file != own and (found := _read_file(file)) is not None), None)


def user_file() -> Path | None:
    """Where the user's own configuration is written; None where there is no folder for it."""
    folder = config_folder()
    return None if folder is None else Path(os.path.realpath(folder), FILES[0])


def user_configuration() -> Configuration:
    """What the user's own configuration says, which holds where that of a project says nothing else.

    Raises:
        WrongCall: it cannot be read, or says what there is not.
    """
    file = user_file()
    return (None if file is None else _read_file(file, is_own=True)) or NOTHING


def forget() -> None:
    """Lets configurations be read anew, by a program that goes on while they are changed."""
    in_folder.cache_clear()
    read_named.cache_clear()


def places(path: str | Path) -> tuple[Path, ...]:
    """The files that may hold the configuration of a document or what the user allows, whether or not they are there."""
    folder = Path(path).resolve().parent
    own = user_file()
    found = tuple(each / name for each in (folder, *folder.parents) for name in FILES)
    return found if own is None else (*found, own, own.parent / STORE)


@cache
def read_named(file: Path) -> Configuration:
    """What a file says that the call names.

    Raises:
        WrongCall: it says nothing of bodyplan, cannot be read, or says what there is not.
    """
    try:
        real = file.resolve()
        found = _read_file(real, missing_ok=False, is_own=real == user_file())
    except OSError as error:
        raise WrongCall(f"{file}: {error.strerror or error}") from None
    if found is None:
        raise WrongCall(f"{file}: there is no [tool.bodyplan] in this file")
    return found


def _read_file(file: Path, *, missing_ok: bool = True, is_own: bool = False) -> Configuration | None:
    """What a file says of bodyplan; None where it says nothing or is not there."""
    if missing_ok and not os.access(file, os.R_OK):
        return None
    is_shared = file.name == FILES[1]
    try:
        data = DISK.read(file, MOST_BYTES)
        text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        _check_keys(text)
        from ...runtime import toml  # where there is no configuration nothing is read

        content = toml.loads(text)
    except (Unreadable, ValueError, RecursionError) as error:
        if not is_shared or not missing_ok:
            raise WrongCall(f"{file}: {error}") from None
        return None  # whose file it is says so
    said: Any = content
    for name in ("tool", "bodyplan") if is_shared else ():
        said = said.get(name) if isinstance(said, dict) else None
    if not isinstance(said, dict):
        return None
    lines = ConfigLines(text, ("tool", "bodyplan") if is_shared else ())
    trusted = _read_trusted(file, said.pop(TRUSTED, []), lines) if is_own else ()
    values = dict(_parse_entry(file, key, value, lines) for key, value in said.items())
    from hashlib import sha256

    return Configuration(file, values, sha256(data).hexdigest(), trusted)


def _check_keys(text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_PARTS and (line.rpartition("=")[0] or line).count(".") > MOST_PARTS:
            raise ValueError(f"a key has more than {MOST_PARTS} parts (at line {number})")


def _parse_entry(file: Path, key: str, value: Any, lines: ConfigLines) -> tuple[str, ConfigValue]:
    line, column = lines.of(key)
    field = KEYS.get(key)
    if key == TRUSTED:
        raise WrongCall(f"{_place(file, line)}: {key!r} can only be set in the user's own configuration, {user_file()}")
    if field is None:
        raise WrongCall(f"{_place(file, line)}: there is no key {key!r}{nearest(key, KEYS)}")
    if isinstance(value, list):
        field = LISTED.get(key, field)
    try:
        return field, ConfigValue(PARSERS[field](value, file.parent), line, column)
    except Unfit as problem:
        raise WrongCall(f"{_place(file, line)}: {key} {problem}") from None
    except WrongCall as problem:
        raise WrongCall(f"{_place(file, line)}: {problem}") from None


def _read_trusted(file: Path, value: Any, lines: ConfigLines) -> tuple[str, ...]:
    try:
        return read_paths(value, file.parent)
    except Unfit as problem:
        raise WrongCall(f"{_place(file, lines.of(TRUSTED)[0])}: {TRUSTED} {problem}") from None


def _place(file: Path, line: int) -> str:
    return f"{file}:{line}" if line else str(file)


class ConfigLines:
    """Where keys of one table are, which parsers of TOML do not report.

    Args:
        text: the file.
        table: names of the table, from the outermost.
    """

    def __init__(self, text: str, table: tuple[str, ...]) -> None:
        self._found: dict[tuple[str, ...], tuple[int, int]] = {}
        current: tuple[str, ...] = ()
        for number, line in enumerate(text.split("\n"), 1):
            place = number, len(line) - len(line.lstrip()) + 1
            header = _TABLE.match(line)
            if header:
                current = _parts(header["name"])
                self._note(current, place)
            elif "=" in line and not line.lstrip().startswith("#"):
                self._note((*current, *_parts(line.partition("=")[0])), place)
        self._table = table

    def of(self, key: str) -> tuple[int, int]:
        """Line and column of a key, of the header of its own table, or of the table; zeros where none is found."""
        return self._found.get((*self._table, key)) or self._found.get(self._table) or (0, 0)

    def _note(self, path: tuple[str, ...], place: tuple[int, int]) -> None:
        for depth in range(1, len(path) + 1):
            self._found.setdefault(path[:depth], place)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))
