"""``bodyplan trust``: lets configurations of a folder run programs, import packages, and reach outside of their projects."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..diagnostics.render.printable import printable
from ..runtime.files import is_in
from .messages import WrongCall, complain, format_number
from .settings.files import NOTHING, Configuration, in_folder, of_folder, read_named
from .settings.permission import find_restricted, path_of
from .settings.settings import key_of
from .settings.trust_store import read_trusted, write_trusted
from .status import OK, UNUSABLE


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        help="folder whose configuration files to trust, including those below it, or one configuration file",
    )
    parser.add_argument("--remove", action="store_true", help="stop trusting them")


def run(arguments: Namespace) -> int:
    """Stores which configurations are trusted, and prints what they may do then."""
    stored = read_trusted()
    if stored.problem:
        complain(stored.problem)
    files = dict(stored.files)
    status = _remove(arguments.folder, files) if arguments.remove else _add(arguments.folder, files)
    if files != stored.files or stored.problem:
        write_trusted(files)
    return status


def _add(place: str, files: dict[str, str]) -> int:
    problems: list[str] = []
    found = {path_of(each): each for each in _configurations(place, problems)}
    for problem in problems:
        complain(problem)
    if not found:
        raise WrongCall(f"{place}: there is no configuration file here")
    for path, configuration in found.items():
        files[path] = configuration.digest
        sys.stdout.write(_text(path, configuration))
    complain(f"{format_number(len(found), 'configuration')} trusted until it changes")
    return UNUSABLE if problems else OK


def _remove(place: str, files: dict[str, str]) -> int:
    real, applying = os.path.realpath(place), ""
    with suppress(WrongCall):  # of what cannot be read any more the rest can go nevertheless
        applying = path_of(in_folder(Path(real)))
    removed = [path for path in files if path == applying or is_in(path, real)]
    for path in removed:
        del files[path]
        print(printable(path))
    complain(f"{format_number(len(removed), 'configuration')} no longer trusted")
    return OK


def _configurations(place: str, problems: list[str]) -> Iterator[Configuration]:
    """The configuration that applies to a folder, and those of folders below; or the one in a file."""
    if not os.path.isdir(place):
        yield read_named(Path(place))
        return
    applying = in_folder(Path(place).resolve())
    if applying is not NOTHING:
        yield applying
    for folder, folders, _ in os.walk(os.path.realpath(place), onerror=lambda error: problems.append(str(error))):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        try:
            found = of_folder(Path(folder))
        except WrongCall as problem:
            problems.append(str(problem))
            continue
        if found is not None:
            yield found


def _text(path: str, configuration: Configuration) -> str:
    """A configuration, and what of it takes effect only because it is trusted."""
    lines = [path]
    for field, entries in find_restricted(configuration, {}).items():
        lines += [f"  {key_of(field)}: {json.dumps(entry, ensure_ascii=False)} ({why})" for entry, why in entries]
    return "".join(f"{printable(line)}\n" for line in lines)
