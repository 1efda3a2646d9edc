"""Files some of which hold something else than the disk does: texts that are not saved, or that are tried out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from .files import SAMPLES, Files, Path, Samples, TooLarge


class OverlayFiles(Files):
    """Other files, some of which hold other ``contents``, by path; these are there whether or not the disk has them."""

    __slots__ = ("_contents", "_files", "_folders")

    def __init__(self, files: Files, contents: Mapping[str, bytes]) -> None:
        super().__init__()
        self.home, self._roots = files.home, files._roots
        self._files = files
        self._contents = {files.real(path): data for path, data in contents.items()}
        self._folders: dict[str, set[str]] = {}
        """The names in each folder that holds one of them, by its path."""
        for path in self._contents:
            inner, folder = path, os.path.dirname(path)
            while folder != inner:
                self._folders.setdefault(folder, set()).add(os.path.basename(inner))
                inner, folder = folder, os.path.dirname(folder)

    def with_folders(self, folders: Iterable[Path]) -> Files:
        """See ``Files``."""
        return OverlayFiles(self._files.with_folders(folders), self._contents)

    def only_in(self, folders: Iterable[Path]) -> Files:
        """See ``Files``."""
        return self if self.are_confined else OverlayFiles(self._files.only_in(folders), self._contents)

    def place_of(self, path: Path) -> str | None:
        """See ``Files``."""
        return self._files.place_of(path)

    def real(self, path: Path) -> str:
        """See ``Files``."""
        return self._files.real(path)

    def samples(self, path: Path, size: int) -> Samples:
        """See ``Files``."""
        data = self._content(path)
        if data is None:
            return self._files.samples(path, size)
        if len(data) <= SAMPLES * size:
            return Samples(len(data), (0,), (data,))
        starts = tuple((len(data) - size) * number // (SAMPLES - 1) for number in range(SAMPLES))
        return Samples(len(data), starts, tuple(data[start : start + size] for start in starts))

    def is_file(self, path: Path) -> bool:
        """See ``Files``."""
        return self._content(path) is not None or self._files.is_file(path)

    def is_file_anywhere(self, path: Path) -> bool:
        """See ``Files``."""
        return self.real(path) in self._contents or self._files.is_file_anywhere(path)

    def is_folder(self, path: Path) -> bool:
        """See ``Files``."""
        return self._files.is_folder(path) or (self.place_of(path) is not None and self.real(path) in self._folders)

    def exists(self, path: Path) -> bool:
        """See ``Files``."""
        return self.is_file(path) or self.is_folder(path) or self._files.exists(path)

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """See ``Files``."""
        found = self._files.inside(path, follows=follows)
        real = self.real(path)
        own = self._folders.get(real) if self.place_of(path) is not None else None
        if not own or own <= found.keys():
            return found
        added = {name: os.path.join(real, name) in self._folders for name in own if name not in found}
        return dict(sorted({**found, **added}.items()))

    def size(self, path: Path) -> int | None:
        """See ``Files``."""
        data = self._content(path)
        return self._files.size(path) if data is None else len(data)

    def variable(self, name: str) -> str | None:
        """See ``Files``."""
        return self._files.variable(name)

    def _content(self, path: Path) -> bytes | None:
        """What a file holds that holds something else here; None for the others, and where it may not be read."""
        try:
            found = self._contents.get(self.real(path))
        except (OSError, ValueError):
            return None
        return found if found is not None and self.place_of(path) is not None else None

    def _read(self, path: Path, most: int, *, whole: bool) -> bytes:
        data = self._content(path)
        if data is None:
            return self._files.read(path, most) if whole else self._files.head(path, most)
        if whole and len(data) > most:
            raise TooLarge(len(data), most)
        return data

    def __reduce__(self) -> Any:
        return type(self), (self._files, self._contents)
