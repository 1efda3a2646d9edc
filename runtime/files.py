"""Reads files: whatever a caller, a document or another file names is opened here and nowhere else.

Only regular files are read, opened without waiting for a writer, and no more of them than is allowed. Where reading is
confined to some folders, nothing outside of these is opened or looked at, wherever symbolic links lead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import Any, TypeVar

from ..diagnostics.records import NamedTuple
from .patterns import compile_pattern

Path = str | os.PathLike[str]
T = TypeVar("T")

MOST_LINKS = 40
"""How many symbolic links are followed on the way to one file, as in Linux."""

_MAGIC = compile_pattern(r"[*?\[]")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # a named pipe would be waited for
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Unreadable(Exception):
    """A file is not read; the text says why."""


class TooLarge(Unreadable):
    """A file has ``size`` bytes or more, of which at most ``limit`` are read."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"it has {size} bytes; at most {limit} are read")
        self.size = size
        self.limit = limit


class Outside(Unreadable):
    """A file is outside of the folders that reading is confined to."""


SAMPLES = 4
"""How many parts of a file are looked at where it is not read as a whole."""


class Samples(NamedTuple):
    """Parts of a file, spread evenly from its beginning to its end."""

    size: int
    """Of the file, in bytes."""
    starts: tuple[int, ...]
    """Where each part begins."""
    parts: tuple[bytes, ...]


