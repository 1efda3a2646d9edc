"""Finds the documents in files and folders."""

from __future__ import annotations

import glob
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ...runtime.files import FILES, Unreadable
from ...semantics.formats.registry import document_endings
from ...semantics.includes.config import CONFIG_NAMES, ConfigProblem, read_config
from ..settings.patterns import Patterns
from ..settings.settings import DEFAULTS, Settings
from .urls import is_url

GITIGNORE = ".gitignore"
MOST_BYTES = 1 << 20
"""Of a file of patterns."""
PACKAGE = "package.xml"
STDIN = "-"
XACRO = ".xacro"
_HERE = os.path.join(os.curdir, "")


def as_by_default(_: str) -> Settings:
    """The settings of a walk that no configuration speaks of."""
    return DEFAULTS


class Walk:
    """The documents below some paths, and what went wrong while looking for them.

    In a folder the endings of names tell documents, and a ``model.config`` names those of its model; a file that is named
    itself may end as it likes, and a ``model.config`` stands for the documents of its model. Hidden folders, links to
    folders, and what a configuration or ``.gitignore`` leaves out are passed over.

    Args:
        paths: files, folders, and patterns of these such as ``models/**/*.sdf``.
        settings_of: what holds for a file or folder.
        takes_xacro: whether files in xacro are documents, as far as they are no parts of others.
        leaves_named_out: whether a configuration leaves a file out that is named itself, too.
    """

    def __init__(
        self,
        paths: Iterable[str],
        settings_of: Callable[[str], Settings] = as_by_default,
        *,
        leaves_named_out: bool = False,
        takes_xacro: bool = False,
    ) -> None:
        self._paths = list(paths)
        self._leaves_named_out = leaves_named_out
        self._takes_xacro = takes_xacro
        self.passed_over = 0
        """Files in xacro that cannot be checked, since the package is not installed."""
        self._endings = (*document_endings(), *((XACRO,) if takes_xacro else ()))
        self._settings_of = settings_of
        self.problems: list[str] = []
        self.places: dict[str, None] = {}
        """Folders in which models and packages stand side by side, in the order in which they were found."""

    def __iter__(self) -> Iterator[str]:
        """Paths in the order given, those of a folder by name."""
        seen: set[str] = set()
        for path in self._paths:
            if self._leaves_named_out and self._is_left_out(path):
                continue
            problems, empty = len(self.problems), True
            for document in self._named(path):
                empty = False
                if document not in seen:
                    seen.add(document)
                    yield document
            if empty and len(self.problems) == problems:
                self.problems.append(f"{path}: no document in this folder ({' '.join(self._endings)})")

    def _named(self, path: str) -> Iterator[str]:
        if is_url(path):
            yield path
        elif os.path.isdir(path):
            yield from self._below(path)
        elif path != STDIN and glob.has_magic(path) and not os.path.lexists(path):
            found = sorted(glob.glob(path, recursive=True))
            if not found:
                self.problems.append(f"{path}: no file is called so")
            for each in found:
                yield from self._below(each) if os.path.isdir(each) else [each]
        elif os.path.basename(path) in CONFIG_NAMES and (
            names := _named_by_manifest(os.path.dirname(path) or os.curdir)
        ):
            yield from (os.path.join(os.path.dirname(path), name) for name in sorted(names))
        else:
            yield path

    def _is_left_out(self, path: str) -> bool:
        settings = self._settings_of(path)
        excluded = Patterns(settings.exclude, settings.home)
        return path != STDIN and excluded.has(os.path.abspath(path), is_folder=os.path.isdir(path))

    def _below(self, path: str) -> Iterator[str]:
        found = list(self._documents_below(path))
        in_xacro = [each for each in found if each.endswith(XACRO)] if self._takes_xacro else []
        if not in_xacro:
            return iter(found)
        from ...semantics.xacro.engine import is_installed
        from ...semantics.xacro.wholes import wholes

        taken = wholes(in_xacro)
        if not is_installed():
            self.passed_over += len(taken)
            taken = frozenset()
        return (each for each in found if not each.endswith(XACRO) or each in taken)

    def _documents_below(self, path: str) -> Iterator[str]:
        self.places.setdefault(path)
        ignored = _Ignored(path)
        for folder, folders, files in os.walk(path, onerror=self._note):
            settings = self._settings_of(os.path.join(folder, "_"))
            left_out = _LeftOut(settings, ignored)
            include = Patterns(settings.include, settings.home)
            absolute = os.path.abspath(folder)
            ignored.enter(absolute)
            folders[:] = sorted(
                name
                for name in folders
                if not name.startswith(".") and not left_out(os.path.join(absolute, name), True)
            )
            manifests = [name for name in CONFIG_NAMES if name in files]
            if (manifests or PACKAGE in files) and folder != path:
                self.places.setdefault(os.path.dirname(folder))
            mentioned = _named_by_manifest(folder) if manifests else frozenset()
            for name in sorted(files):
                whole = os.path.join(absolute, name)
                is_document = name.lower().endswith(self._endings) or name in mentioned or include.has(whole)
                if is_document and not left_out(whole, False):
                    yield os.path.join(folder, name).removeprefix(_HERE)

    def _note(self, error: OSError) -> None:
        self.problems.append(f"{error.filename}: {error.strerror}")


