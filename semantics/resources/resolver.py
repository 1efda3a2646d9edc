"""Finds the file that a URI names.

Read are ``file://``, ``model://``, ``package://``, relative and plain paths. They are looked up, first hit counts,

1. in the folders ``beside``: that of the file that holds the URI, then that of the top-level file;
2. ``package://NAME/…``: in the search folder whose package.xml says ``NAME``;
3. in each search folder, in order: those of the caller, then those of the environment. For ``model://NAME/…`` and
   ``package://NAME/…`` a search folder holds ``NAME/``, or is itself ``NAME``: its own name, its package.xml or its
   model.config says so;
4. where none of these has it, ``package://`` in workspaces and around the document (``packages.py``), ``model://`` in
   Fuel's cache (``fuel_cache.py``), where addresses of Fuel's server are looked up, too.

What was found in a folder stays there: ``..`` may lead from one known folder into another, but not out of all of them.
Nothing comes from a network; a caller may pass a ``fetch`` function, which is asked
last, and for every other scheme.

Looking up is cached for the life of a ``Finder``: a thousand includes of one model cost one lookup.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...diagnostics import rules
from ...runtime.files import FILES, Files, is_in
from ...runtime.sink import Sink, place_of
from ..upgrade.versions import newest_version, version_key
from .environment import environment_folders
from .model_config import (
    CONFIG_NAMES,
    ConfigProblem,
    ModelConfig,
    is_inside,
    names_of_folder,
    package_name,
    read_config,
)
from .uri_text import NAMED, Uri, absolute_paths, is_absolute, join, spellings, split_uri

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.element import Element
    from .attempts import Tracer
    from .fuel_cache import FuelCache
    from .packages import Packages

Fetcher = Callable[[str], "str | os.PathLike[str] | None"]
"""Given a URI, makes it a local file or folder and answers its path; None: not mine."""


class FoundPath(NamedTuple):
    """A file or folder that a URI names."""

    file: str
    """The path as text: most who ask pass it on, and making a Path takes longer than looking whether it exists."""

    @property
    def path(self) -> Path:
        """The file or folder."""
        return Path(self.file)


class ResolvedModel(NamedTuple):
    """A model file. ``config`` is that of the model folder, where the URI named one."""

    path: Path
    config: ModelConfig | None = None


_WITH_ADVICE = (rules.URI_NOT_FOUND, rules.URI_NOT_FETCHED)


class Problem(NamedTuple):
    """Why there is no file, or what is questionable about it."""

    rule: Rule
    arguments: dict[str, Any]

    def report(self, sink: Sink, at: _Element | Element | None, explain: Callable[[], dict[str, Any]]) -> None:
        """Reports it at the element that holds the URI; ``explain`` gives what to say where nothing was found."""
        more = explain() if self.rule in _WITH_ADVICE else {}
        sink.report(self.rule, at, **self.arguments, **more)


class Finder:
    """Looks URIs up; one per load, so that what it remembers does not outlive changes on the disk.

    Args:
        search_paths: folders of the caller, in order. They come before those of the environment.
        environment: where the variables of ``ENVIRONMENT`` are read from; None is the process's own.
        fetch: gets what is not local; without it nothing is fetched.
        files: what may be looked at.
    """

    def __init__(
        self,
        search_paths: Iterable[str | os.PathLike[str]] = (),
        *,
        environment: Mapping[str, str] | None = None,
        fetch: Fetcher | None = None,
        files: Files = FILES,
    ) -> None:
        self.environment = os.environ if environment is None else environment
        paths = [Path(os.path.abspath(path)) for path in search_paths]
        self.given = len(paths)
        """How many of the folders are the caller's."""
        paths += environment_folders(self.environment)
        self.folders = tuple(dict.fromkeys(paths))
        self._searched = tuple(map(str, self.folders))
        self.files = files
        self._fetch = fetch
        self._found: dict[tuple[str, tuple[str, ...], bool], FoundPath | Problem] = {}
        self._make_absolute = cache(lambda folders: tuple(dict.fromkeys(map(os.path.abspath, folders))))
        # a dictionary: a cached method would keep the finder alive until the collector comes
        self._models: dict[tuple[str, tuple[str, ...]], tuple[ResolvedModel | None, tuple[Problem, ...]]] = {}
        self._names_of = cache(lambda folder: names_of_folder(Path(folder), files))
        self._package_in = cache(lambda folder: package_name(Path(folder), files))
        # a robot has many meshes in few folders
        self._is_folder = cache(files.is_folder)

    def find(
        self,
        uri: str,
        beside: Iterable[Path],
        sink: Sink | None = None,
        at: _Element | Element | None = None,
        *,
        is_file: bool = False,
    ) -> FoundPath | None:
        """The file or folder that ``uri`` names, as written; ``sink`` receives BP401 to BP405 where nothing is found.

        ``beside`` are the folders of the file that holds the URI and of the top-level file, ``at`` is the element that
        holds it, and ``is_file`` says that a folder is none.
        """
        found = self.look(uri, beside, is_file=is_file)
        if isinstance(found, FoundPath):
            return found
        if sink is not None:
            found.report(sink, at, partial(self.explain_later, uri, beside, sink, at, is_file=is_file))
        return None

    def look(self, uri: str, beside: Iterable[str | Path], *, is_file: bool = False) -> FoundPath | Problem:
        """What ``uri`` leads to, or why to nothing; the arguments are those of ``find``."""
        folders = tuple(map(str, beside))
        found = self._found.get((uri, folders, is_file))
        if found is None:
            found = self._search(split_uri(uri), self._make_absolute(folders), is_file)
            self._found[uri, folders, is_file] = found
        return found

    def leads_outside(self, uri: str, beside: Iterable[Path]) -> bool:
        """Whether nothing is found because reading is confined to some folders."""
        found = self.look(uri, beside) if self.files.are_confined else None
        return isinstance(found, Problem) and found.rule is rules.URI_OUTSIDE

    def report_failure(
        self, uri: str, beside: Iterable[Path], sink: Sink, at: _Element | Element | None, attribute: str | None = None
    ) -> bool:
        """Whether no file is found because fetching it failed, which is reported as a warning."""
        found = None if self._fetch is None else self.look(uri, beside, is_file=True)
        if not isinstance(found, Problem) or found.rule is not rules.FETCH_FAILED:
            return False
        sink.report(found.rule, at, attribute=attribute, severity="warning", **found.arguments)
        return True

    def find_model(
        self, uri: str, beside: Iterable[Path], sink: Sink | None = None, at: _Element | Element | None = None
    ) -> ResolvedModel | None:
        """The model file that the ``uri`` of an include names; for a folder, the one that its model.config names.

        The arguments are those of ``find``. Reports BP401 to BP405 and BP410 to BP414.
        """
        folders = tuple(map(os.fspath, beside))
        asked = (uri, folders)
        if asked not in self._models:
            found = self.look(uri, folders)
            self._models[asked] = (
                (None, (found,)) if isinstance(found, Problem) else _model(uri, found.path, self.files)
            )
        model, problems = self._models[asked]
        if sink is not None:
            for problem in problems:
                problem.report(sink, at, partial(self.explain_later, uri, folders, sink, at))
        return model

    def explain_later(
        self,
        uri: str,
        beside: Iterable[str | Path],
        sink: Sink,
        at: _Element | Element | None,
        *,
        is_file: bool = False,
        otherwise: str | None = None,
    ) -> dict[str, Any]:
        """What a finding says of a URI that leads to nothing: ``advice``, in few words, and ``tried``, all places.

        The arguments are those of ``find``. Where nothing is there that may have been meant, the advice is ``otherwise``.
        """
        place = place_of(at)
        source = None if place is None else sink.source_of(place)
        file, folders = None if source is None else source.name, tuple(map(str, beside))
        return {
            "advice": lambda: self.tracer.advice(uri, folders, is_file, otherwise),
            "tried": lambda: self.tracer.list_places(uri, folders, file),
        }

    @cached_property
    def tracer(self) -> Tracer:
        """What finds out why nothing is found."""
        from .attempts import Tracer

        return Tracer(self)

    def _search(self, uri: Uri, beside: tuple[str, ...], is_file: bool) -> FoundPath | Problem:
        rest = uri.rest
        if not rest.strip("/\\") and not (uri.scheme in ("", "file") and rest):
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason="there is no path")
        if rest[0] in "/\\" and uri.scheme in NAMED:
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason=f"there is no name after {uri.scheme}://")
        if "\0" in rest:
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason="it holds a null character")
        climbs = is_outside = False
        there = self.files.is_file if is_file else self.files.exists
        for path, base in self.candidates(uri, beside):
            if self.files.are_confined:
                is_outside = is_outside or self.files.place_of(path) is None
                is_there = there(path)
            else:
                is_there = self._is_folder(os.path.dirname(path)) and there(path)
            if is_there:
                # by names: symbolic links are the user's own arrangement
                if base is None or is_in(path, base) or any(is_in(path, root) for root in (*beside, *self._searched)):
                    return FoundPath(path)
                climbs = True
        if climbs:
            return _problem(rules.URI_CLIMBS_OUT, uri=uri.text)
        fetched = self._fetch_uri(uri)
        if fetched is not None:
            return fetched
        if not uri.is_local or is_outside:
            return _problem(rules.URI_OUTSIDE if uri.is_local else rules.URI_NOT_FETCHED, uri=uri.text)
        places = ", ".join(dict.fromkeys((*beside, *self._searched))) or "no folder"
        return _problem(rules.URI_NOT_FOUND, uri=uri.text, places=places)

    def _fetch_uri(self, uri: Uri) -> FoundPath | Problem | None:
        if self._fetch is None:
            return None
        try:
            path = self._fetch(uri.text)
        except Exception as error:  # noqa: BLE001 - whatever a caller's function raises is about this URI
            return _problem(rules.FETCH_FAILED, uri=uri.text, reason=f"{type(error).__name__}: {error}")
        if path is None:
            return None
        local = os.path.abspath(path)
        if self.files.place_of(local) is None:
            return _problem(rules.URI_OUTSIDE, uri=local)
        if not self.files.exists(local):
            return _problem(rules.FETCH_FAILED, uri=uri.text, reason=f"there is no file {local!r}")
        return FoundPath(local)

    def candidates(self, uri: Uri, beside: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
        """Paths to try, each with the folder that it is in; None for an absolute path."""
        if not uri.is_local:
            from .fuel_cache import address_of

            address = address_of(uri.scheme, uri.rest)
            if address is not None:
                yield from self.further[1].places(address)
            return
        is_named = uri.scheme in NAMED
        for rest in spellings(uri.rest):
            if not is_named and is_absolute(rest):
                yield from ((path, None) for path in absolute_paths(rest))
                continue
            for folder in beside:
                yield join(folder, rest), folder
            if not self._searched:
                continue  # as for most callers
            name, _, inner = rest.replace("\\", "/").partition("/")
            if uri.scheme == "package":
                for folder in self._searched:
                    if self._package_in(folder) == name:
                        yield join(folder, inner), folder
            for folder in self._searched:
                yield join(folder, rest), folder
                if is_named and name in self._names_of(folder):
                    yield join(folder, inner), folder
        if is_named:
            packages, fuel = self.further
            for rest in spellings(uri.rest):
                name, _, inner = rest.replace("\\", "/").partition("/")
                if uri.scheme == "package":
                    folders = tuple(place.folder for place in packages.find_folders(name, beside))
                else:
                    folders = fuel.find_models(name)
                for folder in folders:
                    yield join(folder, inner), folder

    @property
    def further(self) -> tuple[Packages, FuelCache]:
        """Where names are looked up that no search folder has."""
        return self._further

    @cached_property
    def _further(self) -> tuple[Packages, FuelCache]:
        from .fuel_cache import FuelCache
        from .packages import Packages

        return Packages(self.files, self.environment, self._searched), FuelCache(self.files, self.environment)


def _model(uri: str, folder: Path, files: Files) -> tuple[ResolvedModel | None, tuple[Problem, ...]]:
    if not files.is_folder(folder):
        return ResolvedModel(folder), ()
    try:
        config = read_config(folder, files)
    except ConfigProblem as problem:
        return None, (_problem(rules.CONFIG_INVALID, file=str(folder / "model.config"), reason=str(problem)),)
    if config is None:
        return None, (_problem(rules.CONFIG_MISSING, uri=uri.strip(), folder=str(folder)),)
    file = str(config.path)
    notes = [_problem(rules.CONFIG_OLD_NAME, file=file)] if config.path.name != CONFIG_NAMES[0] else []
    newest = newest_version()
    too_new = [entry.version for entry in config.entries if entry.key > (version_key(newest) or ())]
    notes += [_problem(rules.CONFIG_TOO_NEW, file=file, version=version, newest=newest) for version in too_new]
    entry = config.best(newest)
    if entry is None:
        return None, (*notes, _problem(rules.CONFIG_INVALID, file=file, reason="no <sdf> names a file"))
    if entry.version is None:
        notes.append(_problem(rules.CONFIG_NO_VERSION, file=file))
    if not is_inside(entry.file):
        return None, (*notes, _problem(rules.URI_CLIMBS_OUT, uri=entry.file))
    path = folder / entry.file
    if files.place_of(path) is None:
        return None, (*notes, _problem(rules.URI_OUTSIDE, uri=entry.file))
    if not files.is_file(path):
        return None, (*notes, _problem(rules.CONFIG_INVALID, file=file, reason=f"there is no file {entry.file!r}"))
    return ResolvedModel(path, config), tuple(notes)


def _problem(rule: Rule, **arguments: Any) -> Problem:
    return Problem(rule, arguments)
