"""What there is in a folder: documents by kind, packages, arguments of documents in xacro, readers that it is made for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass, field
from ...runtime.files import Files, Unreadable
from ...runtime.patterns import compile_pattern
from ...semantics.formats.registry import FORMATS
from ...semantics.resources.model_config import dependencies_of
from ...semantics.resources.project import Project, iter_folders
from ..checking.progress import Progress
from .argument_search import FoundSet, find_sets
from .launch_arguments import ArgumentValue, find_choices, find_values

if TYPE_CHECKING:
    from ...semantics.core.options import LoadOptions

MOST_BYTES = 1 << 20
"""Of a file that is looked into."""
XACRO = ".xacro"
LAUNCH_ENDINGS = (".launch", ".launch.py", ".launch.xml", "CMakeLists.txt")

READERS = (
    ("drake", re.compile(r"drake|pydrake")),
    ("dart", re.compile(r"dart|dartsim|libdart")),
    ("mujoco", re.compile(r"mujoco\w*")),
    ("libsdformat", re.compile(r"sdformat\d*|gazebo\w*|ros_gz\w*|ros_ign\w*|gz_\w+|gz-\w+|ignition\w*")),
    ("urdfdom", re.compile(r"urdf|urdfdom\w*|robot_state_publisher|moveit\w*|rviz2?")),
)
"""Targets, and the dependencies of packages that read descriptions by them."""
OWN_FORMATS = {
    "drake": frozenset(("sdformat", "urdf", "dmd", "mjcf")),
    "dart": frozenset(("skel",)),
    "mujoco": frozenset(("mjcf",)),
    "libsdformat": frozenset(("sdformat",)),
    "urdfdom": frozenset(("urdf",)),
}
"""What documents are written in for a reader alone; it refuses others, or makes something else of them."""
FORMATS_OF_TARGETS = {"urdf": "urdfdom", "dmd": "drake", "skel": "dart", "mjcf": "mujoco"}
"""The reader that documents of a format are made for, where no package says more."""

WORLDS = "sdformat"
"""The format of documents that include models by their addresses."""
FETCHED = compile_pattern(r"<uri>\s*(?:https?://[^<]*fuel|model://(?:sun|ground_plane)\s*<)")
"""What simulators fetch or bring, and libraries do not find by themselves."""


@dataclass
class ProjectSurvey:
    """What there is in a folder.

    Attributes:
        formats: how many documents of each format there are, those in xacro not among them.
        entry_points: documents in xacro, as seen from the folder.
        packages: names of packages.
        targets: readers that the documents are made for, each with why.
        unfit: those of them that do not read all of the documents.
        sets: sets of arguments that documents need or are launched with, each with the documents.
        missing: documents in xacro that need an argument of which no launch file has a value, with its name.
    """

    formats: dict[str, int] = field(default_factory=dict)
    entry_points: list[str] = field(default_factory=list)
    packages: list[str] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)
    unfit: set[str] = field(default_factory=set)
    sets: dict[tuple[FoundSet, ...], list[str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def survey(folder: str, documents: Collection[str], options_of: Callable[[str], LoadOptions]) -> ProjectSurvey:
    """Looks through a folder; nothing outside of it is read.

    Args:
        folder: the folder.
        documents: the documents that a check of it would find.
        options_of: keywords of the expansion of a document in xacro.
    """
    found, files = ProjectSurvey(), Files([folder])
    for path in documents:
        if path.endswith(XACRO):
            found.entry_points.append(os.path.relpath(path, folder).replace(os.sep, "/"))
        else:
            format = _format_of(path)
            found.formats[format] = found.formats.get(format, 0) + 1
    packages = Project(folder, files=files).packages
    found.packages = sorted(packages)
    for place in dict.fromkeys(packages.values()):
        for target, dependency in _targets_of(place, files):
            found.targets.setdefault(target, f"a package depends on {dependency}")
    if not found.targets:
        there = {*found.formats, *(("urdf",) if found.entry_points else ())}
        formats = [format for format in FORMATS_OF_TARGETS if format in there]
        found.targets = {FORMATS_OF_TARGETS[each]: f"there are documents of {FORMATS[each].title}" for each in formats}
    there = {*found.formats, *(("urdf",) if found.entry_points else ())}
    found.unfit = {target for target in found.targets if not there <= OWN_FORMATS[target]}
    if any(FETCHED.search(_text_of(path, files)) for path in documents if not path.endswith(XACRO)):
        found.unfit.update(target for target in found.targets if WORLDS in OWN_FORMATS[target])
    if found.entry_points:
        launching = LaunchFiles(folder, files)
        bar = Progress(len(found.entry_points), doing="looking for arguments")
        for entry_point in bar.over(found.entry_points):
            path = os.path.join(folder, entry_point)
            needed = find_sets(path, options_of(path), launching.values_for(path), launching.choices_for(path))
            if needed.missing:
                found.missing[entry_point] = needed.missing
            elif needed.sets:
                found.sets.setdefault(needed.sets, []).append(entry_point)
    return found


def _format_of(path: str) -> str:
    """The format of a document by the ending of its name; of a folder of models the files are SDFormat."""
    name = path.lower()
    fitting = (format for format, row in FORMATS.items() if name.endswith((*row.endings, *row.searched_endings)))
    return next(fitting, "sdformat")


def _targets_of(package: str, files: Files) -> Iterator[tuple[str, str]]:
    """The readers that a package depends on, each with the dependency."""
    for name in dependencies_of(Path(package), files):
        for target, pattern in READERS:
            if pattern.fullmatch(name):
                yield target, name


class LaunchFiles:
    """What the launch files of a folder and its CMakeLists.txt pass for arguments."""

    def __init__(self, folder: str, files: Files) -> None:
        self._texts: dict[str, str] = {}
        for place, inside in iter_folders(os.path.abspath(folder), files, follows=False):
            for name, is_folder in inside.items():
                if is_folder or not name.endswith(LAUNCH_ENDINGS):
                    continue
                path = os.path.join(place, name)
                shown = os.path.relpath(path, folder).replace(os.sep, "/")
                self._texts[shown] = _text_of(path, files)

    def values_for(self, path: str) -> dict[str, list[ArgumentValue]]:
        """What is passed for arguments, each value once: by launch files that name a document, or by all where these have none."""
        near, far = self._collect(lambda text: _names(text, path)), self._collect(lambda _: True)
        return {**far, **near}

    def _collect(self, counts: Callable[[str], bool]) -> dict[str, list[ArgumentValue]]:
        found: dict[str, dict[str, ArgumentValue]] = {}
        for file, text in self._texts.items():
            for each in find_values(text, file) if counts(text) else ():
                found.setdefault(each.name, {}).setdefault(each.value, each)
        return {name: list(values.values()) for name, values in found.items()}

    def choices_for(self, path: str) -> Callable[[str], list[str]]:
        """The choices that launch files which name a document declare, by names of arguments."""
        texts = [text for text in self._texts.values() if _names(text, path)]
        found = dict(each for text in texts for each in find_choices(text))
        return lambda argument: found.get(argument, [])


def _names(text: str, path: str) -> bool:
    """Whether a launch file names a document."""
    return os.path.basename(path) in text


def _text_of(path: str, files: Files) -> str:
    try:
        return files.read(path, MOST_BYTES).decode("utf-8", "replace")
    except Unreadable:
        return ""