class Files:
    """The files that may be read: all of them, or those in some folders.

    Args:
        folders: the folders that reading is confined to; None: it is not.
        home: that of the document, which is one of them.
    """

    __slots__ = ("home", "_roots")

    def __init__(self, folders: Iterable[Path] | None = None, home: Path | None = None) -> None:
        self.home = None if home is None else os.path.abspath(home)
        """The folder of the document that was asked for; None for a text."""
        self._roots: tuple[tuple[str, str], ...] | None = None
        """Each folder as it is called, with where it really is."""
        if folders is not None:
            own = () if home is None else (home,)
            self._roots = tuple(root for folder in (*own, *folders) for root in _spellings(folder))

    @property
    def are_confined(self) -> bool:
        """Whether files are read in some folders only."""
        return self._roots is not None

    def with_folders(self, folders: Iterable[Path]) -> Files:
        """The same files and those in ``folders``."""
        if self._roots is None:
            return self
        wider = Files(folders)
        wider.home, wider._roots = self.home, (*self._roots, *(wider._roots or ()))
        return wider

    def only_in(self, folders: Iterable[Path]) -> Files:
        """Those of the files that are in ``folders``, links followed; where reading is confined already, the same files."""
        return self if self.are_confined else Files(folders)

    def place_of(self, path: Path) -> str | None:
        """Where ``path`` is to be looked for: where its symbolic links lead; None where that is outside.

        A path is followed link by link, so that nothing outside is looked at in finding out.
        """
        if self._roots is None:
            return os.fspath(path)
        ahead = os.path.abspath(path)
        for _ in range(MOST_LINKS):
            root = next((root for root in self._roots if is_in(ahead, root[0])), None)
            if root is None:
                return None
            at, parts = root[1], [part for part in ahead[len(root[0]) :].split(os.sep) if part]
            for index, part in enumerate(parts):
                at = os.path.join(at, part)
                try:
                    link = os.readlink(at).removeprefix("\\\\?\\")  # Windows answers names that are not to be parsed
                except (OSError, ValueError):  # no link, or not there
                    continue
                ahead = os.path.normpath(os.path.join(os.path.dirname(at), link, *parts[index + 1 :]))
                break
            else:
                return at
        return None

    def real(self, path: Path) -> str:
        """One name for a file, however it is reached; the path itself for one that may not be looked at."""
        try:
            return self.place_of(path) or os.path.abspath(path) if self.are_confined else _find_real(path)
        except (OSError, ValueError):  # a name that cannot be a file's
            return os.path.abspath(path)

    def identity(self, path: Path) -> object | None:
        """What the names of one file have in common, and those of no other; None where there is no regular file that may be read.

        It takes one call of the system where nothing else is to be asked; ``real`` takes one for each folder above the file.
        """
        if type(self) is not Files or self.are_confined or os.name != "posix":
            return self.real(path) if self.is_file(path) else None
        try:
            status = os.stat(path)
        except (OSError, ValueError):  # a name that cannot be a file's
            return None
        if not S_ISREG(status.st_mode):
            return None
        # what has several hard links is several files, one for each place that it really is in
        return (status.st_dev, status.st_ino) if status.st_nlink == 1 else self.real(path)

    def read(self, path: Path, most: int) -> bytes:
        """What a file holds.

        Raises:
            TooLarge: that is more than ``most`` bytes.
            Unreadable: it is not there, is outside, or is no regular file.
        """
        data = self._read(path, most, whole=True)
        if len(data) > most:
            raise TooLarge(len(data), most)
        return data

    def head(self, path: Path, count: int) -> bytes:
        """The first ``count`` bytes of a file, or as many as there are.

        Raises:
            Unreadable: see ``read``.
        """
        return self._read(path, count, whole=False)[:count]

    def samples(self, path: Path, size: int) -> Samples:
        """Some parts of a file of ``size`` bytes each, or all of one that has no more than they would.

        Raises:
            Unreadable: see ``read``.
        """
        place = self._place(path)
        try:
            descriptor = os.open(place, _FLAGS)
            try:
                return _samples(descriptor, size)
            finally:
                os.close(descriptor)
        except (OSError, ValueError) as error:
            raise Unreadable(getattr(error, "strerror", None) or str(error)) from None

    def is_file(self, path: Path) -> bool:
        """Whether there is a regular file that may be read."""
        place = self.place_of(path)
        return place is not None and os.path.isfile(place)

    def is_file_anywhere(self, path: Path) -> bool:
        """Whether there is a regular file, be it one that may not be read."""
        return os.path.isfile(path)

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder that may be looked into."""
        place = self.place_of(path)
        return place is not None and os.path.isdir(place)

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder that may be looked at."""
        place = self.place_of(path)
        return place is not None and os.path.exists(place)

    def lacks(self, folder: str, name: str) -> bool:
        """Whether it is known that nothing in a folder has a name; never, unless folders are remembered."""
        return False

    def is_file_in(self, folder: str, name: str) -> bool:
        """``is_file``, of something in a folder."""
        return not self.lacks(folder, name) and self.is_file(os.path.join(folder, name))

    def is_folder_in(self, folder: str, name: str) -> bool:
        """``is_folder``, of something in a folder."""
        return not self.lacks(folder, name) and self.is_folder(os.path.join(folder, name))

    def exists_in(self, folder: str, name: str) -> bool:
        """``exists``, of something in a folder."""
        return not self.lacks(folder, name) and self.exists(os.path.join(folder, name))

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """The names in a folder, in order, each with whether it is a folder; none where it may not be looked into.

        Args:
            path: the folder.
            follows: whether a symbolic link to a folder is one; where reading is confined none is, as what it leads to is
                not looked at.
        """
        return self._list(path, follows=follows)[0]

    def make_of(self, path: Path, most: int, make: Callable[[bytes], T]) -> T:
        """What a function of its own name makes of what a small file holds.

        Raises:
            TooLarge, Unreadable: see ``read``.
        """
        return make(self.read(path, most))

    def recall(self, find: Callable[..., T], *arguments: Any) -> T:
        """What a function finds in these files, which it takes first; it looks at folders, at small files, and at what is there."""
        return find(self, *arguments)

    def size(self, path: Path) -> int | None:
        """How many bytes a regular file has; None where there is none that may be read."""
        place = self.place_of(path)
        try:
            status = None if place is None else os.stat(place)
        except (OSError, ValueError):
            return None
        return status.st_size if status is not None and S_ISREG(status.st_mode) else None

    def variable(self, name: str) -> str | None:
        """The value of a variable of the environment; None where it is not set. Who asks says which may be asked for."""
        return os.environ.get(name)

    def find_matching(self, pattern: str) -> list[str]:
        """Paths of the files that may be read and fit a pattern, such as ``parts/*.xacro``."""
        start = os.path.dirname(_MAGIC.split(pattern, maxsplit=1)[0]) or os.curdir
        if self.are_confined and not self.is_folder(start):
            return []
        from glob import glob  # few documents name patterns

        return [path for path in glob(pattern) if self.is_file(path)]

    def look_again(self) -> None:
        """Forgets what was remembered of folders: something was put into them meanwhile."""

    def _list(self, path: Path, *, follows: bool) -> tuple[dict[str, bool], bool]:
        """``inside``, and whether some names are symbolic links."""
        place, has_links = self.place_of(path), False
        if place is None:
            return {}, False
        follows = follows and not self.are_confined
        found: dict[str, bool] = {}
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    found[entry.name] = entry.is_dir(follow_symlinks=follows)
                    has_links = has_links or entry.is_symlink()
        except (OSError, ValueError):
            return {}, True
        return dict(sorted(found.items())), has_links

    def _place(self, path: Path) -> str:
        place = self.place_of(path)
        if place is None:
            raise Outside("it is outside of the folders that reading is confined to")
        return place

    def _read(self, path: Path, most: int, *, whole: bool) -> bytes:
        place = self._place(path)
        try:
            descriptor = os.open(place, _FLAGS)
            try:
                return _content(descriptor, most, whole)
            finally:
                os.close(descriptor)
        except (OSError, ValueError) as error:  # ValueError: a name that cannot be a file's
            raise Unreadable(getattr(error, "strerror", None) or str(error)) from None


