"""References that lead into other files: what each part of them means there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ...diagnostics.records import NamedTuple, replace
from ...runtime.source import Source
from ..core.options import Options
from ..core.references import NameDefinition, NamesIn, Reference, name_of
from ..core.traversal import elements_in
from ..document.analysis import PIPELINE
from ..document.document import Document, get_options, get_parsed
from ..document.loader import load_lenient
from ..formats.dmd.directives import Directives
from ..formats.dmd.drake_frames import ON_CHILD, ON_PARENT
from ..formats.registry import FORMATS
from ..resources.resolver import finder_for

_TOPS = ("model", "actor", "light")
"""What of an SDFormat file an include stands for."""
_MOST_LEVELS = 100


class _Inclusion(NamedTuple):
    """An element that brings what another file holds."""

    element: Any
    name: str | None
    """What it is called here; None where what it brings keeps its name."""
    uri: str
    is_merged: bool
    """Whether the names inside are names of the scope that it is in."""


class _LookupScope(NamedTuple):
    """Where names are looked up: an element of a tree."""

    document: Document[Any]
    names: NamesIn
    scope: Any


class CrossFileResolver:
    """Follows references from file to file; a document is taken as it is now, whatever its file holds.

    Args:
        options: how files are read.
        subject: what documents speak of that describe nothing themselves; None: what is found around each.
        read_faulty: reads files that are not well-formed; None: these have no names.
    """

    def __init__(
        self,
        options: Options,
        subject: Document[Any] | None = None,
        read_faulty: Callable[[str, Options], Document[Any] | None] | None = None,
    ) -> None:
        self._documents: dict[str, Document[Any] | None] = {}
        self._names: dict[int, NamesIn] = {}
        self._known_subjects: dict[int, list[_LookupScope]] = {}
        self._known_parts: dict[int, list[Document[Any]]] = {}
        self._options = options
        self._finder = finder_for(options)
        self._subject = subject
        self._read_faulty = read_faulty

    def add(self, doc: Document[Any], names: NamesIn | None = None) -> NamesIn:
        """The names in a document, which is then known by its path."""
        if id(doc) not in self._names:
            self._names[id(doc)] = names or NamesIn(doc.root)
            if doc.path is not None:
                self._documents[os.path.realpath(doc.path)] = doc
        return self._names[id(doc)]

    def resolve(self, doc: Document[Any], reference: Reference) -> list[NameDefinition | None]:
        """What each part of a reference means; None where that is not known, or it is a word."""
        parts = list(reference.parts)
        if reference.is_keyword:
            return [None] * len(parts)
        names, scope, before = self.add(doc), reference.scope, 0
        while scope.outer is not None and scope.inside:
            parts[:0] = scope.inside
            before += len(scope.inside)
            scope = scope.outer
        there = [_LookupScope(doc, names, scope.element), *self._subjects(doc), *self._find_shared_scopes(doc)]
        found: list[NameDefinition | None] = []
        for number, part in enumerate(parts):
            kinds = reference.kind.kinds if number == len(parts) - 1 else None
            meant = next((each for place in there for each in self._find_named(place, part, kinds)), None)
            if meant is None and kinds is not None and "frame" in kinds and isinstance(doc.root, Directives):
                meant = self._find_joint_of_frame(there, part)
            found.append(None if meant is None else meant[0])
            there = [] if meant is None else meant[1]
        return found[before:]

    def _find_joint_of_frame(
        self, there: list[_LookupScope], name: str
    ) -> tuple[NameDefinition, list[_LookupScope]] | None:
        """The joint after which Drake names a frame, which directives may refer to."""
        for ending in (ON_PARENT, ON_CHILD):
            joint = name.removesuffix(ending)
            if joint != name:
                for place in there:
                    for each in self._find_named(place, joint, ("joint",)):
                        return each
        return None

    def names_around(self, doc: Document[Any]) -> list[NamesIn]:
        """The names of other documents that count in one: of what it speaks of, as an SRDF document does of a robot, and of
        those that one robot is written in with it.
        """
        return [each.names for each in (*self._subjects(doc), *self._find_shared_scopes(doc))]

    def _find_shared_scopes(self, doc: Document[Any]) -> list[_LookupScope]:
        """The documents whose names all count in one: files that become a part of it, and what is known to include it."""
        if FORMATS[doc.format].including is None:
            return []
        found = {id(each): each for each in self._parts(doc)}
        for known in list(self._documents.values()):
            if known is not None and known is not doc and known.format == doc.format:
                parts = self._parts(known)
                if any(each is doc for each in parts):
                    found |= {id(each): each for each in (known, *parts)}
        found.pop(id(doc), None)
        return [_LookupScope(each, self.add(each), each.root) for each in found.values()]

    def _parts(self, doc: Document[Any]) -> list[Document[Any]]:
        """The documents that become a part of one, and those that become a part of these."""
        if id(doc) not in self._known_parts:
            main = _folder_of(doc)
            found: dict[int, Document[Any]] = {}
            ahead = [doc]
            while ahead:
                current = ahead.pop()
                for name in _included_files(current):
                    file = next(
                        (path for each in (main, _folder_of(current)) if os.path.isfile(path := each / name)), None
                    )
                    opened = None if file is None else self._open(os.path.realpath(file))
                    if opened is not None and opened.format == doc.format and id(opened) not in found:
                        found[id(opened)] = opened
                        ahead.append(opened)
            self._known_parts[id(doc)] = list(found.values())
        return self._known_parts[id(doc)]

    def _subjects(self, doc: Document[Any]) -> list[_LookupScope]:
        if id(doc) not in self._known_subjects:
            row = FORMATS[doc.format]
            opened: list[Document[Any] | None] = [self._subject] if row.subject is not None else []
            if self._subject is None:
                found = row.find_subject_files(get_parsed(doc), get_options(doc), PIPELINE)
                opened = [self._open(os.path.realpath(each)) for each in found]
            self._known_subjects[id(doc)] = [
                _LookupScope(each, self.add(each), each.root) for each in opened if each is not None
            ]
        return self._known_subjects[id(doc)]

    def _open(self, file: str) -> Document[Any] | None:
        """The document of a file, as it is known or else read."""
        if file not in self._documents:
            own = replace(self._options, base_dir=Path(file).parent, arguments=(), target=None, plausible=False)
            found, _ = load_lenient(Source(file), own, is_read=False)
            if found is None and self._read_faulty is not None:
                found = self._read_faulty(file, own)
            self._documents[file] = found
        return self._documents[file]

    def _find_named(
        self, there: _LookupScope, name: str, kinds: tuple[str, ...] | None, depth: int = 0
    ) -> Iterator[tuple[NameDefinition, list[_LookupScope]]]:
        """What has a name in a scope, with where the names inside are looked up."""
        for definition in there.names.definitions:
            is_there = definition.scope.element is there.scope and definition.name == name
            if is_there and (kinds is None or definition.kind in kinds):
                yield definition, self._inside(there, definition)
        if depth > _MOST_LEVELS:
            return
        for inclusion in _inclusions(there.scope):
            if inclusion.name is not None:
                continue
            for place in self._resolve_inclusion(there, inclusion):
                if inclusion.is_merged:
                    yield from self._find_named(place, name, kinds, depth + 1)
                    continue
                top = place.names.definition_of(place.scope)
                if top is not None and top.name == name:
                    yield top, [place]

    def _inside(self, there: _LookupScope, definition: NameDefinition) -> list[_LookupScope]:
        here = [there._replace(scope=definition.element)]
        for inclusion in _inclusions(there.scope):
            if inclusion.element is definition.element or (inclusion.is_merged and inclusion.name == definition.name):
                here += self._resolve_inclusion(there, inclusion)
        return here

    def _resolve_inclusion(self, there: _LookupScope, inclusion: _Inclusion) -> list[_LookupScope]:
        options, path = get_options(there.document), there.document.path
        folder = options.base_dir or Path(os.path.dirname(path or "") or ".")
        model = self._finder.find_model(inclusion.uri, [folder])
        if model is None:
            return []
        doc = self._open(os.path.realpath(model.path))
        if doc is None:
            return []
        top = next((each for tag in _TOPS if (each := getattr(doc.root, tag, None)) is not None), doc.root)
        return [_LookupScope(doc, self.add(doc), top)]


def _folder_of(doc: Document[Any]) -> Path:
    return get_options(doc).base_dir or Path(os.path.dirname(doc.path or "") or ".")


def _included_files(doc: Document[Any]) -> Iterator[str]:
    """How the files are written that become a part of a document."""
    including = FORMATS[doc.format].including
    if including is None or not get_parsed(doc).source.mentions(f"<{including[0]}"):
        return
    tag, attribute = including
    for element in elements_in(doc.root):
        for each in vars(element).get(tag) or ():
            name = vars(each).get(attribute)
            if name:
                yield name


def _inclusions(scope: Any) -> Iterator[_Inclusion]:
    for include in getattr(scope, "include", None) or ():
        is_merged = bool(getattr(include, "merge", False))
        uri = getattr(include, "uri", None)  # required, and not yet there in a text that is being written
        if uri is not None:
            yield _Inclusion(include, None if is_merged else name_of(include) or None, uri.strip(), is_merged)
    for directive in getattr(scope, "directives", ()):
        file = getattr(directive, "file", None)
        if file is not None:
            name = name_of(directive) or getattr(directive, "model_namespace", None) or None
            yield _Inclusion(directive, name, file, name_of(directive) is None)
