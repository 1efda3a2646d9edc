"""Files that documents name besides other documents: meshes, pictures, sounds, scripts.

Each URI is looked up once, in the folders that ``resolver.py`` lists and in the packages and model folders around the
document. A file that is certainly missing is a warning. Where the whole package, model or server is not known here, its
files may well be where the robot runs: that is one note, however many of them there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.files import is_in
from ...runtime.spelling import SpellingIndex, nearest, suggest
from .fuel_cache import address_of, is_fuel
from .model_config import names_of_folder
from .resolver import Finder, FoundPath, LookupOptions, finder_for
from .uri_text import Uri, is_plain, split_uri

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element
    from ...runtime.sink import Sink

    Where = Callable[[], "_Element | Element | None"]
    """The element at which a URI is written, which takes time to find."""

FOLDER_HINT = "name its folder with --search-path (search_paths=)"
FETCH_HINT = "name what fetches it with --fetch (fetch=)"
SCHEMES = ("package", "model", "file", "http", "https")
"""The schemes of URIs that any reader knows."""


class NamedFiles:
    """Looks up the files that one document names.

    Args:
        options: what may be looked at.
        beside: the folder of the document, then that of the top-level one; none for a text.
        sink: receives BP404, BP407, BP657, BP658 and BP676.
        installed: beginnings of URIs that lead into what is installed with the programs that read the format.
        finder: what looks them up, where the load has one already: it looks through each folder once.
    """

    def __init__(
        self,
        options: LookupOptions,
        beside: Iterable[Path],
        sink: Sink,
        installed: tuple[str, ...] = (),
        finder: Finder | None = None,
    ) -> None:
        self._options = options
        self._beside = tuple(beside)
        self._sink = sink
        self._installed = installed
        self._given = finder
        self._paths: dict[str, str | None] = {}
        self._known: dict[tuple[str, str], bool] = {}
        """By scheme and name, whether a package, model or server is known; one that is not was reported."""
        self._missing: set[str] = set()
        """Folders, as URIs have them, that are not there, which was reported."""

    def find(self, uri: str, where: Where, attribute: str | None = None, *, is_file: bool = True) -> str | None:
        """The path of a file, or with ``is_file=False`` of a folder; one that is missing is reported the first time."""
        if uri not in self._paths:
            self._paths[uri] = self._look_up(uri, where, attribute, is_file) if uri.strip() else None
        return self._paths[uri]

    def is_installed(self, uri: str) -> bool:
        """Whether a URI leads into what is installed with the programs that read the format."""
        return uri.strip().startswith(self._installed) if self._installed else False

    def _look_up(self, uri: str, where: Where, attribute: str | None, is_file: bool) -> str | None:
        parts = split_uri(uri)
        if parts.is_named and parts.rest[:1] in "/\\":
            # simulators take no notice of a slash more
            parts = Uri(parts.text, parts.scheme, parts.rest.lstrip("/\\"))
            uri = f"{parts.scheme}://{parts.rest}"
        name = parts.rest.replace("\\", "/").partition("/")[0]
        if self._known.get((parts.scheme, name)) is False:  # robots have many meshes in few packages
            return None
        finder, sink = self._finder, self._sink
        if parts.is_named and not self._has_package(parts, name, finder, where, attribute, is_file):
            return None
        if self._is_in_missing_folder(parts):
            return None
        found = finder.look(uri, self._beside, is_file=is_file)
        if isinstance(found, FoundPath):
            return found.file
        at = where()
        if finder.report_failure(uri, self._beside, sink, at, attribute=attribute) or self.is_installed(uri):
            return None
        if finder.leads_outside(uri, self._beside):
            self._report_outside(parts, at, attribute)
        elif not parts.is_local:
            self._report_foreign(parts, name, finder, at, attribute)
        elif (self._beside or parts.is_named) and found.rule is not rules.URI_CLIMBS_OUT:
            self._report_missing(uri, finder, at, attribute, is_file)
        return None

    def _report_missing(
        self, uri: str, finder: Finder, at: _Element | Element | None, attribute: str | None, is_file: bool
    ) -> None:
        """Reports a file that is not there; where its whole folder is not, once for that."""
        folders = self._missing_folders(uri, finder)
        if not self._missing.isdisjoint(folders):
            return
        told = finder.explain_later(
            uri, self._beside, self._sink, at, is_file=is_file, otherwise=f"check the path, or {FOLDER_HINT}"
        )
        about: dict[str, Any] = {"uri": uri, **told}
        if folders:
            self._missing.add(folders[-1])
            about["folder"] = folders[-1]
        self._sink.report(rules.NAMED_FILE_MISSING, at, attribute=attribute, **about)

    def _is_in_missing_folder(self, uri: Uri) -> bool:
        """Whether a file need not be looked for: a folder that it is in is not there, which was reported, and nothing brings it."""
        if not self._missing or uri.scheme or not is_plain(uri.rest) or self._options.fetch is not None:
            return False
        text = uri.text.replace("\\", "/")
        return not self._finder.files.are_confined and any(text.startswith(f"{folder}/") for folder in self._missing)

    def _missing_folders(self, uri: str, finder: Finder) -> list[str]:
        """The folders of a URI that are not there, innermost first."""
        found: list[str] = []
        folder = uri.replace("\\", "/").rpartition("/")[0].rstrip("/")
        while folder and folder[-1] not in "/:.":
            there = finder.look(folder, self._beside)
            if isinstance(there, FoundPath) or there.rule is rules.URI_CLIMBS_OUT:
                break
            found.append(folder)
            folder = folder.rpartition("/")[0]
        return found

    @cached_property
    def _finder(self) -> Finder:
        return self._given or finder_for(self._options)

    def _has_package(
        self, uri: Uri, name: str, finder: Finder, where: Where, attribute: str | None, is_file: bool
    ) -> bool:
        """Whether the package or model of a URI is anywhere, or may be fetched; one that is not is reported once."""
        key = uri.scheme, name
        if key in self._known:
            return self._known[key]
        whole, sink = f"{uri.scheme}://{name}", self._sink
        fetches = self._options.fetch is not None
        self._known[key] = known = fetches or isinstance(finder.look(whole, self._beside), FoundPath)
        if known:
            return True
        at = where()
        if finder.leads_outside(whole, self._beside):
            self._report_outside(uri, at, attribute)
            return False
        meant = self._find_similar(uri, name, finder, is_file)
        if meant is not None:
            advice = suggest(meant, "{!r}")
            about: dict[str, Any] = {"what": uri.scheme, "name": name, "reference": uri.text, "advice": advice}
            sink.report(rules.PACKAGE_MISSPELT, at, attribute=attribute, **about)
            return False
        told = finder.explain_later(uri.text, self._beside, sink, at, is_file=is_file, otherwise=FOLDER_HINT)
        sink.report(rules.PACKAGE_UNKNOWN, at, attribute=attribute, uri=uri.text, what=uri.scheme, package=name, **told)
        return False

    def _find_similar(self, uri: Uri, name: str, finder: Finder, is_file: bool) -> str | None:
        """The URI with the name of a package around the document that was meant, which has such a file."""
        near = SpellingIndex(dict.fromkeys(self._names_around())).nearest(name)
        meant = f"{uri.scheme}://{near}{uri.rest[len(name) :]}"
        if near is None or not isinstance(finder.look(meant, self._beside, is_file=is_file), FoundPath):
            return None
        return meant

    def _names_around(self) -> Iterator[str]:
        files, around = self._options.files, self._finder.around
        for beside in self._beside:
            for folder in around.packages_around(os.path.abspath(beside)):
                if is_in(os.path.abspath(beside), folder):
                    yield from sorted(names_of_folder(Path(folder), files))
                yield from (name for name, is_folder in files.inside(folder).items() if is_folder)
            project = around.project_of(os.path.abspath(beside))
            if project is not None:
                yield from (*project.packages, *project.models)

    def _report_outside(self, uri: Uri, at: _Element | Element | None, attribute: str | None) -> None:
        self._sink.report(rules.URI_OUTSIDE, at, attribute=attribute, severity="warning", uri=uri.text)

    def _report_foreign(
        self, uri: Uri, name: str, finder: Finder, at: _Element | Element | None, attribute: str | None
    ) -> None:
        """Reports what is on no disk: once for each server; nothing of Fuel's, from which simulators fetch by themselves."""
        if is_fuel(uri.scheme, uri.rest) or address_of(uri.scheme, uri.rest) is not None:
            return
        sink, near = self._sink, nearest(uri.scheme, SCHEMES)
        if uri.scheme not in SCHEMES and near is not None:
            advice = suggest(f"{near}{uri.text[len(uri.scheme) :]}", "{!r}")
            about: dict[str, Any] = {"what": "scheme", "name": uri.scheme, "reference": uri.text, "advice": advice}
            sink.report(rules.PACKAGE_MISSPELT, at, attribute=attribute, **about)
            return
        self._known[uri.scheme, name] = False
        told = finder.explain_later(uri.text, self._beside, sink, at, otherwise=FETCH_HINT)
        sink.report(rules.PACKAGE_UNKNOWN, at, attribute=attribute, uri=uri.text, what="server", package=name, **told)
