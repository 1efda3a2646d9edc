"""Everything that a document names, file by file: what it includes, and what that names."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...diagnostics.errors import LoadError
from ...diagnostics.records import dataclass, field, replace
from ...runtime.budget import LIMITS, Budget
from ...runtime.contents import Contents
from ...runtime.files import Files, Unreadable
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.named_files import NamedFile
from ..document.document import Document, get_options, get_parsed
from ..document.parser import read
from ..formats.registry import FORMATS
from ..resources.resolver import Finder, FoundPath, finder_for
from ..resources.source_files import fill_source
from .mesh_references import named_in, reach_of
from .uri_fields import Carrier, carriers

DOCUMENTS = frozenset({"model", "directives"})
"""Kinds of files that are documents themselves."""

LEADS_OUT = "it leads out of the folders around the file that names it, the document and the search paths"
"""Why a file that a mesh names is not taken along."""

MOST_BYTES = LIMITS["bytes of one file to copy"]


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that a document names, or another that it names.

    Attributes:
        kind: what it is for: ``"mesh"``, ``"texture"``, ``"script"``, ``"heightmap"``, ``"image"``, ``"animation"``,
            ``"sound"``, ``"model"``, ``"directives"``, ``"config"`` (a model.config), ``"inside"`` (named by a mesh or script).
        uri: as it is written, the first time.
        file: the file that names it; None: a text.
        line: where; 0 where that is not known.
        path: the file or folder; None where it is missing.
        size: how many bytes it has, a folder with all in it; None where it is missing.
        reason: why it is missing; empty where it is not.

    Example:
        >>> asset = bodyplan.assets("examples/composition/nested.sdf").files[0]
        >>> asset.kind, asset.uri, asset.line, asset.reason
        ('model', 'arm.sdf', 6, '')
    """

    kind: str
    uri: str
    file: str | None
    line: int
    path: str | None
    size: int | None
    reason: str
    _hashes: Hashes = field(repr=False, compare=False)

    @property
    def sha256(self) -> str | None:
        """Of what the file holds, in hexadecimal; None for a folder and what is missing. The file is read."""
        if self.path is None:
            return None
        try:
            return self._hashes.find(self.path)
        except Unreadable:
            return None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        names = ("kind", "uri", "file", "line", "path", "size", "sha256", "reason")
        return {name: getattr(self, name) for name in names}


