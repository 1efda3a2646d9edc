"""What the nearest ``pyproject.toml`` (``[tool.bodyplan]``) or ``bodyplan.toml`` says; for now which extensions there are."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .messages import WrongCall

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = ("bodyplan.toml", "pyproject.toml")
"""Of two in one folder the first counts."""


class Configuration(NamedTuple):
    """What holds for the documents in a folder."""

    file: Path | None = None
    """Where it is written; None where nothing is."""
    extensions: tuple[str, ...] = ()
    """Packages, and files of tables, whose paths are as seen from here."""


def configuration_for(path: str | Path) -> Configuration:
    """What holds for a document: the nearest file, in its folder or above, that speaks of bodyplan.

    Raises:
        WrongCall: that file cannot be read.
    """
    return _in_folder(Path(path).resolve().parent)


@cache
def _in_folder(folder: Path) -> Configuration:
    for name in FILES:
        said = _table(folder / name)
        if said is not None:
            return _configuration(folder / name, said)
    return Configuration() if folder.parent == folder else _in_folder(folder.parent)


def _table(file: Path) -> dict[str, Any] | None:
    """What a file says of bodyplan; None where it says nothing or is not there."""
    try:
        said: Any = tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        if file.name == FILES[0]:
            raise WrongCall(f"{file}: {error}") from None
        return None  # whose file it is says so
    if file.name != FILES[0]:
        said = said.get("tool", {}).get("bodyplan")
    return said if isinstance(said, dict) else None


def _configuration(file: Path, said: dict[str, Any]) -> Configuration:
    extensions = said.get("extensions", [])
    if not isinstance(extensions, list) or not all(isinstance(each, str) for each in extensions):
        raise WrongCall(f"{file}: extensions has to be a list of packages and files")
    return Configuration(file, tuple(_seen_from(file.parent, each) for each in extensions))


def _seen_from(folder: Path, extension: str) -> str:
    is_file = extension.endswith(".toml") or "/" in extension
    return str(folder / extension) if is_file else extension
