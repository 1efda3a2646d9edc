"""The robots that an SRDF document may speak of: URDF documents and files of xacro in its package.

MoveIt's own note of where the robot is (`.setup_assistant`) comes first. Without one it is a document around the SRDF, in
the folders where packages keep them, that has the name of its file, and else those whose robot has its name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple, replace
from ....runtime.files import Unreadable
from ....runtime.patterns import compile_pattern
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...resources.project import packages_around
from ...resources.resolver import finder_for
from .robot import RobotStructure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....srdf.newest import Robot
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline

NOTE = ".setup_assistant"
FOLDERS = ("", "urdf", "robots", "config", "xacro", "description")
"""Folders of a package in which robots are, besides the document's own and the one around that."""
ENDINGS = (".urdf", ".urdf.xacro", ".xacro")
MOST_FILES = 200
"""Of these that are looked into."""
MOST_BYTES = 65536
"""Of a note that are read."""
HEAD = 4096
"""Bytes in which the root element of a robot is looked for."""

_ROBOT = compile_pattern(rb"<robot\b[^>]*?\bname\s*=\s*(\"[^\"]*\"|'[^']*')", re.DOTALL)
_PACKAGE = compile_pattern(r"^\s*package:\s*[\"']?([\w.-]+)", re.MULTILINE)
_PATH = compile_pattern(r"^\s*relative_path:\s*[\"']?([^\s\"']+)", re.MULTILINE)


class FoundRobots(NamedTuple):
    """The robots that a document may speak of, and where it is said which one it is."""

    robots: tuple[RobotStructure, ...]
    named_by: str | None
    """The note that names the robot, or the robot's file that has the name of the document; None where its own name led
    there."""


def find_robots(name: str, file: Path | None, options: Options, pipeline: Pipeline) -> FoundRobots:
    """The robots that an SRDF document for ``name`` speaks of; several where it is not known which."""
    if options.with_ is not None:
        robot = _describe(options.with_, options, pipeline)
        return FoundRobots(() if robot is None else (robot,), options.with_)
    folder = options.base_dir if file is None else file.parent
    if folder is None:
        return FoundRobots((), None)
    around = list(dict.fromkeys([folder, folder.parent, *_own_packages(folder, options)]))
    for each in around:
        path = _read_note(each / NOTE, options)
        if path is not None:
            robot = _describe(path, options, pipeline)
            return FoundRobots(() if robot is None else (robot,), str(each / NOTE))
    paths = list(_iter_files(around, options))
    for path in paths:
        if file is not None and _stem(path) == _stem(file):
            robot = _describe(path, options, pipeline)
            if robot is not None:
                return FoundRobots((robot,), path)
    return FoundRobots(tuple(_iter_namesakes(paths, name, options, pipeline)), None)


def find_namesakes(robot: RobotStructure, file: Path, options: Options, pipeline: Pipeline) -> Iterator[RobotStructure]:
    """Other robots of the name of one that was found by the name of the document's file."""
    folder = file.parent
    around = list(dict.fromkeys([folder, folder.parent, *_own_packages(folder, options)]))
    paths = [path for path in _iter_files(around, options) if path != robot.path]
    return _iter_namesakes(paths, robot.name, options, pipeline)


def _iter_namesakes(paths: list[str], name: str, options: Options, pipeline: Pipeline) -> Iterator[RobotStructure]:
    for path in paths:
        robot = _describe(path, options, pipeline) if _names_robot(path, name, options) else None
        if robot is not None and robot.name == name:
            yield robot


def find_subject_files(parsed: ParsedDocument[Robot], options: Options, pipeline: Pipeline) -> tuple[str, ...]:
    """See ``Format``."""
    file = parsed.source.name
    found = find_robots(parsed.root.name.strip(), None if file is None else Path(file).absolute(), options, pipeline)
    return tuple(each.path for each in found.robots)


def _stem(path: str | Path) -> str:
    """The name of a file up to its first ending."""
    return os.path.basename(path).partition(".")[0]


def _own_packages(folder: Path, options: Options) -> list[Path]:
    """The innermost package that a folder lies in, without its neighbours."""
    return packages_around(folder, options.files)[:1]


def _read_note(path: Path, options: Options) -> str | None:
    """The file of the robot that a note names; None where there is no note, or it names nothing that is there."""
    try:
        text = options.files.read(path, MOST_BYTES).decode("utf-8", "replace")
    except Unreadable:
        return None
    text = text.partition("SRDF:")[0]
    package, inside = _PACKAGE.search(text), _PATH.search(text)
    if inside is None:
        return None
    if package is None:
        return str(path.parent / inside[1])
    found = finder_for(options).find(f"package://{package[1]}/{inside[1]}", (path.parent,), is_file=True)
    return None if found is None else found.file


def _iter_files(around: list[Path], options: Options) -> Iterator[str]:
    seen = 0
    for folder in dict.fromkeys(Path(os.path.normpath(each / inner)) for each in around for inner in FOLDERS):
        try:
            inside = options.files.inside(folder)
        except Unreadable:
            continue
        for name, is_folder in sorted(inside.items()):
            if not is_folder and name.endswith(ENDINGS) and not name.endswith(".srdf.xacro"):
                seen += 1
                if seen > MOST_FILES:
                    return
                yield str(folder / name)


def _names_robot(path: str, name: str, options: Options) -> bool:
    try:
        head = options.files.head(Path(path), HEAD)
    except Unreadable:
        return False
    found = _ROBOT.search(head)
    return found is not None and found[1][1:-1].decode("utf-8", "replace").strip() == name


def _describe(path: str, options: Options, pipeline: Pipeline) -> RobotStructure | None:
    """What a document says of its robot; None where that cannot be said without faults."""
    own = replace(
        options, base_dir=Path(path).parent, target=None, strict=False, plausible=False, arguments=(), with_=None
    )
    unheard = Sink()
    try:
        source = Source(path, own.files.read(Path(path), own.max_bytes))
    except Unreadable:
        return None
    parsed = pipeline.read(source, unheard, own)
    if parsed is None or parsed.format == "srdf":
        return None
    descriptions = pipeline.describe(parsed, unheard, own)
    if len(descriptions) != 1 or not unheard.ok:
        return None
    return RobotStructure.of(descriptions[0], path)
