"""Lays out a folder that holds a document and all that it names, and writes documents for it.

What lies in a package or model folder keeps its place in that, so that what meshes and scripts name stays where they look
for it; other files stand in a folder called like theirs. URIs become relative paths; those of directives, which may not be
relative, name the bundle as a package.
"""

from __future__ import annotations

import os
import re
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError
from ...runtime.saving.encoded_text import as_bytes
from ...runtime.sink import Sink
from ..core.bindings import bindings_of
from ..document.document import get_options, get_parsed
from ..document.readback import findings_in, require_readable, require_strict
from ..formats.registry import FORMATS
from ..resources.packages import packages_around
from .file_names import UniqueFileNames, safe
from .inventory import MOST_BYTES, list_assets
from .uri_fields import carriers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..document.document import Document
    from .inventory import AssetInventory, Holder

PACKAGE = "package.xml"


@dataclass(slots=True, eq=False)
class Bundle:
    """What a bundle holds.

    Attributes:
        document: the path of the document in it.
        texts: files that were written anew, by their paths in the bundle, with ``/``.
        copies: the others, with the paths that they are copied from.
    """

    document: str
    texts: dict[str, bytes] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)


def build_bundle(listing: AssetInventory, name: str) -> Bundle:
    """The bundle of all that was listed and is there.

    Args:
        listing: what there is.
        name: what the bundle is called, where directives need a name.

    Raises:
        LoadError: that is too much to write (BP015).
    """
    return _charge_budget(_Bundler(listing, name).build(), listing)


def plan_copies(listing: AssetInventory, name: str) -> tuple[dict[str, str], dict[str, str]]:
    """Where copies of all files go that were listed: paths by places in a folder, and places by paths.

    Raises:
        LoadError: they are too much to write (BP015).
    """
    bundler = _Bundler(listing, name)
    return dict(_charge_budget(bundler.build(), listing).copies), bundler.places


def _charge_budget(bundle: Bundle, listing: AssetInventory) -> Bundle:
    """A bundle that is within the budget, before anything of it is written."""
    sink = Sink(budget=listing.budget)
    with sink.within_budget():
        listing.budget.spend("bytes to write", sum(map(len, bundle.texts.values())))
        for path in bundle.copies.values():
            listing.budget.spend("bytes to write", listing.files.size(path) or 0)
        return bundle
    raise LoadError(sink.finish_later())


class _Bundler:
    def __init__(self, listing: AssetInventory, name: str) -> None:
        self._listing = listing
        self._files = listing.files
        self._package = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_") or "bundle"
        self._names = UniqueFileNames()
        self._holders: dict[str, str] = {}
        """Names of the folders of the bundle by what they stand for."""
        self._dests: dict[str, str] = {}
        self._by_content: dict[tuple[int, str], str] = {}
        self._bundle = Bundle("")

    @property
    def places(self) -> dict[str, str]:
        """Where each file is in the bundle."""
        return dict(self._dests)

    def build(self) -> Bundle:
        """Lays everything out."""
        holders = list(self._listing.holders.values())
        top = holders[0]
        row = FORMATS[top.document.format]
        own = os.path.basename(top.path) if top.path else f"document{row.endings[0]}"
        self._bundle.document = self._names.free(own)
        if any(FORMATS[holder.document.format].names_packages for holder in holders):
            self._names.free(PACKAGE)
            text = f'<package format="3">\n  <name>{self._package}</name>\n</package>\n'
            self._bundle.texts[PACKAGE] = text.encode()
        if top.path:
            self._dests[top.path] = self._bundle.document
        for holder in holders[1:]:
            assert holder.path is not None, "only the first may be a text"
            self._place(holder.path)
        for holder in holders:
            for _, path in holder.named:
                if path is not None:
                    self._copy_path(path)
        for model, config in self._listing.configs.items():
            self._copy_config(config, model)
        for holder in holders:
            dest = self._dests[holder.path] if holder.path else self._bundle.document
            self._bundle.texts[dest] = self._rewrite_uris(holder, dest)
        return self._bundle

    def _place(self, path: str) -> str:
        """Where a document or the file of another format stands."""
        dest = self._dests.get(path)
        if dest is None:
            dest = self._dests[path] = self._in(self._root_of(path, [path]), path)
        return dest

    def _copy_path(self, path: str) -> None:
        """Brings a file or folder that a document names, with what it names itself."""
        if path in self._dests:
            return
        if self._files.is_folder(path):
            own = self._listing.inside.get(path, [])
            inside = [each for file in own for each in self._named_by(file)]
            root = self._root_of(os.path.join(path, "_"), [*own, *inside])
            self._dests[path] = self._in(root, path)
            for each in (*own, *inside):
                self._bundle.copies[self._in(root, each)] = each
            return
        inside = self._named_by(path)
        if not inside and (known := self._same_as(path)) is not None:
            self._dests[path] = known
            return
        root = self._root_of(path, [path, *inside])
        dest = self._dests[path] = self._in(root, path)
        self._bundle.copies[dest] = path
        for each in inside:
            self._bundle.copies[self._in(root, each)] = each
        if not inside:
            self._remember(path, dest)

    def _copy_config(self, config: str, model: str) -> None:
        """Brings a model.config, to where it stands beside the file that it names."""
        root = self._root_of(model, [model, config])
        if self._dests.get(model) == self._in(root, model):
            self._bundle.copies[self._in(root, config)] = config

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
        """The folder that is in the bundle for all of these: their package, or the innermost that holds them."""
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

    def _same_as(self, path: str) -> str | None:
        """Where a file with the same content stands already."""
        key = self._key(path)
        return None if key is None else self._by_content.get(key)

    def _remember(self, path: str, dest: str) -> None:
        key = self._key(path)
        if key is not None:
            self._by_content.setdefault(key, dest)

    def _key(self, path: str) -> tuple[int, str] | None:
        size = self._files.size(path)
        if size is None:
            return None
        return size, self._listing.hashes.find(path) + os.path.splitext(path)[1].lower()

    def _rewrite_uris(self, holder: Holder, dest: str) -> bytes:
        """The text of a document in which URIs lead to what the bundle holds; nothing else of it changes."""
        twin = deepcopy(holder.document)
        for carrier, (_, path) in zip(carriers(twin), holder.named):
            if path is not None:
                target = self._dests[path]
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


def placed_beside(document: Document[Any], folder: str, written_in: str) -> dict[str, Callable[[], bytes]]:
    """Makes the URIs of meshes, textures and the like relative paths into a folder; nothing is written yet.

    What is included is not copied, and its URI stays.

    Args:
        document: it is changed.
        folder: where copies of the files go that it names.
        written_in: the folder that the document will stand in.

    Returns:
        What reads each of these files, by its path in the folder; it raises ``Unreadable`` where it is gone.
    """
    listing = list_assets(document)
    copies, places = plan_copies(listing, os.path.basename(folder))
    start = os.path.relpath(folder, written_in)
    top = next(iter(listing.holders.values()))
    copied = set(copies.values())
    for carrier, path in top.named:
        if path in copied:
            carrier.write(os.path.normpath(os.path.join(start, places[path])).replace(os.sep, "/"))
    return {name: partial(listing.files.read, path, MOST_BYTES) for name, path in copies.items()}
