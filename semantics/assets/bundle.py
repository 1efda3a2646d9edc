"""A folder that holds a document and all that it names: where each file goes, and documents that name them there.

What lies in a package or model folder keeps its place in that, so that what meshes and scripts name stays where they look
for it; other files are in a folder called like theirs. URIs become relative paths; those of directives, which may not be
relative, name the bundle as a package.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from ...diagnostics.errors import LoadError
from ...runtime.patterns import compile_pattern
from ...runtime.saving.encoded_text import as_bytes
from ...runtime.sink import Sink
from ..core.bindings import bindings_of
from ..document.document import Document, get_options, get_parsed
from ..document.readback import findings_in, require_readable, require_strict
from ..formats.registry import FORMATS
from ..resources.project import packages_around
from .inventory import MOST_BYTES, AssetInventory, Holder
from .uri_fields import carriers

PACKAGE = "package.xml"
LONGEST_NAME = 100
"""Characters of the longest name."""

_UNSAFE = compile_pattern(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]')
_RESERVED = compile_pattern(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


class Bundle:
    """All that was listed and is there, as files of one folder that has a name, for directives.

    Raises:
        LoadError: that is too much to write (BP015).
    """

    def __init__(self, listing: AssetInventory, name: str) -> None:
        self._listing = listing
        self._files = listing.files
        self._package = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_") or "bundle"
        self._names = UniqueFileNames()
        self._holders: dict[str, str] = {}
        """Names of the folders of the bundle by what they stand for."""
        self._by_content: dict[tuple[int, str], str] = {}
        self._texts: dict[str, bytes] = {}
        self.copies: dict[str, str] = {}
        """Files that are copied as they are: their own paths by those in the bundle."""
        self.places: dict[str, str] = {}
        """Where each file is in the bundle, by its own path."""
        if FORMATS[next(iter(listing.holders.values())).document.format].naming is None:
            self._place_files()
        else:
            self._keep_layout()
        sink = Sink(budget=listing.budget)
        with sink.within_budget():
            listing.budget.spend("bytes to write", sum(map(len, self._texts.values())))
            for path in self.copies.values():
                listing.budget.spend("bytes to write", self._files.size(path) or 0)
        if not sink.ok:
            raise LoadError(sink.finish_later())

    @property
    def contents(self) -> dict[str, Callable[[], bytes]]:
        """What reads each file, by its path in the bundle with ``/``; it raises ``Unreadable`` where the file is gone."""
        return {name: partial(self._read, name) for name in (*self._texts, *self.copies)}

    def _read(self, name: str) -> bytes:
        text = self._texts.get(name)
        return self._files.read(self.copies[name], MOST_BYTES) if text is None else text

    def _place_files(self) -> None:
        holders = list(self._listing.holders.values())
        top = holders[0]
        own = os.path.basename(top.path) if top.path else f"document{FORMATS[top.document.format].endings[0]}"
        self.document = self._names.free(own)
        if any(FORMATS[holder.document.format].names_packages for holder in holders):
            self._names.free(PACKAGE)
            text = f'<package format="3">\n  <name>{self._package}</name>\n</package>\n'
            self._texts[PACKAGE] = text.encode()
        if top.path:
            self.places[top.path] = self.document
        for holder in holders[1:]:
            assert holder.path is not None, "only the first may be a text"
            if holder.path not in self.places:
                self.places[holder.path] = self._in(self._root_of(holder.path, []), holder.path)
        for holder in holders:
            for _, path in holder.named:
                if path is not None and path not in self.places:
                    self._place_file(path)
        for model, config in self._listing.configs.items():  # beside the file that it names
            root = self._root_of(model, [config])
            if self.places.get(model) == self._in(root, model):
                self.copies[self._in(root, config)] = config
        for holder in holders:
            dest = self.places[holder.path] if holder.path else self.document
            self._texts[dest] = self._rewrite_uris(holder, dest)

    def _keep_layout(self) -> None:
        """Places files as they are to each other, so that each is where the document looks for it."""
        top = next(iter(self._listing.holders.values()))
        parsed = get_parsed(top.document)
        start = top.path or os.path.join(get_options(top.document).base_dir or os.curdir, "document")
        start = os.path.abspath(start)
        found = {os.path.abspath(each.path): each.path for each in self._listing.assets if each.path is not None}
        root = os.path.commonpath([os.path.dirname(path) for path in (start, *found)])
        ending = "" if top.path else FORMATS[top.document.format].endings[0]
        self.document = os.path.relpath(start, root).replace(os.sep, "/") + ending
        self._texts[self.document] = as_bytes(_text(top.document), parsed.source)
        for path, own in found.items():
            self.places[own] = os.path.relpath(path, root).replace(os.sep, "/")
            self.copies[self.places[own]] = own

    def find_beside(self, name: str) -> str | None:
        """The file of the bundle that a name leads to from the folder of the document; None where it leads to none."""
        top = next(iter(self._listing.holders.values()))
        folder = os.path.dirname(top.path) if top.path else get_options(top.document).base_dir or os.curdir
        there = os.path.abspath(os.path.join(folder, name))
        return next((path for path in self.places if os.path.abspath(path) == there), None)

    def _place_file(self, path: str) -> None:
        """Brings a file or folder that a document names, with what it names itself."""
        if self._files.is_folder(path):
            own = self._listing.inside.get(path, [])
            inside = [*own, *(each for file in own for each in self._named_by(file))]
            root = self._root_of(os.path.join(path, "_"), inside)
            self.places[path] = self._in(root, path)
        else:
            own = self._named_by(path)
            size = None if own else self._files.size(path)
            ending = os.path.splitext(path)[1].lower()
            key = None if size is None else (size, self._listing.hashes.find(path) + ending)
            if key in self._by_content:
                self.places[path] = self._by_content[key]
                return
            root = self._root_of(path, own)
            self.places[path] = self._in(root, path)
            inside = [path, *own]
            if key is not None:
                self._by_content[key] = self.places[path]
        for each in inside:
            self.copies[self._in(root, each)] = each

    def _named_by(self, path: str) -> list[str]:
        """The files that are there of those that a file names, and those that these name."""
        found: dict[str, None] = {}
        ahead = [path]
        while ahead:
            for each in self._listing.inside.get(ahead.pop(), ()):
                if each not in found and each != path and self._files.is_file(each):
                    found[each] = None
                    ahead.append(each)
        return list(found)

    def _root_of(self, path: str, together: list[str]) -> str:
        """The folder that is in the bundle for a file and others: their package, or the innermost that holds them."""
        common = os.path.commonpath([os.path.dirname(each) for each in (path, *together)])
        package = next(iter(packages_around(Path(common), self._files)), None)
        return common if package is None else str(package)

    def _in(self, root: str, path: str) -> str:
        """The path in the bundle of something in a folder that is in it."""
        holder = self._holders.get(root)
        if holder is None:
            holder = self._holders[root] = self._names.free(os.path.basename(root) or "files")
        parts = [part for part in os.path.relpath(path, root).split(os.sep) if part not in ("", ".")]
        assert ".." not in parts, "it is in that folder"
        return "/".join([holder, *map(safe, parts)])

    def _rewrite_uris(self, holder: Holder, dest: str) -> bytes:
        """The text of a document in which URIs lead to what the bundle holds; nothing else of it changes."""
        twin = deepcopy(holder.document)
        for carrier, (_, path) in zip(carriers(twin), holder.named):
            if path is not None:
                target = self.places[path]
                if FORMATS[holder.document.format].names_packages:
                    uri = f"package://{self._package}/{target}"
                else:
                    uri = os.path.relpath(target, os.path.dirname(dest) or ".").replace(os.sep, "/")
                if uri != carrier.uri:
                    carrier.write(uri)
        source, format, options = get_parsed(twin).source, twin.format, get_options(twin)
        data = as_bytes(_text(twin), source)
        require_strict(data, source)
        require_readable(findings_in(data, format, options), source, format, options)
        return data


def _text(document: Any) -> str:
    try:
        text: str = document.dumps()
    except ValueError:  # its version is not written any more
        if not FORMATS[document.format].tags:
            raise
        text = document.dumps(version=bindings_of(document.format, package=get_options(document).bindings).version)
    return text


def place_beside(document: Document[Any], folder: str, written_in: str) -> dict[str, Callable[[], bytes]]:
    """Makes the URIs of meshes, textures and the like relative paths into a folder, from the one that is ``written_in``.

    Nothing is written yet: the result reads the files to copy by their paths in the folder. Includes are not copied.
    """
    listing = AssetInventory(document)
    bundle = Bundle(listing, os.path.basename(folder))
    start = os.path.relpath(folder, written_in)
    named = next(iter(listing.holders.values())).named
    if FORMATS[document.format].naming is not None:
        named = [(carrier, bundle.find_beside(carrier.uri)) for carrier in carriers(document)]
    for carrier, path in named:
        place = None if path is None else bundle.places.get(path)
        if place in bundle.copies:  # once for files that hold the same
            carrier.write(os.path.normpath(os.path.join(start, place)).replace(os.sep, "/"))
    return {name: partial(listing.files.read, path, MOST_BYTES) for name, path in bundle.copies.items()}


def safe(name: str) -> str:
    """A name that every system takes for that of one file, the same where it is one."""
    made = _UNSAFE.sub("_", name).rstrip(". ")
    if made.strip(".") == "" or _RESERVED.fullmatch(made):
        made = f"_{made.strip('.')}"
    if len(made) > LONGEST_NAME or len(made.encode()) > 2 * LONGEST_NAME:
        stem, ending = os.path.splitext(made)
        ending = ending if len(ending) < 12 else ""
        made = f"{stem[: LONGEST_NAME // 3]}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}{ending}"
    return made


class UniqueFileNames:
    """Gives each name once; upper and lower case count as one."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, name: str) -> str:
        """A safe name like this one that was not given yet."""
        stem, ending = os.path.splitext(safe(name))
        made, number = stem + ending, 1
        while made.casefold() in self._taken:
            number += 1
            made = f"{stem}_{number}{ending}"
        self._taken.add(made.casefold())
        return made
