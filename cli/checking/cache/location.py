"""Where what is kept is kept."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ....runtime.user_folders import cache_folder
from ...messages import complain
from ...settings.project import is_linked_out

if TYPE_CHECKING:
    from .cache import Cache

OFF = "BODYPLAN_NO_CACHE"
"""Variable that, not empty, says what ``--no-cache`` does."""


def add_cache(parser: ArgumentParser) -> None:
    """Adds ``--cache-dir`` and ``--no-cache``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--cache-dir",
        metavar="DIR",
        help="cache folder (default: in the user's cache folder)",
    )
    group.add_argument("--no-cache", action="store_true", help="do not read or write the cache")


@contextmanager
def open_cache(folder: str, arguments: Namespace) -> Iterator[Cache | None]:
    """What earlier runs found, as a call wants it; None where it does not.

    Args:
        folder: where the call or the configuration says; empty where neither does.
        arguments: of the call.
    """
    folder = folder or cache_folder() or ""
    if not folder or arguments.no_cache or (os.environ.get(OFF) and not arguments.cache_dir):
        yield None
        return
    from .cache import Cache

    try:
        if is_linked_out(folder, os.getcwd()):
            raise OSError(f"{folder} is a link out of the project")
        cache = Cache(folder)
    except OSError as error:  # not even the working directory is there
        if arguments.verbose:
            complain(f"the cache cannot be used: {error.strerror or error}")
        yield None
        return
    try:
        yield cache
    finally:
        cache.close()
        if cache.problem and arguments.verbose:
            complain(f"the cache cannot be used: {folder}: {cache.problem}")
