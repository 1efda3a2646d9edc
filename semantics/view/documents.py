"""Documents as they are looked at: whatever is wrong with them, what can be shown is shown."""

from __future__ import annotations

import os
from typing import Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.errors import LoadError
from ...diagnostics.records import dataclass
from ...runtime.source import Source
from ..core.options import Options
from ..document.document import Document, get_options
from ..document.loader import load_lenient
from ..formats.registry import FORMATS, by_name_of_file
from ..scene.scene import Scene

NO_FORMAT = "sdformat"
"""The format of an unreadable document whose name does not say it either."""


@dataclass(frozen=True)
class OpenedDocument:
    """A document and what can be shown of it.

    Attributes:
        name: the file, as the caller called it.
        format: as the document says, or its name where it cannot be read.
        scenes: what it means, one for each world; empty where that is not known.
        findings: everything that was found in it.
        options: those that it was read with.
        document: the document itself; None where nothing can be read.
        semantics: an SRDF document about it, where there is one.
    """

    name: str
    format: str
    scenes: tuple[Scene, ...]
    findings: tuple[Diagnostic, ...]
    options: Options
    document: Document[Any] | None
    semantics: Document[Any] | None = None

    @property
    def scene(self) -> Scene | None:
        """That of the first world."""
        return self.scenes[0] if self.scenes else None

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.severity != "error" for finding in self.findings)


def open_document(path: str | os.PathLike[str], options: Options) -> OpenedDocument:
    """The document in a file, whatever is wrong with it."""
    name = os.fspath(path)
    source = Source(name)
    source.keeps_tree = True  # a page is given the line of each shape
    document, sink = load_lenient(source, options, is_read=False)
    if document is None:
        rows = (row for row in FORMATS.values() if name.lower().endswith(row.endings))
        row = by_name_of_file(name) or next(rows, FORMATS[NO_FORMAT])
        return OpenedDocument(name, row.name, (), sink.finish(), options, None)
    try:
        scenes = document.scenes  # errors are bridged, as checks bridge them
    except LoadError:
        scenes = ()
    return OpenedDocument(name, document.format, scenes, document.diagnostics, get_options(document), document)
