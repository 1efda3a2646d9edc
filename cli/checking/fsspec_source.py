"""Documents that are named by URLs of ``fsspec``, and what lies beside them, with the extra ``fleet``.

Only what the call names is opened, and of what it names files only those in its folder and below: no document can have
anything else fetched. To all else such a folder is one of this machine, with a name that is made of the URL.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...diagnostics.diagnostic import Diagnostic, Related
from ...diagnostics.records import replace
from ...runtime.files import Files, TooLarge, Unreadable, is_in
from ...runtime.files import Path as Name
from ...semantics.core.report import Report
from .suppression import Suppression


class Remote(Files):
    """The files of this machine, and those beside a document elsewhere.

    Args:
        files: those of this machine.
        url: the document.
    """

    __slots__ = ("_files", "_folder", "_url")

    def __init__(self, files: Files, url: str) -> None:
        super().__init__()
        self.home, self._roots = files.home, files._roots
        self._files = files
        self._url = url.rpartition("/")[0]
        self._folder = os.path.abspath(Path(url).parent)

    def with_folders(self, folders: Iterable[Name]) -> Files:
        """The same files and those in ``folders``."""
        wider = Remote.__new__(Remote)
        further = self._files.with_folders(folders)
        wider.home, wider._roots, wider._files = further.home, further._roots, further
        wider._url, wider._folder = self._url, self._folder
        return wider

    def is_file(self, path: Name) -> bool:
        """Whether there is a file that may be read."""
        return self._query_remote("isfile", path, self._files.is_file)

    def is_folder(self, path: Name) -> bool:
        """Whether there is a folder; that of the document is one, though many servers list none."""
        return os.path.abspath(path) == self._folder or self._query_remote("isdir", path, self._files.is_folder)

    def exists(self, path: Name) -> bool:
        """Whether there is a file or folder."""
        return self._query_remote("exists", path, self._files.exists)

    def replace_names(self, text: str) -> str:
        """A text in which what lies beside the document has the names of its URLs."""
        return text.replace(self._folder, self._url)

    def report(self, report: Report, path: str) -> Report:
        """A report on the document with such names."""
        return Report(path, tuple(self._rename_finding(each, path) for each in report.diagnostics))

    def suppression(self, each: Suppression) -> Suppression:
        """A comment with such a name."""
        return replace(each, file=self.replace_names(each.file))

    def _url_of(self, path: Name) -> str | None:
        absolute = os.path.abspath(path)
        if absolute == self._folder or not is_in(absolute, self._folder):
            return None
        return f"{self._url}/{os.path.relpath(absolute, self._folder).replace(os.sep, '/')}"

    def _query_remote(self, what: str, path: Name, here: Any) -> bool:
        url = self._url_of(path)
        if url is None:
            return bool(here(path))
        try:
            system, inner = _system(url)
            return bool(getattr(system, what)(inner))
        except Exception:  # noqa: BLE001 - each kind of URL has errors of its own
            return False

    def _read(self, path: Name, most: int, *, whole: bool) -> bytes:
        url = self._url_of(path)
        if url is None:
            return self._files._read(path, most, whole=whole)
        try:
            system, inner = _system(url)
            with system.open(inner, "rb") as file:
                data: bytes = file.read(most + 1)
        except Exception as error:  # noqa: BLE001 - as above
            raise Unreadable(getattr(error, "strerror", None) or str(error) or type(error).__name__) from None
        if whole and len(data) > most:
            raise TooLarge(len(data), most)
        return data

    def _rename_finding(self, d: Diagnostic, path: str) -> Diagnostic:
        related = tuple(
            Related(self.replace_names(each.message), each.file and self.replace_names(each.file), *_place(each))
            for each in d.related
        )
        file = path if d.file == path else d.file and self.replace_names(d.file)
        hint = d.hint and self.replace_names(d.hint)
        return replace(d, message=self.replace_names(d.message), file=file, hint=hint, related=related)


def _place(each: Related) -> tuple[int, int, int | None, int | None]:
    return each.line, each.column, each.end_line, each.end_column


def _system(url: str) -> tuple[Any, str]:
    import fsspec  # pyright: ignore[reportMissingImports]

    return fsspec.core.url_to_fs(url)  # type: ignore[no-any-return]
