"""Finds the documents in files and folders."""

from __future__ import annotations

import fnmatch
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from ...runtime.files import FILES, Files, Unreadable
from ...semantics.core.options import files_for
from ...semantics.formats.entry_points import find_rooted, searched_endings
from ...semantics.formats.registry import document_endings
from ...semantics.resources.model_config import CONFIG_NAMES, ConfigProblem, read_config
from ...semantics.resources.project import Project, iter_folders
from ..messages import format_number
from ..settings.patterns import Patterns
from ..settings.project import project_folder
from ..settings.settings import DEFAULTS, Settings
from .urls import is_url

GITIGNORE = ".gitignore"
MOST_BYTES = 1 << 20
"""Of a file of patterns."""
STDIN = "-"
XACRO = ".xacro"
PACKAGE_FILE = "package.xml"
_NAMED_DOCUMENTS = (".urdf.xacro", ".sdf.xacro", ".srdf.xacro", ".world.xacro")
"""Ends of names that say of a file in xacro that it is a document."""
_MAGIC = frozenset("*?[")
_CURRENT_FOLDER = os.path.join(os.curdir, "")


def as_by_default(_: str) -> Settings:
    """The settings of a walk that no configuration speaks of."""
    return DEFAULTS


class Walk:
    """The documents below some paths, and what went wrong while looking for them.

    In a folder documents are known by their file extensions, those that end as files of other kinds do by their root
    elements too, and a ``model.config`` names those of its model; a file that is named itself may end as it likes, and a
    ``model.config`` stands for the documents of its model. Hidden folders, links to folders, and what a configuration
    or ``.gitignore`` leaves out are passed over.

    Where reading is confined, a folder that is named and leads out of its project is not walked, and what is read on the way is
    read in the project alone.

    Args:
        paths: files, folders, and patterns of these such as ``models/**/*.sdf``.
        settings_of: the settings of a file or folder.
        takes_xacro: whether files in xacro are documents, as far as they are no parts of others.
        takes_parts: whether documents that others include are taken too, where their endings do not show them.
        looks_inside: whether there are such documents at all.
        leaves_named_out: whether a file that is named itself is left out, too, where it would be in a folder: by a
            configuration, or because its root element is that of no document, or another one includes it.
    """

    def __init__(
        self,
        paths: Iterable[str],
        settings_of: Callable[[str], Settings] = as_by_default,
        *,
        leaves_named_out: bool = False,
        takes_xacro: bool = False,
        takes_parts: bool = False,
        looks_inside: bool = True,
    ) -> None:
        self._paths = list(paths)
        self._leaves_named_out = leaves_named_out
        self._takes_xacro = takes_xacro
        self._takes_parts = takes_parts
        self.passed_over = 0
        """Files in xacro that cannot be checked, since the package is not installed."""
        self.left_to_others = 0
        """Files in xacro of folders that are no documents by themselves, but parts for others to include."""
        self._endings = (*document_endings(), *((XACRO,) if takes_xacro else ()))
        self._searched = searched_endings() if looks_inside else ()
        self._undecided: set[str] = set()
        """Files of a folder whose root elements say whether they are documents."""
        self._rooted: dict[str, frozenset[str]] = {}
        """By folder, the documents in it and in those above that are known by their root elements."""
        self._settings_of = settings_of
        self.problems: list[str] = []
        self.parts: dict[str, list[str]] = {}
        """Files in xacro that were named and are parts of documents, which are taken in their place."""
        self._left_out: list[str] = []
        """Files in xacro of a folder that are left out, and may include what is not."""
        self._in_xacro: dict[str, list[str]] = {}
        """By package, the files in xacro in it."""
        self.outside: dict[str, str] = {}
        """Those of the documents that are outside of their project and are not to be read, with what is to be said of them."""
        self._files = FILES

    def __iter__(self) -> Iterator[str]:
        """Paths in the order given, those of a folder by name."""
        seen: set[str] = set()
        for path in self._paths:
            if self._leaves_named_out and self._is_left_out(path):
                continue
            problems, parts, empty = len(self.problems), self.left_to_others, True
            self._files = self._files_for(path)
            if self._leaves_named_out and self._is_of_another_kind(path):
                continue
            for document in self._expand_path(path):
                empty = False
                if document not in seen:
                    seen.add(document)
                    yield document
            if empty and len(self.problems) == problems:
                found = format_number(self.left_to_others - parts, "file")
                told = f"no document in this folder ({' '.join(self._endings)})"
                if self.left_to_others > parts:
                    told = f"there is no whole robot or world here, only parts for others to include: {found}"
                self.problems.append(f"{path}: {told}")

    def _files_for(self, path: str) -> Files:
        """What may be read on the way from a path that the call names."""
        if path == STDIN or is_url(path):
            return FILES
        folder = nearest_folder(path)
        project = project_folder(folder)
        settings = self._settings_of(os.path.join(folder, "_"))
        is_confined = settings.confine or self._settings_of(os.path.join(project, "_")).confine
        return files_for(settings.search_paths, Path(project), confine=is_confined)

    def _expand_path(self, path: str) -> Iterator[str]:
        if path == STDIN or is_url(path):
            yield path
        elif os.path.isdir(path):
            yield from self._below(path)
        elif _is_pattern(path) and not os.path.lexists(path):
            found = sorted(set(_glob_files(path.replace(os.sep, "/"), self._files)))
            if not found:
                is_outside = self._files.place_of(nearest_folder(path)) is None
                self.problems.append(f"{path}: {self._leading_out() if is_outside else 'no file is called so'}")
            for each in found:
                yield from self._below(each) if os.path.isdir(each) else [self._note_outside(each)]
        elif os.path.basename(path) in CONFIG_NAMES and (
            names := _named_by_manifest(os.path.dirname(path) or os.curdir, self._files)
        ):
            for name in sorted(names):
                yield self._note_outside(os.path.join(os.path.dirname(path), name))
        elif including := self._find_including(path):
            self.parts[path] = including
            yield from map(self._note_outside, including)
        else:
            yield self._note_outside(path)

    def _find_including(self, path: str) -> list[str]:
        """The documents that a file in xacro is a part of; none where it is a document by itself."""
        if not self._takes_xacro or not path.endswith(XACRO) or not os.path.isfile(path):
            return []
        if not self._leaves_named_out and path.endswith(_NAMED_DOCUMENTS):
            return []
        from ...semantics.xacro.engine import is_installed
        from ...semantics.xacro.entry_points import find_documents_of

        if not is_installed():
            return []
        folder = os.path.dirname(path)
        around = os.path.abspath(folder)
        while not os.path.isfile(os.path.join(around, PACKAGE_FILE)) and os.path.dirname(around) != around:
            around = os.path.dirname(around)
        root = os.path.relpath(around, folder or os.curdir) if os.path.dirname(around) != around else ""
        top = os.path.normpath(os.path.join(folder, root)) if folder or root else os.curdir
        if top not in self._in_xacro:
            below = (os.path.join(at, name) for at, inside in iter_folders(top, self._files) for name in sorted(inside))
            self._in_xacro[top] = [each.removeprefix(_CURRENT_FOLDER) for each in below if each.endswith(XACRO)]
        found = find_documents_of(path, self._in_xacro[top], self._files)
        return found if os.path.isabs(path) else [os.path.relpath(each) for each in found]

    def _note_outside(self, document: str) -> str:
        if self._files.place_of(document) is None:
            self.outside[document] = f"{document}: {self._leading_out()}"
        return document

    def _leading_out(self) -> str:
        return f"it leads out of the project {self._files.home}, and with --confine nothing is read there"

    def _is_left_out(self, path: str) -> bool:
        settings = self._settings_of(path)
        excluded = Patterns(settings.exclude, settings.home)
        return path != STDIN and excluded.has(os.path.abspath(path), is_folder=os.path.isdir(path))

    def _is_of_another_kind(self, path: str) -> bool:
        """Whether a file that is named is no document by its root element, or is part of one in its folder or above."""
        name = os.path.basename(path).lower()
        if not name.endswith(self._searched) or name.endswith(self._endings) or not os.path.isfile(path):
            return False
        settings = self._settings_of(path)
        if Patterns(settings.include, settings.home).has(os.path.abspath(path)):
            return False
        folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
        last = os.path.realpath(project_folder(folder))
        if folder not in self._rooted:
            beside = [folder]
            while beside[-1] != last and os.path.dirname(beside[-1]) != beside[-1]:
                beside.append(os.path.dirname(beside[-1]))
            names = [os.path.join(each, name) for each in beside for name in sorted(self._files.inside(each))]
            found = [each for each in names if each.lower().endswith(self._searched)]
            self._rooted[folder] = find_rooted(found, self._files, takes_parts=self._takes_parts)
        return os.path.join(folder, os.path.basename(path)) not in self._rooted[folder]

    def _below(self, path: str) -> Iterator[str]:
        if self._files.place_of(path) is None:
            self.problems.append(f"{path}: {self._leading_out()}")
            return iter(())
        self._undecided.clear()
        self._left_out.clear()
        below = list(self._documents_below(path))
        rooted = find_rooted(self._undecided, self._files, takes_parts=self._takes_parts)
        found = [self._note_outside(each) for each in below if each not in self._undecided or each in rooted]
        in_xacro = [each for each in found if each.endswith(XACRO)] if self._takes_xacro else []
        if self._takes_xacro and not self._takes_parts:
            from ...semantics.xacro.entry_points import find_parts

            parts = find_parts(found, in_xacro, self._files)
            found = [each for each in found if each not in parts]
        if not in_xacro:
            return iter(found)
        from ...semantics.xacro.engine import is_installed
        from ...semantics.xacro.entry_points import find_entry_points

        taken = find_entry_points(in_xacro, self._files, self._left_out)
        self.left_to_others += len(in_xacro) - len(taken)
        if not is_installed():
            self.passed_over += len(taken)
            taken = frozenset()
        return (each for each in found if not each.endswith(XACRO) or each in taken)

    def _documents_below(self, path: str) -> Iterator[str]:
        ignored = _GitIgnores(path, self._files)
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
            mentioned = _named_by_manifest(folder, self._files) if manifests else frozenset()
            for name in sorted(files):
                whole = os.path.join(absolute, name)
                is_document = name.lower().endswith(self._endings) or name in mentioned or include.has(whole)
                is_undecided = not is_document and name.lower().endswith(self._searched)
                if not is_document and not is_undecided:
                    continue
                if left_out(whole, False):
                    self._left_out += [whole] if name.endswith(XACRO) else []
                else:
                    document = os.path.join(folder, name).removeprefix(_CURRENT_FOLDER)
                    if is_undecided:
                        self._undecided.add(document)
                    yield document

    def _note(self, error: OSError) -> None:
        self.problems.append(f"{error.filename}: {error.strerror}")


