"""Finds the file that a URI names.

Read are ``file://``, ``model://``, ``package://``, relative and plain paths. They are looked up, first hit counts,

1. in the folders ``beside``: that of the file that holds the URI, then that of the top-level file;
2. ``package://NAME/…``: in the search folder whose package.xml says ``NAME``;
3. in each search folder, in order: those of the caller, then those of the environment. For ``model://NAME/…`` and
   ``package://NAME/…`` a search folder holds ``NAME/``, or is itself ``NAME``: its own name, its package.xml or its
   model.config says so.

What was found in a folder stays there: ``..`` may lead from one known folder into another, but not out of all of them,
unless ``allow_climbing`` is set. Nothing comes from a network; a caller may pass a ``fetch`` function, which is asked
last, and for every other scheme.

Looking up is cached for the life of a ``Finder``: a thousand includes of one model cost one lookup.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from ...runtime.diagnostics import rules_includes as rules
from ...runtime.files import FILES, Files, is_in
from ..upgrade.versions import newest_version
from .config import ConfigProblem, ModelConfig, is_inside, names_of_folder, package_name, read_config
from .environment import environment_folders

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.rule import Rule
    from ...runtime.diagnostics.sink import Sink
    from ...runtime.element import Element

# one letter before the colon is a drive
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_FILE = re.compile(r"file:(?!//)", re.IGNORECASE)
_DRIVE = re.compile(r"/?[A-Za-z]:[\\/]")

Fetcher = Callable[[str], "str | os.PathLike[str] | None"]
"""Given a URI, makes it a local file or folder and answers its path; None: not mine."""


NAMED = ("model", "package")
"""Schemes whose first part is the name of a model or package."""

_NOT_PLAIN = frozenset(("", "/", "\\", "."))


class Uri(NamedTuple):  # as the others here, since a document can have thousands and tuples are made fast
    """A URI taken apart. ``scheme`` is in lower case, empty for a plain path; ``rest`` is what follows ``://``."""

    text: str
    scheme: str
    rest: str

    @property
    def is_local(self) -> bool:
        """Whether it is looked up in folders."""
        return self.scheme in ("", "file", "model", "package")

    @property
    def is_named(self) -> bool:
        """Whether the first part is the name of a model or package."""
        return self.scheme in NAMED


def split_uri(text: str) -> Uri:
    """Takes a URI or path apart; whitespace around it does not count."""
    text = text.strip()
    if ":" not in text:
        return Uri(text, "", text)
    match = _SCHEME.fullmatch(text)
    if match:
        return Uri(text, match[1].lower(), match[2])
    match = _FILE.match(text)
    return Uri(text, "file", text[match.end() :]) if match else Uri(text, "", text)


class Found(NamedTuple):
    """A file or folder that a URI names."""

    file: str
    """The path as text: most who ask pass it on, and making a Path takes longer than looking whether it exists."""
    folder: str
    """What it was found in."""

    @property
    def path(self) -> Path:
        """The file or folder."""
        return Path(self.file)

    @property
    def base(self) -> Path:
        """The folder that it was found in."""
        return Path(self.folder)


@dataclass(frozen=True, slots=True)
class Model:
    """A model file. ``folder`` and ``config`` are those of the model folder, where the URI named one."""

    path: Path
    base: Path
    folder: Path | None = None
    config: ModelConfig | None = None


class Problem(NamedTuple):
    """Why there is no file, or what is questionable about it."""

    rule: Rule
    arguments: dict[str, Any]

    def report(self, sink: Sink, at: _Element | Element | None) -> None:
        """Reports it at the element that holds the URI."""
        sink.report(self.rule, at, **self.arguments)


class _Places(NamedTuple):
    """Where URIs of one file are looked up."""

    beside: tuple[str, ...]
    """The folders that come first, absolute."""
    roots: tuple[str, ...]
    """These and all search folders."""
    listed: str
    """All of them for a message."""