class Hashes:
    """SHA-256 of the contents of files, in hexadecimal; each is read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[str, str] = {}

    def find(self, path: str) -> str:
        """That of a file; ``Unreadable`` where it cannot be read."""
        real = self._files.real(path)
        if real not in self._known:
            self._known[real] = hashlib.sha256(self._files.read(path, MOST_BYTES)).hexdigest()
        return self._known[real]


@dataclass(slots=True, eq=False)
class Holder:
    """A document of the listing: what it names, and where that leads."""

    document: Document[Any]
    path: str | None
    named: list[tuple[Carrier, str | None]] = field(default_factory=list)
    """Each URI with the path of the file that it leads to."""


class AssetInventory:
    """All that a document names; files that it includes are read, but not checked.

    Attributes:
        holders: the documents by their real paths, the one that was asked for first.
        assets: the files, each once for each way that it is written in a file.
        inside: by the path of a mesh or script the paths that it names and may name; by that of a folder the files in it.
        configs: by the path of a model file that of the model.config that names it.
        files: what may be read.
        hashes: of their contents.
        budget: what is left of what the files may amount to.

    Raises:
        LoadError: that is too much (BP015).
    """

    def __init__(self, document: Document[Any]) -> None:
        options = get_options(document)
        name = document.path and os.path.abspath(document.path)
        self.holders: dict[str, Holder] = {name or "": Holder(document, name)}
        self.assets: list[Asset] = []
        self.inside: dict[str, list[str]] = {}
        self.configs: dict[str, str] = {}
        self.files, self.hashes, self.budget = options.files, Hashes(options.files), Budget(options.max_bytes)
        self._options = options
        self._finder = finder_for(options)
        self._seen: set[tuple[str | None, str, str]] = set()
        sink = Sink(budget=self.budget)
        with sink.within_budget():
            ahead = list(self.holders.values())
            while ahead:
                ahead += self._follow(ahead.pop(0))
        if not sink.ok:
            raise LoadError(sink.finish_later())

    def _follow(self, holder: Holder) -> list[Holder]:
        """Looks up what a document names, and answers the documents among that."""
        own = holder.document
        named = FORMATS[own.format].find_named_files(get_parsed(own), get_options(own))
        if named is not None:
            self._list_named(named)
            return []
        folder = get_options(own).base_dir or (Path(holder.path).parent if holder.path else None)
        places = [each for each in (folder, self._options.base_dir) if each is not None]
        if FORMATS[own.format].names_packages:
            places = []
        found: list[Holder] = []
        for carrier in carriers(own):
            path, reason, config = self._find(carrier, self._finder, places)
            holder.named.append((carrier, path))
            if config is not None and path is not None:
                self.configs[path] = config
            key = holder.path, carrier.kind, carrier.uri
            if key in self._seen:
                continue
            self._seen.add(key)
            source = get_parsed(own).source
            line = 0 if carrier.element is None else source.position(carrier.element, None)[0]
            self._append(carrier.kind, carrier.uri, holder.path, line, path, reason)
            if path is None:
                continue
            if config is not None:
                self._append("config", os.path.basename(config), holder.path, 0, config, "")
            if carrier.kind not in DOCUMENTS:
                self._look_inside(path, folder)
            elif (inner := self._read_document(os.path.abspath(path))) is not None:
                found.append(inner)
        return found

    def _list_named(self, named: Iterable[NamedFile]) -> None:
        for each in named:
            key = each.file, each.kind, each.path or each.uri
            if key in self._seen:
                continue
            self._seen.add(key)
            is_there = each.path is not None and self.files.is_file(each.path)
            reason = "" if is_there else f"there is no file {each.path or each.uri}"
            self._append(each.kind, each.uri, each.file, each.line, each.path if is_there else None, reason)

    def _find(self, carrier: Carrier, finder: Finder, places: list[Path]) -> tuple[str | None, str, str | None]:
        """The path, why there is none, and the path of its model.config."""
        answer = finder.look(carrier.uri, places, is_file=carrier.kind not in ("model", "script"))
        if not isinstance(answer, FoundPath):
            return None, answer.rule.message.format(**answer.arguments), None
        if carrier.kind != "model":
            return answer.file, "", None
        model = finder.find_model(carrier.uri, places)
        if model is None:
            return None, f"no model.config in {answer.file} names a file that is there", None
        return os.path.abspath(model.path), "", None if model.config is None else str(model.config.path)

    def _read_document(self, path: str) -> Holder | None:
        """The document in a file that is not listed yet, whatever is wrong with what it means."""
        if path in self.holders:
            return None
        options = replace(self._options, base_dir=Path(path).parent, target=None)
        sink, source = Sink(), Source(path)
        is_read = fill_source(source, path, sink, options.files, options.max_bytes)
        parsed = read(source, sink, options) if is_read else None
        if parsed is None:  # of another format, or broken: it is taken along as it is
            return None
        holder = self.holders[path] = Holder(Document(parsed, path, options, sink.finish()), path)
        return holder

    def _look_inside(self, path: str, folder: Path | None) -> None:
        given = (folder, self._options.base_dir, *self._options.search_paths)
        ahead = [path]
        if self.files.is_folder(path):
            reach = reach_of(os.path.join(path, "_"), self.files, given)
            ahead = [each for each in sorted(self._files_in(path)) if reach.has(each)]
            self.inside[path] = list(ahead)
        reaches = {each: reach_of(each, self.files, given) for each in ahead}
        while ahead:
            current = ahead.pop()
            reach = reaches[current]
            if current in self.inside:
                continue
            named = named_in(current, reach, Contents(self.budget))
            self.inside[current] = [each for each in named if reach.has(each)]
            for each in named:
                is_there = reach.files(each).is_file(each)
                if not is_there and current.endswith(".material"):
                    continue  # the textures of a script may be in any of several folders
                reason = "" if is_there else f"there is no file {each}" if reach.has(each) else LEADS_OUT
                reaches.setdefault(each, reach)
                uri = os.path.relpath(each, os.path.dirname(current)).replace(os.sep, "/")
                self._append("inside", uri, current, 0, each if is_there else None, reason)
                ahead.append(each)

    def _files_in(self, folder: str) -> Iterator[str]:
        for name, is_folder in self.files.inside(folder, follows=False).items():
            path = os.path.join(folder, name)
            self.budget.spend("files", 1)
            if is_folder:
                yield from self._files_in(path)
            elif self.files.is_file(path):
                yield path

    def _append(self, kind: str, uri: str, file: str | None, line: int, path: str | None, reason: str) -> None:
        size = None
        if path is not None:
            size = self.files.size(path)
            if size is None:
                size = sum(self.files.size(each) or 0 for each in self._files_in(path))
        self.assets.append(Asset(kind, uri, file, line, path, size, reason, self.hashes))