def add_force_exclude(parser: ArgumentParser) -> None:
    """Adds ``--force-exclude``."""
    parser.add_argument(
        "--force-exclude",
        action="store_true",
        help="skip files the configuration excludes, even when they are named on the command line",
    )


def with_files_last(given: Sequence[str]) -> list[str]:
    """The words of a call, with documents whose names begin as options do behind ``--``: no name in a checkout is an option."""
    endings = (*document_endings(), XACRO, *CONFIG_NAMES)
    files = [word for word in given if word[:1] == "-" and word.lower().endswith(endings) and os.path.lexists(word)]
    if not files or "--" in given:
        return list(given)
    return [*(word for word in given if word not in files), "--", *files]


def places_below(roots: Iterable[str]) -> tuple[str, ...]:
    """The folders in which models and packages stand side by side, at any depth below some folders, these among them."""
    return tuple(dict.fromkeys(place for root in roots if os.path.isdir(root) for place in Project(root).places))


def _is_pattern(path: str) -> bool:
    """Whether a path stands for all that it fits."""
    return not _MAGIC.isdisjoint(path)


def _glob_files(pattern: str, files: Files, folder: str = "") -> Iterator[str]:
    """What fits a pattern, as ``glob`` has it, but ``**`` follows no links: these may lead anywhere, and in circles."""
    part, _, rest = pattern.partition("/")
    if part == "**":
        inside = files.inside(folder or os.curdir, follows=False)
        below = {name: is_folder for name, is_folder in inside.items() if not name.startswith(".")}
        if rest:
            yield from _glob_files(rest, files, folder)
        else:
            yield from (os.path.join(folder, name) for name, is_folder in below.items() if not is_folder)
        for name in (name for name, is_folder in below.items() if is_folder):
            yield from _glob_files(pattern, files, os.path.join(folder, name))
        return
    names = [part or os.sep]
    if _is_pattern(part):
        shown = (name for name in files.inside(folder or os.curdir) if part[0] == "." or name[0] != ".")
        names = fnmatch.filter(shown, part)
    for name in names:
        path = os.path.join(folder, name)
        if rest:
            yield from _glob_files(rest, files, path)
        elif os.path.lexists(path):
            yield path


