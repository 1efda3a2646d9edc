"""Files as they would be with changes that were not written yet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from ...runtime.files import Files, Path, TooLarge


class Overlay(Files):
    """Other files, some of which hold something else.

    Args:
        files: what may be read.
        contents: what is to be found in some of them, by path.
    """

    __slots__ = ("_contents", "_files")

    def __init__(self, files: Files, contents: Mapping[str, bytes]) -> None:
        super().__init__()
        self.home, self._roots = files.home, files._roots
        self._files = files
        self._contents = {os.path.realpath(path): data for path, data in contents.items()}

    def with_folders(self, folders: Iterable[Path]) -> Files:
        """The same files and those in ``folders``."""
        return Overlay(self._files.with_folders(folders), self._contents)

    def _read(self, path: Path, most: int, *, whole: bool) -> bytes:
        data = self._contents.get(os.path.realpath(path)) if self.place_of(path) is not None else None
        if data is None:
            return super()._read(path, most, whole=whole)
        if whole and len(data) > most:
            raise TooLarge(len(data), most)
        return data
