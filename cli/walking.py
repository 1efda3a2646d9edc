"""Finds the documents in files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from ..semantics.formats.registry import document_endings


class Walk:
    """The documents below some paths, and what went wrong while looking for them.

    In a folder the endings of names tell documents; a file that is named itself may end as it likes.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = list(paths)
        self._endings = document_endings()
        self.problems: list[str] = []

    def __iter__(self) -> Iterator[str]:
        """Paths in the order given, those of a folder by name; hidden folders and links to folders are passed over."""
        seen: set[str] = set()
        for path in self._paths:
            problems, empty = len(self.problems), True
            for document in self._below(path):
                empty = False
                if document not in seen:
                    seen.add(document)
                    yield document
            if empty and len(self.problems) == problems:
                self.problems.append(f"{path}: no document in this folder ({' '.join(self._endings)})")

    def _below(self, path: str) -> Iterator[str]:
        if not os.path.isdir(path):
            yield path
            return
        for folder, folders, files in os.walk(path, onerror=self._note):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                if name.lower().endswith(self._endings):
                    yield os.path.join(folder, name)

    def _note(self, error: OSError) -> None:
        self.problems.append(f"{error.filename}: {error.strerror}")
