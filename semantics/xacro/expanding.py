"""A document that is written in xacro to the text that it stands for, which takes its place."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...runtime.deep_stack import deep_stack
from ...runtime.diagnostics import rules
from ...runtime.files import Outside, Unreadable
from ...runtime.source import Source
from ..formats.urdf.meshes import packages_around
from ..formats.xacro import uses_xacro
from ..includes.uri import Finder
from .engine import Engine, NotWellFormed, Unread, is_installed
from .faults import Names, report_fault, report_warnings
from .linting import lint
from .placing import Expanded
from .recording import Recorder
from .texts import File
from .trees import PlacedElement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.diagnostics.sink import Sink
    from ..options import Options

ENDING = ".xacro"
CALLS = 2500
"""Nested calls that an expansion may take: xacro's own functions take some for each element in another."""
_DECLARING = frozenset({"xacro:macro", "xacro:property", "xacro:arg", "xacro:include"})
_NAME_OF_TEXT = "text"


def put_expansion(source: Source, sink: Sink, options: Options) -> bool:
    """Puts the expansion of a document in its place, where it is written in xacro and the package is installed.

    Args:
        source: the text of the document.
        sink: receives what xacro says of it, and BP440 to BP456.
        options: what the caller asked for.

    Returns:
        Whether there is a document to go on with.
    """
    if not is_installed() or not is_xacro(source):
        return True
    made = expand(source, sink, options)
    if made is None:
        return False
    source.put_expansion(made.text, made)
    return True


def expand(source: Source, sink: Sink, options: Options) -> Expanded | None:
    """The expansion of a text, whatever it says; see ``put_expansion``. None after a finding that ends it."""
    made = Expansion(source, sink, options)
    document = made.document()
    if document is None:
        return None
    if source.name is not None:
        made.engine.banner(document, source.name)
    text: str = document.toprettyxml(indent="  ")
    elements = list(elements_of(document.documentElement))
    is_library = len(elements) == 1 and any(each.tag in _DECLARING for each in made.top.elements if each.around == 0)
    expansion = Expanded(text, elements, is_library=is_library)
    lint(made.files_read, made.engine, options, sink, source, is_library=is_library)
    return expansion


def is_xacro(source: Source) -> bool:
    """Whether xacro is to expand a document: its name says so, or it uses what its root declares."""
    return (source.name or "").endswith(ENDING) or uses_xacro(source)


class Expansion:
    """The expansion of one document.

    Args:
        source: the text.
        sink: receives findings.
        options: what the caller asked for.
    """

    def __init__(self, source: Source, sink: Sink, options: Options) -> None:
        self._source, self._sink, self._options = source, sink, options
        self._files: dict[str, File] = {}
        self._finders: dict[str, Finder] = {}
        self.recorder = Recorder()
        self.engine = Engine(options.files, self._read, self._package, dict(options.arguments), self.recorder)
        self.top: File

    @property
    def files_read(self) -> list[File]:
        """The document, and the files that it includes."""
        return [self.top, *(file for file in self._files.values() if file.elements)]

    def document(self) -> Any:
        """The tree; None after a finding that ends the expansion."""
        try:
            self.top = File.of(self._source, is_top=True)
        except UnicodeDecodeError as error:
            reason = f"it is no UTF-8 ({error.reason})"
            self._sink.report(rules.XML_SYNTAX, source=self._source, line=1, column=1, reason=reason)
            return None
        self._sink.add_source(self.top.source)
        name = self._source.name or os.path.join(self._options.base_dir or os.curdir, _NAME_OF_TEXT)
        try:
            with deep_stack(CALLS):
                return self.engine.expand(self.top, name)
        except Exception as error:  # noqa: BLE001 - expressions of a document can raise anything
            macros = {
                str(each.attributes["name"])
                for file in self.files_read
                for each in file.elements
                if each.tag == "xacro:macro" and "name" in each.attributes
            }
            names = Names(sorted(self.recorder.names), sorted(macros))
            report_fault(error, names, self.recorder, self._sink, self.top.source)
            return None
        finally:
            report_warnings(self.recorder, self._sink, self.top.source)

    def _read(self, path: str) -> File:
        known = self._files.get(path)
        if known is not None:
            return known
        options, budget = self._options, self._sink.budget
        budget.spend("files", 1)
        try:
            data = options.files.read(path, min(options.max_bytes, budget.left("bytes")))
        except Unreadable as error:
            raise Unread(path, str(error), is_outside=isinstance(error, Outside)) from None
        budget.spend("bytes", len(data))
        source = Source(path, data)
        try:
            file = self._files[path] = File.of(source)
        except UnicodeDecodeError as error:
            raise NotWellFormed(File(source, ""), 1, 1, f"it is no UTF-8 ({error.reason})") from None
        self._sink.add_source(file.source)
        return file

    def _package(self, name: str, asking: str | None) -> str | None:
        """The folder of a package, as a file sees it."""
        if re.fullmatch(r"[\w.+-]+", name) is None:
            return None
        folder = os.path.dirname(os.path.abspath(asking or os.curdir))
        finder = self._finders.get(folder)
        if finder is None:
            options = self._options
            around = packages_around(Path(folder), options.files)
            finder = self._finders[folder] = Finder(
                [*options.search_paths, *around], fetch=options.fetch, files=options.files.with_folders(around)
            )
        found = finder.find(f"package://{name}", ())
        return None if found is None else os.path.normpath(found.file)


def elements_of(root: PlacedElement) -> Iterator[PlacedElement]:
    """All elements of a tree, in its order."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += [child for child in reversed(element.childNodes) if isinstance(child, PlacedElement)]