def _regular(descriptor: int) -> os.stat_result:
    status = os.fstat(descriptor)
    if not S_ISREG(status.st_mode):
        raise Unreadable("it is a folder" if S_ISDIR(status.st_mode) else "it is no regular file")
    return status


def _samples(descriptor: int, size: int) -> Samples:
    whole = _regular(descriptor).st_size
    if whole <= SAMPLES * size:
        return Samples(whole, (0,), (os.read(descriptor, whole),))
    starts = tuple((whole - size) * number // (SAMPLES - 1) for number in range(SAMPLES))
    parts = []
    for start in starts:
        os.lseek(descriptor, start, os.SEEK_SET)
        parts.append(os.read(descriptor, size))
    return Samples(whole, starts, tuple(parts))


def _content(descriptor: int, most: int, whole: bool) -> bytes:
    status = _regular(descriptor)
    if whole and status.st_size > most:
        raise TooLarge(status.st_size, most)
    # reading one byte more than expected finds the end in one call; a file can also grow, or not report its size
    ahead = min(status.st_size, most) + 1
    chunks = []
    while ahead > 0 and (chunk := os.read(descriptor, ahead)):
        chunks.append(chunk)
        if len(chunk) == status.st_size < ahead:  # it ends where it says
            break
        most -= len(chunk)
        ahead = min(most + 1, 1 << 16)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def is_in(path: str, folder: str) -> bool:
    """Whether ``path`` is ``folder`` or something in it, by names."""
    # nearly always so, and told at a glance
    if path.startswith(folder + os.sep):
        return True
    base, inner = os.path.normcase(folder), os.path.normcase(path)
    last = os.path.basename(base)
    if last not in inner and last != os.curdir:  # nor is it with one glance more
        return False
    try:
        return os.path.commonpath([base, inner]) == base
    except ValueError:  # different drives
        return False


def _spellings(folder: Path) -> list[tuple[str, str]]:
    written = os.path.abspath(folder)
    real = os.path.realpath(folder)
    return [(written, real)] if written == real else [(written, real), (real, real)]


def _find_real(path: str | os.PathLike[str]) -> str:
    """``os.path.realpath``, in a quarter of its time where nothing on the way is a link, as on most."""
    written = os.fspath(path)
    if os.name != "posix" or written.startswith("//"):
        return os.path.realpath(written)
    place = "" if written.startswith("/") else os.getcwd().rstrip("/")
    try:
        for part in written.split("/"):
            if part == "..":
                place = place.rpartition("/")[0]
            elif part not in ("", "."):
                place = f"{place}/{part}"
                if S_ISLNK(os.lstat(place).st_mode):
                    return os.path.realpath(written)
    except OSError:
        return os.path.realpath(written)
    return place or "/"


FILES = Files()
"""All files."""
