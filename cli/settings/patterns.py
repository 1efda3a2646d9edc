"""Patterns of files as ``.gitignore`` has them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Patterns:
    """Patterns that are as seen from a folder: ``*.sdf``, ``old/``, ``/models/**/test_*``.

    Args:
        patterns: the patterns; of several that match the last one counts, and ``!`` before one lets a file in again.
        home: the folder.
    """

    def __init__(self, patterns: Iterable[str], home: str) -> None:
        self._patterns = tuple(patterns)
        self._home = home

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def has(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether a pattern matches a file or folder, given by its absolute path, or a folder that it is in."""
        if not self._patterns:
            return False
        seen = self._seen(path, is_folder)
        return seen is not None and not seen.startswith(os.pardir) and compiled(self._patterns).match_file(seen)

    def decide(self, path: str, *, is_folder: bool = False) -> bool | None:
        """Whether a file or folder is let out, True, or in again, False; None where no pattern matches."""
        seen = self._seen(path, is_folder)
        return None if seen is None else compiled(self._patterns).check_file(seen).include

    def _seen(self, path: str, is_folder: bool) -> str | None:
        """A file or folder as patterns speak of it; None on another drive than theirs."""
        try:
            return os.path.relpath(path, self._home).replace(os.sep, "/") + ("/" if is_folder else "")
        except ValueError:
            return None


@cache
def compiled(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    """What matches paths."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
