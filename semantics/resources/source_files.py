"""Fills a source with what its file holds, as far as a load may read it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.files import Files, Outside, Path, TooLarge, Unreadable

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element
    from ...runtime.sink import Sink
    from ...runtime.source import Source


def seen_name(path: str | os.PathLike[str], document: str | None) -> str:
    """How findings call a file that a document names: as seen from the working folder, where the document is called so."""
    file = os.fspath(path)
    if document is None or os.path.isabs(document) or not os.path.isabs(file):
        return file
    try:
        seen = os.path.relpath(file)
    except ValueError:  # on another drive
        return file
    return file if seen.startswith(os.pardir) else seen


def fill_source(
    source: Source, path: Path, sink: Sink, files: Files, max_bytes: int, at: _Element | Element | None = None
) -> bool:
    """Whether the file of a source could be read, and was; raises ``OverBudget`` where that is too much altogether.

    ``sink`` receives BP001 (file-unreadable), BP002 (file-too-large) and BP407 (uri-outside), at the element that names
    the file; there is none for the document that was asked for.
    """
    sink.add_source(source)
    budget, file = sink.budget, os.fspath(path)
    budget.spend("files", 1, at)
    try:
        source.data = files.read(file, min(max_bytes, budget.remaining("bytes")))
    except TooLarge as error:
        if error.size <= max_bytes:
            budget.spend("bytes", error.size, at)
        sink.report(rules.FILE_TOO_LARGE, source=source, size=error.size, limit=max_bytes)
        return False
    except Outside:
        sink.report(rules.URI_OUTSIDE, at, source=source, uri=file)
        return False
    except Unreadable as error:
        is_asked_for = at is None and not files.exists(file)
        near: dict[str, Any] = {"suggested": _name_near(file, files)} if is_asked_for else {}
        sink.report(rules.FILE_UNREADABLE, at, source=source, file=file, reason=str(error), **near)
        return False
    budget.spend("bytes", len(source.data), at)
    return True


def _name_near(path: str, files: Files) -> str | None:
    """The file in the same folder that a path was most likely meant to name; None where none is like it."""
    from ...runtime.spelling import SpellingIndex

    folder, name = os.path.split(path)
    there = sorted(name for name, is_folder in files.inside(folder or os.curdir).items() if not is_folder)
    stem = os.path.splitext(name)[0]
    like = (each for each in there if os.path.splitext(each)[0] == stem)
    near = SpellingIndex(there).nearest(name) or next(like, None)
    return None if near is None else os.path.join(folder, near)
