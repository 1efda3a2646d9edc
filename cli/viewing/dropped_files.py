"""Files that are dropped on a live page: copies of them, and the documents among them."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ...semantics.document.loader import resolve_options
from ..checking.discovery import Walk, places_below
from .documents import ViewRequest

if TYPE_CHECKING:
    from ...semantics.core.options import LoadOptions

MOST_BYTES = 64 << 20
"""Of all files that are dropped at once, unpacked."""
MOST_FILES = 2000
MOST_TABS = 12

_UNUSUAL = re.compile(r"[\0-\x1f\x7f\\\\:]")


class NothingDropped(Exception):
    """What was dropped is not shown; the text says why."""


class DroppedFiles:
    """Copies in a folder of their own, which goes with the view.

    Attributes:
        requests: what is to be shown of them, a tab each.
        folders: where the copies are.
    """

    def __init__(self) -> None:
        self.requests: tuple[ViewRequest, ...] = ()
        self.folders: list[Path] = []

    def add(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Takes files by their paths below what was dropped; those in zip files are unpacked.

        Raises:
            NothingDropped: there is no document among them, or they are too many or too large.
        """
        folder = Path(tempfile.mkdtemp(prefix="bodyplan-dropped-"))
        try:
            write_dropped(files, folder)
        except NothingDropped:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self.folders.append(folder)
        requests = [
            ViewRequest(((path, resolve_options(_options(folder), Path(path).parent)),))
            for path in find_dropped(folder)
        ]
        if not requests:
            raise NothingDropped("there is no robot or world among these files")
        self.requests = (*self.requests, *requests)[-MOST_TABS:]

    def remove(self) -> None:
        """Removes the copies."""
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)
        self.folders, self.requests = [], ()


def write_dropped(files: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Writes files below a folder, those in zip files unpacked.

    Args:
        files: paths below what was dropped, with slashes, and bytes.
        folder: an empty one; nothing is written outside of it.

    Raises:
        NothingDropped: a path is unusual, or they are too many or too large.
    """
    size = 0
    for number, (path, data) in enumerate(_iter_unpacked(files)):
        size += len(data)
        if number >= MOST_FILES or size > MOST_BYTES:
            raise NothingDropped(f"these are more than {MOST_FILES} files or {MOST_BYTES >> 20} MB")
        parts = PurePosixPath(path).parts
        if not parts or _UNUSUAL.search(path) or any(part in ("..", "/") for part in parts):
            raise NothingDropped(f"a file has an unusual path: {path!r}")
        target = folder.joinpath(*parts)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as problem:  # a name that this system does not take, or a file where a folder is to be
            raise NothingDropped(f"{path!r} cannot be copied: {problem.strerror}") from None


def find_dropped(folder: Path) -> list[str]:
    """The documents below a folder of dropped files."""
    return list(Walk([str(folder)]))[:MOST_TABS]


def _options(folder: Path) -> LoadOptions:
    return {"search_paths": (str(folder), *places_below((str(folder),))), "partial": True, "confine": True}


def _iter_unpacked(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for path, data in files:
        if not path.lower().endswith(".zip"):
            yield path, data
            continue
        left = MOST_BYTES
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for entry in archive.infolist():
                    if entry.is_dir():
                        continue
                    left -= entry.file_size  # more than it says is not unpacked
                    if left < 0:
                        raise NothingDropped(f"{path!r} holds more than {MOST_BYTES >> 20} MB")
                    yield entry.filename, archive.read(entry)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error) as problem:
            raise NothingDropped(f"{path!r} cannot be unpacked: {problem}") from None