def nearest_folder(path: str) -> str:
    """The folder that is named, or that a file or a pattern is in."""
    folder = os.path.abspath(path)
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _named_by_manifest(folder: str, files: Files) -> frozenset[str]:
    try:
        manifest = read_config(Path(folder), files)
    except ConfigProblem:  # an include would report it
        return frozenset()
    return frozenset() if manifest is None else frozenset(entry.file for entry in manifest.entries if entry.file)


class _LeftOut:
    """Whether a configuration or git leaves a file or folder out of a walk."""

    def __init__(self, settings: Settings, ignored: _GitIgnores) -> None:
        self._excluded = Patterns(settings.exclude, settings.home)
        self._ignored = ignored if settings.respect_gitignore else None

    def __call__(self, path: str, is_folder: bool) -> bool:
        by_git = self._ignored is not None and self._ignored.has(path, is_folder=is_folder)
        return by_git or self._excluded.has(path, is_folder=is_folder)


class _GitIgnores:
    """What git leaves out in a folder and below, by the ``.gitignore`` of each folder from the repository's root on."""

    def __init__(self, start: str, files: Files) -> None:
        self._files = files
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
            found = self._by_folder[folder] = (*above, *_patterns_of(folder, self._files))
        return found


def _patterns_of(folder: str, files: Files) -> tuple[Patterns, ...]:
    try:
        text = files.read(os.path.join(folder, GITIGNORE), MOST_BYTES).decode("utf-8", "replace")
    except Unreadable:
        return ()
    return (Patterns(text.splitlines(), folder),)
