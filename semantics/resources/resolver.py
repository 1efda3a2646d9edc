"""Finds the file that a URI names: the one mechanism of every call and command.

Read are ``file://``, ``model://``, ``package://``, relative and plain paths. They are looked up, first hit counts,

1. in the folders ``beside``: that of the file that holds the URI, then that of the top-level file;
2. ``package://NAME/…``: in the search folder whose package.xml says ``NAME``;
3. in each search folder, in order: those of the caller, the packages and model folders around the document with the folders
   that hold these, those of the environment. For ``model://NAME/…`` and ``package://NAME/…`` a search folder holds ``NAME/``, or is
   itself ``NAME``: its own name, its package.xml or its model.config says so;
4. where none of these has it, and for a plain name that may be a model's, in workspaces and the project of the document (``packages.py``, ``project.py``), ``model://`` in
   Fuel's cache (``fuel_cache.py``), where addresses of Fuel's server are looked up, too;
5. ``package://NAME/…`` where the package's CMakeLists.txt installs it from (``cmake_install.py``).

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
from typing import TYPE_CHECKING, Any, Protocol

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ...runtime.files import FILES, Files, is_in
from ...runtime.folder_cache import remember_folders
from ...runtime.sink import Sink, place_of
from ..upgrade.versions import newest_version, version_key
from .builtin_models import find_builtin
from .cmake_install import Installed, find_sources, read_installs
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
from .project import DocumentSurroundings, packages_around
from .source_files import seen_name
from .uri_text import NAMED, Uri, absolute_paths, is_absolute, is_plain, join, spellings, split_uri

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule, Severity
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
    text: bytes | None = None
    """What it holds, where it is no file but one of ``builtin_models``."""


_PATHS = frozenset({"file", "folder"})
"""Arguments of problems that are paths."""
_WITH_ADVICE = (rules.URI_NOT_FOUND, rules.URI_NOT_FETCHED)


class Problem(NamedTuple):
    """Why there is no file, or what is questionable about it."""

    rule: Rule
    arguments: dict[str, Any]

    def report(
        self,
        sink: Sink,
        at: _Element | Element | None,
        explain: Callable[[], dict[str, Any]],
        severity: Severity | None = None,
    ) -> None:
        """Reports it at the element that holds the URI; ``explain`` gives what to say where nothing was found."""
        more = explain() if self.rule in _WITH_ADVICE else {}
        said: dict[str, Any] = {
            name: seen_name(value, sink.document) if name in _PATHS else value for name, value in self.arguments.items()
        }
        sink.report(self.rule, at, severity=severity, **said, **more)


class LookupOptions(Protocol):
    """What a load may look at: its ``Options``."""

    @property
    def search_paths(self) -> tuple[Path, ...]:
        """Folders of the caller."""
        ...

    @property
    def fetch(self) -> Fetcher | None:
        """What gets files that are not local."""
        ...

    @property
    def files(self) -> Files:
        """What may be read."""
        ...

    @property
    def base_dir(self) -> Path | None:
        """The folder of the document; None for a text without a place."""
        ...

    @property
    def project(self) -> str | None:
        """The folder of the project that the caller names."""
        ...


def finder_for(options: LookupOptions) -> Finder:
    """What looks up the URIs of a document and of what it includes."""
    return Finder(
        options.search_paths,
        fetch=options.fetch,
        files=options.files,
        home=options.base_dir,
        project=options.project,
    )


class Finder:
    """Looks URIs up; one per load, so that what it remembers does not outlive changes on the disk.

    Args:
        search_paths: folders of the caller, in order. They come before those of the environment.
        environment: where the variables of ``ENVIRONMENT`` are read from; None is the process's own.
        fetch: gets what is not local; without it nothing is fetched.
        files: what may be looked at.
        home: the folder of the document, in whose surroundings names are looked up, too; None: that has no place.
        project: the folder of the project that it belongs to; None: it is found from the document.
        looks_around: whether the surroundings of the document are looked at.
    """

    def __init__(
        self,
        search_paths: Iterable[str | os.PathLike[str]] = (),
        *,
        environment: Mapping[str, str] | None = None,
        fetch: Fetcher | None = None,
        files: Files = FILES,
        home: str | os.PathLike[str] | None = None,
        project: str | os.PathLike[str] | None = None,
        looks_around: bool = True,
    ) -> None:
        self.environment = os.environ if environment is None else environment
        self.given = tuple(dict.fromkeys(os.path.abspath(path) for path in search_paths))
        """The folders of the caller."""
        self.home: tuple[str, ...] = () if home is None else (os.path.abspath(home),)
        """The folder of the document, if it has one."""
        self._near_files = files
        if files.are_confined and home is not None and looks_around:
            files = files.with_folders(packages_around(home, files))
        self.files = remember_folders(files)
        self._project, self._looks_around = project, looks_around
        self._fetch = fetch
        self._folders: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._found: dict[tuple[str, tuple[str, ...], bool], FoundPath | Problem] = {}
        self._absolute: dict[tuple[str, ...], tuple[str, ...]] = {}
        # a dictionary: a cached method would keep the finder alive until the collector comes
        self._models: dict[tuple[str, tuple[str, ...]], tuple[ResolvedModel | None, tuple[Problem, ...]]] = {}
        self._absent: dict[tuple[str, str, tuple[str, ...]], dict[str, str] | None] = {}
        """By scheme and name, what is said of files of packages and models that are nowhere; None for those that are somewhere."""

    # most documents name nothing: what looking up takes is made when it is asked for

    @property
    def around(self) -> DocumentSurroundings:
        """What is around the files of the document."""
        return self._around

    @cached_property
    def _around(self) -> DocumentSurroundings:
        folder = None if self._project is None else os.fspath(self._project)
        return DocumentSurroundings(self.files, folder, are_open=self._looks_around)

    @cached_property
    def _of_environment(self) -> tuple[str, ...]:
        return tuple(map(str, environment_folders(self.environment)))

    @cached_property
    def _names_of(self) -> Callable[[str], frozenset[str]]:
        files = self.files
        return cache(lambda folder: names_of_folder(folder, files))

    @cached_property
    def _package_in(self) -> Callable[[str], str]:
        files = self.files
        return cache(lambda folder: package_name(folder, files))

    @cached_property
    def _installs_of(self) -> Callable[[str], tuple[Installed, ...]]:
        files = self.files
        return cache(lambda folder: read_installs(folder, files))

    @cached_property
    def _is_folder(self) -> Callable[[str], bool]:
        return cache(self.files.is_folder)  # a robot has many meshes in few folders

    def _make_absolute(self, folders: tuple[str, ...]) -> tuple[str, ...]:
        found = self._absolute.get(folders)
        if found is None:
            found = self._absolute[folders] = tuple(dict.fromkeys(map(os.path.abspath, folders)))
        return found

    def find(
        self,
        uri: str,
        beside: Iterable[Path],
        sink: Sink | None = None,
        at: _Element | Element | None = None,
        *,
        is_file: bool = False,
        severity: Severity | None = None,
    ) -> FoundPath | None:
        """The file or folder that ``uri`` names, as written; ``sink`` receives BP401 to BP405 where nothing is found.

        ``beside`` are the folders of the file that holds the URI and of the top-level file, ``at`` is the element that
        holds it, ``is_file`` says that a folder is none, and ``severity`` is how bad it is where it is not as the rule has it.
        """
        found = self.look(uri, beside, is_file=is_file)
        if isinstance(found, FoundPath):
            return found
        if sink is not None:
            found.report(sink, at, partial(self.explain_later, uri, beside, sink, at, is_file=is_file), severity)
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
        self,
        uri: str,
        beside: Iterable[Path],
        sink: Sink | None = None,
        at: _Element | Element | None = None,
        *,
        severity: Severity | None = None,
        with_builtin: bool = True,
    ) -> ResolvedModel | None:
        """The model file that the ``uri`` of an include names; for a folder, the one that its model.config names.

        The arguments are those of ``find``; ``severity`` is that of what is reported where it is not the rule's, and
        ``with_builtin`` says that what Gazebo brings counts where nothing else is found. Reports BP401 to BP405 and BP410 to BP414.
        """
        folders = tuple(map(os.fspath, beside))
        asked = (uri, folders)
        if asked not in self._models:
            found = self.look(uri, folders)
            self._models[asked] = (
                (None, (found,)) if isinstance(found, Problem) else _model(uri, found.path, self.files)
            )
        model, problems = self._models[asked]
        if model is None and with_builtin and (builtin := find_builtin(uri)) is not None:
            return ResolvedModel(builtin.path, None, builtin.text)
        if sink is not None:
            for problem in problems:
                problem.report(sink, at, partial(self.explain_later, uri, folders, sink, at), severity)
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
        # a robot has many meshes in few packages: of one that is nowhere the first is looked for
        is_confined = self.files.are_confined
        absent = None if is_confined or not is_plain(rest) else self._absent.get((uri.scheme, uri.package, beside))
        if absent is not None and self._fetch is None:
            return Problem(rules.URI_NOT_FOUND, {"uri": uri.text, **absent})
        climbs = is_outside = False
        files = self.files_for(uri)
        there = files.is_file if is_file else files.exists
        for path, base in () if absent is not None else self.candidates(uri, beside, is_file=is_file):
            if is_confined:
                is_outside = is_outside or files.place_of(path) is None
                is_there = there(path)
            else:
                is_there = self._is_folder(os.path.dirname(path)) and there(path)
            if is_there:
                # by names: symbolic links are the user's own arrangement
                if (
                    base is None
                    or is_in(path, base)
                    or any(is_in(path, root) for root in (*beside, *self.folders_for(beside)))
                ):
                    return FoundPath(path)
                climbs = True
        if climbs:
            return _problem(rules.URI_CLIMBS_OUT, uri=uri.text)
        fetched = self._fetch_uri(uri)
        if fetched is not None:
            return fetched
        if not uri.is_local or is_outside:
            return _problem(rules.URI_OUTSIDE if uri.is_local else rules.URI_NOT_FETCHED, uri=uri.text)
        told = {"places": ", ".join(dict.fromkeys((*beside, *self.folders_for(beside)))) or "no folder"}
        return Problem(
            rules.URI_NOT_FOUND, {"uri": uri.text, **(self._find_absent(uri, beside, is_file, told) or told)}
        )

    def _find_absent(
        self, uri: Uri, beside: tuple[str, ...], is_file: bool, told: dict[str, str]
    ) -> dict[str, str] | None:
        """What is ``told`` of a URI that leads to nothing, with its package or model; None where it names none, or one that is there."""
        name = uri.package
        if not name:
            return None
        asked = uri.scheme, name, beside
        if asked not in self._absent:
            whole = Uri(f"{uri.scheme}://{name}", uri.scheme, name)
            # one that was looked for itself is nowhere
            is_there = (is_file or uri != whole) and any(
                self.files.exists(path) for path, _ in self.candidates(whole, beside)
            )
            self._absent[asked] = None if is_there else {**told, "package": whole.text}
        return self._absent[asked]

    def _fetch_uri(self, uri: Uri) -> FoundPath | Problem | None:
        if self._fetch is None:
            return None
        try:
            path = self._fetch(uri.text)
        except Exception as error:  # noqa: BLE001 - whatever a caller's function raises is about this URI
            return _problem(rules.FETCH_FAILED, uri=uri.text, reason=f"{type(error).__name__}: {error}")
        self.files.look_again()
        if path is None:
            return None
        local = os.path.abspath(path)
        if self.files.place_of(local) is None:
            return _problem(rules.URI_OUTSIDE, uri=local)
        if not self.files.exists(local):
            return _problem(rules.FETCH_FAILED, uri=uri.text, reason=f"there is no file {local!r}")
        return FoundPath(local)

    def candidates(
        self, uri: Uri, beside: tuple[str, ...], *, is_file: bool = False
    ) -> Iterator[tuple[str, str | None]]:
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
            searched = self.folders_for(beside)
            if self.files.are_confined and not is_named:
                searched = tuple(folder for folder in searched if self._near_files.place_of(folder) is not None)
            if not searched:
                continue  # as for most callers
            name, _, inner = rest.replace("\\", "/").partition("/")
            if uri.scheme == "package":
                for folder in searched:
                    if self._package_in(folder) == name:
                        yield join(folder, inner), folder
            for folder in searched:
                yield join(folder, rest), folder
                if is_named and name in self._names_of(folder):
                    yield join(folder, inner), folder
        if is_named:
            yield from self._further_candidates(uri, (*beside, *self.home))
        elif uri.is_one_word and not is_file:
            # simulators look a plain name up where models stand side by side
            folders = [place.folder for place in self.further[0].find_folders(uri.rest, (*beside, *self.home))]
            yield from ((each, each) for each in folders if os.path.basename(each) == uri.rest)

    def _further_candidates(self, uri: Uri, beside: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
        packages, fuel = self.further
        beside = tuple(dict.fromkeys(beside))
        for rest in spellings(uri.rest):
            name, _, inner = rest.replace("\\", "/").partition("/")
            named = [place.folder for place in packages.find_folders(name, beside)]
            folders = (*named, *fuel.find_models(name)) if uri.scheme == "model" else named
            for folder in folders:
                yield join(folder, inner), folder
            if not inner or uri.scheme != "package":
                continue
            for folder in dict.fromkeys((*self._own_folders(name, beside), *named)):
                for source in find_sources(inner, self._installs_of(folder)):
                    yield join(folder, source), folder

    def _own_folders(self, name: str, beside: tuple[str, ...]) -> list[str]:
        """The search folders that are a package, or hold one."""
        searched = self.folders_for(beside)
        own = [folder for folder in searched if name in self._names_of(folder)]
        return [*own, *(path for folder in searched if self.files.is_folder(path := os.path.join(folder, name)))]

    def files_for(self, uri: Uri) -> Files:
        """What may be read of what a URI leads to: where reading is confined, packages around the document by name alone."""
        return self.files if uri.is_named else self._near_files

    def folders_for(self, beside: tuple[str, ...]) -> tuple[str, ...]:
        """The search folders for a file, in order; ``beside`` are the folders that it and the top-level file are in."""
        found = self._folders.get(beside)
        if found is None:
            near = dict.fromkeys((*beside, *self.home))
            around = (each for folder in near for each in self.around.packages_around(folder))
            found = self._folders[beside] = tuple(dict.fromkeys((*self.given, *around, *self._of_environment)))
        return found

    @property
    def further(self) -> tuple[Packages, FuelCache]:
        """Where names are looked up that no search folder has."""
        return self._further

    @cached_property
    def _further(self) -> tuple[Packages, FuelCache]:
        from .fuel_cache import FuelCache
        from .packages import Packages

        searched = (*self.given, *self._of_environment)
        packages = Packages(self.files, self.environment, searched, self.around)
        return packages, FuelCache(self.files, self.environment)


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
