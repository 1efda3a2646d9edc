"""Files as they would be with changes that were not written yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...runtime.files import Files, Path, TooLarge


class OverlayFiles(Files):
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
        self._contents = {files.real(path): data for path, data in contents.items()}

    def with_folders(self, folders: Iterable[Path]) -> Files:
        """The same files and those in ``folders``."""
        return OverlayFiles(self._files.with_folders(folders), self._contents)

    def place_of(self, path: Path) -> str | None:
        """Where ``path`` is to be looked for."""
        return self._files.place_of(path)

    def real(self, path: Path) -> str:
        """One name for a file."""
        return self._files.real(path)

    def is_file(self, path: Path) -> bool:
        """Whether there is a regular file that may be read."""
        return self._files.is_file(path)

    def is_file_anywhere(self, path: Path) -> bool:
        """Whether there is a regular file, be it one that may not be read."""
        return self._files.is_file_anywhere(path)

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder that may be looked into."""
        return self._files.is_folder(path)

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder that may be looked at."""
        return self._files.exists(path)

    def _read(self, path: Path, most: int, *, whole: bool) -> bytes:
        data = self._contents.get(self._files.real(path)) if self.place_of(path) is not None else None
        if data is None:
            return self._files.read(path, most) if whole else self._files.head(path, most)
        if whole and len(data) > most:
            raise TooLarge(len(data), most)
        return data