def add_force_exclude(parser: ArgumentParser) -> None:
    """Adds ``--force-exclude``."""
    parser.add_argument(
        "--force-exclude",
        action="store_true",
        help="pass over what the configuration leaves out even where it is named",
    )


def places_below(roots: Iterable[str]) -> tuple[str, ...]:
    """The folders in which models and packages stand side by side, at any depth below some folders, these among them."""
    walk = Walk(roots)
    for _ in walk:
        pass
    return tuple(walk.places)


def _named_by_manifest(folder: str) -> frozenset[str]:
    try:
        manifest = read_config(Path(folder))
    except ConfigProblem:  # of which an include would be told
        return frozenset()
    return frozenset() if manifest is None else frozenset(entry.file for entry in manifest.entries if entry.file)


class _LeftOut:
    """Whether a configuration or git leaves a file or folder out of a walk."""

    def __init__(self, settings: Settings, ignored: _Ignored) -> None:
        self._excluded = Patterns(settings.exclude, settings.home)
        self._ignored = ignored if settings.respect_gitignore else None

    def __call__(self, path: str, is_folder: bool) -> bool:
        by_git = self._ignored is not None and self._ignored.has(path, is_folder=is_folder)
        return by_git or self._excluded.has(path, is_folder=is_folder)


class _Ignored:
    """What git leaves out in a folder and below, by the ``.gitignore`` of each folder from the repository's root on."""

    def __init__(self, start: str) -> None:
        self._by_folder: dict[str, tuple[Patterns, ...]] = {}
        above = os.path.abspath(start)
        while not os.path.exists(os.path.join(above, ".git")) and os.path.dirname(above) != above:
            above = os.path.dirname(above)
        self._root = above if os.path.exists(os.path.join(above, ".git")) else os.path.abspath(start)
        self._now: tuple[Patterns, ...] = ()

    def enter(self, folder: str) -> None:
        """Reads what holds in a folder."""
        self._now = self._of(folder)

    def has(self, path: str, *, is_folder: bool) -> bool:
        """Whether git leaves something in the folder out."""
        for patterns in reversed(self._now):  # the nearest file that says something of it counts
            decided = patterns.decide(path, is_folder=is_folder)
            if decided is not None:
                return decided
        return False

    def _of(self, folder: str) -> tuple[Patterns, ...]:
        found = self._by_folder.get(folder)
        if found is None:
            above = () if folder == self._root else self._of(os.path.dirname(folder))
            found = self._by_folder[folder] = (*above, *_patterns_of(folder))
        return found


def _patterns_of(folder: str) -> tuple[Patterns, ...]:
    try:
        text = FILES.read(os.path.join(folder, GITIGNORE), MOST_BYTES).decode("utf-8", "replace")
    except Unreadable:
        return ()
    return (Patterns(text.splitlines(), folder),)