class Finder:
    """Looks URIs up; one per load, so that what it remembers does not outlive changes on the disk.

    Args:
        search_paths: folders of the caller, in order. They come before those of the environment.
        environment: where the variables of ``ENVIRONMENT`` are read from; None is the process's own.
        fetch: gets what is not local; without it nothing is fetched.
        allow_climbing: whether ``..`` may lead out of all known folders.
        files: what may be looked at.
    """

    def __init__(
        self,
        search_paths: Iterable[str | os.PathLike[str]] = (),
        *,
        environment: Mapping[str, str] | None = None,
        fetch: Fetcher | None = None,
        allow_climbing: bool = False,
        files: Files = FILES,
    ) -> None:
        paths = [Path(os.path.abspath(path)) for path in search_paths]
        paths += environment_folders(os.environ if environment is None else environment)
        self.folders = tuple(dict.fromkeys(paths))
        self._searched = tuple(map(str, self.folders))
        self.files = files
        self._fetch = fetch
        self._allow_climbing = allow_climbing
        self._places: dict[tuple[str, ...], _Places] = {}
        self._found: dict[tuple[str, tuple[str, ...]], Found | Problem] = {}
        self._models: dict[tuple[str, tuple[str, ...]], tuple[Model | None, tuple[Problem, ...]]] = {}
        self._names: dict[str, frozenset[str]] = {}
        self._is_there: dict[str, bool] = {}
        self._packages: dict[str, list[str]] | None = None

    def find(
        self, uri: str, beside: Iterable[Path], sink: Sink | None = None, at: _Element | Element | None = None
    ) -> Found | None:
        """The file or folder that ``uri`` names.

        Args:
            uri: as written.
            beside: folder of the file that holds the URI, then folder of the top-level file.
            sink: receives BP401 to BP405 where nothing is found.
            at: the element that holds the URI.
        """
        found = self._lookup(uri, tuple(map(os.fspath, beside)))
        if isinstance(found, Found):
            return found
        if sink is not None:
            found.report(sink, at)
        return None

    def leads_outside(self, uri: str, beside: Iterable[Path]) -> bool:
        """Whether nothing is found because reading is confined to some folders."""
        if not self.files.are_confined:
            return False
        found = self._lookup(uri, tuple(map(os.fspath, beside)))
        return isinstance(found, Problem) and found.rule is rules.URI_OUTSIDE

    def find_model(
        self, uri: str, beside: Iterable[Path], sink: Sink | None = None, at: _Element | Element | None = None
    ) -> Model | None:
        """The model file that the ``uri`` of an include names; a folder stands for what its model.config names.

        The arguments are those of ``find``. Reports BP401 to BP405 and BP410 to BP414.
        """
        key = (uri, tuple(map(os.fspath, beside)))
        known = self._models.get(key)
        if known is None:
            found = self._lookup(*key)
            known = self._models[key] = (
                (None, (found,)) if isinstance(found, Problem) else _model(uri, found, self.files)
            )
        model, problems = known
        if sink is not None:
            for problem in problems:
                problem.report(sink, at)
        return model

    def _lookup(self, text: str, beside: tuple[str, ...]) -> Found | Problem:
        found = self._found.get((text, beside))
        if found is None:
            places = self._places.get(beside)
            if places is None:
                places = self._places[beside] = self._places_of(beside)
            found = self._found[text, beside] = self._search(split_uri(text), places)
        return found

    def _places_of(self, beside: tuple[str, ...]) -> _Places:
        folders = tuple(dict.fromkeys(map(os.path.abspath, beside)))
        roots = (*folders, *self._searched)
        return _Places(folders, roots, ", ".join(dict.fromkeys(roots)) or "no folder")

    def _search(self, uri: Uri, places: _Places) -> Found | Problem:
        rest = uri.rest
        if not rest.strip("/\\") and not (uri.scheme in ("", "file") and rest):
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason="there is no path")
        if rest[0] in "/\\" and uri.scheme in NAMED:
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason=f"there is no name after {uri.scheme}://")
        if "\0" in rest:
            return _problem(rules.URI_MALFORMED, uri=uri.text, reason="it holds a null character")
        if not uri.is_local:
            return self._fetched(uri) or _problem(rules.URI_NOT_FETCHED, uri=uri.text)
        climbs = is_outside = False
        for path, base in self._candidates(uri, places.beside):
            if self.files.are_confined:
                is_outside = is_outside or self.files.place_of(path) is None
                is_there = self.files.exists(path)
            else:
                is_there = self._is_folder(os.path.dirname(path)) and self.files.exists(path)
            if is_there:
                if base is None:
                    return Found(path, os.path.dirname(path))
                # by names: symbolic links are the user's own arrangement
                if self._allow_climbing or is_in(path, base) or any(is_in(path, root) for root in places.roots):
                    return Found(path, base)
                climbs = True
        if climbs:
            return _problem(rules.URI_CLIMBS_OUT, uri=uri.text)
        if is_outside:
            return self._fetched(uri) or _problem(rules.URI_OUTSIDE, uri=uri.text)
        return self._fetched(uri) or _problem(rules.URI_NOT_FOUND, uri=uri.text, places=places.listed)

    def _is_folder(self, path: str) -> bool:
        """Whether there is such a folder; a robot has many meshes in few folders."""
        known = self._is_there.get(path)
        if known is None:
            known = self._is_there[path] = self.files.is_folder(path)
        return known

    def _fetched(self, uri: Uri) -> Found | Problem | None:
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
        return Found(local, local if self.files.is_folder(local) else os.path.dirname(local))

    def _candidates(self, uri: Uri, beside: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
        """Paths to try, each with the folder that it is in; None for an absolute path."""
        is_named = uri.scheme in NAMED
        for rest in _spellings(uri.rest):
            if not is_named and (rest[0] in "/\\" or _DRIVE.match(rest)):
                yield from ((path, None) for path in _absolute_paths(rest))
                continue
            for folder in beside:
                yield _join(folder, rest), folder
            if not self._searched:
                continue  # as for most callers
            name, _, inner = rest.replace("\\", "/").partition("/")
            if uri.scheme == "package":
                for folder in self._packages_called(name):
                    yield _join(folder, inner), folder
            for folder in self._searched:
                yield _join(folder, rest), folder
                if is_named and name in self._names_of(folder):
                    yield _join(folder, inner), folder

    def _names_of(self, folder: str) -> frozenset[str]:
        if folder not in self._names:
            self._names[folder] = names_of_folder(Path(folder), self.files)
        return self._names[folder]

    def _packages_called(self, name: str) -> list[str]:
        if self._packages is None:
            self._packages = {}
            for folder in self._searched:
                self._packages.setdefault(package_name(Path(folder), self.files), []).append(folder)
        return self._packages.get(name, [])


def _model(uri: str, found: Found, files: Files) -> tuple[Model | None, tuple[Problem, ...]]:
    folder = found.path
    if not files.is_folder(folder):
        return Model(folder, found.base), ()
    try:
        config = read_config(folder, files)
    except ConfigProblem as problem:
        return None, (_problem(rules.CONFIG_INVALID, file=str(folder / "model.config"), reason=str(problem)),)
    if config is None:
        return None, (_problem(rules.CONFIG_MISSING, uri=uri.strip(), folder=str(folder)),)
    file = str(config.path)
    notes = [_problem(rules.CONFIG_OLD_NAME, file=file)] if config.has_old_name else []
    newest = newest_version()
    notes += [_problem(rules.CONFIG_TOO_NEW, file=file, version=e.version, newest=newest) for e in config.too_new()]
    entry = config.best()
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
    return Model(path, found.base, folder, config), tuple(notes)


def _problem(rule: Rule, **arguments: Any) -> Problem:
    return Problem(rule, arguments)


def _spellings(rest: str) -> Iterable[str]:
    """The path as written; then with what is percent-encoded, and with backslashes, as slashes elsewhere."""
    spellings = [rest]
    if "%" not in rest and "\\" not in rest:
        return spellings
    if "%" in rest:
        spellings.append(unquote(rest))
    if os.sep == "/" and "\\" in rest:
        spellings += [spelling.replace("\\", "/") for spelling in spellings]
    return dict.fromkeys(s for s in spellings if "\0" not in s)


def _absolute_paths(rest: str) -> list[str]:
    """The local paths that an absolute path can mean; none where it is of another system, or of another machine."""
    # file:///C:/x has a slash before the drive
    paths = [rest, rest[1:]] if _DRIVE.match(rest) and rest[0] in "/\\" else [rest]
    if os.name == "nt":
        return [os.path.abspath(path) for path in paths if path[:2].strip("/\\")]
    return [os.path.normpath(path) for path in paths if path[0] == "/"]


def _join(folder: str, rest: str) -> str:
    """A path in a folder, which is absolute and in its shortest form."""
    if rest[:1] not in _NOT_PLAIN and "/." not in rest and "//" not in rest and os.sep == "/" != folder:
        return f"{folder}/{rest}".rstrip("/")
    return os.path.normpath(os.path.join(folder, rest.lstrip("/\\")))
