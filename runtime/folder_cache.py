"""Files of which a process remembers what is in folders and what small files say, while these are not changed.

A load asks for the same few names in each folder above its document, and looks through the project around it for packages and
models; the next load of the process asks the same. What was answered holds as long as the folder or the file has the same stamp:
adding, renaming and removing something changes that of a folder, writing that of a file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from operator import eq, is_
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeVar

from ..diagnostics.records import NamedTuple
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
MOST_FOUND = 100
"""How many times what was found in many of them is."""
MOST_NAMES = 1000
"""How many names a folder has at most whose names are remembered."""


class _Folder:
    """What is known of a folder."""

    __slots__ = ("has_links", "inside", "is_remembered", "lacks", "since", "stamp")

    def __init__(self, stamp: Stamp | None, since: int) -> None:
        self.stamp, self.since = stamp, since
        self.is_remembered = stamp is not None and _is_settled(stamp, since)
        """Whether the next load may go by it."""
        self.lacks: dict[str, bool] = {}
        """Whether something is not there, by the names that were asked for."""
        self.inside: dict[str, bool] | None = None
        """The names in it, each with whether it is a folder; None where they were not asked for, or are too many."""
        self.has_links = False
        """Whether some of the names are links: what these lead to may change while the folder stays as it is."""


class _Found(NamedTuple):
    """What was found in folders and files, which are named with it."""

    found: Any
    folders: dict[str, _Folder]
    files: dict[str, Stamp]


_FOLDERS: dict[str, _Folder] = {}
_FOUND: dict[tuple[Any, ...], _Found] = {}
"""What was found, by what found it and its arguments."""
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
        known = self._folder(folder)
        found = known.lacks.get(name)
        if found is None:
            found = known.lacks[name] = known.stamp is None or not os.path.lexists(os.path.join(folder, name))
        return found

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """See ``Files``."""
        known = self._folder(os.fspath(path))
        if known.inside is not None and not (follows and known.has_links):
            return known.inside
        found, has_links = self._list(path, follows=follows)
        if not (follows and has_links) and len(found) <= MOST_NAMES:
            known.inside, known.has_links = found, has_links
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
            _make_room(_MADE, MOST_REMEMBERED)
            _MADE[key] = stamp, now, made
        return made

    def recall(self, find: Callable[..., T], *arguments: Any) -> T:
        """See ``Files``."""
        key = find, *arguments
        known = _FOUND.get(key)
        if known is not None and self._is_as_it_was(known):
            found: T = known.found
            return found
        noting = _NotingFiles(self)
        found = find(noting, *arguments)
        if noting.is_complete:
            _make_room(_FOUND, MOST_FOUND)
            _FOUND[key] = _Found(found, noting.asked, noting.stamps)
        return found

    def _is_as_it_was(self, known: _Found) -> bool:
        folders, files = known.folders, known.files
        return all(map(is_, map(self._folder, folders), folders.values())) and all(
            map(eq, map(_stamp_of, files), files.values())
        )

    def look_again(self) -> None:
        """See ``Files``."""
        self._folders.clear()

    def _folder(self, path: str) -> _Folder:
        found = self._folders.get(path)
        if found is None:
            found = self._folders[path] = self._look_at(path)
        return found

    def _look_at(self, path: str) -> _Folder:
        stamp, now = _stamp_of(path, S_ISDIR), time.time_ns()
        known = _FOLDERS.get(path)
        if known is None or known.stamp != stamp or now - known.since >= LONGEST:
            known = _Folder(stamp, now)
            if known.is_remembered:
                _make_room(_FOLDERS, MOST_REMEMBERED)
                _FOLDERS[path] = known
        return known


class _NotingFiles(CachingFiles):
    """The files of a load, of which it is noted what was looked at: folders, small files, and what is at a path."""

    __slots__ = ("asked", "is_complete", "stamps")

    def __init__(self, files: CachingFiles) -> None:
        super().__init__()
        self._folders = files._folders
        self.asked: dict[str, _Folder] = {}
        self.stamps: dict[str, Stamp] = {}
        self.is_complete = True
        """Whether all that was looked at has a stamp to go by."""

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """See ``Files``."""
        found = super().inside(path, follows=follows)
        known = self._folder(os.fspath(path))
        if known.inside is None or (follows and known.has_links):
            self.is_complete = False
        return found

    def make_of(self, path: Path, most: int, make: Callable[[bytes], T]) -> T:
        """See ``Files``."""
        self._note(path)
        return super().make_of(path, most, make)

    def read(self, path: Path, most: int) -> bytes:
        """See ``Files``."""
        self._note(path)
        return super().read(path, most)

    def is_file(self, path: Path) -> bool:
        """See ``Files``."""
        self._note(path)
        return super().is_file(path)

    def is_folder(self, path: Path) -> bool:
        """See ``Files``."""
        self._note(path)
        return super().is_folder(path)

    def exists(self, path: Path) -> bool:
        """See ``Files``."""
        self._note(path)
        return super().exists(path)

    def recall(self, find: Callable[..., T], *arguments: Any) -> T:
        """See ``Files``: what is found is part of what is being found."""
        return find(self, *arguments)

    def _folder(self, path: str) -> _Folder:
        found = self.asked.get(path)
        if found is None:
            found = self.asked[path] = super()._folder(path)
            self.is_complete = self.is_complete and found.is_remembered
        return found

    def _note(self, path: Path) -> None:
        stamp = _stamp_of(path)
        if stamp is None or not _is_settled(stamp, time.time_ns()):
            self.is_complete = False
        else:
            self.stamps[os.fspath(path)] = stamp


def remember_folders(files: Files) -> Files:
    """The same files, with what the process remembers of them, where these are all files of a machine that has such stamps."""
    return CachingFiles() if type(files) is Files and not files.are_confined and os.name == "posix" else files


def _stamp_of(path: Path, is_kind: Callable[[int], bool] | None = None) -> Stamp | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if is_kind is not None and not is_kind(status.st_mode):
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size


def _is_settled(stamp: Stamp, now: int) -> bool:
    return now - max(stamp[2:4]) > SETTLED


def _make_room(remembered: dict[Any, Any], most: int) -> None:
    if len(remembered) >= most:
        remembered.clear()
