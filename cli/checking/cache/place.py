"""Where what is kept is kept."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...messages import complain

if TYPE_CHECKING:
    from .cache import Cache

NAME = "bodyplan"
FOLDER = "BODYPLAN_CACHE_DIR"
"""Variable that names the folder where neither the call nor a configuration does."""
OFF = "BODYPLAN_NO_CACHE"
"""Variable that, not empty, says what ``--no-cache`` does."""


def add_cache(parser: ArgumentParser) -> None:
    """Adds ``--cache-dir`` and ``--no-cache``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--cache-dir", metavar="DIR", help="where findings are kept for the next run")
    group.add_argument("--no-cache", action="store_true", help="neither use nor keep findings of other runs")


def usual_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """The folder of this user; None where there is none.

    Args:
        environment: the variables.
        system: as ``sys.platform`` has it.
    """
    named = environment.get(FOLDER)
    if named:
        return os.path.abspath(named)
    home = os.path.expanduser("~")
    if system == "win32":
        base = environment.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif system == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = environment.get("XDG_CACHE_HOME") or ""
        if not os.path.isabs(base):  # others do not count, says the XDG base directory specification
            base = os.path.join(home, ".cache")
    return os.path.join(base, NAME) if os.path.isabs(base) else None


@contextmanager
def opened(folder: str, arguments: Namespace) -> Iterator[Cache | None]:
    """What earlier runs found, as a call wants it; None where it does not.

    Args:
        folder: where the call or the configuration says; empty where neither does.
        arguments: of the call.
    """
    folder = folder or usual_folder() or ""
    if not folder or arguments.no_cache or (os.environ.get(OFF) and not arguments.cache_dir):
        yield None
        return
    from .cache import Cache

    try:
        cache = Cache(folder)
    except OSError as error:  # not even the working directory is there
        if arguments.verbose:
            complain(f"findings are not kept: {error.strerror or error}")
        yield None
        return
    try:
        yield cache
    finally:
        cache.close()
        if cache.problem and arguments.verbose:
            complain(f"findings are not kept: {folder}: {cache.problem}")
