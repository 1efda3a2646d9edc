"""Whether files were changed since they were read, by when they were written."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

Stamp = tuple[int, int, int] | None
"""When a file was written, its size and its number; None where there is none."""

CHANGED = (0, 0, 0)
"""Of a file that was written while it was read: which of the two texts was read is not known."""


def now() -> int:
    """A time for ``FileStamps``."""
    return time.time_ns()


def stamp_of(path: str) -> Stamp:
    """What tells whether a file was changed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


class FileStamps:
    """Files as they were when they were read.

    Args:
        paths: the files and folders, be there such or not.
        begun: when the first of them was read.
    """

    def __init__(self, paths: Iterable[str] = (), begun: int | None = None) -> None:
        self._stamps = {path: stamp_of(path) for path in paths}
        for path, stamp in self._stamps.items():
            if begun is not None and stamp is not None and stamp[0] > begun:
                self._stamps[path] = CHANGED

    def hold(self) -> bool:
        """Whether no file was changed, made or removed."""
        return all(stamp_of(path) == stamp for path, stamp in self._stamps.items())

    def renew(self) -> None:
        """Takes the files as they are now."""
        self._stamps = {path: stamp_of(path) for path in self._stamps}
