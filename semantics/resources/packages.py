"""Where a package or model is that no search folder holds by its name: workspaces, and folders around the document.

Looked through, in order, are

1. ``ROS_PACKAGE_PATH``, at any depth, as rospack does: what holds a package.xml is a package, and nothing inside of it is
   looked for; neither is what a file ``CATKIN_IGNORE``, ``COLCON_IGNORE``, ``AMENT_IGNORE`` or ``rospack_nosubdirs`` bars;
2. ``COLCON_PREFIX_PATH`` with a prefix for each package, as colcon installs without ``--merge-install``;
3. the catkin workspaces among ``CMAKE_PREFIX_PATH``: ``share``, and the sources that their ``.catkin`` names;
4. the packages that the document lies in, and their neighbours;
5. the workspace that the document lies in, by its ``.catkin_workspace`` or its ``src`` beside ``install``;
6. the folders below the document's.

All of that is asked for only where nothing else has the name, and looked at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...runtime.files import FILES, Files, Unreadable, is_in
from .environment import entries_of
from .model_config import MOST_BYTES, names_of_folder, package_name

PACKAGE_FILES = ("package.xml", "model.config")
MARKERS = frozenset({"CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE", "rospack_nosubdirs"})
"""Files that keep crawlers out of the folder they are in."""

MOST_FOLDERS = 2000
"""How many folders are looked through below one."""
MOST_LEVELS = 16
"""How many levels below one are looked through."""


class PackageFolder(NamedTuple):
    """A folder, and how it came to be one that is looked in."""

    folder: str
    origin: str


class Packages:
    """Finds packages and models by their names, besides in folders that were ``searched`` already.

    What was looked through is remembered.
    """

    def __init__(self, files: Files, environment: Mapping[str, str], searched: Iterable[str] = ()) -> None:
        self._files = files
        self._searched = frozenset(searched)
        self._environment = environment
        self.find_folders = cache(self._find_folders)
        self.sources = cache(self._find_sources)
        self.below = cache(self._crawl)

    def _find_folders(self, name: str, beside: tuple[str, ...]) -> tuple[PackageFolder, ...]:
        """The folders of the packages and models of a name; ``beside`` are those of the document and of the file."""
        is_name = name not in ("", ".", "..") and "\0" not in name
        return tuple(self._search_folders(name, beside)) if is_name else ()

    def _find_sources(self, beside: tuple[str, ...]) -> list[PackageFolder]:
        found = [*self._ros(), *self._catkin(), *(place for each in beside for place in self._workspaces_around(each))]
        found += [PackageFolder(folder, "below the document's folder") for folder in beside]
        return list({place.folder: place for place in reversed(found)}.values())[::-1]

    def _ros(self) -> list[PackageFolder]:
        return [PackageFolder(str(entry), "below ROS_PACKAGE_PATH") for entry in self._entries("ROS_PACKAGE_PATH")]

    def _entries(self, variable: str) -> list[Path]:
        return entries_of(self._environment.get(variable, ""))

    def _crawl(self, root: str, stops: bool = True) -> dict[str, str]:
        """The packages below a folder by name, the first of each; with ``stops`` none inside another, or barred by a file."""
        found: dict[str, str] = {}
        ahead, count = [(root, 0)], 0
        while ahead and count < MOST_FOLDERS:
            folder, level = ahead.pop()
            count += 1
            inside = self._files.inside(folder)
            if stops and not MARKERS.isdisjoint(inside):
                continue
            if inside.get("package.xml") is False:
                found.setdefault(package_name(Path(folder), self._files) or os.path.basename(folder), folder)
                if stops:
                    continue
            if level < MOST_LEVELS:
                names = [name for name, is_folder in inside.items() if is_folder and name[0] != "."]
                ahead += [(os.path.join(folder, name), level + 1) for name in reversed(names)]
        return found

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

    def _below(self, places: list[PackageFolder], name: str) -> Iterator[PackageFolder]:
        for place in places:
            if (folder := self.below(place.folder, stops=True).get(name)) is not None:
                yield PackageFolder(folder, place.origin)

    def _neighbours(self, folder: str, name: str) -> Iterator[PackageFolder]:
        for around in packages_around(Path(folder), self._files):
            if str(around) in self._searched:
                continue
            if name in names_of_folder(around, self._files):
                yield PackageFolder(str(around), "a package around the document")
            beside = os.path.join(around, name)
            if self._files.is_folder(beside):
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

    def _workspaces_around(self, folder: str) -> list[PackageFolder]:
        found, files = list[PackageFolder](), self._files
        for at in _with_parents(folder):
            sources = str(at / "src")
            is_in_sources = is_in(os.path.abspath(folder), sources)
            if files.is_file(at / ".catkin_workspace") or (is_in_sources and files.is_folder(at / "install")):
                found += [PackageFolder(sources, "the workspace of the document")] if files.is_folder(sources) else []
        return found


def packages_around(folder: Path | None, files: Files = FILES) -> list[Path]:
    """The packages that ``folder`` lies in, each with the folder that holds it, where its neighbours are found.

    Where reading is confined there are no neighbours, and outside there is only the package of the document.
    """
    found: list[Path] = []
    for at in [] if folder is None else _with_parents(folder):
        may_be_read = files.place_of(at) is not None
        if not may_be_read and not (files.home is not None and is_in(files.home, str(at))):
            break
        is_file = files.is_file if may_be_read else files.is_file_anywhere
        if any(is_file(at / name) for name in PACKAGE_FILES):
            found += [at] if files.are_confined else [at, at.parent]
            if not may_be_read:
                break
    return found


def _with_parents(folder: str | Path) -> tuple[Path, ...]:
    start = Path(os.path.abspath(folder))
    return start, *start.parents
