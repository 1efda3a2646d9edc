"""Where a package or model is that no search folder holds by its name: workspaces, and the project of the document.

Looked through, in order, are

1. ``ROS_PACKAGE_PATH``, at any depth, as rospack does: what holds a package.xml is a package, and nothing inside of it is
   looked for; neither is what a file ``CATKIN_IGNORE``, ``COLCON_IGNORE``, ``AMENT_IGNORE`` or ``rospack_nosubdirs`` bars;
2. ``COLCON_PREFIX_PATH`` with a prefix for each package, as colcon installs without ``--merge-install``;
3. the catkin workspaces among ``CMAKE_PREFIX_PATH``: ``share``, and the sources that their ``.catkin`` names;
4. the packages that the document lies in, and their neighbours;
5. the workspace that the document lies in, by its ``.catkin_workspace`` or its ``src`` beside ``install``: its sources, then
   what is installed;
6. the folders below the document's;
7. the project that the document belongs to (``project.py``).

All of that is asked for only where nothing else has the name, and looked at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from ...diagnostics.records import NamedTuple
from ...runtime.files import Files, Unreadable, is_in
from .environment import entries_of
from .model_config import MOST_BYTES, names_of_folder, package_name
from .project import MARKERS, DocumentSurroundings, iter_folders, with_parents


class PackageFolder(NamedTuple):
    """A folder, and how it came to be one that is looked in."""

    folder: str
    origin: str


class Packages:
    """Finds packages and models by their names, besides in folders that were ``searched`` already.

    What was looked through is remembered.

    Args:
        files: what may be looked at.
        environment: where variables are read from.
        searched: folders that are searched already.
        around: what is around the document.
    """

    def __init__(
        self,
        files: Files,
        environment: Mapping[str, str],
        searched: Iterable[str] = (),
        around: DocumentSurroundings | None = None,
    ) -> None:
        self._files = files
        self._around = around or DocumentSurroundings(files)
        self._searched = frozenset(searched)
        self._environment = environment
        self.find_folders = cache(self._find_folders)
        self.sources = cache(self._find_sources)
        self.below = cache(self._crawl)

    def _find_folders(self, name: str, beside: tuple[str, ...]) -> tuple[PackageFolder, ...]:
        """The folders of the packages and models of a name; ``beside`` are those of the document and of the file."""
        is_name = name not in ("", ".", "..") and "\0" not in name
        found = self._search_folders(name, beside) if is_name else ()
        return tuple({place.folder: place for place in reversed(list(found))}.values())[::-1]

    def _find_sources(self, beside: tuple[str, ...]) -> list[PackageFolder]:
        found = [
            *self._ros(),
            *self._catkin(),
            *(place for each in beside for place in self._files.recall(_find_workspaces, each)),
        ]
        found += [PackageFolder(folder, "below the document's folder") for folder in beside]
        return list({place.folder: place for place in reversed(found)}.values())[::-1]

    def _ros(self) -> list[PackageFolder]:
        return [PackageFolder(str(entry), "below ROS_PACKAGE_PATH") for entry in self._entries("ROS_PACKAGE_PATH")]

    def _entries(self, variable: str) -> list[Path]:
        return entries_of(self._environment.get(variable, ""))

    def _crawl(self, root: str, stops: bool = True) -> dict[str, str]:
        """The packages below a folder by name, the first of each; with ``stops`` none inside another, or barred by a file."""
        return self._files.recall(_find_packages, root, stops)

    def _search_folders(self, name: str, beside: tuple[str, ...]) -> Iterator[PackageFolder]:
        own = self._ros()
        yield from self._below(own, name)
        colcon = (entry / name / "share" / name for entry in self._entries("COLCON_PREFIX_PATH"))
        catkin = (entry / "share" / name for entry in self._catkin_prefixes())
        for folders, origin in ((colcon, "COLCON_PREFIX_PATH"), (catkin, "CMAKE_PREFIX_PATH")):
            yield from (PackageFolder(str(folder), origin) for folder in folders if self._files.is_folder(folder))
        for folder in beside:
            yield from self._neighbours(folder, name)
        yield from self._below([place for place in self.sources(beside) if place not in own], name)
        installed = (path for folder in beside for path in self._installed_around(folder, name))
        yield from (
            PackageFolder(folder, "installed beside it") for folder in installed if self._files.is_folder(folder)
        )
        for folder in beside:
            project = self._around.project_of(folder)
            if project is not None:
                yield from (PackageFolder(found, "the project") for found in project.find_folders(name, folder))

    def _below(self, places: list[PackageFolder], name: str) -> Iterator[PackageFolder]:
        for place in places:
            if (folder := self.below(place.folder, stops=True).get(name)) is not None:
                yield PackageFolder(folder, place.origin)

    def _neighbours(self, folder: str, name: str) -> Iterator[PackageFolder]:
        for around in self._around.packages_around(folder):
            if around in self._searched:
                continue
            if name in names_of_folder(around, self._files):
                yield PackageFolder(around, "a package around the document")
            beside = os.path.join(around, name)
            if self._files.is_folder_in(around, name):
                yield PackageFolder(beside, "beside a package around the document")

    def _catkin_prefixes(self) -> list[Path]:
        return [entry for entry in self._entries("CMAKE_PREFIX_PATH") if self._files.is_file(entry / ".catkin")]

    def _catkin(self) -> Iterator[PackageFolder]:
        for entry in self._catkin_prefixes():
            with suppress(Unreadable):  # it names no sources then
                text = self._files.read(entry / ".catkin", MOST_BYTES).decode("utf-8", "replace")
                sources = filter(None, map(str.strip, text.split(";")))
                yield from (
                    PackageFolder(os.path.abspath(each), "the sources of CMAKE_PREFIX_PATH") for each in sources
                )

    def _installed_around(self, folder: str, name: str) -> Iterator[str]:
        """Where a package is installed beside the one that a document is installed with, or beside the sources of that."""
        for at in with_parents(folder):
            above, own = os.path.split(at)
            if own == "share":
                yield os.path.join(os.path.dirname(above), name, "share", name)
            elif own == "src":
                for prefix in ("install", os.path.join("install", name), "devel"):
                    yield os.path.join(above, prefix, "share", name)


def _find_packages(files: Files, root: str, stops: bool) -> dict[str, str]:
    def is_closed(_: str, inside: dict[str, bool]) -> bool:
        return stops and (inside.get("package.xml") is False or not MARKERS.isdisjoint(inside))

    found: dict[str, str] = {}
    for folder, inside in iter_folders(root, files, is_closed=is_closed):
        is_barred = stops and not MARKERS.isdisjoint(inside)
        if inside.get("package.xml") is False and not is_barred:
            found.setdefault(package_name(folder, files) or os.path.basename(folder), folder)
    return found


def _find_workspaces(files: Files, folder: str) -> list[PackageFolder]:
    found = list[PackageFolder]()
    start = os.path.abspath(folder)
    for at in with_parents(folder):
        sources = os.path.join(at, "src")
        if files.is_file_in(at, ".catkin_workspace") or (is_in(start, sources) and files.is_folder_in(at, "install")):
            found += [PackageFolder(sources, "the workspace of the document")] if files.is_folder(sources) else []
    return found
