"""Files of which a process remembers what is in folders and what small files say, while these are not changed.

A load asks for the same few names in each folder above its document, and looks through the project around it for packages and
models; the next load of the process asks the same. What was answered holds as long as the folder or the file has the same stamp:
adding, renaming and removing something changes that of a folder, writing that of a file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeVar

from .files import Files, Path

T = TypeVar("T")

Stamp = tuple[int, int, int, int, int]
"""Which file it is, when it was changed in two senses, and its size."""

SETTLED = 2_000_000_000
"""How many ns ago something was changed last that is remembered: another change in the same tick of a file system's clock would leave
the stamp as it is."""
LONGEST = 60_000_000_000
"""For how many ns something is remembered: file systems that are none of a disk may not change the stamps of folders."""
MOST_REMEMBERED = 5000
"""How many folders and files are remembered."""
MOST_NAMES = 1000
"""How many names a folder has at most whose names are remembered."""


class _Folder:
    """What is known of a folder."""

    __slots__ = ("inside", "lacks", "since", "stamp")

    def __init__(self, stamp: Stamp | None, since: int) -> None:
        self.stamp, self.since = stamp, since
        self.lacks: dict[str, bool] = {}
        """Whether something is not there, by the names that were asked for."""
        self.inside: dict[str, bool] | None = None
        """The names in it, each with whether it is a folder; None where they were not asked for, or some are links."""


_FOLDERS: dict[str, _Folder] = {}
_MADE: dict[tuple[str, Callable[[bytes], Any]], tuple[Stamp, int, Any]] = {}
"""What was made of files, by their paths and by what makes it."""


class CachingFiles(Files):
    """All files, for one load: each folder is looked at once, or not at all where it is as the process remembers it."""

    __slots__ = ("_folders",)

    def __init__(self) -> None:
        super().__init__()
        self._folders: dict[str, _Folder] = {}

    def lacks(self, folder: str, name: str) -> bool:
        """See ``Files``."""
        known = self._folders.get(folder) or self._look_at(folder)
        found = known.lacks.get(name)
        if found is None:
            found = known.lacks[name] = known.stamp is None or not os.path.lexists(os.path.join(folder, name))
        return found

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """See ``Files``."""
        folder = os.fspath(path)
        known = self._folders.get(folder) or self._look_at(folder)
        if known.inside is not None:
            return known.inside
        found, has_links = self._list(path, follows=follows)
        # what a link leads to may change while the folder stays as it is
        if not has_links and len(found) <= MOST_NAMES:
            known.inside = found
        return found

    def make_of(self, path: Path, most: int, make: Callable[[bytes], T]) -> T:
        """See ``Files``."""
        key = os.fspath(path), make
        stamp, now = _stamp_of(key[0], S_ISREG), time.time_ns()
        known = _MADE.get(key)
        if known is not None and known[0] == stamp and now - known[1] < LONGEST:
            made: T = known[2]
            return made
        made = make(self.read(path, most))
        if stamp is not None and _is_settled(stamp, now):
            _make_room(_MADE)
            _MADE[key] = stamp, now, made
        return made

    def look_again(self) -> None:
        """See ``Files``."""
        self._folders.clear()

    def _look_at(self, folder: str) -> _Folder:
        stamp, now = _stamp_of(folder, S_ISDIR), time.time_ns()
        known = _FOLDERS.get(folder)
        if known is None or known.stamp != stamp or now - known.since >= LONGEST:
            known = _Folder(stamp, now)
            if stamp is not None and _is_settled(stamp, now):
                _make_room(_FOLDERS)
                _FOLDERS[folder] = known
        self._folders[folder] = known
        return known


def remember_folders(files: Files) -> Files:
    """The same files, with what the process remembers of them, where these are all files of a machine that has such stamps."""
    return CachingFiles() if type(files) is Files and not files.are_confined and os.name == "posix" else files


def _stamp_of(path: str, is_kind: Callable[[int], bool]) -> Stamp | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not is_kind(status.st_mode):
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size


def _is_settled(stamp: Stamp, now: int) -> bool:
    return now - max(stamp[2:4]) > SETTLED


def _make_room(remembered: dict[Any, Any]) -> None:
    if len(remembered) >= MOST_REMEMBERED:
        remembered.clear()
