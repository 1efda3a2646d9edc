"""Why a URI leads to nothing: each place that was tried, what is wrong there, and what is there instead.

The places are those that ``Finder.candidates`` names, so that what is explained is what was done. Only what is not found
is traced; folders are listed once for all URIs of a load.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal, Protocol

from ...diagnostics.records import NamedTuple, dataclass
from ...runtime.files import Files, is_in
from ...runtime.spelling import SpellingIndex
from .environment import ENVIRONMENT, folders_in
from .fuel_cache import VARIABLES, FuelCache, address_of
from .packages import Packages
from .project import DocumentSurroundings
from .uri_text import Uri, split_uri

Case = Literal[
    "found",
    "no-such-folder",
    "no-such-name",
    "no-such-file",
    "other-case",
    "other-extension",
    "other-name",
    "a-folder",
    "a-file",
    "leads-out",
    "outside",
    "not-set",
    "nothing-there",
]
"""What became of one place."""

FOLDER_HINT = "name the folder that has it with --search-path (search_paths=)"
FETCH_HINT = "use --fetch (fetch=) or a local copy"

_NEAR: tuple[Case, ...] = ("other-case", "other-extension", "other-name", "a-folder")
"""What may be meant instead, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One place in which a URI was looked up.

    Attributes:
        place: the path that was looked for; the name of a variable that is not set; a folder that was looked through.
        origin: how it came to be tried: ``"beside the document"``, ``"search path"``, ``"GZ_SIM_RESOURCE_PATH"``.
        case: what became of it; ``"found"`` ends the search.
        because: the same in words, with what is there instead.
        instead: the path of a file that may have been meant.

    Example:
        >>> (tried,) = bodyplan.explain_uri("ARM.sdf", "examples/arm.urdf", environment={}).tried
        >>> tried.origin, tried.case
        ('beside the document', 'other-case')
    """

    place: str
    origin: str
    case: Case
    because: str
    instead: str | None = None


class _Inside(NamedTuple):
    names: dict[str, bool]
    by_case: dict[str, str]
    by_stem: dict[str, list[str]]
    near: SpellingIndex


class UriLookup(Protocol):
    """What looks URIs up: a ``Finder``, which says more of each of these."""

    files: Files
    environment: Mapping[str, str]
    given: tuple[str, ...]

    home: tuple[str, ...]

    @property
    def around(self) -> DocumentSurroundings:
        """What is around the files of the document."""
        ...

    def files_for(self, uri: Uri) -> Files:
        """What may be read of what a URI leads to."""
        ...

    def folders_for(self, beside: tuple[str, ...]) -> tuple[str, ...]:
        """The search folders for a file, by the folders beside it."""
        ...

    def candidates(
        self, uri: Uri, beside: tuple[str, ...], *, is_file: bool = False
    ) -> Iterator[tuple[str, str | None]]:
        """Paths to try, each with the folder that it is in."""
        ...

    @property
    def further(self) -> tuple[Packages, FuelCache]:
        """Where names are looked up that no search folder has."""
        ...


class Tracer:
    """Traces look-ups of one ``Finder``, whose folders are not changed meanwhile."""

    def __init__(self, finder: UriLookup) -> None:
        self.finder = finder
        self._files = finder.files
        self._inside_of = cache(self._list_inside)
        self._origins_of = cache(self._find_origins)
        self._walked: dict[tuple[str, bool, str], tuple[Case, str, str | None]] = {}

    def trace(self, text: str, beside: tuple[str, ...], *, is_file: bool) -> Iterator[Attempt]:
        """The places in which a URI is looked up, in order, to the one that has it; see ``Finder.find``."""
        uri = split_uri(text)
        if not uri.rest.strip("/\\") or "\0" in uri.rest:
            return
        folders = tuple(dict.fromkeys(map(os.path.abspath, beside)))
        seen: set[str] = set()
        for path, base in self.finder.candidates(uri, folders, is_file=is_file):
            if path not in seen:
                seen.add(path)
                yield (tried := self._describe_attempt(uri, path, base, folders, is_file))
                if tried.case == "found":
                    return
        yield from self._passed_over(uri, folders)

    def advice(self, text: str, beside: tuple[str, ...], is_file: bool, otherwise: str | None) -> str:
        """What to do about a URI that leads to nothing, in few words; ``Finder.explain_later`` explains the arguments."""
        found = [each for each in self.trace(text, beside, is_file=is_file) if each.case in _NEAR]
        near = min(found, key=lambda each: _NEAR.index(each.case), default=None)
        uri = split_uri(text)
        if near is not None:
            return f"{near.place} is a folder" if near.case == "a-folder" else near.because
        if otherwise is not None:
            return otherwise
        return FOLDER_HINT if uri.is_local else FETCH_HINT

    def list_places(self, text: str, beside: tuple[str, ...], file: str | None) -> str:
        """Where a URI that leads to nothing was looked for, and what shows more of each place."""
        uri = split_uri(text)
        own = tuple(dict.fromkeys(map(os.path.abspath, beside)))
        folders = dict.fromkeys((*own, *self.finder.folders_for(own)))
        where = f"looked for in: {', '.join(folders) or 'no folder'}; " if uri.is_local else ""
        origin = "" if file is None else f" --from {shlex.quote(file)}"
        return f"{where}`bodyplan explain-uri {shlex.quote(uri.text)}{origin}` shows each place"

    def _describe_attempt(
        self, uri: Uri, path: str, base: str | None, beside: tuple[str, ...], is_file: bool
    ) -> Attempt:
        origin = "as it is written" if base is None else self._origin_of(uri, base, beside)
        if self.finder.files_for(uri).place_of(path) is None:
            return Attempt(path, origin, "outside", "reading is confined to other folders")
        named = _name_in(uri) if uri.is_named else ""
        known = self._walked.get((path, is_file, named))
        if known is None:
            known = self._walked[path, is_file, named] = self._walk(path, base, named, is_file)
        roots = (*beside, *self.finder.folders_for(beside))
        if known[0] == "found" and base is not None and not any(is_in(path, each) for each in (base, *roots) if each):
            return Attempt(path, origin, "leads-out", "it is there, but leads out of all known folders", path)
        return Attempt(path, origin, *known)

    def _walk(self, path: str, base: str | None, named: str, is_file: bool) -> tuple[Case, str, str | None]:
        """What is at a path: walked part by part, to the first that is not there as it is written."""
        if base is not None and is_in(path, base):
            if not self._files.is_folder(base):
                return "no-such-folder", f"there is no folder {base}", None
            at, parts = base, path[len(base.rstrip(os.sep)) :]
        else:
            at, parts = os.path.splitdrive(path)
            at += os.sep
        case: Case = "found"
        for part in [part for part in parts.split(os.sep) if part]:
            inside = self._inside_of(at)
            if part not in inside.names:
                if self._files.exists(os.path.join(at, part)):  # it is there, but may not be listed
                    at = os.path.join(at, part)
                    continue
                other = inside.by_case.get(part.casefold())
                if other is None:
                    is_last = at == os.path.dirname(path) or os.path.join(at, part) == path
                    return self._without(at, part, inside, named if at == base else "", is_last)
                case, part = "other-case", other
            at = os.path.join(at, part)
        if case == "other-case":
            return case, f"there is {at}, which differs in case", at
        if is_file and self._files.is_folder(at):
            return "a-folder", "it is a folder", at
        if not is_file or self._files.is_file(at):
            return "found", "it is there", at
        return "no-such-file", "it is no regular file", None

    def _without(self, at: str, part: str, inside: _Inside, named: str, is_last: bool) -> tuple[Case, str, str | None]:
        """What is reported where a folder lacks the next part of a path."""
        if not inside.names and not self._files.is_folder(at):
            what: Case = "a-file" if self._files.exists(at) else "no-such-folder"
            return what, f"{at} is no folder" if what == "a-file" else f"there is no folder {at}", None
        stem, ending = os.path.splitext(part)
        if is_last and ending:
            same = [name for name in inside.by_stem.get(stem.casefold(), ()) if not inside.names[name]]
            if same:
                instead = os.path.join(at, same[0])
                return "other-extension", f"there is {instead}, with another extension", instead
        near = inside.near.nearest(part)
        if near is not None:
            return "other-name", f"there is no {part} in {at}, but {near}", os.path.join(at, near)
        return "no-such-name" if named == part else "no-such-file", f"there is no {part} in {at}", None

    def _list_inside(self, folder: str) -> _Inside:
        names = self._files.inside(folder)
        by_case: dict[str, str] = {}
        by_stem: dict[str, list[str]] = {}
        for name in names:
            by_case.setdefault(name.casefold(), name)
            by_stem.setdefault(os.path.splitext(name)[0].casefold(), []).append(name)
        return _Inside(names, by_case, by_stem, SpellingIndex(names))

    def _find_origins(self, beside: tuple[str, ...]) -> dict[str, str]:
        found = dict.fromkeys(beside, "beside the document")
        found.update({folder: "search path" for folder in self.finder.given if folder not in found})
        of_environment = {
            str(each): variable
            for variable in reversed(ENVIRONMENT)
            for each in folders_in(variable, self.finder.environment.get(variable, ""))
        }
        for folder in self.finder.folders_for(beside):
            found.setdefault(folder, of_environment.get(folder, "a package around the document"))
        return found

    def _origin_of(self, uri: Uri, base: str, beside: tuple[str, ...]) -> str:
        known = self._origins_of(beside)
        if base in known:
            return known[base]
        packages, fuel = self.finder.further
        if uri.is_named or uri.is_one_word:
            found = packages.find_folders(_name_in(uri), tuple(dict.fromkeys((*beside, *self.finder.home))))
            origin = next((place.origin for place in found if place.folder == base), "")
            if origin or uri.scheme == "package":
                return origin or "a package"
        return next((origin for folder, origin in fuel.folders if is_in(base, folder)), "Fuel's cache")

    def _passed_over(self, uri: Uri, beside: tuple[str, ...]) -> Iterator[Attempt]:
        """What was looked through without a path to show for it, and what was not looked at."""
        packages, fuel = self.finder.further
        name, address = _name_in(uri), address_of(uri.scheme, uri.rest)
        places: Iterable[tuple[str, str]] = ()
        unset: tuple[str, ...] = ENVIRONMENT if uri.is_named else ()
        text = ""
        near = tuple(dict.fromkeys((*beside, *self.finder.home)))
        if uri.is_named and not packages.find_folders(name, near):
            projects = dict.fromkeys(filter(None, map(self.finder.around.project_of, near)))
            for project in projects:
                yield Attempt(project.folder, "the project", "no-such-name", f"no {uri.scheme} {name} is in it")
        if uri.scheme == "package" and not packages.find_folders(name, near):
            places, text = packages.sources(near), f"there is no package {name} at any depth"
        elif uri.scheme == "model":
            places, text, unset = fuel.folders, f"no owner there has a model {name}", (VARIABLES[0], *ENVIRONMENT)
        elif address is not None:
            places, unset = fuel.folders, VARIABLES[:1]
            text = "" if list(fuel.places(address)) else f"{address.name} of {address.owner} was not fetched yet"
        elif not uri.is_local:
            because = "it is no address of Fuel's server, and has no cache here"
            yield Attempt(uri.text, "no cache", "nothing-there", because)
        for folder, origin in places:
            if not self._files.is_folder(folder):
                yield Attempt(folder, origin, "no-such-folder", f"there is no folder {folder}")
            elif text:
                yield Attempt(folder, origin, "no-such-name", text)
        for variable in unset:
            if not self.finder.environment.get(variable, "").strip():
                yield Attempt(variable, variable, "not-set", "it is not set")


def _name_in(uri: Uri) -> str:
    return uri.rest.replace("\\", "/").partition("/")[0]
