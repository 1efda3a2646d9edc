"""References that lead into other files: what each part of them means there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...diagnostics.errors import LoadError
from ..core.options import Options
from ..core.references import NameDefinition, NamesIn, Reference, name_of
from ..document.document import Document, get_options
from ..document.loader import load_format
from ..resources.resolver import Finder

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
    """Follows references from file to file; a document is taken as it is now, whatever its file holds."""

    def __init__(self, options: Options) -> None:
        self._documents: dict[str, Document[Any] | None] = {}
        self._names: dict[int, NamesIn] = {}
        self._finder = Finder(options.search_paths, fetch=options.fetch, files=options.files)

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
        there = [_LookupScope(doc, names, scope.element)]
        found: list[NameDefinition | None] = []
        for number, part in enumerate(parts):
            kinds = reference.kind.kinds if number == len(parts) - 1 else None
            meant = next((each for place in there for each in self._find_named(place, part, kinds)), None)
            found.append(None if meant is None else meant[0])
            there = [] if meant is None else meant[1]
        return found[before:]

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
        file = os.path.realpath(model.path)
        if file not in self._documents:
            try:
                self._documents[file] = load_format(None, file, {"search_paths": self._finder.folders})
            except LoadError:
                self._documents[file] = None
        doc = self._documents[file]
        if doc is None:
            return []
        top = next((each for tag in _TOPS if (each := getattr(doc.root, tag, None)) is not None), doc.root)
        return [_LookupScope(doc, self.add(doc), top)]


def _inclusions(scope: Any) -> Iterator[_Inclusion]:
    for include in getattr(scope, "include", None) or ():
        is_merged = bool(getattr(include, "merge", False))
        yield _Inclusion(include, None if is_merged else name_of(include) or None, include.uri.strip(), is_merged)
    for directive in getattr(scope, "directives", ()):
        file = getattr(directive, "file", None)
        if file is not None:
            name = name_of(directive) or getattr(directive, "model_namespace", None) or None
            yield _Inclusion(directive, name, file, name_of(directive) is None)
